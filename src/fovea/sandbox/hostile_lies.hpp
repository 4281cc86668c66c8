// For tests: false packets that a taken-over worker might send to its parent.
#pragma once

#include <cstddef>
#include <string_view>

namespace fovea::sandbox {

// Sends the lie of that name as if in answer to the worker's first job. Waits for the end after all
// of them but "answer_twice", whose caller goes on to answer properly. False when there is no such
// lie.
bool tell_lie(std::string_view name, std::size_t output_size);

}  // namespace fovea::sandbox
