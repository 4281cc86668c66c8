// Whether a picture in base64 could go to a model as it is, by the frame that its format puts around the pixels: how large
// it says to be, and that it carries nothing but pixels. Decodes no picture: reads numbers at known places.
//
//     const auto glance = glance_at(text);      // none: somebody has to look properly
//     if (glance && fits(*glance)) …            // it passes, byte for byte
//
// A PNG or JPEG that has metadata, colours to be converted or anything else that would be cut out is never let through here.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace fovea::gateway {

// A text that may stand in several pieces.
class Base64Text {
public:
    virtual ~Base64Text() = default;
    virtual std::uint64_t size() const = 0;  // characters
    virtual char at(std::uint64_t place) const = 0;
};

struct Glance {
    std::string_view mime;  // "image/png"
    media::PixelSize size;
    std::uint64_t bytes = 0;

    bool operator==(const Glance&) const = default;
};

std::optional<Glance> glance_at(const Base64Text& text);

}  // namespace fovea::gateway
