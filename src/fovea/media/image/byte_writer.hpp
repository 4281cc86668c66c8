// Appends to the caller's memory, and says LimitExceeded where it is full.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstring>
#include <span>

namespace fovea::media {

class ByteWriter {
public:
    explicit ByteWriter(std::span<std::byte> out) : out_(out) {}

    std::size_t size() const { return size_; }

    Result<void> put(ByteView bytes) {
        if (bytes.size() > out_.size() - size_) {
            return Error{ErrorCode::LimitExceeded, "the stripped picture does not fit"};
        }
        if (!bytes.empty()) std::memcpy(out_.data() + size_, bytes.data(), bytes.size());
        size_ += bytes.size();
        return {};
    }

    // What was written, to be corrected.
    std::span<std::byte> written() { return out_.first(size_); }

private:
    std::span<std::byte> out_;
    std::size_t size_ = 0;
};

}  // namespace fovea::media
