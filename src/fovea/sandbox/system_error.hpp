// A failed system call as an Error: "cannot map the input: Cannot allocate memory".
#pragma once

#include "fovea/base/error.hpp"

#include <system_error>

#include <cerrno>
#include <string>

namespace fovea::sandbox {

inline Error system_error(const std::string& what, int number = errno) {
    return Error{ErrorCode::Internal, what + ": " + std::generic_category().message(number)};
}

}  // namespace fovea::sandbox
