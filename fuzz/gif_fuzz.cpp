// Every way in which foreign bytes reach the GIF code. What validates must decode, frame by frame
// and at once alike, and what was stripped must decode to the same pixels.
#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/image_samples.hpp"

#include <cstdint>
#include <cstdlib>

using namespace fovea;
using namespace fovea::media;

namespace {

void expect(bool truth) {
    if (!truth) std::abort();
}

constexpr Limits kLimits{.max_pixels = 1'000'000, .max_frames = 20};

std::uint64_t touched(const Picture& picture) {
    std::uint64_t sum = 0;
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        for (std::size_t i = 0; i < picture.stride(); ++i) sum += picture.row(y)[i];
    }
    return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(reinterpret_cast<const std::byte*>(data), size);
    const auto info = probe_gif(file, kLimits);
    WatchingSink sink;
    const bool first = decode_gif(file, {.limits = kLimits}, sink).ok();
    const bool valid = validate_gif(file, kLimits).ok();
    std::uint64_t sum = 0;
    std::uint32_t frames = 0;
    const auto visit = [&](const GifShown& shown) -> Result<void> {
        if (shown.canvas.size().pixels() <= 10'000) sum += touched(shown.canvas);
        expect(shown.frame == frames && shown.delay.count() > 10);
        ++frames;
        return {};
    };
    expect(decode_gif_frames(file, kLimits, visit).ok() == valid);
    Bytes out(size + 1);
    const auto stripped = strip_gif(file, out);
    if (!first) {
        expect(!valid);
        return 0;
    }

    expect(info.ok() && stripped.ok() && sink.well_behaved());
    if (sink.shape().format == PixelFormat::Rgba8) expect(info.value().has_alpha);
    const auto clean = ByteView(out).first(stripped.value());
    WatchingSink again;
    expect(decode_gif(clean, {.limits = kLimits}, again).ok());
    expect(again.checksum() == sink.checksum());
    expect(!probe_gif(clean, kLimits).value().has_metadata);

    if (!valid) return 0;
    expect(frames == info.value().frames);
    WatchingSink last;
    DecodeRequest request{.limits = kLimits, .frame = frames - 1};
    request.region = PixelRect{0, 0, info.value().size.width, 1};
    expect(decode_gif(file, request, last).ok() && last.well_behaved());
    return 0;
}
