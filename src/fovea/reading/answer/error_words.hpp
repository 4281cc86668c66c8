// How strongly a line of text says that something went wrong.
#pragma once

#include <string_view>

namespace fovea::reading {

constexpr int kSaysError = 80;      // it is an error message: "TypeError: …", "fatal: …"
constexpr int kMentionsError = 40;  // it may be one: "The password is incorrect."

// 0 to 100. Code that handles errors ("catch (error)") and counts of none ("0 failed") score low.
int error_strength(std::string_view text);

bool is_warning(std::string_view text);

}  // namespace fovea::reading
