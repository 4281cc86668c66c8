#include "fovea/media/image/jpeg/encode.hpp"

#include "fovea/media/image/jpeg/library.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace fovea::media {
namespace {

constexpr std::uint32_t kLongestEdge = 65500;  // libjpeg's

bool is_half_or_full(Subsampling chroma) {
    return (chroma.x == 1 || chroma.x == 2) && (chroma.y == 1 || chroma.y == 2);
}

Result<void> check(const Picture& picture, const JpegSettings& settings) {
    const auto& shape = picture.shape();
    const auto chroma = shape.format == PixelFormat::Ycc8 ? shape.chroma : settings.chroma;
    if (shape.size.pixels() == 0 || shape.size.longest_edge() > kLongestEdge) {
        return Error{
            ErrorCode::InvalidInput,
            "a picture of " + std::to_string(shape.size.width) + " x " +
                std::to_string(shape.size.height) + " pixels cannot be a JPEG"};
    }
    if (!is_half_or_full(chroma) || shape.format == PixelFormat::Cmyk8) {
        return Error{ErrorCode::InvalidInput, "this form of pixels cannot be written as JPEG"};
    }
    return {};
}

void configure(jpeg_compress_struct& info, const Picture& picture, const JpegSettings& settings) {
    const auto& shape = picture.shape();
    const bool gray = shape.format == PixelFormat::Gray8;
    const bool planes = shape.format == PixelFormat::Ycc8;
    info.image_width = shape.size.width;
    info.image_height = shape.size.height;
    info.input_components = gray ? 1 : 3;
    info.in_color_space = gray ? JCS_GRAYSCALE : planes ? JCS_YCbCr : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, std::clamp(settings.quality, 1, 100), TRUE);
    info.optimize_coding = settings.optimise ? TRUE : FALSE;
    info.raw_data_in = planes ? TRUE : FALSE;
    if (!gray) {
        const auto chroma = planes ? shape.chroma : settings.chroma;
        info.comp_info[0].h_samp_factor = chroma.x;
        info.comp_info[0].v_samp_factor = chroma.y;
    }
    if (settings.progressive) jpeg_simple_progression(&info);
}

void lay_on_white(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
    for (std::size_t i = 0; i < pixels; ++i, from += 4, to += 3) {
        const unsigned alpha = from[3];
        const unsigned white = 255 * (255 - alpha) + 127;
        for (std::size_t c = 0; c < 3; ++c) {
            to[c] = static_cast<std::uint8_t>((from[c] * alpha + white) / 255);
        }
    }
}

// libjpeg does not write to its input, it only says so.
JSAMPROW library_row(const std::uint8_t* row) {
    return const_cast<JSAMPROW>(row);
}

void write_rows(jpeg_compress_struct& info, const Picture& picture, std::uint8_t* flat) {
    while (info.next_scanline < info.image_height) {
        const auto* row = picture.row(info.next_scanline);
        if (picture.format() == PixelFormat::Rgba8) {
            lay_on_white(row, info.image_width, flat);
            row = flat;
        }
        auto samples = library_row(row);
        jpeg_write_scanlines(&info, &samples, 1);
    }
}

// A row of blocks out of the picture's planes. Where a plane ends inside a block, the block is
// filled by repeating the last column and row: whatever else stood there would cost bits and ring
// into the picture.
class BlockRows {
public:
    explicit BlockRows(const Picture& picture) : picture_(picture) {
        const auto& shape = picture.shape();
        for (unsigned plane = 0; plane < 3; ++plane) {
            height_[plane] = DCTSIZE * (plane == 0 ? std::size_t{shape.chroma.y} : 1);
            const std::size_t width = shape.plane_size(plane).width;
            padded_[plane] = (width + DCTSIZE - 1) / DCTSIZE * DCTSIZE;
            if (padded_[plane] != width) copies_[plane] = Buffer(padded_[plane] * height_[plane]);
            planes_[plane] = rows_[plane].data();
        }
    }

    std::uint32_t luma_rows() const { return static_cast<std::uint32_t>(height_[0]); }

    JSAMPIMAGE at(std::size_t index) {
        for (unsigned plane = 0; plane < 3; ++plane) {
            const auto size = picture_.shape().plane_size(plane);
            for (std::size_t i = 0; i < height_[plane]; ++i) {
                const auto y = std::min<std::size_t>(index * height_[plane] + i, size.height - 1);
                const auto* row = picture_.row(y, plane);
                if (padded_[plane] != size.width) {
                    auto* copy = copies_[plane].data() + i * padded_[plane];
                    std::memcpy(copy, row, size.width);
                    std::memset(
                        copy + size.width, row[size.width - 1], padded_[plane] - size.width
                    );
                    row = copy;
                }
                rows_[plane][i] = library_row(row);
            }
        }
        return planes_.data();
    }

private:
    const Picture& picture_;
    std::array<std::size_t, 3> height_{};
    std::array<std::size_t, 3> padded_{};
    std::array<Buffer, 3> copies_;
    std::array<std::array<JSAMPROW, std::size_t{2} * DCTSIZE>, 3> rows_{};
    std::array<JSAMPARRAY, 3> planes_{};
};

}  // namespace

Result<std::size_t> encode_jpeg(
    const Picture& picture, const JpegSettings& settings, std::span<std::byte> out
) {
    TRY(check(picture, settings));
    JpegCompressor jpeg;
    TRY(jpeg.open(out));
    auto& info = jpeg.info();
    TRY(jpeg.run([&] {
        configure(info, picture, settings);
        jpeg_start_compress(&info, TRUE);
    }));
    if (picture.format() == PixelFormat::Ycc8) {
        BlockRows rows(picture);
        TRY(jpeg.run([&] {
            for (std::size_t index = 0; info.next_scanline < info.image_height; ++index) {
                jpeg_write_raw_data(&info, rows.at(index), rows.luma_rows());
            }
        }));
    } else {
        Buffer flat(std::size_t{picture.size().width} * 3);
        TRY(jpeg.run([&] { write_rows(info, picture, flat.data()); }));
    }
    TRY(jpeg.run([&] { jpeg_finish_compress(&info); }));
    return jpeg.written();
}

}  // namespace fovea::media
