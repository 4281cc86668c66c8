// The system frames of Claude Code that say who is there: the tools, the servers, a hook.
#pragma once

#include "fovea/agent/events.hpp"

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea::protocol::claude {

// system/init, without uuid and session_id.
boost::json::object init_json(const agent::Started& started, const std::string& permission_mode);

// What system/init of Fovea's own stream says besides.
boost::json::object fovea_json(const agent::Started& started);

// Which hook it is; the same for what began and what ended.
boost::json::object hook_json(const agent::HookFired& fired);

}  // namespace fovea::protocol::claude
