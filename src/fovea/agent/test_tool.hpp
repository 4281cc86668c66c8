// For tests: a tool that does what a function does.
#pragma once

#include "fovea/tools/tool.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace fovea::agent {

class ScriptedTool final : public tools::Tool {
public:
    using Run = std::function<tools::ToolOutcome(const tools::ToolCall&, const std::stop_token&)>;

    ScriptedTool(std::string name, Run run) : run_(std::move(run)) {
        spec_.name = std::move(name);
        spec_.input_schema = R"({"type":"object"})";
    }

    const providers::ToolSpec& spec() const override { return spec_; }
    tools::Effect effect() const override { return tools::Effect::Other; }
    std::string toolset() const override { return "test"; }
    tools::ToolOutcome run(const tools::ToolCall& call, const std::stop_token& stop) override {
        return run_(call, stop);
    }

private:
    providers::ToolSpec spec_;
    Run run_;
};

}  // namespace fovea::agent
