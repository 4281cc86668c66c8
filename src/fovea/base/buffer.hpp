// Raw memory for pixels: aligned for vectors, not cleared, and with `kSlack` readable and writable
// bytes behind the end, so that a vector loop may touch a whole vector at the last pixel.
//
// Clearing 25 MB costs more than decoding a screenshot into it, which is why this is not a
// std::vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace fovea {

class Buffer {
public:
    static constexpr std::size_t kAlignment = 64;
    static constexpr std::size_t kSlack = 64;

    Buffer() = default;

    // Throws std::bad_alloc; a worker turns that into DECODE_FAILED at the top of the job.
    explicit Buffer(std::size_t size) : size_(size) {
        const auto whole = (size + kSlack + kAlignment - 1) / kAlignment * kAlignment;
        if (whole < size) throw std::bad_alloc();
        data_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, whole)));
        if (!data_) throw std::bad_alloc();
    }

    std::uint8_t* data() { return data_.get(); }
    const std::uint8_t* data() const { return data_.get(); }
    std::size_t size() const { return size_; }
    std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(data_.get(), size_)); }
    std::span<const std::byte> bytes() const {
        return std::as_bytes(std::span(data_.get(), size_));
    }

private:
    struct Free {
        void operator()(std::uint8_t* memory) const { std::free(memory); }
    };

    std::unique_ptr<std::uint8_t[], Free> data_;
    std::size_t size_ = 0;
};

}  // namespace fovea
