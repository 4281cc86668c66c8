// What a model says of a picture is written by whoever drew the picture: reading places out of it
// keeps its promises on any text.
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/grounding/parse.hpp"
#include "fovea/proxy/grounding/scan.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::proxy::grounding;
    using fovea::media::PixelRect;
    static const View views[] = {
        {{1920, 1080}, {}, {1280, 720}, {1288, 728}},
        {{3840, 2160}, PixelRect{1840, 120, 840, 360}, {420, 180}, {}},
        {{1, 1}, {}, {}, {}},
    };
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto& facts : formats()) {
        const auto boxes = parse_boxes(text, facts.format, views);
        if (boxes.size() > kMostPlaces) __builtin_trap();
        for (const auto& seen : boxes) {
            if (seen.image >= std::size(views)) __builtin_trap();
            const auto& view = views[seen.image];
            const auto shown =
                view.crop.value_or(PixelRect{0, 0, view.original.width, view.original.height});
            const auto& box = seen.box;
            if (box.width == 0 || box.height == 0) __builtin_trap();
            if (box.x < shown.x || box.x + box.width > shown.x + shown.width) __builtin_trap();
            if (box.y < shown.y || box.y + box.height > shown.y + shown.height) __builtin_trap();
            if (fovea::to_utf8(seen.label) != seen.label) __builtin_trap();
        }
    }
    return 0;
}
