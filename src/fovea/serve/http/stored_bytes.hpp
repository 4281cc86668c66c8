// Bytes that never change, as HTTP serves them (protocols.md 5.3): a strong ETag, kept for ever by whoever
// got them, and parts of them by Range.
#pragma once

#include "fovea/serve/http/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

struct StoredBytes {
    std::string etag;  // without its quotes
    std::string mime;
    std::string filename = {};
    std::uint64_t size = 0;
    std::function<Result<std::string>(std::uint64_t offset, std::size_t most)> read;
};

// 200, 206, 304 or 416, as the request asks.
Response answer_with(const Request& request, StoredBytes bytes);

struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // included

    bool operator==(const ByteRange&) const = default;
};

enum class RangeKind : std::uint8_t { Whole, Part, OutOfReach };
struct AskedRange {
    RangeKind kind = RangeKind::Whole;
    ByteRange range = {};

    bool operator==(const AskedRange&) const = default;
};

// What is malformed, and several ranges at once, count for nothing.
AskedRange parse_range(std::string_view header, std::uint64_t size);

// Whether a list of If-None-Match names it; "*" does.
bool names_etag(std::string_view list, std::string_view etag);

}  // namespace fovea::serve
