#include "fovea/protocol/claude/encoder.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/init_json.hpp"
#include "fovea/protocol/claude/message_json.hpp"
#include "fovea/protocol/claude/partial_message.hpp"
#include "fovea/protocol/claude/result_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

class ClaudeEncoder final : public Encoder {
public:
    explicit ClaudeEncoder(EncoderOptions options)
        : options_(std::move(options)), partial_([this](json::object event) {
              frame(
                  {{"type", "stream_event"},
                   {"event", std::move(event)},
                   {"parent_tool_use_id", nullptr}}
              );
          }) {}

    bool encode(const agent::Event& event) override {
        std::visit([this](const auto& each) { write(each); }, event);
        return alive_;
    }

private:
    void frame(json::object object) {
        object["session_id"] = session_id_;
        object["uuid"] = options_.new_uuid();
        alive_ = options_.sink(object) && alive_;
    }
    void system(std::string_view subtype, json::object fields) {
        json::object object{{"type", "system"}, {"subtype", subtype}};
        for (auto& field : fields) object[field.key()] = std::move(field.value());
        frame(std::move(object));
    }

    // One for each call of the model.
    const std::string& message_id() {
        if (message_id_.empty()) {
            message_id_ = "msg_" + options_.new_uuid();
            std::erase(message_id_, '-');
        }
        return message_id_;
    }

    void write(const agent::Started& started) {
        session_id_ = to_utf8(started.session_id);
        model_ = to_utf8(started.model);
        auto init = init_json(started, options_.permission_mode());
        if (!std::exchange(greeted_, true)) init["fovea"] = fovea_json(started);
        frame(std::move(init));
    }

    void write(const agent::UserSaid& said) {
        if (!options_.replay) return;
        frame(
            {{"type", "user"},
             {"message", {{"role", "user"}, {"content", blocks_json(said.message.content)}}},
             {"parent_tool_use_id", nullptr},
             {"isReplay", true}}
        );
    }

    void write(const agent::Delta& delta) {
        if (options_.partial) partial_.add(delta.piece, message_id(), model_);
    }

    // One block a frame, as Claude Code has it; together they are one message.
    void write(const agent::Replied& reply) {
        if (options_.partial) partial_.finish(reply, message_id());
        const auto& blocks = reply.message.content;
        for (std::size_t i = 0; i < std::max<std::size_t>(blocks.size(), 1); ++i) {
            json::array content;
            if (i < blocks.size()) content.push_back(block_json(blocks[i]));
            const bool last = i + 1 >= blocks.size();
            frame(
                {{"type", "assistant"},
                 {"message",
                  {{"id", message_id()},
                   {"type", "message"},
                   {"role", "assistant"},
                   {"model", to_utf8(reply.model)},
                   {"content", std::move(content)},
                   {"stop_reason",
                    last ? json::value(stop_reason(reply.finish)) : json::value(nullptr)},
                   {"stop_sequence", nullptr},
                   {"usage", usage_json(reply.usage)}}},
                 {"parent_tool_use_id", nullptr}}
            );
        }
        message_id_.clear();
    }

    void write(const agent::ToolRequested& requested) { began_[requested.use.id] = options_.now(); }
    void write(const agent::ToolProgressed& progressed) {
        const auto began = began_.find(progressed.tool_use_id);
        std::chrono::duration<double> elapsed{0};
        if (began != began_.end()) elapsed = options_.now() - began->second;
        frame(
            {{"type", "tool_progress"},
             {"tool_use_id", to_utf8(progressed.tool_use_id)},
             {"tool_name", to_utf8(progressed.tool)},
             {"parent_tool_use_id", nullptr},
             {"elapsed_time_seconds", elapsed.count()},
             {"message", to_utf8(progressed.progress.message)}}
        );
    }
    void write(const agent::ToolFinished& finished) {
        began_.erase(finished.result.tool_use_id);
        frame(
            {{"type", "user"},
             {"message", {{"role", "user"}, {"content", json::array{block_json(finished.result)}}}},
             {"parent_tool_use_id", nullptr},
             {"tool_use_result",
              {{"tool_name", to_utf8(finished.tool)}, {"duration_ms", finished.took.count()}}}}
        );
    }
    void write(const agent::ToolsAnswered&) {}
    void write(const agent::CallProgressed&) {}
    void write(const agent::TurnEnded&) {}

    // What was streamed of the reply so far is void.
    void start_over() {
        partial_.forget();
        message_id_.clear();
    }
    void write(const agent::Retrying& retry) {
        start_over();
        system(
            "api_retry",
            {{"attempt", retry.attempt},
             {"max_retries", retry.max_retries},
             {"retry_delay_ms", retry.wait.count()},
             {"error_status", retry.status == 0 ? json::value(nullptr) : json::value(retry.status)},
             {"error", error_word(retry.category)},
             {"message", to_utf8(retry.message)}}
        );
    }
    void write(const agent::Rerouted& rerouted) {
        start_over();
        model_ = to_utf8(rerouted.to);
        inform("reroute", to_utf8(rerouted.reason) + "; trying " + model_);
    }
    void write(const agent::Warned& warned) { inform(warned.subtype, to_utf8(warned.message)); }
    void inform(const std::string& tag, const std::string& words) {
        system("informational", {{"content", words}, {"level", "warning"}, {"tag", tag}});
    }

    void write(const agent::Compacted& compacted) {
        system(
            "compact_boundary",
            {{"compact_metadata",
              {{"trigger", "auto"},
               {"pre_tokens", compacted.tokens_before},
               {"post_tokens", compacted.tokens_after}}}}
        );
    }

    void write(const agent::HookFired& fired) {
        if (!options_.hooks) return;
        if (fired.phase != "completed") system("hook_started", hook_json(fired));
        if (fired.phase == "dispatched") return;
        auto ended = hook_json(fired);
        ended["output"] = to_utf8(fired.output);
        ended["stdout"] = to_utf8(fired.output);
        ended["stderr"] = to_utf8(fired.error);
        if (fired.exit_code) ended["exit_code"] = *fired.exit_code;
        ended["outcome"] = fired.error.empty() ? "success" : "error";
        system("hook_response", std::move(ended));
    }
    void write(const agent::PermissionAsked&) {}  // asked by a control request
    void write(const agent::PermissionDecided& decided) {
        if (decided.verdict != "deny") return;
        system(
            "permission_denied",
            {{"tool_name", to_utf8(decided.tool)},
             {"tool_use_id", to_utf8(decided.tool_use_id)},
             {"decision_reason_type", "rule"},
             {"decision_reason", to_utf8(decided.rule)},
             {"message", "the rule \"" + to_utf8(decided.rule) + "\" denies it"}}
        );
    }

    void write(const agent::Finished& finished) {
        start_over();
        if (session_id_.empty()) session_id_ = to_utf8(finished.result.session_id);
        totals_.add(finished.result);
        frame(result_json(finished.result, totals_));
    }

    EncoderOptions options_;
    PartialMessage partial_;
    Totals totals_;
    std::string session_id_;
    std::string model_;
    std::string message_id_;
    std::map<std::string, std::chrono::steady_clock::time_point> began_;  // calls that run, by id
    bool greeted_ = false;
    bool alive_ = true;
};

}  // namespace

std::unique_ptr<Encoder> make_encoder(EncoderOptions options) {
    return std::make_unique<ClaudeEncoder>(std::move(options));
}

}  // namespace fovea::protocol::claude
