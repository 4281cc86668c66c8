// The weights of a Lanczos3 filter, ready for integer arithmetic: which input samples each output
// sample is made of, and how much of each.
//
// The kernel is widened by the scale when shrinking (as Pillow and libvips do), windows are cut at
// the picture's edge, and the weights of one output always add up to exactly 1 << 14: a flat area
// stays what it is. Weights come in pairs because the multiply instruction takes two at once.
//
// Making a table is a millisecond of sines, and screens come in the same few sizes again and again,
// so each thread keeps the last tables it used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fovea::media {

constexpr int kWeightBits = 14;

// Where a window may begin. The horizontal pass holds pixels in pairs, so there it begins at an
// even one; a weight of zero fills up.
enum class WindowStart : std::uint8_t { Any, Even };

struct FilterTable {
    std::uint32_t in = 0;
    std::uint32_t out = 0;
    std::uint32_t max_pairs = 0;        // of any window
    std::vector<std::uint32_t> first;   // input sample where each output's window begins
    std::vector<std::uint32_t> pairs;   // of each output's window
    std::vector<std::int16_t> weights;  // 2 * max_pairs for each output, zeros behind the window

    const std::int16_t* weights_of(std::size_t output) const {
        return weights.data() + output * 2 * max_pairs;
    }
    // One behind the last input sample of a window; never past `in`.
    std::uint32_t end_of(std::size_t output) const {
        const auto end = first[output] + 2 * pairs[output];
        return end < in ? end : in;
    }
};

// Output sample i is centred on input coordinate (i + 0.5) * scale, where sample k covers [k, k +
// 1). `in` and `out` are at least 1, and the last centre lies within the input.
//
// Shared between the thread's cache and whoever is resizing with it when the cache moves on.
std::shared_ptr<const FilterTable> lanczos3_table(
    std::uint32_t in, std::uint32_t out, double scale, WindowStart start
);

}  // namespace fovea::media
