#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/image/webp/container.hpp"
#include "fovea/media/image/webp/library.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <webp/demux.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace fovea::media {
namespace {

// Studio range (16 to 235, chroma 16 to 240) to the full range of JPEG, rounded to nearest.
using RangeTable = std::array<std::uint8_t, 256>;

constexpr RangeTable widen(int centre, int from_span, int to_centre) {
    RangeTable table{};
    for (int i = 0; i < 256; ++i) {
        const int scaled = (i - centre) * 255 * 2;
        const int half = scaled < 0 ? -from_span : from_span;
        const int wide = (scaled + half) / (2 * from_span) + to_centre;
        table[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(
            wide < 0     ? 0
            : wide > 255 ? 255
                         : wide
        );
    }
    return table;
}

constexpr RangeTable kLuma = widen(16, 219, 0);
constexpr RangeTable kChroma = widen(128, 224, 128);

void apply(const RangeTable& table, std::uint8_t* samples, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) samples[i] = table[samples[i]];
}

Result<void> push_planes(const WebpFrame& frame, RowSink& sink) {
    constexpr std::uint32_t kBand = 32;  // luma rows: converted and passed on while in the cache
    Picture picture(Shape::of(frame.place.size(), PixelFormat::Ycc8, {2, 2}));
    const auto& shape = picture.shape();
    auto config = TRY(make_webp_config());
    auto& output = config.output;
    output.colorspace = MODE_YUV;
    output.is_external_memory = 1;
    auto& planes = output.u.YUVA;
    planes.y = picture.row(0, 0);
    planes.u = picture.row(0, 1);
    planes.v = picture.row(0, 2);
    planes.y_stride = static_cast<int>(picture.stride(0));
    planes.u_stride = planes.v_stride = static_cast<int>(picture.stride(1));
    planes.y_size = picture.stride(0) * shape.plane_size(0).height;
    planes.u_size = planes.v_size = picture.stride(1) * shape.plane_size(1).height;
    TRY(run_webp(frame.data, config));

    TRY(sink.begin(shape));
    for (std::uint32_t top = 0; top < shape.size.height; top += kBand) {
        for (unsigned plane = 0; plane < 3; ++plane) {
            const auto first = plane == 0 ? top : top / 2;
            const auto rows = shape.plane_size(plane).height - first;
            const auto count = std::min(plane == 0 ? kBand : kBand / 2, rows);
            const auto stride = picture.stride(plane);
            auto* samples = picture.row(first, plane);
            apply(plane == 0 ? kLuma : kChroma, samples, stride * count);
            TRY(sink.rows({
                .plane = plane,
                .first = first,
                .count = count,
                .data = samples,
                .stride = stride,
                .stable = true,
            }));
        }
    }
    return sink.end();
}

Result<void> push_still(
    const WebpFrame& frame, PixelFormat format, const PixelRect& region, RowSink& sink
) {
    Picture picture(Shape::of(frame.place.size(), format));
    auto config = TRY(make_webp_config());
    auto& output = config.output;
    output.colorspace = format == PixelFormat::Rgba8 ? MODE_RGBA : MODE_RGB;
    output.is_external_memory = 1;
    output.u.RGBA.rgba = picture.row(0);
    output.u.RGBA.stride = static_cast<int>(picture.stride());
    output.u.RGBA.size = picture.stride() * picture.size().height;
    TRY(run_webp(frame.data, config));

    TRY(sink.begin(Shape::of(region.size(), format)));
    TRY(sink.rows({
        .plane = 0,
        .first = 0,
        .count = region.height,
        .data = picture.row(region.y) + std::size_t{region.x} * bytes_per_pixel(format),
        .stride = picture.stride(),
        .stable = true,
    }));
    return sink.end();
}

struct AnimationEnd {
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};
using Animation = std::unique_ptr<WebPAnimDecoder, AnimationEnd>;

Result<Animation> open_animation(ByteView riff, const WebpFile& webp) {
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_RGBA;
    const WebPData data{octets(riff), riff.size()};
    Animation animation(WebPAnimDecoderNew(&data, &options));
    if (!animation) return Error{ErrorCode::DecodeFailed, "WebP animation cannot be opened"};
    WebPAnimInfo seen;
    WebPAnimDecoderGetInfo(animation.get(), &seen);
    if (PixelSize{seen.canvas_width, seen.canvas_height} != webp.canvas) {
        return Error{ErrorCode::DecodeFailed, "WebP animation is of another size than declared"};
    }
    return animation;
}

// The canvas as it is once the frame is shown. Owned by the animation, RGBA.
Result<const std::uint8_t*> compose(Animation& animation, std::uint32_t frame) {
    std::uint8_t* canvas = nullptr;
    int timestamp = 0;
    for (std::uint32_t i = 0; i <= frame; ++i) {
        if (WebPAnimDecoderGetNext(animation.get(), &canvas, &timestamp) == 0) {
            return Error{
                ErrorCode::DecodeFailed, "WebP frame " + std::to_string(i) + " cannot be decoded"};
        }
    }
    return canvas;
}

void drop_alpha(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) {
    for (std::size_t i = 0; i < pixels; ++i, from += 4, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

Result<void> push_opaque(
    const std::uint8_t* pixels, std::size_t stride, PixelSize size, RowSink& sink
) {
    TRY(sink.begin(Shape::of(size, PixelFormat::Rgb8)));
    Buffer row(std::size_t{size.width} * 3);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        drop_alpha(pixels + y * stride, size.width, row.data());
        TRY(sink.rows({
            .plane = 0,
            .first = y,
            .count = 1,
            .data = row.data(),
            .stride = row.size(),
            .stable = false,
        }));
    }
    return sink.end();
}

Result<void> push_animation(
    ByteView riff, const WebpFile& webp, std::uint32_t frame, const PixelRect& region, RowSink& sink
) {
    if (frame >= webp.frames.size()) {
        return Error{
            ErrorCode::InvalidInput,
            "frame " + std::to_string(frame) + " was requested, the WebP has " +
                std::to_string(webp.frames.size())};
    }
    auto animation = TRY(open_animation(riff, webp));
    const auto* canvas = TRY(compose(animation, frame));

    const auto stride = std::size_t{webp.canvas.width} * 4;
    const auto* pixels = canvas + region.y * stride + std::size_t{region.x} * 4;
    if (!webp.has_alpha) return push_opaque(pixels, stride, region.size(), sink);
    TRY(sink.begin(Shape::of(region.size(), PixelFormat::Rgba8)));
    TRY(sink.rows({
        .plane = 0,
        .first = 0,
        .count = region.height,
        .data = pixels,
        .stride = stride,
        .stable = true,
    }));
    return sink.end();
}

}  // namespace

Result<DecodeReport> decode_webp(ByteView file, const DecodeRequest& request, RowSink& sink) {
    const auto webp = TRY(read_webp(file, request.limits));
    // libwebp reconstructs all rows anyway, so a region is cut from the whole.
    const auto region = TRY(decode_region(webp.canvas, request.region));
    if (webp.animated) {
        TRY(push_animation(file.first(webp.end), webp, request.frame, region, sink));
        return DecodeReport{.end = webp.end};
    }
    if (request.frame != 0) {
        return Error{ErrorCode::InvalidInput, "the WebP is a still picture, it has one frame"};
    }
    const auto& still = webp.frames.front();
    if (request.native_ycc && !request.region && !still.lossless && !still.has_alpha) {
        TRY(push_planes(still, sink));
    } else {
        const auto format = still.has_alpha ? PixelFormat::Rgba8 : PixelFormat::Rgb8;
        TRY(push_still(still, format, region, sink));
    }
    return DecodeReport{.end = webp.end};
}

Result<void> decode_webp_frames(ByteView file, const Limits& limits, const WebpVisitor& visitor) {
    // Frames that last no time are played at this pace, as browsers do.
    constexpr std::chrono::milliseconds kNoDelay{100};
    const auto webp = TRY(read_webp(file, limits));
    if (!webp.animated) return Error{ErrorCode::InvalidInput, "the WebP is a still picture"};
    const auto work = webp.canvas.pixels() * webp.frames.size();
    if (work > kWebpWorkFactor * limits.max_pixels) {
        return Error{
            ErrorCode::FileTooLarge,
            "WebP has " + std::to_string(webp.frames.size()) + " frames of " +
                std::to_string(webp.canvas.pixels()) + " pixels"};
    }
    auto animation = TRY(open_animation(file.first(webp.end), webp));
    Picture canvas(Shape::of(webp.canvas, PixelFormat::Rgba8));
    int shown_until = 0;
    for (std::uint32_t i = 0; i < webp.frames.size(); ++i) {
        std::uint8_t* pixels = nullptr;
        int until = 0;
        if (WebPAnimDecoderGetNext(animation.get(), &pixels, &until) == 0) {
            return Error{
                ErrorCode::DecodeFailed, "WebP frame " + std::to_string(i) + " cannot be decoded"};
        }
        std::copy_n(pixels, canvas.stride() * webp.canvas.height, canvas.row(0));
        const std::chrono::milliseconds delay(std::max(until - shown_until, 0));
        shown_until = until;
        TRY(visitor({i, delay.count() > 10 ? delay : kNoDelay, canvas}));
    }
    return {};
}

}  // namespace fovea::media
