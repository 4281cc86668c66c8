// The heads of a request that is passed on and of its answer: what belongs to one connection alone stays behind, the rest
// goes as it came, in its order.
#pragma once

#include "fovea/gateway/exchange.hpp"
#include "fovea/gateway/way/ways.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::gateway {

enum class Keys : std::uint8_t { Ours, Theirs };

struct BodyLength {
    std::optional<std::uint64_t> bytes = {};  // none: in chunks
    bool is_none = false;                     // there is no body
};

// `path_end` is what the program's path has behind the way's ("/count_tokens?beta=true").
std::string head_to_server(
    const Asked& asked,
    const Way& way,
    std::string_view path_end,
    const BodyLength& length,
    Keys keys
);

// Those of the program that go on, in their order, then the way's own.
Headers headers_to_server(const Asked& asked, const Way& way, Keys keys);

// Which header the token of this daemon came in, in the order in which it is looked for.
std::string_view token_header_of(const Asked& asked);

// Whether there is a key of the program's own beside that token (gateway.forward_keys).
bool brings_key(const Asked& asked);
// What a 401 is answered with where it is for want of one.
inline constexpr std::string_view kKeyIsWanted =
    "gateway.forward_keys is on, and this request brings no key for its server: send the "
    "provider's key in the header that its API has "
    "for it (authorization or x-api-key), and the token of this daemon in x-fovea-token";

// Without what is of the connection; bodies go unpacked, so their coding stays.
Headers head_to_client(const net::ResponseHead& head);

// A server's words without the keys that it was asked with: some repeat what they do not accept.
void hide_keys(std::string& text, const Way& way);

// The header that carries the token of this daemon, and is not for others.
inline constexpr std::string_view kTokenHeader = "x-fovea-token";

}  // namespace fovea::gateway
