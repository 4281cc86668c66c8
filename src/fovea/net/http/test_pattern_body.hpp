// For tests: a request's body of any size that costs no memory, or breaks on the way.
#pragma once

#include "fovea/net/http/body_source.hpp"

#include <optional>

namespace fovea::net {

class PatternBody final : public BodySource {
public:
    explicit PatternBody(std::uint64_t size) : size_(size) {}

    std::uint64_t size() const override { return size_; }

    Result<std::size_t> read(std::span<char> into) override {
        if (position_ >= breaks_at) return Error{ErrorCode::FileNotFound, "the picture is gone"};
        if (position_ >= ends_at) return std::size_t{0};
        const auto count = std::min<std::uint64_t>(into.size(), size_ - position_);
        for (std::uint64_t i = 0; i < count; ++i) into[i] = byte_at(position_ + i);
        position_ += count;
        largest_read = std::max(largest_read, into.size());
        return static_cast<std::size_t>(count);
    }

    bool rewind() override {
        if (position_ != 0 && once) return false;
        position_ = 0;
        return true;
    }

    static char byte_at(std::uint64_t position) { return static_cast<char>(position * 31 >> 3); }

    std::uint64_t breaks_at = ~0ULL;
    std::uint64_t ends_at = ~0ULL;  // whatever its size says
    bool once = false;              // cannot be rewound
    std::size_t largest_read = 0;

private:
    std::uint64_t size_;
    std::uint64_t position_ = 0;
};

}  // namespace fovea::net
