// Base64 (RFC 4648, the standard alphabet), for data URIs and for pictures inside JSON.
//
//     std::vector<char> body(base64_size(file.size()));
//     TRY(encode_base64(file, body));
//
// Encoding works into the caller's memory, because a fresh mapping of 20 MB costs ten times what
// the encoding does. Whoever streams passes pieces whose size is a multiple of three: the results
// join.
//
// Decoding reads what browsers read in data URIs (WHATWG Infra, "forgiving-base64 decode"): ASCII
// white space counts for nothing, and the padding is there in full or not at all. Any other byte is
// InvalidInput, also "-" and "_" of the URL alphabet, and so is a length that no encoder makes.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace fovea {

// How many characters `bytes` bytes become, padding included.
constexpr std::size_t base64_size(std::size_t bytes) {
    return bytes / 3 * 4 + (bytes % 3 != 0 ? 4 : 0);
}

// Returns the characters written, base64_size(bytes.size()). LimitExceeded when `out` is smaller
// than that; nothing is written then.
Result<std::size_t> encode_base64(ByteView bytes, std::span<char> out);

Result<Bytes> decode_base64(std::string_view text);

}  // namespace fovea
