// Arguments of a tool call that cannot be read, in a form that every API takes back: an object. A model
// that writes `{bad` has still answered, and is told what is wrong, so that it can call again.
//
//     call.input = unreadable_input("{bad", "it is not JSON: syntax error");
//     // {"fovea_unreadable_arguments":"{bad","fovea_problem":"it is not JSON: syntax error"}
//     if (const auto problem = unreadable_problem(call.input)) tell(*problem);
//
// What the model wrote is kept up to a length that helps it to see its mistake.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fovea::providers {

std::string unreadable_input(std::string_view written, std::string_view problem);

// What is wrong with the arguments; nothing for any other input.
std::optional<std::string> unreadable_problem(std::string_view input);

}  // namespace fovea::providers
