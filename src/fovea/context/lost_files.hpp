// Why a stored picture went as words although nobody wanted that: somebody should be told.
#pragma once

#include <string_view>

namespace fovea::context {

inline constexpr std::string_view kFileGone = "its file no longer exists";
inline constexpr std::string_view kFileUnreadable = "it could not be read";

// Whether the reason of a Delivery is one of them.
inline bool is_file_lost(std::string_view reason) {
    return reason == kFileGone || reason == kFileUnreadable;
}

}  // namespace fovea::context
