// The moments at which hooks run (A2), and what they are told: one JSON object on standard input.
//
//     {"hook_event_name": "PreToolUse", "session_id": "…", "cwd": "/home/me/app",
//      "tool_name": "filesystem_read", "tool_input": {"path": "a.txt"}, "tool_use_id": "toolu_1"}
//
// Pictures are named by hash, as in a stored message: no bytes and no base64 are in it.
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::agent {

enum class HookEvent : std::uint8_t {
    SessionStart,      // before the first request; words are added for the model
    UserPromptSubmit,  // before a prompt is taken; may refuse it or add words
    PreToolUse,        // before a tool runs; may refuse it, ask a person, or change its input
    PostToolUse,       // after it; may tell the model what is wrong with the result
    Stop,              // when the model is done; may send it back to work
};

// "PreToolUse".
std::string_view name_of(HookEvent event);
std::optional<HookEvent> hook_event_of(std::string_view name);

// Members that do not belong to the event stay empty and are not sent.
struct HookMoment {
    HookEvent event = HookEvent::SessionStart;
    std::string source = {};      // SessionStart: "startup" or "resume"
    std::string prompt = {};      // UserPromptSubmit
    std::string tool_name = {};   // PreToolUse, PostToolUse
    std::string tool_input = {};  // the JSON text that the model wrote
    std::string tool_use_id = {};
    std::optional<content::ToolResultBlock> tool_response = {};  // PostToolUse
    bool stop_hook_active = false;         // Stop: the model works because of a Stop hook already
    std::string last_assistant_text = {};  // Stop
};

// What every hook of a session is told.
struct HookSession {
    std::string session_id;
    std::string cwd;
};

// One line of JSON.
std::string hook_input(const HookMoment& moment, const HookSession& session);

}  // namespace fovea::agent
