// Our reader of baseline JPEGs against libjpeg. What ours accepts, libjpeg has to decode without a
// warning, and to the same thumbnail. The other way round ours may be stricter, but only about what
// is in the scans: libjpeg does not report every code that cannot be.
#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/entropy.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace fovea;
using namespace fovea::media;

namespace {

void expect(bool truth) {
    if (!truth) std::abort();
}

constexpr Limits kLimits{.max_pixels = 1'000'000, .max_scans = 20};

bool decodes(ByteView file) {
    WatchingSink sink;
    return decode_jpeg(file, {.limits = kLimits}, sink).ok();
}

Result<Picture> thumbnail_by_libjpeg(ByteView file) {
    JpegDecompressor jpeg;
    TRY(jpeg.open(file, kLimits));
    auto& info = jpeg.info();
    info.scale_num = 1;
    info.scale_denom = 8;
    info.out_color_space = JCS_GRAYSCALE;
    TRY(jpeg.run([&] { jpeg_start_decompress(&info); }));
    auto shape = Shape::of({info.output_width, info.output_height}, PixelFormat::Gray8);
    shape.extent_width = info.image_width / 8.0;
    shape.extent_height = info.image_height / 8.0;
    Picture picture(shape);
    while (info.output_scanline < info.output_height) {
        auto* row = picture.row(info.output_scanline);
        TRY(jpeg.run([&] { jpeg_read_scanlines(&info, &row, 1); }));
    }
    return picture;
}

bool is_about_scan_data(const Error& error) {
    const std::string_view message = error.message;
    return message.starts_with("JPEG data is corrupt") ||
           message.find("bytes between segments") != std::string_view::npos ||
           message.find("marker of number 204") != std::string_view::npos;  // DAC, of no use here
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(reinterpret_cast<const std::byte*>(data), size);
    const auto header = read_jpeg_header(file, kLimits);
    if (!header.ok() || header.value().progressive) return 0;

    const auto report = check_jpeg_entropy(file, header.value(), kLimits);
    expect(!report.ok() || decodes(file));
    expect(report.ok() || is_about_scan_data(report.error()) || !decodes(file));
    if (!has_luma_thumbnail(header.value())) return 0;

    PictureSink sink;
    const auto again = check_jpeg_entropy(file, header.value(), kLimits, &sink);
    expect(again.ok() == report.ok());
    if (!again.ok()) return 0;
    expect(again.value().end == report.value().end);
    const auto theirs = thumbnail_by_libjpeg(file);
    expect(theirs.ok() && same_pixels(sink.take(), theirs.value()));
    return 0;
}
