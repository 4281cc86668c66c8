// What `fovea -p` was asked to do (H1 to H8).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fovea::cli {

enum class InputFormat : std::uint8_t { Text, StreamJson, ClaudeStreamJson };
enum class OutputFormat : std::uint8_t { Text, Json, StreamJson, ClaudeJson, ClaudeStreamJson };

struct HeadlessArguments {
    bool print = false;  // -p was said; else it is automatic
    bool no_auto_print = false;
    bool terminal = false;              // neither said nor meant: a conversation in the terminal
    std::optional<std::string> prompt;  // "-": standard input
    InputFormat input = InputFormat::Text;
    OutputFormat output = OutputFormat::Text;
    bool include_partial_messages = false;
    bool replay_user_messages = false;
    bool include_hook_events = false;

    std::optional<std::string> json_schema;  // a file, or the schema itself
    std::optional<std::int64_t> max_turns;
    std::optional<double> max_budget_usd;
    std::optional<std::string> resume;
    bool go_on = false;  // --continue
    std::optional<std::string> session_id;
    std::optional<std::string> system_prompt;
    std::optional<std::string> system_prompt_file;
    std::optional<std::string> append_system_prompt;
    std::optional<std::string> model;
    std::vector<std::string> images;
    std::vector<std::string> crops;          // of them: [INDEX:]FORM
    std::vector<std::string> tools;          // patterns; none: all
    std::vector<std::string> allowed_tools;  // permission rules
    std::vector<std::string> disallowed_tools;
    std::optional<std::int64_t> max_tokens;
    std::optional<std::int64_t> timeout_s;
    bool bare = false;
    std::optional<std::string> permission_mode;  // of Claude Code
    bool asks_client = false;                    // the client decides where a rule asks

    std::optional<std::string> config;  // --config
    std::optional<std::filesystem::path> data;
    bool ephemeral = false;
};

// Claude Code's streams, as other programs know them (H8).
inline bool is_claude(const HeadlessArguments& arguments) {
    return arguments.output == OutputFormat::ClaudeJson ||
           arguments.output == OutputFormat::ClaudeStreamJson;
}

}  // namespace fovea::cli
