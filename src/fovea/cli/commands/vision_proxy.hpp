// fovea vision-proxy: the commands of the vision proxy (V9), word for word as behind /vision-proxy.
#pragma once

#include "fovea/cli/command.hpp"

namespace fovea::cli {

void add_vision_proxy(CLI::App& app, Chosen& chosen);

}  // namespace fovea::cli
