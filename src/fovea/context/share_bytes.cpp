#include "fovea/context/share_bytes.hpp"

#include "fovea/base/base64.hpp"

#include <algorithm>
#include <limits>

namespace fovea::context {
namespace {

constexpr std::uint64_t kStep = 16u << 10;

bool fits(std::span<const std::uint64_t> needs, std::uint64_t level, std::uint64_t budget) {
    std::uint64_t left = budget;
    for (const auto need : needs) {
        const std::uint64_t encoded = base64_size(std::min(need, level));
        if (encoded > left) return false;
        left -= encoded;
    }
    return true;
}

}  // namespace

std::optional<std::uint64_t> share_level(
    std::span<const std::uint64_t> needs, std::uint64_t encoded_budget
) {
    constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
    if (fits(needs, kAll, encoded_budget)) return kAll;
    if (!fits(needs, kSmallestShare, encoded_budget)) return std::nullopt;
    std::uint64_t good = kSmallestShare / kStep;
    std::uint64_t bad = *std::ranges::max_element(needs) / kStep + 1;
    while (bad - good > 1) {
        const auto middle = good + (bad - good) / 2;
        (fits(needs, middle * kStep, encoded_budget) ? good : bad) = middle;
    }
    return good * kStep;
}

}  // namespace fovea::context
