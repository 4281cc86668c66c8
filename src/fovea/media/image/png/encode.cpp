#include "fovea/media/image/png/encode.hpp"

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/png/chunks.hpp"
#include "fovea/media/image/png/filter.hpp"
#include "fovea/media/image/png/header.hpp"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>

namespace fovea::media {

namespace {

constexpr std::size_t kHeaderBytes = kPngSignatureBytes + kPngChunkOverhead + 13;
constexpr std::size_t kFrameBytes =
    kHeaderBytes + 2 * kPngChunkOverhead;       // all but the zlib stream
constexpr std::size_t kMaxStream = 0x7fffffff;  // of one chunk

// What the fast compressor is fed with at a time; small enough to stay in cache.
constexpr auto kFeedBytes = std::size_t{128} << 10;

Error does_not_fit() {
    return Error{ErrorCode::LimitExceeded, "the PNG does not fit its buffer"};
}

void put32(std::uint32_t value, std::uint8_t* to) {
    for (int i = 0; i < 4; ++i) to[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

// Completes the chunk whose `size` data bytes stand at `start` + 8. Returns where the next one
// goes.
std::uint8_t* close_chunk(std::uint8_t* start, std::uint32_t type, std::size_t size) {
    put32(static_cast<std::uint32_t>(size), start);
    put32(type, start + 4);
    put32(libdeflate_crc32(0, start + 4, size + 4), start + 8 + size);
    return start + kPngChunkOverhead + size;
}

PngColour colour_of(PixelFormat format) {
    if (format == PixelFormat::Gray8) return PngColour::Gray;
    return format == PixelFormat::Rgb8 ? PngColour::Rgb : PngColour::Rgba;
}

std::uint8_t* put_header(const Shape& shape, std::uint8_t* to) {
    std::memcpy(to, png_signature().data(), kPngSignatureBytes);
    auto* chunk = to + kPngSignatureBytes;
    auto* data = chunk + 8;
    put32(shape.size.width, data);
    put32(shape.size.height, data + 4);
    data[8] = 8;
    data[9] = static_cast<std::uint8_t>(colour_of(shape.format));
    data[10] = data[11] = data[12] = 0;
    return close_chunk(chunk, kPngIhdr, 13);
}

// Rows `from` to `to`, filtered, one behind the other.
void filter_rows(
    const Picture& picture,
    PngSettings::Filter filter,
    std::uint32_t from,
    std::uint32_t to,
    std::uint8_t* out
) {
    const auto size = picture.stride();
    const auto pixel_bytes = bytes_per_pixel(picture.format());
    for (auto y = from; y < to; ++y, out += size + 1) {
        if (filter == PngSettings::Filter::Adaptive) {
            const auto* above = y == 0 ? nullptr : picture.row(y - 1);
            filter_png_row(picture.row(y), above, size, pixel_bytes, out);
        } else {
            out[0] = 0;
            std::memcpy(out + 1, picture.row(y), size);
        }
    }
}

// The compressor's memory, kept from one picture of a thread to the next: it is larger than a small
// picture and slow to touch for the first time.
struct FastWorkspace {
    std::unique_ptr<isal_zstream> stream = std::make_unique<isal_zstream>();
    Buffer level{ISAL_DEF_LVL1_DEFAULT};
    Buffer feed;
};

FastWorkspace& fast_workspace() {
    thread_local FastWorkspace workspace;
    return workspace;
}

Result<std::size_t> deflate_fast(
    const Picture& picture, PngSettings::Filter filter, std::span<std::uint8_t> out
) {
    auto& [state, level, feed] = fast_workspace();
    auto& stream = *state;
    isal_deflate_init(&stream);
    stream.level = 1;
    stream.level_buf = level.data();
    stream.level_buf_size = static_cast<std::uint32_t>(level.size());
    stream.gzip_flag = IGZIP_ZLIB;
    stream.next_out = out.data();
    stream.avail_out = static_cast<std::uint32_t>(out.size());

    const auto row_bytes = picture.stride() + 1;
    const auto height = picture.size().height;
    const auto per_feed =
        static_cast<std::uint32_t>(std::clamp<std::size_t>(kFeedBytes / row_bytes, 1, height));
    if (feed.size() < row_bytes * per_feed) feed = Buffer(row_bytes * per_feed);
    for (std::uint32_t y = 0; y < height; y += per_feed) {
        const auto end = y + std::min(per_feed, height - y);
        filter_rows(picture, filter, y, end, feed.data());
        stream.next_in = feed.data();
        stream.avail_in = static_cast<std::uint32_t>(row_bytes * (end - y));
        stream.end_of_stream = end == height;
        if (isal_deflate(&stream) != COMP_OK) {
            return Error{ErrorCode::Internal, "the deflate library refused its settings"};
        }
        if (stream.avail_in > 0) return does_not_fit();
    }
    if (stream.internal_state.state != ZSTATE_END) return does_not_fit();
    return static_cast<std::size_t>(stream.next_out - out.data());
}

Result<std::size_t> deflate_small(
    const Picture& picture, PngSettings::Filter filter, std::span<std::uint8_t> out
) {
    struct Free {
        void operator()(libdeflate_compressor* held) const { libdeflate_free_compressor(held); }
    };
    thread_local const std::unique_ptr<libdeflate_compressor, Free> compressor(
        libdeflate_alloc_compressor(6)
    );
    if (!compressor) throw std::bad_alloc();

    const auto height = picture.size().height;
    Buffer raw((picture.stride() + 1) * height);
    filter_rows(picture, filter, 0, height, raw.data());
    const auto size =
        libdeflate_zlib_compress(compressor.get(), raw.data(), raw.size(), out.data(), out.size());
    if (size == 0) return does_not_fit();
    return size;
}

}  // namespace

std::size_t png_encode_bound(const Shape& shape) {
    // Both compressors store what they cannot shrink, in blocks with a few bytes of head.
    const auto row_bytes = std::size_t{shape.size.width} * bytes_per_pixel(shape.format) + 1;
    const auto raw = row_bytes * shape.size.height;
    return kFrameBytes + raw + raw / 512 + 1024;
}

Result<std::size_t> encode_png(
    const Picture& picture, const PngSettings& settings, std::span<std::byte> out
) {
    const auto format = picture.format();
    const bool known =
        format == PixelFormat::Gray8 || format == PixelFormat::Rgb8 || format == PixelFormat::Rgba8;
    if (!known || picture.size().pixels() == 0 || picture.stride() >= kMaxStream) {
        return Error{ErrorCode::InvalidInput, "PNG holds gray, RGB and RGBA pictures only"};
    }
    if (out.size() < kFrameBytes) return does_not_fit();

    auto* const start = reinterpret_cast<std::uint8_t*>(out.data());
    auto* const chunk = put_header(picture.shape(), start);
    const auto room = std::min(out.size() - kFrameBytes, kMaxStream);
    const std::span stream(chunk + 8, room);
    const auto size =
        TRY(settings.effort == PngSettings::Effort::Fast
                ? deflate_fast(picture, settings.filter, stream)
                : deflate_small(picture, settings.filter, stream));
    auto* const last = close_chunk(chunk, kPngIdat, size);
    return static_cast<std::size_t>(close_chunk(last, kPngIend, 0) - start);
}

}  // namespace fovea::media
