#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <algorithm>
#include <array>

namespace fovea::media {
namespace {

// Below this much remaining reduction, a DCT-scaled picture differs visibly from the full one
// resized.
constexpr double kKeptForResize = 1.5;

// Only the scales for which libjpeg has vector code; those between are slower than no scaling at
// all.
unsigned choose_denominator(PixelSize full, PixelSize at_least) {
    if (at_least.width == 0 || at_least.height == 0) return 1;
    unsigned chosen = 1;
    for (const unsigned denominator : {2u, 4u, 8u}) {
        const auto width = (full.width + denominator - 1) / denominator;
        const auto height = (full.height + denominator - 1) / denominator;
        if (width < kKeptForResize * at_least.width) break;
        if (height < kKeptForResize * at_least.height) break;
        chosen = denominator;
    }
    return chosen;
}

// Whether Shape can describe the file's own planes.
bool holds_plain_ycc(const JpegHeader& header) {
    if (header.colour != ColourModel::Ycc) return false;
    const auto& luma = header.components[0];
    const auto& blue = header.components[1];
    const auto& red = header.components[2];
    const bool half_or_full =
        (luma.h == blue.h || luma.h == 2 * blue.h) && (luma.v == blue.v || luma.v == 2 * blue.v);
    return half_or_full && blue.h == red.h && blue.v == red.v;
}

PixelFormat choose_format(ColourModel colour) {
    switch (colour) {
        case ColourModel::Gray: return PixelFormat::Gray8;
        case ColourModel::Cmyk:
        case ColourModel::Ycck: return PixelFormat::Cmyk8;
        case ColourModel::Rgb:
        case ColourModel::Palette:
        case ColourModel::Ycc: return PixelFormat::Rgb8;
    }
    return PixelFormat::Rgb8;
}

J_COLOR_SPACE library_colour(PixelFormat format) {
    switch (format) {
        case PixelFormat::Gray8: return JCS_GRAYSCALE;
        case PixelFormat::Cmyk8: return JCS_CMYK;
        case PixelFormat::Ycc8: return JCS_YCbCr;
        case PixelFormat::Rgb8:
        case PixelFormat::Rgba8: return JCS_RGB;
    }
    return JCS_RGB;
}

Shape scaled_shape(jpeg_decompress_struct& info, PixelFormat format) {
    auto shape = Shape::of({info.output_width, info.output_height}, format);
    shape.extent_width = double(info.image_width) * info.scale_num / info.scale_denom;
    shape.extent_height = double(info.image_height) * info.scale_num / info.scale_denom;
    return shape;
}

// Adobe's programs write 255 for "no ink", and say so only by being Adobe's programs.
void invert(std::uint8_t* samples, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) samples[i] = static_cast<std::uint8_t>(~samples[i]);
}

// One row of blocks of all components, in the file's own planes.
class PlaneBand {
public:
    PlaneBand(jpeg_decompress_struct& info, const Shape& shape) : shape_(shape) {
        for (unsigned plane = 0; plane < 3; ++plane) {
            const auto& component = info.comp_info[plane];
            const auto block = static_cast<std::size_t>(component.DCT_scaled_size);
            height_[plane] = static_cast<std::uint32_t>(component.v_samp_factor) *
                             static_cast<std::uint32_t>(component.DCT_scaled_size);
            // libjpeg writes whole blocks, and whole vectors of them.
            stride_[plane] = (component.width_in_blocks * block + 63) / 64 * 64;
            samples_[plane] = Buffer(stride_[plane] * height_[plane]);
            for (std::uint32_t y = 0; y < height_[plane]; ++y) {
                rows_[plane][y] = samples_[plane].data() + y * stride_[plane];
            }
            planes_[plane] = rows_[plane].data();
        }
    }

    JSAMPIMAGE planes() { return planes_.data(); }

    Result<void> push(std::uint32_t index, RowSink& sink) {
        for (unsigned plane = 0; plane < 3; ++plane) {
            const auto first = index * height_[plane];
            const auto height = shape_.plane_size(plane).height;
            if (first >= height) continue;
            TRY(sink.rows({
                .plane = plane,
                .first = first,
                .count = std::min(height_[plane], height - first),
                .data = samples_[plane].data(),
                .stride = stride_[plane],
                .stable = false,
            }));
        }
        return {};
    }

private:
    static constexpr std::size_t kMostRows = std::size_t{4} * DCTSIZE;  // sampling factors reach 4

