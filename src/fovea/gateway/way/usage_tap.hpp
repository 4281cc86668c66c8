// Reads what an answer cost out of its bytes as they pass: the last word of its server on each count, in any dialect,
// in a stream or whole. Keeps at most one object of numbers.
//
//     UsageTap tap;
//     for (piece of the answer) tap.feed(piece);
//     tap.usage();    // nothing counted: the server did not say
#pragma once

#include "fovea/providers/provider.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::gateway {

class UsageTap {
public:
    void feed(std::string_view bytes);
    providers::Usage usage() const;

private:
    void take(std::string_view bytes);
    void read(std::string_view object);

    std::string pending_;  // an object that is not whole yet, or the end of a piece
    bool in_object_ = false;
    std::uint64_t input_ = 0;
    std::uint64_t output_ = 0;
    std::uint64_t cache_read_ = 0;
    std::uint64_t cache_write_ = 0;
    std::uint64_t reasoning_ = 0;
    bool counts_cache_apart_ =
        false;  // Anthropic's input does not hold what was read from the cache
};

}  // namespace fovea::gateway
