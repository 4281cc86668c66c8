#include "fovea/proxy/grounding/points.hpp"

#include "fovea/proxy/grounding/numbers.hpp"

#include <algorithm>

namespace fovea::proxy::grounding {
namespace {

// All of the text is one number.
std::optional<double> whole_number(std::string_view text) {
    std::size_t at = 0;
    const auto number = read_number(text, at);
    return at == text.size() ? number : std::nullopt;
}

// "x", "x1", "y12": the axis and which point.
bool is_coordinate(std::string_view name, char axis) {
    return name.starts_with(axis) &&
           name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

void add_group(std::string_view group, std::vector<Point>& points, std::size_t most) {
    std::vector<double> numbers;
    for (std::size_t at = 0; at < group.size();) {
        const auto number = read_number(group, at);
        if (number) {
            numbers.push_back(*number);
        } else if (group[at] == ' ') {
            ++at;
        } else {
            return;  // not of this grammar
        }
    }
    for (std::size_t i = 1; i + 2 < numbers.size() && points.size() < most; i += 3) {
        points.push_back({numbers[i + 1], numbers[i + 2], numbers[0]});
    }
}

}  // namespace

std::vector<Point> points_in_attributes(const Tag& tag, std::size_t most) {
    std::vector<Point> points;
    const Attribute* x = nullptr;
    for (const auto& one : tag.attributes) {
        if (points.size() == most) break;
        if (is_coordinate(one.name, 'x')) x = &one;
        if (x == nullptr || !is_coordinate(one.name, 'y')) continue;
        const auto across = whole_number(x->value);
        const auto down = whole_number(one.value);
        if (across && down && x->name.substr(1) == one.name.substr(1)) {
            points.push_back({*across, *down, std::nullopt});
        }
        x = nullptr;
    }
    return points;
}

std::vector<Point> points_in_coords(std::string_view coords, std::size_t most) {
    std::vector<Point> points;
    while (!coords.empty() && points.size() < most) {
        const auto end = std::min(coords.find_first_of("\t;,:"), coords.size());
        add_group(coords.substr(0, end), points, most);
        coords.remove_prefix(std::min(end + 1, coords.size()));
    }
    return points;
}

std::optional<std::string_view> attribute(const Tag& tag, std::string_view name) {
    const auto found = std::ranges::find(tag.attributes, name, &Attribute::name);
    if (found == tag.attributes.end()) return std::nullopt;
    return found->value;
}

}  // namespace fovea::proxy::grounding
