// Whatever the bytes are, sniff() names them and probe() says yes or no.
#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/sniff.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = std::as_bytes(std::span(data, size));
    const auto found = fovea::media::sniff(file);
    if (found.mime.empty() || found.name.empty()) __builtin_trap();
    const auto info = fovea::media::probe(file, {});
    if (info.ok() && info.value().size.pixels() == 0) __builtin_trap();
    return 0;
}
