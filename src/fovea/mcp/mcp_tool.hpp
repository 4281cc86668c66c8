// A server's tool as one that a model may call.
#pragma once

#include "fovea/ingest/intake.hpp"
#include "fovea/mcp/connection.hpp"
#include "fovea/tools/tool.hpp"

#include <string>

namespace fovea::mcp {

class McpTool final : public tools::Tool {
public:
    // The connection outlives it.
    McpTool(Connection& connection, const ToolInfo& tool, const ingest::Intake& intake);

    const providers::ToolSpec& spec() const override { return spec_; }

    // Whatever the server says of its tools: annotations are hints of a stranger.
    tools::Effect effect() const override { return tools::Effect::Other; }

    std::string toolset() const override { return "mcp:" + connection_.name(); }

    tools::ToolOutcome run(const tools::ToolCall& call, const std::stop_token& stop) override;

private:
    Connection& connection_;
    std::string name_;  // as the server calls it
    ingest::Intake intake_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::mcp
