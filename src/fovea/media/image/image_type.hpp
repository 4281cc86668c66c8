// The kinds of pictures that are taken (M1). One more is a line here, in its place, and a format in decode.cpp; whatever
// lists them reads this list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fovea::media {

enum class ImageType : std::uint8_t { Png, Jpeg, Gif, Webp };

struct ImageTypeFacts {
    ImageType type;
    std::string_view name;
    std::string_view mime;
    std::string_view extension;  // without the dot
};

// Indexed by ImageType.
inline constexpr std::array kImageTypes = {
    ImageTypeFacts{ImageType::Png, "PNG", "image/png", "png"},
    ImageTypeFacts{ImageType::Jpeg, "JPEG", "image/jpeg", "jpg"},
    ImageTypeFacts{ImageType::Gif, "GIF", "image/gif", "gif"},
    ImageTypeFacts{ImageType::Webp, "WebP", "image/webp", "webp"},
};

inline constexpr ImageType kLastImageType = kImageTypes.back().type;

constexpr std::string_view name_of(ImageType type) {
    return kImageTypes[static_cast<std::size_t>(type)].name;
}
constexpr std::string_view mime_of(ImageType type) {
    return kImageTypes[static_cast<std::size_t>(type)].mime;
}
constexpr std::string_view extension_of(ImageType type) {
    return kImageTypes[static_cast<std::size_t>(type)].extension;
}

}  // namespace fovea::media
