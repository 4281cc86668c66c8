#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/protocol/encoder.hpp"
#include "fovea/protocol/result_frame.hpp"

#include <boost/json.hpp>

#include <map>
#include <utility>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

json::array names(const std::vector<std::string>& from) {
    json::array array;
    for (const auto& name : from) array.emplace_back(to_utf8(name));
    return array;
}

json::value input_json(const std::string& input) {
    boost::system::error_code broken;
    auto value = json::parse(input.empty() ? "{}" : input, broken);
    return broken ? json::value(to_utf8(input)) : std::move(value);
}

// Blocks as they are stored, except that a tool's input is JSON and not text; no bytes, ever.
json::value block_json(const content::ContentBlock& block) {
    if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
        return {
            {"type", "tool_use"},
            {"id", to_utf8(use->id)},
            {"name", to_utf8(use->name)},
            {"input", input_json(use->input)}};
    }
    return content::to_json(block);
}

json::array blocks_json(const std::vector<content::ContentBlock>& blocks) {
    json::array array;
    for (const auto& block : blocks) array.push_back(block_json(block));
    return array;
}

json::array outputs_json(const std::vector<content::ToolOutput>& outputs) {
    json::array array;
    for (const auto& output : outputs) {
        array.push_back(std::visit(
            [](const auto& block) { return content::to_json(content::ContentBlock(block)); }, output
        ));
    }
    return array;
}

json::object init_frame(const agent::Started& started) {
    json::array servers;
    for (const auto& server : started.mcp_servers) {
        json::object row{{"name", to_utf8(server.name)}, {"status", server.status}};
        if (!server.reason.empty()) row["error"] = to_utf8(server.reason);
        servers.push_back(std::move(row));
    }
    return {
        {"type", "system"},
        {"subtype", "init"},
        {"session_id", started.session_id},
        {"resumed", started.resumed},
        {"model", to_utf8(started.model)},
        {"cwd", to_utf8(started.cwd)},
        {"tools", names(started.tools)},
        {"mcp_servers", std::move(servers)},
        {"plugins", names(started.plugins)},
        {"skills", names(started.skills)},
        {"context_files", names(started.context_files)},
        {"settings_sources", names(started.settings_sources)},
        {"pricing", {{"as_of", started.pricing_as_of}}},
        {"input_blocks", {"text", "image", "document"}},
        {"bare", started.bare},
        {"ephemeral", started.ephemeral},
    };
}

json::object hook_frame(const agent::HookFired& fired) {
    json::object frame{
        {"type", "hook_event"},
        {"hook_event_name", fired.event},
        {"source", "hook"},
        {"phase", fired.phase},
        {"command", to_utf8(fired.command)},
    };
    if (!fired.tool.empty()) frame["tool_name"] = to_utf8(fired.tool);
    if (!fired.tool_use_id.empty()) frame["tool_use_id"] = to_utf8(fired.tool_use_id);
    if (fired.phase != "dispatched") {
        if (fired.exit_code) frame["exit_code"] = *fired.exit_code;
        frame["duration_ms"] = fired.took.count();
    }
    if (!fired.decision.empty()) frame["decision"] = fired.decision;
    if (!fired.reason.empty()) frame["reason"] = to_utf8(fired.reason);
    if (!fired.output.empty()) frame["output"] = to_utf8(fired.output);
    if (!fired.error.empty()) frame["error"] = to_utf8(fired.error);
    return frame;
}

class StreamJsonEncoder final : public Encoder {
public:
    explicit StreamJsonEncoder(StreamOptions options) : options_(std::move(options)) {}

    bool encode(const agent::Event& event) override {
        std::visit([this](const auto& each) { write(each); }, event);
        return alive_;
    }

private:
    void frame(const json::object& object) { alive_ = options_.write(json_text(object)) && alive_; }

    void write(const agent::Started& started) { frame(init_frame(started)); }

    void write(const agent::UserSaid& said) {
        if (!options_.replay) return;
        frame({{"type", "user"}, {"content", blocks_json(said.message.content)}});
    }

