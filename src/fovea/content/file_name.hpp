// What a file is called, out of what somebody said that it is called: one name without folders, without
// characters that nobody sees or that turn the direction of writing, of a length that any file system takes.
//
//     block.filename = plain_file_name("a/b\0c.png"sv);   // "bc.png"
//
// Empty where nothing is left, and for "." and "..". What it gives out, it leaves as it is.
#pragma once

#include <string>
#include <string_view>

namespace fovea::content {

std::string plain_file_name(std::string_view said);

}  // namespace fovea::content
