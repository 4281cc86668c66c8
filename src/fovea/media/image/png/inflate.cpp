#include "fovea/media/image/png/inflate.hpp"

#include "fovea/base/buffer.hpp"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace fovea::media {

namespace {

// The longest match (258 bytes) costs at least two bits.
constexpr std::uint64_t kMaxDeflateRatio = 1032;

Error corrupt() {
    return Error{ErrorCode::DecodeFailed, "PNG picture data is corrupt"};
}

Error too_short() {
    return Error{ErrorCode::DecodeFailed, "PNG picture data ends before the last row"};
}

Error too_long() {
    return Error{ErrorCode::DecodeFailed, "PNG has more picture data than its size says"};
}

class WholeRows final : public PngRows {
public:
    static Result<std::unique_ptr<PngRows>> open(const PngLayout& layout, std::size_t raw_bytes) {
        Buffer joined;
        auto stream = layout.picture.front();
        if (layout.picture.size() > 1) {
            joined = join(layout);
            stream = joined.bytes();
        }

        Buffer raw(raw_bytes);
        const Decompressor decompressor(libdeflate_alloc_decompressor());
        if (!decompressor) throw std::bad_alloc();
        std::size_t read = 0;
        std::size_t written = 0;
        const auto outcome = libdeflate_zlib_decompress_ex(
            decompressor.get(),
            stream.data(),
            stream.size(),
            raw.data(),
            raw.size(),
            &read,
            &written
        );
        if (outcome == LIBDEFLATE_INSUFFICIENT_SPACE) return too_long();
        if (outcome != LIBDEFLATE_SUCCESS) return corrupt();
        if (written < raw_bytes) return too_short();
        if (read < stream.size()) return too_long();
        return std::unique_ptr<PngRows>(new WholeRows(std::move(raw)));
    }

    Result<std::uint8_t*> next(std::size_t row_bytes, std::uint32_t count) override {
        if (row_bytes * count > raw_.size() - position_) return too_short();
        auto* band = raw_.data() + position_;
        position_ += row_bytes * count;
        return band;
    }

    Result<void> finish() override { return {}; }
    bool stable() const override { return true; }

private:
    struct Free {
        void operator()(libdeflate_decompressor* held) const { libdeflate_free_decompressor(held); }
    };
    using Decompressor = std::unique_ptr<libdeflate_decompressor, Free>;

    explicit WholeRows(Buffer raw) : raw_(std::move(raw)) {}

    static Buffer join(const PngLayout& layout) {
        Buffer joined(layout.picture_bytes);
        auto* to = joined.data();
        for (const auto part : layout.picture) {
            std::memcpy(to, part.data(), part.size());
            to += part.size();
        }
        return joined;
    }

    Buffer raw_;
    std::size_t position_ = 0;
};

class StreamedRows final : public PngRows {
public:
    explicit StreamedRows(const PngLayout& layout)
        : layout_(layout), state_(std::make_unique<inflate_state>()) {
        isal_inflate_init(state_.get());
        state_->crc_flag = ISAL_ZLIB;
    }

    Result<std::uint8_t*> next(std::size_t row_bytes, std::uint32_t count) override {
        const auto needed = row_bytes * (std::size_t{count} + 1);
        if (needed > memory_.size()) {
            Buffer larger(needed);
            if (last_row_ != nullptr) std::memcpy(larger.data(), last_row_, row_bytes_);
            memory_ = std::move(larger);
            last_row_ = last_row_ != nullptr ? memory_.data() : nullptr;
        }
        if (last_row_ != nullptr && row_bytes == row_bytes_) {
            std::memmove(memory_.data(), last_row_, row_bytes);
        }

        auto* band = memory_.data() + row_bytes;
        const auto wanted = row_bytes * count;
        if (TRY(inflate(band, wanted)) < wanted) return too_short();
        row_bytes_ = row_bytes;
        last_row_ = band + wanted - row_bytes;
        return band;
    }

    Result<void> finish() override {
        // The checksum is read only when the decoder is asked for more than there is.
        std::uint8_t surplus = 0;
        if (TRY(inflate(&surplus, 1)) > 0) return too_long();
        if (state_->block_state != ISAL_BLOCK_FINISH) return corrupt();
        const bool input_left = state_->avail_in > 0 || state_->read_in_length >= 8;
        if (input_left || part_ < layout_.picture.size()) return too_long();
        return {};
    }

    bool stable() const override { return false; }

private:
    // Fills `out` and returns how much of it; less than `size` only at the end of the stream.
    Result<std::size_t> inflate(std::uint8_t* out, std::size_t size) {
        std::size_t done = 0;
        while (done < size && state_->block_state != ISAL_BLOCK_FINISH) {
            if (state_->avail_in == 0 && part_ < layout_.picture.size()) {
                const auto part = layout_.picture[part_++];
                // The library takes a pointer to bytes it may change, and does not change them.
                state_->next_in = const_cast<std::uint8_t*>(octets(part));
                state_->avail_in = static_cast<std::uint32_t>(part.size());
            }
            const auto piece = std::min(size - done, std::size_t{1} << 30);
            const auto waiting = state_->avail_in;
            state_->next_out = out + done;
            state_->avail_out = static_cast<std::uint32_t>(piece);
            if (isal_inflate(state_.get()) != ISAL_DECOMP_OK) return corrupt();

            const auto written = piece - state_->avail_out;
            done += written;
            const bool moved = written > 0 || state_->avail_in < waiting;
            if (!moved && state_->avail_in == 0 && part_ == layout_.picture.size()) break;
            if (!moved && state_->avail_in > 0) return corrupt();
        }
        return done;
    }

    const PngLayout& layout_;
    std::unique_ptr<inflate_state> state_;
    Buffer memory_;  // one row, then the band
    std::size_t part_ = 0;
    std::size_t row_bytes_ = 0;
    std::uint8_t* last_row_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<PngRows>> open_png_rows(const PngLayout& layout, std::size_t whole_limit) {
    if (layout.picture.empty()) return too_short();

    // Before any allocation: what is there must be able to become what the header promises.
    const auto raw_bytes = png_raw_bytes(layout.header);
    if (raw_bytes / kMaxDeflateRatio > layout.picture_bytes) return too_short();

    if (raw_bytes <= whole_limit) return WholeRows::open(layout, raw_bytes);
    return std::unique_ptr<PngRows>(std::make_unique<StreamedRows>(layout));
}

}  // namespace fovea::media
