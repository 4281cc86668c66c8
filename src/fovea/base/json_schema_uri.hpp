// Names by which schemas refer to each other. Internal to base/.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace fovea::schema_uri {

// A member's name inside a JSON pointer: "a/b" as "a~1b".
std::string escaped(std::string_view name);

// "a%20b" as "a b".
std::string decoded(std::string_view text);

// What a URI without its fragment is, seen from `base`. Names inside one document need no more of
// RFC 3986 than this.
std::string resolved(const std::string& base, std::string_view uri);

// "a#b" as "a" and "b".
std::pair<std::string_view, std::string_view> split_fragment(std::string_view uri);

}  // namespace fovea::schema_uri
