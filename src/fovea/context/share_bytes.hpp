// Shares the bytes of a request among its pictures: small ones take what they need, and the large
// ones are cut to one level, so that none starves because it came late.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace fovea::context {

// A share below this shows nothing of a screen any more; words are worth more.
inline constexpr std::uint64_t kSmallestShare = 48u << 10;

// The most raw bytes that one picture may have such that all of them together, none larger than its
// need and each in base64, stay within `encoded_budget`; UINT64_MAX when every need is met. A level
// is a multiple of 16 KiB: a picture more or less in the request mostly leaves it where it was, and
// the variants made for it are used again. Nothing when it would be below kSmallestShare.
std::optional<std::uint64_t> share_level(
    std::span<const std::uint64_t> needs, std::uint64_t encoded_budget
);

}  // namespace fovea::context
