// Every way in which foreign bytes reach the JPEG code. What decodes must also validate, and what
// was stripped or turned must decode again.
#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

#include <cstdint>
#include <cstdlib>

using namespace fovea;
using namespace fovea::media;

namespace {

void expect(bool truth) {
    if (!truth) std::abort();
}

constexpr Limits kLimits{.max_pixels = 1'000'000, .max_scans = 20};

bool decodes(ByteView file, const DecodeRequest& request) {
    WatchingSink sink;
    const bool ok = decode_jpeg(file, request, sink).ok();
    if (ok) expect(sink.well_behaved());
    return ok;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(reinterpret_cast<const std::byte*>(data), size);
    const auto info = probe_jpeg(file, kLimits);
    const bool whole = decodes(file, {.limits = kLimits});
    const bool planes = decodes(file, {.limits = kLimits, .native_ycc = true});
    const bool small = decodes(file, {.limits = kLimits, .at_least = {3, 3}, .native_ycc = true});
    WatchingSink thumbnail;
    const bool valid = validate_jpeg(file, kLimits, &thumbnail).ok();
    if (valid) expect(thumbnail.well_behaved());
    expect(whole == planes && whole == small);
    if (valid) expect(whole);  // validating sees invalid codes that libjpeg lets pass
    if (whole) expect(info.ok());
    if (!info.ok()) return 0;

    const auto full = info.value().size;
    const PixelRect region{
        full.width / 3, full.height / 3, full.width / 2 + 1, full.height / 2 + 1};
    const bool cut = decodes(file, {.limits = kLimits, .region = region});
    if (whole && region.x + region.width <= full.width && region.y + region.height <= full.height) {
        expect(cut);
    }

    Bytes out(size + (1u << 20));
    const auto stripped = strip_jpeg(file, out);
    if (whole) {
        expect(stripped.ok() && stripped.value() <= size);
        expect(decodes(ByteView(out).first(stripped.value()), {.limits = kLimits}));
    }
    for (const auto orientation :
         {Orientation::MirrorVertical, Orientation::Transpose, Orientation::Rotate270}) {
        const auto turned = orient_jpeg_losslessly(file, orientation, kLimits, out, &thumbnail);
        if (turned.ok()) {
            expect(decodes(ByteView(out).first(turned.value()), {.limits = kLimits}));
        }
    }
    return 0;
}
