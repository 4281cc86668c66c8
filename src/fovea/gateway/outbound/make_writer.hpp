// Who writes an answer in the shape of a dialect, and what else each dialect has shapes for.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace fovea::gateway {

struct AnswerFacts {
    std::string
        id;  // letters and digits, new for each answer; the dialect puts its own word in front ("msg_…")
    std::chrono::sys_seconds created = {};
};

// Borrows the request.
std::unique_ptr<ReplyWriter> make_writer(
    Dialect dialect, const ParsedRequest& request, AnswerFacts facts
);

// ApiError::type of a path that nobody answers: what is missing then is no model.
inline constexpr std::string_view kNoSuchPath = "no_such_path";

// The body of an answer that is an error.
std::string error_body(Dialect dialect, const ApiError& error);

// Anthropic's /v1/messages/count_tokens.
std::string count_tokens_body(std::uint64_t tokens);

struct ListedModel {
    std::string id;        // as a program names it: "deepseek/deepseek-chat", or an alias
    std::string provider;  // "deepseek"
    bool vision = false;   // pictures may be sent to it: it sees them, or they are described
    bool tools = false;
    std::optional<std::uint64_t> context = {};
    std::optional<std::uint64_t> max_output = {};
};

// GET /v1/models: one shape that OpenAI's and Anthropic's clients both read.
std::string model_body(const ListedModel& model);  // GET /v1/models/ID
std::string models_body(std::span<const ListedModel> models);
// Ollama's /api/tags and /api/show.
std::string tags_body(std::span<const ListedModel> models);
std::string show_body(const ListedModel& model);

}  // namespace fovea::gateway
