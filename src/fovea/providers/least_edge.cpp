#include "fovea/providers/least_edge.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace fovea::providers {
namespace {

// A picture that has to be larger than this is refused for something else.
constexpr std::uint32_t kMostLeastEdge = 512;

struct Form {
    std::string_view words;  // before the number
    std::uint32_t more;      // than the number
};

// The first says "larger" and takes the number itself.
constexpr Form kForms[] = {
    {"must be larger than factor:", 0},
    {"must be larger than ", 1},
    {"must be greater than ", 1},
    {"must be at least ", 0},
};

bool is_about_sides(std::string_view words) {
    return words.find("width") != words.npos || words.find("height") != words.npos ||
           words.find("dimension") != words.npos;
}

}  // namespace

std::optional<std::uint32_t> least_edge_in(std::string_view message) {
    std::string low(message);
    std::ranges::transform(low, low.begin(), lower);
    const std::string_view words = low;
    if (!is_about_sides(words)) return std::nullopt;
    for (const auto& form : kForms) {
        const auto at = words.find(form.words);
        if (at == words.npos) continue;
        const auto rest = words.substr(at + form.words.size());
        std::uint32_t edge = 0;
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), edge);
        if (read.ec != std::errc() || edge == 0 || edge > kMostLeastEdge) continue;
        return edge + form.more;
    }
    return std::nullopt;
}

}  // namespace fovea::providers
