// What a provider takes in one request: data of the catalogue ("limits"), one entry a surface.
//
//     const auto limits = shipped_catalogue().limits("anthropic")->for_context(200'000);
//     limits.max_px(25);                  // 2000: more than 20 pictures may have no more
//     limits.accepts("image/webp");
//
// Absent means that the provider names no such limit.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::models {

struct RequestLimits {
    struct ManyImages {
        std::uint32_t more_than = 0;  // pictures in the request, earlier turns and all
        std::uint32_t image_px = 0;   // then no side of any is longer

        bool operator==(const ManyImages&) const = default;
    };
    struct BelowContext {
        std::uint32_t tokens = 0;
        std::optional<std::uint32_t> images, pdf_pages;

        bool operator==(const BelowContext&) const = default;
    };

    std::optional<std::uint64_t> image_encoded_bytes;  // of one picture, after base64
    std::optional<std::uint32_t> image_px;             // longest side, above it is refused
    std::optional<std::uint32_t> image_patches;        // of 32 pixels, above it is refused
    std::optional<ManyImages> many_images;
    std::optional<std::uint32_t> images;
    std::optional<std::uint64_t> request_bytes;
    std::optional<std::uint64_t> inline_bytes;  // above it, files are uploaded first
    std::optional<std::uint32_t> pdf_pages;
    std::optional<std::uint64_t> pdf_bytes;
    std::optional<BelowContext> below_context;
    std::vector<std::string> formats;  // media types
    bool animated_gif = false;
    std::vector<std::string> kinds;  // of providers that may have these limits
    std::string as_of;

    // Those for a model with so many tokens of context; unknown counts as small.
    RequestLimits for_context(std::optional<std::uint32_t> context) const;

    // The longest side that a picture may have when the request holds `images` of them.
    std::optional<std::uint32_t> max_px(std::uint64_t images_in_request) const;

    // The largest file that is within image_encoded_bytes after base64.
    std::optional<std::uint64_t> image_file_bytes() const;

    bool accepts(std::string_view media_type) const;

    bool operator==(const RequestLimits&) const = default;
};

// ConfigInvalid names the field.
Result<RequestLimits> read_request_limits(const boost::json::value& value);

}  // namespace fovea::models
