#include "fovea/media/image/crop_sink.hpp"
#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/image/gif/canvas.hpp"
#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/gif/layout.hpp"
#include "fovea/media/image/gif/lzw.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace fovea::media {

namespace {

constexpr auto kBandBytes = std::size_t{128} << 10;

std::uint32_t rows_per_band(std::size_t row_bytes, std::uint32_t height) {
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(kBandBytes / row_bytes, 1, height));
}

// Whether a frame alone decides every pixel of the canvas.
bool stands_alone(const GifImage& image, PixelSize canvas, const std::uint8_t* pixels) {
    const auto visible = gif_visible(image, canvas);
    if (visible != PixelRect{0, 0, canvas.width, canvas.height}) return false;
    const auto transparent = image.control.transparent;
    const auto count = static_cast<std::size_t>(image.place.size().pixels());
    return !transparent || std::memchr(pixels, *transparent, count) == nullptr;
}

// The usual still picture: from pixel values to colours in one step, a few rows at a time.
Result<void> send_alone(
    const GifImage& image, PixelSize canvas, const std::uint8_t* pixels, RowSink& sink
) {
    const auto order = gif_row_order(image);
    std::vector<std::uint32_t> place_in_file(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place_in_file[order[i]] = i;

    std::array<std::array<std::uint8_t, 4>, 256> colours{};
    for (std::size_t i = 0; i < std::min<std::size_t>(image.palette.size() / 3, 256); ++i) {
        std::copy_n(octets(image.palette) + 3 * i, 3, colours[i].begin());
    }

    TRY(sink.begin(Shape::of(canvas, PixelFormat::Rgb8)));
    const auto stride = std::size_t{canvas.width} * 3;
    const auto per_band = rows_per_band(stride, canvas.height);
    Buffer band(stride * per_band);
    for (std::uint32_t y = 0; y < canvas.height; y += per_band) {
        const auto count = std::min(per_band, canvas.height - y);
        auto* to = band.data();
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto* from = pixels + std::size_t{place_in_file[y + i]} * image.place.width;
            for (std::uint32_t x = 0; x < canvas.width; ++x, to += 3) {
                std::memcpy(
                    to, colours[from[x]].data(), 4
                );  // the fourth byte is overwritten, or slack
            }
        }
        TRY(sink.rows({0, y, count, band.data(), stride, false}));
    }
    return sink.end();
}

Result<void> send_canvas(const GifCanvas& canvas, RowSink& sink) {
    const auto& picture = canvas.picture();
    const auto [width, height] = picture.size();
    if (!canvas.is_opaque()) {
        TRY(sink.begin(picture.shape()));
        TRY(sink.rows({0, 0, height, picture.row(0), picture.stride(), true}));
        return sink.end();
    }

    TRY(sink.begin(Shape::of(picture.size(), PixelFormat::Rgb8)));
    const auto stride = std::size_t{width} * 3;
    const auto per_band = rows_per_band(stride, height);
    Buffer band(stride * per_band);
    for (std::uint32_t y = 0; y < height; y += per_band) {
        const auto count = std::min(per_band, height - y);
        const auto* from = picture.row(y);
        auto* to = band.data();
        for (std::size_t i = 0; i < std::size_t{count} * width; ++i, from += 4, to += 3) {
            std::memcpy(to, from, 4);
        }
        TRY(sink.rows({0, y, count, band.data(), stride, false}));
    }
    return sink.end();
}

}  // namespace

Result<DecodeReport> decode_gif(ByteView file, const DecodeRequest& request, RowSink& sink) {
    const auto layout = TRY(read_gif_layout(file, request.limits));
    const auto region = TRY(decode_region(layout.canvas, request.region));
    if (request.frame >= layout.frames.size()) {
        return Error{
            ErrorCode::InvalidInput,
            "GIF has " + std::to_string(layout.frames.size()) + " frames; there is no frame " +
                std::to_string(request.frame)};
    }
    TRY(layout.check_work(std::size_t{request.frame} + 1, request.limits));

    CropSink crop(region, sink);
    RowSink& target = request.region ? static_cast<RowSink&>(crop) : sink;
    GifLzw lzw;
    const auto* pixels = TRY(lzw.decode(layout.frames[0]));
    if (request.frame == 0 && stands_alone(layout.frames[0], layout.canvas, pixels)) {
        TRY(send_alone(layout.frames[0], layout.canvas, pixels, target));
        return DecodeReport{layout.end};
    }
    GifCanvas canvas(layout.canvas);
    canvas.show(layout.frames[0], pixels);
    for (std::uint32_t i = 1; i <= request.frame; ++i) {
        canvas.show(layout.frames[i], TRY(lzw.decode(layout.frames[i])));
    }
    TRY(send_canvas(canvas, target));
    return DecodeReport{layout.end};
}

Result<DecodeReport> decode_gif_frames(
    ByteView file, const Limits& limits, const GifVisitor& visitor
) {
    const auto layout = TRY(read_gif_layout(file, limits));
    TRY(layout.check_work(layout.frames.size(), limits));

    GifLzw lzw;
    GifCanvas canvas(layout.canvas);
    std::uint32_t number = 0;
    for (const auto& frame : layout.frames) {
        canvas.show(frame, TRY(lzw.decode(frame)));
        TRY(visitor(GifShown{number, frame.control.delay, canvas.picture()}));
        ++number;
    }
    return DecodeReport{layout.end};
}

Result<DecodeReport> validate_gif(ByteView file, const Limits& limits) {
    const auto layout = TRY(read_gif_layout(file, limits));
    TRY(layout.check_work(layout.frames.size(), limits));

    GifLzw lzw;
    for (const auto& frame : layout.frames) TRY(lzw.decode(frame));
    return DecodeReport{layout.end};
}

}  // namespace fovea::media
