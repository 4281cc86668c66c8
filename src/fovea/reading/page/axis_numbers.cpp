#include "fovea/reading/page/axis_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// A page with more numbers than this is no chart.
constexpr std::size_t kMaxNumbers = 2000;
constexpr std::size_t kMinTicks = 3;

// A number with its place: `along` the axis, `across` it, in pixels.
struct Tick {
    double value = 0;
    double along = 0;
    double across = 0;
    double size = 0;  // of the letters
    std::size_t word = 0;
};

// 1, 2, 2.5, 3, 4, 5 and 6 with any number of zeros: what people and programs divide axes by.
bool is_round(double step) {
    const auto mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    for (const double nice : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0}) {
        if (std::abs(mantissa - nice) < 1e-6 * nice) return true;
    }
    return false;
}

// Lines, rows, pages and the days of a week are numbered one by one; axes that go in steps of one
// begin at zero or count years.
bool is_numbering(std::span<const Tick> ticks) {
    if (std::abs(ticks[1].value - ticks[0].value) != 1) return false;
    const auto first = std::min(ticks.front().value, ticks.back().value);
    const bool from_zero = first == 0 && ticks.size() <= 12;
    const bool years = first >= 1900 && first <= 2100;
    return !from_zero && !years;
}

bool is_axis(std::span<const Tick> ticks) {
    if (is_numbering(ticks)) return false;
    auto step = std::abs(ticks[1].value - ticks[0].value);
    for (std::size_t i = 2; i < ticks.size(); ++i) {
        step = std::min(step, std::abs(ticks[i].value - ticks[i - 1].value));
    }
    return is_round(step);
}

// The value changes from one to the next by as much a pixel as it did before.
bool goes_on(const Tick& first, const Tick& second, const Tick& third) {
    const auto slope = (second.value - first.value) / (second.along - first.along);
    const auto next = (third.value - second.value) / (third.along - second.along);
    return slope != 0 && std::abs(next - slope) <= 0.08 * std::abs(slope);
}

using Ticks = std::vector<Tick>;

// Of one column or row, sorted along it; appends the pieces whose values grow evenly.
void collect_even(std::span<const Tick> line, std::vector<Ticks>& even) {
    std::size_t from = 0;
    while (from + kMinTicks <= line.size()) {
        auto end = from + 2;
        while (end < line.size() && goes_on(line[end - 2], line[end - 1], line[end])) ++end;
        const auto ticks = line.subspan(from, end - from);
        if (ticks.size() >= kMinTicks) even.emplace_back(ticks.begin(), ticks.end());
        from = end - 1;
    }
}

std::vector<Ticks> even_lines(Ticks ticks) {
    std::ranges::sort(ticks, {}, &Tick::across);
    std::vector<Ticks> even;
    for (auto from = ticks.begin(); from != ticks.end();) {
        auto end = from + 1;
        while (end != ticks.end() && end->across - (end - 1)->across <= 0.5 * end->size) ++end;
        Ticks line(from, end);
        std::ranges::sort(line, {}, &Tick::along);
        // Two numbers at one place stand in different lines that touch; only one can be the tick.
        const auto same_place = [](const Tick& a, const Tick& b) { return b.along - a.along < 1; };
        line.erase(std::unique(line.begin(), line.end(), same_place), line.end());
        collect_even(line, even);
        from = end;
    }
    return even;
}

Ticks ticks_of(std::span<const Word> words, bool upright, double edge) {
    Ticks ticks;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = number_of(words[i].text);
        if (!value) continue;
        const auto& box = words[i].box;
        const auto x = box.x + box.width * edge;
        const auto y = box.y + box.height / 2.0;
        Tick tick{*value, upright ? y : x, upright ? x : y, double(box.height), i};
        ticks.push_back(tick);
        if (ticks.size() > kMaxNumbers) return {};
    }
    return ticks;
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c != ',') digits += c;
    }
    std::string_view rest = digits;
    double sign = 1;
    if (rest.starts_with('-') || rest.starts_with('+')) {
        sign = rest[0] == '-' ? -1 : 1;
        rest.remove_prefix(1);
    }
    if (rest.starts_with('$')) rest.remove_prefix(1);
    if (rest.empty() || rest[0] < '0' || rest[0] > '9') return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    for (const auto& [unit, factor] :
         {std::pair{"", 1.0}, {"%", 1.0}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"h", 1.0}}) {
        if (rest == unit) return sign * value * factor;
    }
    return std::nullopt;
}

std::vector<Axis> find_axes(std::span<const Word> words) {
    // Numbers beside an upright axis end at it or begin at it; below a level one they are centred.
    auto upright = even_lines(ticks_of(words, true, 1.0));
    if (upright.empty()) upright = even_lines(ticks_of(words, true, 0.0));
    const auto level = even_lines(ticks_of(words, false, 0.5));

    // In a calendar or a times table each number is part of both.
    std::vector<bool> in_upright(words.size());
    for (const auto& line : upright) {
        for (const auto& tick : line) in_upright[tick.word] = true;
    }
    std::size_t in_both = 0;
    for (const auto& line : level) {
        for (const auto& tick : line) in_both += in_upright[tick.word] ? 1 : 0;
    }
    if (in_both >= 4) return {};

    std::vector<Axis> axes;
    for (const auto& line : upright) {
        if (is_axis(line)) axes.push_back({line.size(), true});
    }
    for (const auto& line : level) {
        if (is_axis(line)) axes.push_back({line.size(), false});
    }
    return axes;
}

}  // namespace fovea::reading
