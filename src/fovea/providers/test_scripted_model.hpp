// For tests: a model that a script answers for, in this process and without a socket. It speaks
// Anthropic's dialect.
//
//     ScriptedModel model;
//     model.will_say(called({{"1", "look", "{}"}}));
//     model.will_say(words("A cat."));
//     send_request(model, …);   model.bodies();
//
// Answers are given in their order; one who is asked more often than that fails the test.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/net/http/sender.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fovea::providers {

struct ScriptedAnswer {
    int status = 200;
    net::HttpHeaders headers = {};
    std::vector<std::string> pieces = {};             // of the body
    std::optional<net::HttpFailure> then_fails = {};  // once they were handed over
    std::function<void(const std::string&)> asked =
        {};  // with the request's body, before it answers
};

class ScriptedModel final : public net::HttpSender {
public:
    // By what is asked; nothing: the next of will_say().
    using Judge = std::function<std::optional<ScriptedAnswer>(const std::string& body)>;

    void will_say(ScriptedAnswer answer) { answers_.push_back(std::move(answer)); }
    void judges(Judge judge) { judge_ = std::move(judge); }

    // All that was asked, as text.
    std::vector<std::string> bodies() const {
        const std::scoped_lock lock(mutex_);
        return bodies_;
    }

    Result<net::HttpResponse, net::HttpFailure> send(
        const net::HttpRequest& request, const net::HttpEvents& events, const std::stop_token& stop
    ) override {
        if (stop.stop_requested()) return cancelled();
        const auto body = read(request);
        const auto answer = next_for(body);
        if (answer.asked) answer.asked(body);
        net::HttpResponse response{.status = answer.status, .headers = answer.headers};
        if (answer.pieces.empty() && answer.then_fails) return *answer.then_fails;
        if (events.on_head && events.on_head(response) == net::Flow::Stop) return stopped(response);
        for (const auto& piece : answer.pieces) {
            if (stop.stop_requested()) return cancelled();
            response.body_bytes += piece.size();
            if (events.on_body && events.on_body(piece) == net::Flow::Stop)
                return stopped(response);
        }
        if (answer.then_fails) return *answer.then_fails;
        return response;
    }

private:
    static net::HttpFailure cancelled() {
        return {net::HttpFailure::Kind::Cancelled, false, "cancelled"};
    }
    static net::HttpResponse stopped(net::HttpResponse response) {
        response.stopped = true;
        return response;
    }
    static std::string read(const net::HttpRequest& request) {
        std::string body;
        std::array<char, 65536> piece{};
        while (request.body != nullptr) {
            const auto count = request.body->read(piece);
            EXPECT_TRUE(count.ok());
            if (!count.ok() || count.value() == 0) break;
            body.append(piece.data(), count.value());
        }
        return body;
    }
    ScriptedAnswer next_for(const std::string& body) {
        const std::scoped_lock lock(mutex_);
        bodies_.push_back(body);
        if (auto judged = judge_ ? judge_(body) : std::nullopt) return *judged;
        if (answers_.empty()) {
            ADD_FAILURE() << "the model was asked once more than it has answers: " << body;
            return {.status = 418, .pieces = {"{}"}};
        }
        auto answer = std::move(answers_.front());
        answers_.pop_front();
        return answer;
    }

    Judge judge_;
    std::deque<ScriptedAnswer> answers_;
    mutable std::mutex mutex_;  // guards what follows, and the answers while they are given
    std::vector<std::string> bodies_;
};

// A whole reply, of any blocks.
inline ScriptedAnswer replied(
    boost::json::array blocks, std::string_view stop_reason, const Usage& usage
) {
    const boost::json::object reply{
        {"id", "m"},
        {"type", "message"},
        {"role", "assistant"},
        {"content", std::move(blocks)},
        {"stop_reason", stop_reason},
        {"usage", {{"input_tokens", usage.input_tokens}, {"output_tokens", usage.output_tokens}}}};
    return {
        .headers = {{"content-type", "application/json"}},
        .pieces = {boost::json::serialize(reply)}};
}

inline constexpr Usage kScriptedUsage{.input_tokens = 5, .output_tokens = 2};

inline ScriptedAnswer words(
    std::string_view text,
    std::string_view stop_reason = "end_turn",
    const Usage& usage = kScriptedUsage
) {
    return replied({boost::json::object{{"type", "text"}, {"text", text}}}, stop_reason, usage);
}

inline ScriptedAnswer called(
    const std::vector<content::ToolUseBlock>& calls, const Usage& usage = kScriptedUsage
) {
    boost::json::array blocks;
    for (const auto& call : calls) {
        blocks.push_back(boost::json::object{
            {"type", "tool_use"},
            {"id", call.id},
            {"name", call.name},
            {"input", boost::json::parse(call.input)}});
    }
    return replied(std::move(blocks), "tool_use", usage);
}

// Word by word; each comes on its own.
inline ScriptedAnswer streamed(const std::vector<std::string>& deltas) {
    const auto event = [](std::string_view name, boost::json::object data) {
        data["type"] = name;
        return "event: " + std::string(name) + "\ndata: " + boost::json::serialize(data) + "\n\n";
    };
    ScriptedAnswer answer{.headers = {{"content-type", "text/event-stream"}}};
    answer.pieces.push_back(
        event(
            "message_start",
            {{"message", {{"id", "m"}, {"usage", {{"input_tokens", 5}, {"output_tokens", 1}}}}}}
        ) +
        event(
            "content_block_start",
            {{"index", 0}, {"content_block", {{"type", "text"}, {"text", ""}}}}
        )
    );
    for (const auto& delta : deltas) {
        answer.pieces.push_back(event(
            "content_block_delta",
            {{"index", 0}, {"delta", {{"type", "text_delta"}, {"text", delta}}}}
        ));
    }
    answer.pieces.push_back(
        event("content_block_stop", {{"index", 0}}) +
        event(
            "message_delta",
            {{"delta", {{"stop_reason", "end_turn"}}}, {"usage", {{"output_tokens", 2}}}}
        ) +
        event("message_stop", {})
    );
    return answer;
}

inline ScriptedAnswer refused(
    int status, std::string_view message, std::string_view type = "invalid_request_error"
) {
    const boost::json::object error{
        {"type", "error"}, {"error", {{"type", type}, {"message", message}}}};
    return {
        .status = status,
        .headers = {{"content-type", "application/json"}},
        .pieces = {boost::json::serialize(error)}};
}

// Asks to come again at once, so that a test does not wait.
inline ScriptedAnswer overloaded() {
    auto answer = refused(529, "Overloaded", "overloaded_error");
    answer.headers.push_back({"retry-after-ms", "1"});
    return answer;
}

}  // namespace fovea::providers
