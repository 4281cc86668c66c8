// Every way in which foreign bytes reach the WebP code. What decodes must also validate, and what
// was stripped must decode to the same pixels.
#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <cstdint>
#include <cstdlib>

using namespace fovea;
using namespace fovea::media;

namespace {

void expect(bool truth) {
    if (!truth) std::abort();
}

constexpr Limits kLimits{.max_pixels = 1'000'000, .max_frames = 20};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView file(reinterpret_cast<const std::byte*>(data), size);
    const auto info = probe_webp(file, kLimits);
    WatchingSink sink;
    WatchingSink planes;
    const bool whole = decode_webp(file, {.limits = kLimits}, sink).ok();
    const bool native = decode_webp(file, {.limits = kLimits, .native_ycc = true}, planes).ok();
    expect(whole == native);
    const bool valid = validate_webp(file, kLimits).ok();
    Bytes out(size + 64);
    const auto stripped = strip_webp(file, out);
    if (!whole) return 0;

    expect(sink.well_behaved() && planes.well_behaved());
    expect(info.ok() && stripped.ok());
    if (info.value().frames == 1) expect(valid);
    WatchingSink again;
    const auto clean = ByteView(out).first(stripped.value());
    expect(decode_webp(clean, {.limits = kLimits}, again).ok());
    expect(again.checksum() == sink.checksum());
    WatchingSink last;
    const auto frame = info.value().frames - 1;
    if (decode_webp(file, {.limits = kLimits, .frame = frame}, last).ok()) {
        expect(last.well_behaved());
    }
    return 0;
}
