// Whoever draws a picture writes what stands in a fence: it must not end it or open another one.
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/fence/fence.hpp"
#include "fovea/proxy/fence/fence_readers.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::proxy;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto once = neutralise(text);
    if (neutralise(once) != once || fovea::to_utf8(once) != once) __builtin_trap();

    FencedImage image;
    image.filename = std::string(text.substr(0, size % 64));
    const auto fenced = fence(FenceTag::Analysis, image, "none", text);
    const TagCount one{1, 1};
    using Unseen = GenerousReader::Unseen;
    if (read_strictly(fenced) != one) __builtin_trap();
    if (GenerousReader(Unseen::AfterEntities).read(fenced) != one) __builtin_trap();
    if (GenerousReader(Unseen::BeforeEntities).read(fenced) != one) __builtin_trap();
    return 0;
}
