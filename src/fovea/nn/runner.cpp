#include "fovea/nn/runner.hpp"

#include "fovea/nn/dense.hpp"
#include "fovea/nn/depthwise.hpp"

#include <algorithm>
#include <utility>

namespace fovea::nn {
namespace {

constexpr std::size_t kSlots = 16;

Error does_not_fit(const std::string& what) {
    return {ErrorCode::LimitExceeded, "the network cannot take " + what};
}

// Pointers to all that the kernel sees from the positions of one output row.
void look(
    const Layer& layer,
    const Shape& shape,
    const float* values,
    const float* zeros,
    std::uint32_t row,
    std::uint32_t columns,
    std::vector<const float*>& seen
) {
    seen.clear();
    const auto inside = [](std::int64_t at, std::uint32_t length) {
        return at >= 0 && at < length;
    };
    for (std::uint32_t column = 0; column < columns; ++column) {
        for (std::uint32_t i = 0; i < layer.kernel_rows; ++i) {
            const auto y = std::int64_t{row} * layer.stride_rows + i - layer.pad_rows;
            for (std::uint32_t j = 0; j < layer.kernel_columns; ++j) {
                const auto x = std::int64_t{column} * layer.stride_columns +
                               std::int64_t{j} * layer.dilation - layer.pad_columns;
                if (!inside(y, shape.rows) || !inside(x, shape.columns)) {
                    seen.push_back(zeros);
                    continue;
                }
                seen.push_back(values + (y * shape.columns + x) * shape.channels);
            }
        }
    }
}

}  // namespace

Runner::Runner(const Network& network, std::uint64_t max_values)
    : network_(network), max_values_(max_values), slots_(kSlots) {
    std::uint32_t most = 0;
    for (const auto& step : network_.steps()) most = std::max(most, step.layer.inputs);
    zeros_.assign(most, 0.0F);
}

std::size_t Runner::take(Shape shape) {
    // The smallest that is large enough, or else the largest: it has to grow least.
    const auto needed = shape.values();
    const auto suits_better = [&](const Held& a, const Held& b) {
        const bool fits = a.values.size() >= needed;
        if (fits != (b.values.size() >= needed)) return fits;
        return fits ? a.values.size() < b.values.size() : a.values.size() > b.values.size();
    };
    auto free = memory_.end();
    for (auto held = memory_.begin(); held != memory_.end(); ++held) {
        if (held->users > 0) continue;
        if (free == memory_.end() || suits_better(*held, *free)) free = held;
    }
    if (free == memory_.end()) {
        memory_.emplace_back();
        free = memory_.end() - 1;
    }
    free->shape = shape;
    if (free->values.size() < needed) {
        free->values = {};  // before more is asked for: what it holds is not needed
        free->values.resize(needed);
    }
    return static_cast<std::size_t>(free - memory_.begin());
}

void Runner::hold(std::optional<std::size_t>& place, std::size_t held) {
    ++memory_[held].users;
    drop(place);
    place = held;
}

void Runner::drop(std::optional<std::size_t>& place) {
    if (place) --memory_[*place].users;
    place.reset();
}

void Runner::convolve(const Step& step, const Held& input, const float* added, Held& output) {
    const auto& layer = step.layer;
    const auto columns = output.shape.columns;
    for (std::uint32_t row = 0; row < output.shape.rows; ++row) {
        look(layer, input.shape, input.values.data(), zeros_.data(), row, columns, seen_);
        const auto at = std::size_t{row} * columns * layer.outputs;
        const auto* plus = added == nullptr ? nullptr : added + at;
        if (layer.kind == LayerKind::Dense) {
            run_dense(
                {.seen = seen_.data(),
                 .positions = columns,
                 .taps = layer.taps(),
                 .inputs = layer.inputs,
                 .outputs = layer.outputs,
                 .weights = step.weights.data(),
                 .bias = step.bias.data(),
                 .relu = layer.relu,
                 .added = plus,
                 .out = output.values.data() + at}
            );
        } else {
            run_depthwise(
                {.seen = seen_.data(),
                 .positions = columns,
                 .taps = layer.taps(),
                 .channels = layer.outputs,
                 .weights = step.weights.data(),
                 .bias = step.bias.data(),
                 .relu = layer.relu,
                 .added = plus,
                 .out = output.values.data() + at}
            );
        }
    }
}

// A column's channels are its columns' channels already.
void Runner::split(const Held& input, Held& output) {
    std::copy_n(input.values.begin(), output.shape.values(), output.values.begin());
}

void Runner::double_up(const Held& input, const Held& stored, Held& output) {
    const auto channels = output.shape.channels;
    for (std::uint32_t row = 0; row < output.shape.rows; ++row) {
        for (std::uint32_t column = 0; column < output.shape.columns; ++column) {
            const auto from = (std::size_t{row / 2} * input.shape.columns + column / 2) * channels;
            const auto to = (std::size_t{row} * output.shape.columns + column) * channels;
            for (std::uint32_t c = 0; c < channels; ++c) {
                output.values[to + c] = input.values[from + c] + stored.values[to + c];
            }
        }
    }
}

Result<Values> Runner::run(const Values& input) {
    if (input.shape.values() == 0 || input.values.size() != input.shape.values() ||
        input.shape.values() > max_values_) {
        return does_not_fit("an input of that size");
    }
    forget();
    const auto first = take(input.shape);
    std::ranges::copy(input.values, memory_[first].values.begin());
    return run_from(first);
}

Result<Values> Runner::run(const Shape& shape, std::vector<float>& values) {
    if (shape.values() == 0 || values.size() < shape.values() || shape.values() > max_values_) {
        return does_not_fit("an input of that size");
    }
    forget();
    auto free = std::ranges::find(memory_, 0U, &Held::users);
    if (free == memory_.end()) free = memory_.insert(memory_.end(), Held{});
    free->shape = shape;
    free->values.swap(values);
    return run_from(static_cast<std::size_t>(free - memory_.begin()));
}

void Runner::forget() {
    drop(current_);
    drop(kept_);
    for (auto& slot : slots_) drop(slot);
}

void Runner::release() {
    forget();
    memory_.clear();
    memory_.shrink_to_fit();
}

Result<Values> Runner::run_from(std::size_t first) {
    hold(current_, first);
    for (const auto& step : network_.steps()) {
        const auto& layer = step.layer;
        const auto shape = shape_after(layer, memory_[*current_].shape);
        if (shape.values() == 0 || shape.values() > max_values_) {
            return does_not_fit("an input of that size");
        }
        if (layer.keep) hold(kept_, *current_);
        const auto next = take(shape);
        const auto& from = memory_[*current_];
        if (layer.kind == LayerKind::Split) {
            split(from, memory_[next]);
        } else if (layer.kind == LayerKind::Up) {
            const auto& slot = slots_[layer.slot];
            if (!slot || memory_[*slot].shape != shape) return does_not_fit("sizes of that kind");
            double_up(from, memory_[*slot], memory_[next]);
        } else {
            const auto* added = layer.add ? &memory_[*kept_] : nullptr;
            if (added != nullptr && added->shape != shape)
                return does_not_fit("sizes of that kind");
            convolve(step, from, added == nullptr ? nullptr : added->values.data(), memory_[next]);
        }
        hold(current_, next);
        if (layer.add) drop(kept_);
        if (layer.store) hold(slots_[layer.slot], next);
    }
    const auto& answer = memory_[*current_];
    return Values{answer.shape, std::span(answer.values).first(answer.shape.values())};
}

}  // namespace fovea::nn
