// Whatever a model says of a picture: its places lie on the picture, and are no more than can be drawn.
#include "fovea/tui/app/places.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using namespace fovea;

void check(const std::vector<tui::PicturePlaces>& all) {
    for (const auto& places : all) {
        const auto& size = places.image.size;
        if (places.boxes.size() > tui::kMostPlaces) __builtin_trap();
        for (const auto& [box, number, label] : places.boxes) {
            if (box.width == 0 || box.height == 0 || number == 0) __builtin_trap();
            if (box.x >= size.width || box.width > size.width - box.x) __builtin_trap();
            if (box.y >= size.height || box.height > size.height - box.y) __builtin_trap();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    content::ImageBlock image;
    image.source = content::BlobRef{sha256(as_bytes("a picture"))};
    image.size = {data[0] * 8U + 1, data[1] * 8U + 1};
    const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
    const std::vector images{image, image};
    for (const char* model : {"local/ocr", "google/gemini-3.8-flash", "nobody/knows"}) {
        config::Settings settings;
        settings.vision.model = model;
        check(tui::places_in_answer(text, {.model = model, .images = images}, settings));
        // Each hash is this picture's: the fence is what is foreign.
        const auto find = [&](std::string_view) { return &image; };
        check(tui::places_in_fences(text, find, settings));
    }
    return 0;
}
