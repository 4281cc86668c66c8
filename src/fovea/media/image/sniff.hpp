// What a file is, by its first bytes alone. Names and declared types are never asked (M2).
//
//     const Sniffed found = sniff(file);
//     if (!found.image) return refusal(found, file.size());   // "this is an HTML page, …"
//
// Looks at a bounded prefix, allocates nothing, knows what people send by mistake, so that a
// refusal can say what the bytes are and what to do about it.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/error.hpp"
#include "fovea/media/image/image_info.hpp"

#include <optional>
#include <string_view>

namespace fovea::media {

struct Sniffed {
    std::optional<ImageType> image;  // set for the four types of the allowlist (M1)
    std::string_view mime;           // "image/heic"; "application/octet-stream" when unknown
    std::string_view name;           // "a HEIC picture": fits after "this is"
    std::string_view advice;         // what the person can do, may be empty
};

Sniffed sniff(ByteView file);

// The error for bytes outside the allowlist.
Error refusal(const Sniffed& found, std::size_t file_size);

}  // namespace fovea::media