    void write(const agent::Delta& delta) {
        if (!options_.partial) return;
        std::visit([this](const auto& piece) { write_piece(piece); }, delta.piece);
    }
    // Blocks are counted as they begin: words, thoughts and calls that take turns are different ones.
    void write_piece(const providers::TextDelta& piece) {
        write_delta("text", {{"type", "text_delta"}, {"text", to_utf8(piece.text)}});
    }
    void write_piece(const providers::ThinkingDelta& piece) {
        write_delta("thinking", {{"type", "thinking_delta"}, {"thinking", to_utf8(piece.text)}});
    }
    void write_piece(const providers::ToolUseStarted& piece) {
        write_delta(
            "tool:" + piece.id,
            {{"type", "tool_use_delta"}, {"id", to_utf8(piece.id)}, {"name", to_utf8(piece.name)}}
        );
    }
    void write_piece(const providers::ToolInputDelta& piece) {
        write_delta(
            "tool:" + piece.id,
            {{"type", "input_json_delta"},
             {"id", to_utf8(piece.id)},
             {"partial_json", to_utf8(piece.json)}}
        );
    }
    void write_delta(const std::string& block, json::object delta) {
        if (block != block_) {
            block_ = block;
            ++index_;
        }
        frame({{"type", "content_block_delta"}, {"index", index_}, {"delta", std::move(delta)}});
    }

    void write(const agent::Replied&) {
        block_.clear();
        index_ = -1;
    }

    void write(const agent::ToolRequested& requested) {
        frame(block_json(requested.use).as_object());
    }
    void write(const agent::ToolFinished& finished) {
        frame(
            {{"type", "tool_result"},
             {"tool_use_id", to_utf8(finished.result.tool_use_id)},
             {"is_error", finished.result.is_error},
             {"content", outputs_json(finished.result.content)},
             {"duration_ms", finished.took.count()}}
        );
    }
    void write(const agent::ToolProgressed&) {}
    void write(const agent::ToolsAnswered&) {}
    void write(const agent::CallProgressed&) {}

    void write(const agent::TurnEnded& ended) {
        frame(
            {{"type", "message"},
             {"role", "assistant"},
             {"content", blocks_json(ended.message.content)}}
        );
    }

    void write(const agent::Retrying& retry) {
        frame(
            {{"type", "system"},
             {"subtype", "api_retry"},
             {"provider", to_utf8(retry.provider)},
             {"attempt", retry.attempt},
             {"max_retries", retry.max_retries},
             {"retry_delay_ms", retry.wait.count()},
             {"error_status", retry.status == 0 ? json::value(nullptr) : json::value(retry.status)},
             {"error_category", retry.category},
             {"error", to_utf8(retry.message)}}
        );
    }
    void write(const agent::Rerouted& rerouted) {
        frame(
            {{"type", "system"},
             {"subtype", "reroute"},
             {"from", to_utf8(rerouted.from)},
             {"to", to_utf8(rerouted.to)},
             {"reason", to_utf8(rerouted.reason)}}
        );
    }
    void write(const agent::HookFired& fired) {
        if (options_.hooks) frame(hook_frame(fired));
    }
    void write(const agent::PermissionAsked& asked) {
        frame(
            {{"type", "permission_request"},
             {"tool_use_id", to_utf8(asked.use.id)},
             {"tool_name", to_utf8(asked.use.name)},
             {"tool_input", input_json(asked.use.input)},
             {"reason", to_utf8(asked.why)}}
        );
    }
    void write(const agent::PermissionDecided& decided) {
        if (!options_.hooks) return;
        frame(
            {{"type", "hook_event"},
             {"hook_event_name", "PreToolUse"},
             {"source", "permissions"},
             {"phase", "ran"},
             {"tool_name", to_utf8(decided.tool)},
             {"tool_use_id", to_utf8(decided.tool_use_id)},
             {"decision", decided.verdict},
             {"rule", to_utf8(decided.rule)}}
        );
    }
    void write(const agent::Compacted& compacted) {
        frame(
            {{"type", "system"},
             {"subtype", "compact"},
             {"messages", compacted.messages},
             {"tokens_before", compacted.tokens_before},
             {"tokens_after", compacted.tokens_after}}
        );
    }
    void write(const agent::Warned& warned) {
        frame(
            {{"type", "system"},
             {"subtype", "warning"},
             {"kind", warned.subtype},
             {"message", to_utf8(warned.message)}}
        );
    }
    void write(const agent::Finished& finished) { frame(result_frame(finished.result)); }

    StreamOptions options_;
    bool alive_ = true;
    std::string block_;
    int index_ = -1;
};

}  // namespace

std::unique_ptr<Encoder> make_stream_json_encoder(StreamOptions options) {
    return std::make_unique<StreamJsonEncoder>(std::move(options));
}

}  // namespace fovea::protocol
