// Where the parts of a JSON text stand, without making a tree of it: for who changes a few places and leaves every other
// byte as it is.
//
//     const auto root = value_at(body, 0);
//     const auto messages = member(body, *root, "messages");
//     for (const Span& message : items_of(body, *messages)) …
//
// The text was found to be JSON before; of one that is not, places are missing or wrong, but none is outside of it.
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct JsonMember {
    std::string_view key;  // as it stands, with its escapes
    Span value;

    bool operator==(const JsonMember&) const = default;
};

std::string_view text_of(std::string_view json, Span span);

// The next value from there on, without blanks around it.
std::optional<Span> value_at(std::string_view json, std::uint64_t at);

// Empty for what is no object, or no list.
std::vector<JsonMember> members_of(std::string_view json, Span object);
std::vector<Span> items_of(std::string_view json, Span list);

// None where it is not there, or more than once: readers do not agree on which of them counts.
std::optional<Span> member(std::string_view json, Span object, std::string_view key);

// What stands between the quotes; none for what is no string, or has escapes.
std::optional<Span> plain_string(std::string_view json, Span value);
std::string_view plain_text(std::string_view json, Span object, std::string_view key);

}  // namespace fovea::gateway
