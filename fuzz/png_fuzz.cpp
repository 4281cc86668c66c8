// Every way in which foreign bytes reach the PNG code: as they are; with all CRCs made right, since
// chance never finds one; and as pixels, filters and palette of a file that is whole otherwise.
// What decodes must also validate, and what was stripped must decode to the same pixels.
#include "fovea/base/byte_reader.hpp"
#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/png/inflate.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <cstdint>
#include <cstdlib>

using namespace fovea;
using namespace fovea::media;

namespace {

void expect(bool truth) {
    if (!truth) std::abort();
}

constexpr Limits kLimits{.max_pixels = 1'000'000};

void try_region(ByteView file, PixelSize size) {
    WatchingSink sink;
    DecodeRequest request{.limits = kLimits};
    request.region = PixelRect{size.width / 3, size.height / 3, size.width / 2, size.height / 2};
    if (decode_png(file, request, sink).ok()) expect(sink.well_behaved());
}

// Streamed rows must be accepted exactly when the whole is.
bool streams(ByteView file) {
    const auto layout = read_png_layout(file);
    if (!layout.ok()) return false;
    const auto rows = open_png_rows(layout.value(), 0);
    if (!rows.ok()) return false;
    for (const auto& pass : png_passes(layout.value().header)) {
        const auto row_bytes = layout.value().header.row_bytes(pass.size.width) + 1;
        for (std::uint32_t y = 0; y < pass.size.height; ++y) {
            if (!rows.value()->next(row_bytes, 1).ok()) return false;
        }
    }
    return rows.value()->finish().ok();
}

void try_file(ByteView file) {
    const auto info = probe_png(file, kLimits);
    WatchingSink sink;
    const bool whole = decode_png(file, {.limits = kLimits}, sink).ok();
    expect(validate_png(file, kLimits).ok() == whole);
    Bytes out(file.size());
    const auto stripped = strip_png(file, out);
    if (info.ok()) try_region(file, info.value().size);
    if (!whole) return;

    expect(info.ok() && stripped.ok() && sink.well_behaved() && streams(file));
    const auto clean = ByteView(out).first(stripped.value());
    WatchingSink again;
    expect(decode_png(clean, {.limits = kLimits}, again).ok());
    expect(again.checksum() == sink.checksum());
    expect(!probe_png(clean, kLimits).value().has_metadata);
    expect(info.value().has_metadata == (clean.size() < file.size()));
}

Bytes with_right_crcs(ByteView file) {
    Bytes fixed(file.begin(), file.end());
    std::size_t at = 8;
    while (at + 12 <= fixed.size()) {
        const auto* head = octets(ByteView(fixed).subspan(at));
        const std::size_t size = std::size_t{head[0]} << 24 | std::size_t{head[1]} << 16 |
                                 std::size_t{head[2]} << 8 | head[3];
        if (size > fixed.size() - at - 12) break;
        const auto crc = libdeflate_crc32(0, &fixed[at + 4], size + 4);
        for (std::size_t i = 0; i < 4; ++i) {
            fixed[at + 8 + size + i] = static_cast<std::byte>(crc >> (24 - 8 * i));
        }
        at += size + 12;
    }
    return fixed;
}

Bytes picture_of(ByteView bytes) {
    constexpr unsigned kKinds[][2] = {
        {0, 1},
        {0, 2},
        {0, 4},
        {0, 8},
        {0, 16},
        {2, 8},
        {2, 16},
        {3, 1},
        {3, 2},
        {3, 4},
        {3, 8},
        {4, 8},
        {4, 16},
        {6, 8},
        {6, 16}};
    ByteReader in(bytes);
    TestPng png;
    const auto* kind = kKinds[in.u8() % std::size(kKinds)];
    png.colour = kind[0];
    png.depth = kind[1];
    const auto flags = in.u8();
    png.interlaced = (flags & 1) != 0;
    png.width = in.u8() % 80u + 1;
    png.height = in.u8() % 80u + 1;
    const auto take = [&](std::size_t count) {
        const auto taken = in.take(std::min(count, in.remaining()));
        return Bytes(taken.begin(), taken.end());
    };
    if (png.colour == 3) png.palette = take(std::size_t{3} * (in.u8() % 256u + 1));
    if ((flags & 2) != 0) png.transparency = take(png.colour == 3 ? in.u8() : 2 * png.channels());
    auto raw = take(in.remaining());
    PngHeader header{
        {png.width, png.height}, std::uint8_t(png.depth), PngColour(png.colour), png.interlaced};
    if ((flags & 4) != 0) raw.resize(png_raw_bytes(header));
    return png.file_of(zlib_compressed(raw));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(reinterpret_cast<const std::byte*>(data), size);
    try_file(file);
    try_file(with_right_crcs(file));
    try_file(picture_of(file));
    return 0;
}
