// What a person is told on stderr while a run goes on, whatever the output format.
#pragma once

#include "fovea/agent/events.hpp"

#include <string>

namespace fovea::cli {

// Empty for what is nobody's business, or is said elsewhere.
std::string notice_of(const agent::Event& event);

// Prints it, if there is one.
void tell(const agent::Event& event);

// A line of our own: "fovea: …".
void tell(const std::string& line);

}  // namespace fovea::cli
