// A turn without tools, for programs: what `fovea send --json` prints (docs/json.md).
#pragma once

#include "fovea/delivery/session_view.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/turn/run_turn.hpp"

#include <boost/json/fwd.hpp>

#include <optional>
#include <string>

namespace fovea::protocol {

// What the answer itself does not say.
struct TurnFacts {
    std::optional<std::string> session_id = {};
    std::string vision_model = {};
    providers::Usage probes = {};  // asked on the way, and billed with the answer
    int retries = 0;
};

boost::json::object turn_json(
    const turn::Answered& answered, const delivery::SessionView& view, const TurnFacts& facts
);

}  // namespace fovea::protocol
