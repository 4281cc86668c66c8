#include "fovea/config/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fovea::config {
namespace {

constexpr std::size_t kLongestName = 200;  // what is longer resembles nothing we know

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
    if (name.size() > kLongestName) return {};
    std::string_view best;
    auto best_distance = std::max<std::size_t>(name.size() / 3, 2) + 1;
    for (const auto candidate : known) {
        const auto distance = edit_distance(name, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace fovea::config
