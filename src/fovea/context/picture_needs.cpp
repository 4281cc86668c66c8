#include "fovea/context/picture_needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fovea::context {
namespace {

// No decoder of ours takes a picture as long as this.
constexpr std::uint32_t kAnyEdge = 1u << 20;

// PNG of noise with transparency: four bytes a pixel, and a little for rows and headers.
std::uint64_t most_bytes(media::PixelSize size) {
    return size.pixels() * 4 + size.pixels() / 4 + (64u << 10);
}

bool is_unknown(media::PixelSize size) {
    return size.width == 0 || size.height == 0;
}

bool stays_as_it_is(const Candidate& picture, const media::FitTarget& target) {
    const bool accepted = (picture.mime != "image/gif" || target.accepts_gif) &&
                          (picture.mime != "image/webp" || target.accepts_webp);
    return accepted && !picture.is_cropped && picture.frames <= 1 &&
           picture.size.longest_edge() <= target.max_edge &&
           media::pad_to(picture.size, target.min_edge) == picture.size &&
           picture.bytes <= target.max_bytes;
}

}  // namespace

std::uint32_t edge_for(const RequestLimits& limits, std::uint64_t images) {
    auto edge = kAnyEdge;
    const auto at_most = [&](std::uint32_t limit) {
        if (limit > 0) edge = std::min(edge, limit);
    };
    at_most(limits.recommended_edge.value_or(0));
    at_most(limits.max_edge.value_or(0));
    if (limits.many_images && images > limits.many_images->count) {
        at_most(limits.many_images->max_edge);
    }
    return edge;
}

std::string refusal(const Candidate& picture, const RequestLimits& limits) {
    if (!picture.is_url) return {};
    if (!limits.accepts_urls)
        return "it could not be fetched, and the model does not take images by URL";
    if (limits.max_edge && picture.size.longest_edge() > *limits.max_edge) {
        return fmt::format("the model takes no image with a side over {} pixels", *limits.max_edge);
    }
    if (media::pad_to(picture.size, limits.min_edge) != picture.size) {
        return fmt::format("the model takes no image with a side under {} pixels", limits.min_edge);
    }
    return {};
}

std::uint64_t bytes_needed(const Candidate& picture, const media::FitTarget& target) {
    if (picture.is_url) return 0;
    if (picture.measured && picture.measured->max_edge == target.max_edge) {
        return std::min(picture.measured->bytes, target.max_bytes);
    }
    const auto room =
        std::min<std::uint64_t>(target.max_bytes, std::numeric_limits<std::uint32_t>::max());
    if (is_unknown(picture.size)) return room;
    const auto made =
        most_bytes(media::pad_to(media::fit_within(picture.size, target.max_edge), target.min_edge)
        );
    // A JPEG that is turned upright may come out a little larger than it was.
    const auto kept = picture.bytes + picture.bytes / 16 + 4096;
    if (!stays_as_it_is(picture, target)) return std::min(room, made);
    return std::min(room, picture.frames == 0 ? std::max(kept, made) : kept);
}

media::PixelSize tile_size(const media::PixelRect& tile, double scale) {
    const auto longest = double(tile.size().longest_edge()) * scale;
    return media::fit_within(tile.size(), std::max(1u, static_cast<std::uint32_t>(longest)));
}

std::uint64_t tile_bytes_needed(
    const Candidate& picture, std::span<const media::PixelRect> tiles, const RequestLimits& limits
) {
    std::uint64_t bound = 0;
    for (const auto& tile : tiles) {
        bound += std::min(most_bytes(tile.size()), max_image_bytes(limits));
    }
    return std::min(bound, 2 * picture.bytes + tiles.size() * (64u << 10));
}

std::uint64_t tokens_of(media::PixelSize size, std::uint32_t edge, const RequestLimits& limits) {
    if (!limits.token_rule) return 0;
    if (is_unknown(size)) size = {edge, edge};
    const auto tokens = models::estimate_image_tokens(*limits.token_rule, size, limits.detail);
    return tokens.ok() ? tokens.value() : 0;
}

}  // namespace fovea::context
