// A picture as plain pixels that fit into a small room: for terminals, which are told colours and not
// files. Three bytes a pixel, row after row, transparency on white; never larger than the picture is.
//
//     job.thumbnail(bytes, {.room = {400, 240}}, stop);     // worker/picture_workers.hpp
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <span>

namespace fovea::media {

// A terminal across the widest screens has no more.
constexpr std::uint32_t kMaxThumbnailSide = 8192;

struct ThumbnailRequest {
    Limits limits;
    PixelSize room;  // what it has to fit into; each side from 1 to kMaxThumbnailSide
};

struct Thumbnail {
    PixelSize size;

    std::size_t bytes() const { return static_cast<std::size_t>(size.pixels()) * 3; }
    bool operator==(const Thumbnail&) const = default;
};

// What a picture becomes in that room: its shape, no side empty, none longer than it was.
PixelSize size_in_room(PixelSize picture, PixelSize room);

// LimitExceeded where `out` is too small.
Result<Thumbnail> thumbnail(
    ByteView file, const ThumbnailRequest& request, std::span<std::byte> out
);

}  // namespace fovea::media
