// Reads every bit of a JPEG's scans while doing as little as possible with them. Baseline files
// have a reader of their own. For progressive ones, and for thumbnails of other colours than YCbCr,
// libjpeg decodes at 1/8 scale: there the inverse DCT is a multiplication, and gray needs it for
// one component only.
#include "fovea/media/image/jpeg/entropy.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

// Good enough for a fingerprint, in the place of 4 ink values. `ink` is as the file has it.
void inks_to_gray(const std::uint8_t* ink, bool inverted, std::size_t pixels, std::uint8_t* gray) {
    for (std::size_t i = 0; i < pixels; ++i, ink += 4) {
        const auto light = [&](std::size_t channel) -> unsigned {
            return inverted ? ink[channel] : 255u - ink[channel];
        };
        const auto luma = (77 * light(0) + 150 * light(1) + 29 * light(2)) >> 8;
        gray[i] = static_cast<std::uint8_t>(luma * light(3) / 255);
    }
}

class ThumbnailRows {
public:
    ThumbnailRows(JpegDecompressor& jpeg, RowSink* sink)
        : jpeg_(jpeg),
          sink_(sink),
          row_(std::size_t{jpeg.info().output_width} * 4),
          gray_(jpeg.info().output_width) {}

    Result<void> pass_all() {
        auto& info = jpeg_.info();
        if (sink_ != nullptr) TRY(begin());
        JSAMPROW row = row_.data();
        while (info.output_scanline < info.output_height) {
            const auto y = info.output_scanline;
            TRY(jpeg_.run([&] { jpeg_read_scanlines(&info, &row, 1); }));
            if (sink_ != nullptr) TRY(push(y));
        }
        return {};
    }

private:
    Result<void> begin() {
        const auto& info = jpeg_.info();
        auto shape = Shape::of({info.output_width, info.output_height}, PixelFormat::Gray8);
        shape.extent_width = info.image_width / 8.0;
        shape.extent_height = info.image_height / 8.0;
        return sink_->begin(shape);
    }

    Result<void> push(std::uint32_t y) {
        const auto& info = jpeg_.info();
        const std::uint8_t* samples = row_.data();
        if (info.out_color_space == JCS_CMYK) {
            inks_to_gray(samples, info.saw_Adobe_marker, info.output_width, gray_.data());
            samples = gray_.data();
        }
        return sink_->rows({
            .plane = 0,
            .first = y,
            .count = 1,
            .data = samples,
            .stride = info.output_width,
            .stable = false,
        });
    }

    JpegDecompressor& jpeg_;
    RowSink* sink_;
    Buffer row_;
    Buffer gray_;
};

Result<DecodeReport> validate_with_libjpeg(
    ByteView file, const Limits& limits, RowSink* thumbnail
) {
    JpegDecompressor jpeg;
    TRY(jpeg.open(file, limits));
    auto& info = jpeg.info();
    info.scale_num = 1;
    info.scale_denom = 8;
    info.out_color_space = jpeg.header().component_count == 4 ? JCS_CMYK : JCS_GRAYSCALE;
    TRY(jpeg.run([&] { jpeg_start_decompress(&info); }));
    TRY(jpeg.check_components());

    ThumbnailRows rows(jpeg, thumbnail);
    TRY(rows.pass_all());
    TRY(jpeg.finish());
    if (thumbnail != nullptr) TRY(thumbnail->end());
    return DecodeReport{.end = jpeg.end()};
}

}  // namespace

Result<DecodeReport> validate_jpeg(ByteView file, const Limits& limits, RowSink* thumbnail) {
    const auto header = TRY(read_jpeg_header(file, limits));
    if (header.progressive) return validate_with_libjpeg(file, limits, thumbnail);
    if (thumbnail == nullptr || has_luma_thumbnail(header)) {
        return check_jpeg_entropy(file, header, limits, thumbnail);
    }
    // Checked all the same: the verdict does not depend on whether a thumbnail is wanted.
    TRY(check_jpeg_entropy(file, header, limits));
    return validate_with_libjpeg(file, limits, thumbnail);
}

}  // namespace fovea::media
