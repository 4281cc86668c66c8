#include "fovea/nn/runner.hpp"

#include "fovea/nn/dense.hpp"
#include "fovea/nn/depthwise.hpp"

#include <algorithm>
#include <utility>

namespace fovea::nn {
namespace {

constexpr std::size_t kSlots = 16;

Error does_not_fit() {
    return {ErrorCode::LimitExceeded, "the network cannot take an input of that size"};
}

// Rows of its input that a layer sees from one of its own: from `first` on, before the picture where that is negative.
struct Window {
    std::int64_t first;
    std::int64_t end;
};

Window window_of(const Layer& layer, std::uint32_t row) {
    switch (layer.kind) {
        case LayerKind::Split: return {row, std::int64_t{row} + 1};
        case LayerKind::Up: return {row / 2, std::int64_t{row / 2} + 1};
        case LayerKind::Dense:
        case LayerKind::Depthwise: break;
    }
    const auto first = std::int64_t{row} * layer.stride_rows - layer.pad_rows;
    return {first, first + layer.kernel_rows};
}

}  // namespace

Runner::Runner(const Network& network, std::uint64_t max_values)
    : network_(network), max_values_(max_values) {
    const auto& steps = network_.steps();
    nodes_.resize(steps.size() + 1);
    readers_.resize(nodes_.size());
    std::optional<std::size_t> kept;
    std::vector<std::optional<std::size_t>> slots(kSlots);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& layer = steps[i].layer;
        if (layer.has_weights()) nodes_[i].margin = layer.pad_columns;
        if (layer.keep) kept = i;  // the node before this layer's own
        Sources sources{.input = i};
        if (layer.add) sources.added = std::exchange(kept, std::nullopt);
        if (layer.kind == LayerKind::Up) sources.stored = slots[layer.slot];
        if (layer.store) slots[layer.slot] = i + 1;
        readers_[sources.input].push_back(i);
        if (sources.added) readers_[*sources.added].push_back(i);
        if (sources.stored) readers_[*sources.stored].push_back(i);
        sources_.push_back(sources);
    }
}

bool Runner::set_shapes(const Shape& input) {
    nodes_[0].shape = input;
    nodes_[0].made = 0;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const auto& layer = network_.steps()[i].layer;
        const auto shape = shape_after(layer, nodes_[i].shape);
        if (shape.values() == 0) return false;
        const auto& [from, added, stored] = sources_[i];
        if (layer.add && (!added || nodes_[*added].shape != shape)) return false;
        if (layer.kind == LayerKind::Up && (!stored || nodes_[*stored].shape != shape))
            return false;
        nodes_[i + 1].shape = shape;
        nodes_[i + 1].made = 0;
    }
    // Rings of other widths are laid out anew; what they have is memory, and no row.
    for (auto& node : nodes_) {
        if (node.stride() > max_values_) return false;
        if (zeros_.size() < node.stride()) zeros_.resize(node.stride());
        node.capacity = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(node.ring.size() / node.stride(), node.shape.rows)
        );
    }
    return true;
}

Result<Values> Runner::run(const Values& input) {
    const auto row = std::size_t{input.shape.columns} * input.shape.channels;
    if (input.values.size() != input.shape.values() || !set_shapes(input.shape)) {
        return does_not_fit();
    }
    const auto shape = nodes_.back().shape;
    if (shape.values() > max_values_) return does_not_fit();
    answer_.resize(std::max<std::size_t>(answer_.size(), shape.values()));
    TRY(run(
        {input.shape,
         [&](std::uint32_t y, float* to) { std::copy_n(input.values.data() + y * row, row, to); }},
        [&](std::uint32_t y, std::span<const float> values) {
            std::ranges::copy(values, answer_.data() + y * values.size());
        }
    ));
    return Values{shape, std::span(answer_).first(shape.values())};
}

Result<void> Runner::run(
    const RowSource& input, const RowSink& sink, const std::function<bool()>& is_over
) {
    if (input.shape.values() == 0 || !set_shapes(input.shape)) return does_not_fit();
    input_ = &input;
    const auto& last = nodes_.back();
    while (last.made < last.shape.rows && !(is_over && is_over())) {
        if (!make_row(nodes_.size() - 1)) return does_not_fit();
        sink(last.made - 1, {last.row(last.made - 1), last.row_values()});
    }
    return {};
}

void Runner::release() {
    for (auto& node : nodes_) {
        node.ring = std::vector<float>();  // assigned {} it would keep its memory
        node.capacity = 0;
    }
    held_ = 0;
    answer_ = std::vector<float>();
}

// All rows up to this one.
bool Runner::has(std::size_t node, std::uint32_t row) {
    while (nodes_[node].made <= row) {
        if (!make_row(node)) return false;
    }
    return true;
}

bool Runner::make_inputs(std::size_t node, std::uint32_t row) {
    const auto& [input, added, stored] = sources_[node - 1];
    const auto window = window_of(network_.steps()[node - 1].layer, row);
    const auto last = std::min<std::int64_t>(window.end, nodes_[input].shape.rows) - 1;
    return (last < 0 || has(input, static_cast<std::uint32_t>(last))) &&
           (!added || has(*added, row)) && (!stored || has(*stored, row));
}

