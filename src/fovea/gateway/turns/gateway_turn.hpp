// A request that has to be understood, to its end: read in its own dialect, seen for a blind model, sent in whatever
// dialect the model speaks (turn/), healed, our calls of analyze_image answered on the way, written in the client's shape.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/gateway/core.hpp"
#include "fovea/gateway/turns/memory.hpp"
#include "fovea/gateway/turns/request_files.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/host/vision.hpp"

#include <stop_token>

namespace fovea::gateway {

// What turns work with; all of it outlives them.
struct TurnParts {
    const host::Situation& situation;
    host::Machine& machine;
    host::Vision& vision;
    Core& core;
    TurnMemory& memory;
    SeenFiles& seen;
    Timers& timers;
};

void run_gateway_turn(
    const TurnParts& parts,
    const TurnJob& job,
    Record record,
    TurnOut& out,
    const std::stop_token& stop
);

}  // namespace fovea::gateway
