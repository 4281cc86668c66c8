// What the training's own program answered for a picture, as its export.py writes it.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::reading {

class TrainingReference {
public:
    // "detector": training/weights/detector.reference.bin.
    explicit TrainingReference(const std::string& network) {
        const auto path =
            test_paths::source_dir() + "/training/weights/" + network + ".reference.bin";
        std::ifstream in(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        rest_ = bytes_;
    }

    template <class Number>
    Number next() {
        Number number{};
        std::memcpy(&number, rest_.data(), sizeof number);
        rest_.remove_prefix(sizeof number);
        return number;
    }

    media::Picture picture() {
        const auto height = next<std::uint32_t>();
        const auto width = next<std::uint32_t>();
        media::Picture picture(media::Shape::of({width, height}, media::PixelFormat::Rgb8));
        for (std::uint32_t y = 0; y < height; ++y) {
            std::memcpy(picture.row(y), rest_.data(), std::size_t{3} * width);
            rest_.remove_prefix(std::size_t{3} * width);
        }
        return picture;
    }

    void skip_values() {
        std::size_t count = sizeof(float);
        for (int i = 0; i < 3; ++i) count *= next<std::uint32_t>();
        rest_.remove_prefix(count);
    }

private:
    std::string bytes_;
    std::string_view rest_;
};

}  // namespace fovea::reading
