// A server's result of a call, as words and pictures for the model.
//
//     tools::ToolOutcome outcome = to_outcome(result, intake, stop);
//
// Text stays text. Pictures and PDFs, as content or embedded in a resource, pass the gate, are told
// by their bytes and not by what the server calls them, and are stored; one that is broken becomes a
// note that says so. Sound and other files become a note with type and size, links a line.
// structuredContent is taken only when there is no content, because servers repeat it there.
#pragma once

#include "fovea/ingest/intake.hpp"
#include "fovea/tools/tool.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <stop_token>

namespace fovea::mcp {

// Of all texts of one result; the rest is cut with a note.
inline constexpr std::size_t kMaxResultText = 1u << 20;
inline constexpr std::size_t kMaxResultBlocks = 1000;

tools::ToolOutcome to_outcome(
    const boost::json::object& result, const ingest::Intake& intake, const std::stop_token& stop
);

}  // namespace fovea::mcp
