// What the command line says about how far a run may go.
//
//     auto settings = opened.settings();
//     if (const auto problem = limit(settings, arguments)) return problem;
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/base/result.hpp"
#include "fovea/cli/headless/arguments.hpp"
#include "fovea/cli/headless/prompt_input.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace fovea::cli {

inline constexpr std::size_t kMaxSchema = 1u << 20;

Result<std::string> read_text_file(const std::string& path, std::size_t most);

// A schema as a person gives it: one that begins with a brace is it, anything else names its file.
Result<std::string> schema_text(const std::string& given);

// Usage for a schema that cannot be read.
std::optional<InputProblem> limit(
    agent::AgentSettings& settings, const HeadlessArguments& arguments
);

// Why Agent::prepare() said no.
InputProblem unprepared(const Error& error);

}  // namespace fovea::cli
