// What stands where a picture does not go as pixels. Honest: each says that there is a picture and
// why only words of it are here; none says that the model cannot see (X4).
//
// Each carries the picture's short id, sha256:<8 digits>, by which tools find it again (S1): a model
// can ask about a picture that it no longer sees. Nothing else goes into them, so they stay the same
// from turn to turn, and with them the beginning of the request (X2).
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::context {

// The picture's alt text, else its file's name, else its size: on one line, clipped.
std::string name_of(const content::ImageBlock& image);

std::string previous_image(const content::ImageBlock& image);  // [Previous image: <alt>, <id>]
// What is shown of a picture, where that is not all (V4): "; here its part of 400x40 with crop_origin 40,260".
std::string part_text(const content::ImageBlock& image);

// [Image: <alt>, WxH, <id>]; where only a part is meant, it says which.
std::string placeholder(const content::ImageBlock& image);

// [Image: <alt>, WxH, shown at wxh, <id>], before a picture that goes in little detail.
std::string smaller(const content::ImageBlock& image, media::PixelSize shown);

// [Image removed: <alt>]. A person took it out of the conversation, so nothing leads back to it.
std::string removed_image(const content::ImageBlock& image);

// [Image not sent: <alt>, <id>; <why>]
std::string unsent_image(const content::ImageBlock& image, std::string_view why);

// [Same image as above: <alt>, <id>]; the one that goes may also stand below. It says which part is meant, too.
enum class Where { Above, Below };
std::string same_image(const content::ImageBlock& image, Where other);

// "full resolution", or "74 % of full resolution" where the model sees the tiles smaller.
std::string resolution_text(double scale);

// What stands before the overview of a picture that goes in tiles, and before each tile.
std::string overview_label(const content::ImageBlock& image, std::size_t tiles, double scale);
std::string tile_label(
    const content::ImageBlock& image,
    std::size_t number,
    std::size_t tiles,
    const media::PixelRect& rect
);

}  // namespace fovea::context