    Shape shape_;
    std::array<Buffer, 3> samples_;
    std::array<std::size_t, 3> stride_{};
    std::array<std::uint32_t, 3> height_{};
    std::array<std::array<JSAMPROW, kMostRows>, 3> rows_{};
    std::array<JSAMPARRAY, 3> planes_{};
};

Result<void> push_planes(JpegDecompressor& jpeg, RowSink& sink) {
    auto& info = jpeg.info();
    info.raw_data_out = TRUE;
    info.out_color_space = JCS_YCbCr;
    TRY(jpeg.run([&] { jpeg_start_decompress(&info); }));
    TRY(jpeg.check_components());

    // Scaling down, libjpeg takes less from subsampled components, which then are subsampled less.
    auto shape = scaled_shape(info, PixelFormat::Ycc8);
    const auto& chroma = info.comp_info[1];
    const auto luma_width = info.max_h_samp_factor * info.min_DCT_scaled_size;
    const auto luma_height = info.max_v_samp_factor * info.min_DCT_scaled_size;
    shape.chroma.x =
        static_cast<std::uint8_t>(luma_width / (chroma.h_samp_factor * chroma.DCT_scaled_size));
    shape.chroma.y =
        static_cast<std::uint8_t>(luma_height / (chroma.v_samp_factor * chroma.DCT_scaled_size));
    TRY(sink.begin(shape));

    PlaneBand band(info, shape);
    for (std::uint32_t index = 0; info.output_scanline < info.output_height; ++index) {
        TRY(jpeg.run([&] {
            jpeg_read_raw_data(&info, band.planes(), static_cast<JDIMENSION>(luma_height));
        }));
        TRY(band.push(index, sink));
    }
    return {};
}

// Reads `count` rows of info.output_width pixels and pushes the part from `skip` pixels on.
struct Window {
    std::uint32_t skip = 0;
    std::uint32_t count = 0;
};

Result<void> push_rows(
    JpegDecompressor& jpeg, PixelFormat format, const Window& window, RowSink& sink
) {
    constexpr std::uint32_t kBand = 16;
    auto& info = jpeg.info();
    const auto pixel = bytes_per_pixel(format);
    const auto stride = std::size_t{info.output_width} * pixel;
    Buffer band(stride * kBand);
    std::array<JSAMPROW, kBand> rows;
    for (std::size_t y = 0; y < kBand; ++y) rows[y] = band.data() + y * stride;

    for (std::uint32_t first = 0; first < window.count; first += kBand) {
        const auto count = std::min(kBand, window.count - first);
        TRY(jpeg.run([&] {
            for (std::uint32_t done = 0; done < count;) {
                done += jpeg_read_scanlines(&info, rows.data() + done, count - done);
            }
        }));
        if (format == PixelFormat::Cmyk8 && info.saw_Adobe_marker) {
            invert(band.data(), stride * count);
        }
        TRY(sink.rows({
            .plane = 0,
            .first = first,
            .count = count,
            .data = band.data() + std::size_t{window.skip} * pixel,
            .stride = stride,
            .stable = false,
        }));
    }
    return {};
}

Result<void> push_whole(JpegDecompressor& jpeg, RowSink& sink) {
    auto& info = jpeg.info();
    const auto format = choose_format(jpeg.header().colour);
    info.out_color_space = library_colour(format);
    TRY(jpeg.run([&] { jpeg_start_decompress(&info); }));
    TRY(jpeg.check_components());
    TRY(sink.begin(scaled_shape(info, format)));
    return push_rows(jpeg, format, {.skip = 0, .count = info.output_height}, sink);
}

Result<void> push_region(JpegDecompressor& jpeg, const PixelRect& region, RowSink& sink) {
    auto& info = jpeg.info();
    const auto full = jpeg.header().size;
    const auto format = choose_format(jpeg.header().colour);
    info.out_color_space = library_colour(format);
    TRY(jpeg.run([&] { jpeg_start_decompress(&info); }));
    TRY(jpeg.check_components());

    // One more column of blocks on either side: libjpeg interpolates chroma from its neighbours and
    // takes the border of what it decodes for the border of the picture.
    const auto unit = static_cast<std::uint32_t>(info.max_h_samp_factor) * DCTSIZE;
    const auto right = std::min(region.x + region.width + unit, full.width);
    JDIMENSION left = region.x > unit ? region.x - unit : 0;
    JDIMENSION width = right - left;
    TRY(jpeg.run([&] {
        jpeg_crop_scanline(&info, &left, &width);
        if (region.y > 0) jpeg_skip_scanlines(&info, region.y);
    }));
    TRY(sink.begin(Shape::of(region.size(), format)));
    return push_rows(jpeg, format, {.skip = region.x - left, .count = region.height}, sink);
}

}  // namespace

Result<DecodeReport> decode_jpeg(ByteView file, const DecodeRequest& request, RowSink& sink) {
    JpegDecompressor jpeg;
    TRY(jpeg.open(file, request.limits));
    if (request.region) {
        const auto region = TRY(decode_region(jpeg.header().size, request.region));
        TRY(push_region(jpeg, region, sink));
        TRY(sink.end());
        return DecodeReport{.end = jpeg.end()};
    }
    jpeg.info().scale_num = 1;
    jpeg.info().scale_denom = choose_denominator(jpeg.header().size, request.at_least);
    if (request.native_ycc && holds_plain_ycc(jpeg.header())) {
        TRY(push_planes(jpeg, sink));
    } else {
        TRY(push_whole(jpeg, sink));
    }
    TRY(jpeg.finish());
    TRY(sink.end());
    return DecodeReport{.end = jpeg.end()};
}

}  // namespace fovea::media
