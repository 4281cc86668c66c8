// What a 404 is about. A provider answers so for a model that it does not have, for a file of the
// request, and for an address that is none of its API: only its words tell which.
//
//     switch (what_is_missing("404 page not found")) …   // Missing::Address: base_url is wrong
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::providers {

enum class Missing : std::uint8_t { Model, File, Address };

Missing what_is_missing(std::string_view words);

// The address as a person may be shown it: without a user name, a password and a query.
std::string shown_address(std::string_view url);

}  // namespace fovea::providers
