// The picture of a session that a model means by sha256:<8 digits or more>, as its requests showed it:
// of the conversation, from behind one of its addresses, or a page of one of its documents.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/host/machine.hpp"

#include <stop_token>
#include <string>

namespace fovea::host {

// Of this session and of no other: a hash says nothing about who may see its picture. FileNotFound for
// none; InvalidInput, with the candidates, for several.
Result<content::ImageBlock> find_session_picture(
    const delivery::SessionView& view,
    const std::string& name,
    Machine& machine,
    const std::stop_token& stop
);

}  // namespace fovea::host
