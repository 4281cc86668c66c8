// An error's sentence for who is not on this machine: failures of our own files name them, and where they lie is
// nobody else's business.
//
//     public_message({ErrorCode::StoreError, "cannot write /home/me/x: the disk is full"})
//         == "cannot write a file of the server: the disk is full"
//
// What is wrong with what they sent is told as it is.
#pragma once

#include "fovea/base/error.hpp"

#include <string>
#include <string_view>

namespace fovea {

std::string public_message(const Error& error);

// Without anything in it that is an absolute path.
std::string without_paths(std::string_view message);

}  // namespace fovea
