// How files of pictures are called, by the one list of what is taken (image_type.hpp).
#pragma once

#include "fovea/media/image/image_type.hpp"

#include <cstddef>
#include <string_view>

namespace fovea::media {

// How long the ending of a picture's file is, with its dot: 4 of "shot.png", 5 of "shot.jpeg"; 0 where a name has none,
// or nothing else. The name is in lower case.
constexpr std::size_t picture_ending(std::string_view name) {
    const auto ends = [name](std::string_view extension) {
        return name.size() > extension.size() + 1 && name.ends_with(extension) &&
               name[name.size() - extension.size() - 1] == '.';
    };
    for (const auto& type : kImageTypes) {
        if (ends(type.extension)) return type.extension.size() + 1;
    }
    constexpr std::string_view kJpeg = "jpeg";  // the same as jpg
    return ends(kJpeg) ? kJpeg.size() + 1 : 0;
}

constexpr bool is_picture_type(std::string_view mime) {
    for (const auto& type : kImageTypes) {
        if (type.mime == mime) return true;
    }
    return false;
}

static_assert(picture_ending("shot.jpeg") == 5 && picture_ending(".png") == 0);

}  // namespace fovea::media
