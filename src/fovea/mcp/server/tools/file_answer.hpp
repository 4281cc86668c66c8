// What was said about files of any kind (T2, T3), as the tools of the server give it: the envelope,
// with its text in a fence (T4).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/served_tool.hpp"
#include "fovea/tools/analysis_tool.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <stop_token>

namespace fovea::mcp {

// Files lie where the call's client has its own. Where it has none, naming a path is an error, and all else
// can still be looked at.
tools::AnalysisSources sources_for(const Call& call, const Eyes& eyes, const std::stop_token& stop);

// Links of ours and file:// URIs are names as well (picture.hpp); the tools know paths and hashes.
boost::json::object named_plainly(boost::json::object arguments);

// All but its arguments, which are large.
tools::ToolCall tool_call(const Call& call);

Result<Answer> answer_of(const tools::AnalyzedFiles& analyzed, std::size_t max_characters);

boost::json::object envelope_schema();

}  // namespace fovea::mcp
