// The whole way: what prepare() writes must itself be a picture that needs no further preparing.
#include "fovea/media/transform/prepare.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea;
    static std::vector<std::byte> out(4 << 20);
    static std::vector<std::byte> again(4 << 20);
    const auto file = std::as_bytes(std::span(data, size));
    media::PrepareRequest request;
    request.limits.max_pixels = 250'000;
    request.limits.max_frames = 50;
    request.target.max_edge = 96;
    request.want_phash = size % 2 == 0;
    if (size % 3 == 0) request.crop = media::NormalizedRect{0.25, 0.25, 0.5, 0.5};

    const auto first = media::prepare(file, request, out);
    if (!first.ok() || first.value().unchanged) return 0;
    request.crop.reset();
    const auto written = std::span<const std::byte>(out).first(first.value().bytes);
    const auto second = media::prepare(written, request, again);
    if (!second.ok() || !second.value().unchanged || second.value().size != first.value().size)
        __builtin_trap();
    return 0;
}
