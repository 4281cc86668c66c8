// The name of a request, for logs and for who asks about it later.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

// The one that was given, where it is short and plain; else a new one.
std::string request_id(std::optional<std::string_view> given);

// So many random characters of the alphabet that URLs take as they are.
std::string random_name(std::size_t characters);

}  // namespace fovea::serve
