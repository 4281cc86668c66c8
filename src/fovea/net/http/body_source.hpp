// The body of a request, pulled in pieces while it is sent, so that twenty megabytes of pictures
// need not stand in memory as one text.
//
//     StringBody body(json);
//     client.send({.method = "POST", .url = url, .body = &body}, events, stop);
//
// The size is known before the first byte, because some servers take no body without it. A source
// serves one request at a time, on the thread that sends it.
#pragma once

#include "fovea/base/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace fovea::net {

class BodySource {
public:
    virtual ~BodySource() = default;

    // All bytes of it; the same at every call.
    virtual std::uint64_t size() const = 0;

    // Fills the front of `into` and tells how much; 0 only at the end.
    virtual Result<std::size_t> read(std::span<char> into) = 0;

    // Back to the first byte, for another attempt; false when that cannot be. True when nothing was
    // read yet.
    virtual bool rewind() = 0;
};

class StringBody final : public BodySource {
public:
    explicit StringBody(std::string text) : text_(std::move(text)) {}

    std::uint64_t size() const override { return text_.size(); }

    Result<std::size_t> read(std::span<char> into) override {
        const auto count = std::min(into.size(), text_.size() - position_);
        std::copy_n(text_.data() + position_, count, into.data());
        position_ += count;
        return count;
    }

    bool rewind() override {
        position_ = 0;
        return true;
    }

private:
    std::string text_;
    std::size_t position_ = 0;
};

}  // namespace fovea::net
