#include "fovea/media/transform/resize_kernels.hpp"

#include <algorithm>
#include <vector>

namespace fovea::media {
namespace {

template <int kShift>
std::int32_t rounded(std::int32_t sum) {
    return (sum + (1 << (kShift - 1))) >> kShift;
}

void filter_column_wise(const RowGroup& group, std::size_t row, std::vector<std::int16_t>& out) {
    std::vector<std::int32_t> sums(out.size(), 0);
    for (std::size_t tap = 0; tap < std::size_t{2} * group.pairs[row]; ++tap) {
        const auto* source = group.rows[row][tap];
        const std::int32_t weight = group.weights[row][tap];
        for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += source[x] * weight;
    }
    for (std::size_t x = 0; x < sums.size(); ++x) {
        const auto value = std::clamp(rounded<kVerticalShift>(sums[x]), -32768, 32767);
        out[x] = static_cast<std::int16_t>(value);
    }
}

void filter_row_wise(
    const RowGroup& group, const std::vector<std::int16_t>& row, std::uint8_t* out
) {
    const auto& table = *group.horizontal;
    for (std::uint32_t x = 0; x < table.out; ++x) {
        const auto* weights = table.weights_of(x);
        const auto taps = table.end_of(x) - table.first[x];
        for (unsigned channel = 0; channel < group.out_channels; ++channel) {
            const auto* from = row.data() + std::size_t{table.first[x]} * group.channels + channel;
            std::int32_t sum = 0;
            for (std::uint32_t tap = 0; tap < taps; ++tap) {
                sum += from[std::size_t{tap} * group.channels] * weights[tap];
            }
            const auto value = std::clamp(rounded<kHorizontalShift>(sum), 0, 255);
            *out++ = static_cast<std::uint8_t>(value);
        }
    }
}

}  // namespace

void resize_group_plainly(const RowGroup& group) {
    std::vector<std::int16_t> row(std::size_t{group.horizontal->in} * group.channels);
    for (std::size_t r = 0; r < kGroupRows; ++r) {
        filter_column_wise(group, r, row);
        filter_row_wise(group, row, group.out[r]);
    }
}

}  // namespace fovea::media
