// What `fovea -p` prints, in each of its formats. A frame is one line, written and flushed at once; what is
// for people goes to stderr.
#pragma once

#include "fovea/cli/headless/arguments.hpp"
#include "fovea/protocol/encoder.hpp"

#include <memory>

namespace fovea::cli {

std::unique_ptr<protocol::Encoder> make_encoder(const HeadlessArguments& arguments);

}  // namespace fovea::cli