bool Runner::make_row(std::size_t number) {
    auto& node = nodes_[number];
    const auto row = node.made;
    if (number > 0 && !make_inputs(number, row)) return false;
    auto* const out = place(number);
    if (out == nullptr) return false;
    ++node.made;
    if (number == 0) {
        input_->fill(row, out);
        return true;
    }
    const auto& step = network_.steps()[number - 1];
    const auto& sources = sources_[number - 1];
    const auto& input = nodes_[sources.input];
    if (step.layer.kind == LayerKind::Split) {
        // A column's channels are its columns' channels already.
        std::copy_n(input.row(row), node.row_values(), out);
    } else if (step.layer.kind == LayerKind::Up) {
        const auto* const from = input.row(row / 2);
        const auto* const stored = nodes_[*sources.stored].row(row);
        const std::size_t channels = node.shape.channels;
        for (std::size_t column = 0; column < node.shape.columns; ++column) {
            const auto* const half = from + column / 2 * channels;
            const auto at = column * channels;
            for (std::size_t c = 0; c < channels; ++c) out[at + c] = half[c] + stored[at + c];
        }
    } else {
        convolve(step, input, sources.added ? nodes_[*sources.added].row(row) : nullptr, row, out);
    }
    return true;
}

// The first row that somebody still has to see.
std::uint32_t Runner::first_needed(std::size_t number) const {
    const auto& node = nodes_[number];
    std::int64_t first = node.made;
    for (const auto reader : readers_[number]) {
        const auto& seen_by = nodes_[reader + 1];
        if (seen_by.made == seen_by.shape.rows) continue;
        const auto& sources = sources_[reader];
        if (sources.input == number) {
            const auto window = window_of(network_.steps()[reader].layer, seen_by.made);
            first = std::min(first, std::max<std::int64_t>(window.first, 0));
        }
        if (sources.added == number || sources.stored == number) {
            first = std::min<std::int64_t>(first, seen_by.made);
        }
    }
    return static_cast<std::uint32_t>(first);
}

// Where the next row goes; null where that would be too much.
float* Runner::place(std::size_t number) {
    auto& node = nodes_[number];
    const auto first = first_needed(number);
    if (node.made - first >= node.capacity) {
        // By little: what a page's longest way through the network holds back is megabytes.
        const auto wanted = std::max(node.capacity + node.capacity / 4, 4U);
        const auto capacity = std::min(wanted, node.shape.rows);
        if (!grow(node, first, capacity)) return nullptr;
    }
    auto* const row = node.ring.data() + node.place_of(node.made);
    const auto margin = std::size_t{node.margin} * node.shape.channels;
    std::fill_n(row - margin, margin, 0.0F);
    std::fill_n(row + node.row_values(), margin, 0.0F);
    return row;
}

bool Runner::grow(Node& node, std::uint32_t first, std::uint32_t capacity) {
    const auto values = std::uint64_t{capacity} * node.stride();
    if (held_ - node.ring.size() + values > max_values_) return false;
    Node grown{.shape = node.shape, .margin = node.margin, .capacity = capacity};
    grown.ring.resize(values);
    const auto margin = std::size_t{node.margin} * node.shape.channels;
    for (auto y = first; y < node.made; ++y) {
        std::copy_n(
            node.row(y) - margin, node.stride(), grown.ring.data() + grown.place_of(y) - margin
        );
    }
    held_ += values - node.ring.size();
    node.ring = std::move(grown.ring);
    node.capacity = capacity;
    return true;
}

// Pointers to all that the kernel sees from the first position of an output row, `across` in each row of its own. Rows
// above and below the input are zeros; beside it, its margins are.
void Runner::look(const Layer& layer, const Node& input, std::uint32_t row, std::uint32_t across) {
    seen_.clear();
    const auto top = window_of(layer, row).first;
    const auto channels = std::size_t{input.shape.channels};
    for (std::uint32_t i = 0; i < layer.kernel_rows; ++i) {
        const auto y = top + i;
        const bool is_inside = y >= 0 && y < input.shape.rows;
        const auto* const begin =
            is_inside ? input.row(static_cast<std::uint32_t>(y)) - layer.pad_columns * channels
                      : zeros_.data();
        for (std::uint32_t j = 0; j < across; ++j) {
            seen_.push_back(begin + std::size_t{j} * layer.dilation * channels);
        }
    }
}

void Runner::convolve(
    const Step& step, const Node& input, const float* added, std::uint32_t row, float* out
) {
    const auto& layer = step.layer;
    const auto columns = shape_after(layer, input.shape).columns;
    // What lies side by side, channels and all, is one long tap.
    const bool is_run = layer.kind == LayerKind::Dense && layer.dilation == 1;
    const auto run = is_run ? layer.kernel_columns : 1;
    look(layer, input, row, layer.kernel_columns / run);
    const auto between = std::size_t{layer.stride_columns} * layer.inputs;
    if (layer.kind == LayerKind::Dense) {
        return run_dense(
            {.seen = seen_.data(),
             .step = between,
             .positions = columns,
             .taps = layer.taps() / run,
             .inputs = std::size_t{layer.inputs} * run,
             .outputs = layer.outputs,
             .weights = step.weights.data(),
             .bias = step.bias.data(),
             .relu = layer.relu,
             .added = added,
             .out = out}
        );
    }
    run_depthwise(
        {.seen = seen_.data(),
         .step = between,
         .positions = columns,
         .taps = layer.taps(),
         .across = layer.kernel_columns,
         .dilation = layer.dilation,
         .channels = layer.outputs,
         .weights = step.weights.data(),
         .bias = step.bias.data(),
         .relu = layer.relu,
         .added = added,
         .out = out}
    );
}

}  // namespace fovea::nn
