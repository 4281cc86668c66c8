#include "fovea/media/transform/filter_table.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fovea::media {
namespace {

constexpr double kLobes = 3;
constexpr std::size_t kCachedTables = 12;  // three pictures in YCbCr
constexpr std::size_t kCachedWeights = std::size_t{1}
                                       << 20;  // of one table; larger ones are not kept

// sin(angle + i * step) for i = 0, 1, 2, … by rotation: two sines for a window instead of one for
// each tap. The error after thousands of steps is still far below a weight's last bit.
class Sines {
public:
    Sines(double angle, double step)
        : sine_(std::sin(angle)),
          cosine_(std::cos(angle)),
          step_sine_(std::sin(step)),
          step_cosine_(std::cos(step)) {}

    double next() {
        const auto value = sine_;
        sine_ = value * step_cosine_ + cosine_ * step_sine_;
        cosine_ = cosine_ * step_cosine_ - value * step_sine_;
        return value;
    }

private:
    double sine_, cosine_, step_sine_, step_cosine_;
};

// Lanczos3 at x, x + step, …: sinc(x) * sinc(x / 3), zero from 3 on.
void evaluate(double x, double step, std::vector<double>& taps) {
    constexpr auto kPi = std::numbers::pi;
    Sines wave(kPi * x, kPi * step);
    Sines envelope(kPi * x / kLobes, kPi * step / kLobes);
    for (std::size_t i = 0; i < taps.size(); ++i) {
        const auto at = x + static_cast<double>(i) * step;
        const auto product = wave.next() * envelope.next();
        if (std::abs(at) >= kLobes) {
            taps[i] = 0;
        } else if (std::abs(at) < 1e-6) {
            taps[i] = 1;  // sin(x) / x, where both are lost in rounding
        } else {
            taps[i] = product * kLobes / (kPi * kPi * at * at);
        }
    }
}

// To integers whose sum is exact: each rounding error is carried into the next weight, which keeps
// the filter's response to smooth content right even when it has thousands of small taps.
void quantise(const std::vector<double>& taps, std::int16_t* weights) {
    double sum = 0;
    for (const auto tap : taps) sum += tap;
    const auto one = static_cast<double>(1 << kWeightBits) / sum;
    double wanted = 0;
    long given = 0;
    for (std::size_t i = 0; i < taps.size(); ++i) {
        wanted += taps[i] * one;
        const auto weight = std::lround(wanted) - given;
        weights[i] = static_cast<std::int16_t>(weight);
        given += weight;
    }
}

struct Window {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

Window window_at(double centre, double support, std::uint32_t in) {
    const auto low = std::max(centre - support + 0.5, 0.0);
    const auto high = std::min(centre + support + 0.5, static_cast<double>(in));
    Window window{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
    window.first = std::min(window.first, in - 1);
    window.end = std::max(window.end, window.first + 1);
    return window;
}

std::uint32_t pairs_of(const Window& window, std::uint32_t first) {
    return (window.end - first + 1) / 2;
}

FilterTable make_table(std::uint32_t in, std::uint32_t out, double scale, WindowStart start) {
    const auto widening = std::max(scale, 1.0);
    const auto support = kLobes * widening;
    FilterTable table{
        .in = in, .out = out, .max_pairs = 0, .first = {}, .pairs = {}, .weights = {}};
    table.first.resize(out);
    table.pairs.resize(out);
    std::vector<Window> windows(out);
    for (std::uint32_t i = 0; i < out; ++i) {
        windows[i] = window_at((i + 0.5) * scale, support, in);
        table.first[i] = start == WindowStart::Even ? windows[i].first & ~1u : windows[i].first;
        table.pairs[i] = pairs_of(windows[i], table.first[i]);
        table.max_pairs = std::max(table.max_pairs, table.pairs[i]);
    }
    table.weights.assign(std::size_t{out} * table.max_pairs * 2, 0);
    std::vector<double> taps;
    for (std::uint32_t i = 0; i < out; ++i) {
        taps.resize(windows[i].end - windows[i].first);
        const auto offset = windows[i].first + 0.5 - (i + 0.5) * scale;
        evaluate(offset / widening, 1 / widening, taps);
        auto* weights = table.weights.data() + std::size_t{i} * table.max_pairs * 2;
        quantise(taps, weights + (windows[i].first - table.first[i]));
    }
    return table;
}

struct Entry {
    std::uint32_t in;
    std::uint32_t out;
    double scale;
    WindowStart start;
    std::shared_ptr<const FilterTable> table;
};

}  // namespace

std::shared_ptr<const FilterTable> lanczos3_table(
    std::uint32_t in, std::uint32_t out, double scale, WindowStart start
) {
    thread_local std::vector<Entry> cache;  // the one used last comes first
    const auto known = std::find_if(cache.begin(), cache.end(), [&](const Entry& entry) {
        return entry.in == in && entry.out == out && entry.scale == scale && entry.start == start;
    });
    if (known != cache.end()) {
        std::rotate(cache.begin(), known, known + 1);
        return cache.front().table;
    }
    auto table = std::make_shared<const FilterTable>(make_table(in, out, scale, start));
    if (table->weights.size() <= kCachedWeights) {
        if (cache.size() == kCachedTables) cache.pop_back();
        cache.insert(cache.begin(), Entry{in, out, scale, start, table});
    }
    return table;
}

}  // namespace fovea::media
