#include "fovea/protocol/claude/partial_message.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/message_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

// A block of a whole reply as the pieces that would have made it.
std::vector<providers::StreamEvent> pieces_of(const content::ContentBlock& block) {
    if (const auto* text = std::get_if<content::TextBlock>(&block)) {
        return {providers::TextDelta{text->text}};
    }
    if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
        return {providers::ThinkingDelta{thinking->text}};
    }
    if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
        return {
            providers::ToolUseStarted{use->id, use->name},
            providers::ToolInputDelta{use->id, use->input}};
    }
    return {};
}

}  // namespace

void PartialMessage::begin(const std::string& id, const std::string& model) {
    if (begun_) return;
    begun_ = true;
    sink_(
        {{"type", "message_start"},
         {"message",
          {{"id", id},
           {"type", "message"},
           {"role", "assistant"},
           {"model", to_utf8(model)},
           {"content", json::array()},
           {"stop_reason", nullptr},
           {"stop_sequence", nullptr},
           {"usage", usage_json({})}}}}
    );
}

void PartialMessage::open(const std::string& block, json::object start) {
    if (open_ == block) return;
    close();
    open_ = block;
    ++index_;
    sink_({{"type", "content_block_start"}, {"index", index_}, {"content_block", std::move(start)}}
    );
}

void PartialMessage::close() {
    if (std::exchange(open_, {}).empty()) return;
    sink_({{"type", "content_block_stop"}, {"index", index_}});
}

void PartialMessage::delta(json::object piece) {
    sink_({{"type", "content_block_delta"}, {"index", index_}, {"delta", std::move(piece)}});
}

void PartialMessage::add_piece(const providers::TextDelta& piece) {
    open("text", {{"type", "text"}, {"text", ""}});
    delta({{"type", "text_delta"}, {"text", to_utf8(piece.text)}});
}

void PartialMessage::add_piece(const providers::ThinkingDelta& piece) {
    open("thinking", {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}});
    delta({{"type", "thinking_delta"}, {"thinking", to_utf8(piece.text)}});
}

void PartialMessage::add_piece(const providers::ToolUseStarted& piece) {
    open(
        "tool:" + piece.id,
        {{"type", "tool_use"},
         {"id", to_utf8(piece.id)},
         {"name", to_utf8(piece.name)},
         {"input", json::object()}}
    );
}

void PartialMessage::add_piece(const providers::ToolInputDelta& piece) {
    // Some servers stream the inputs of several calls side by side. Here a block that was closed
    // stays closed; the assistant frame has its whole input.
    if (open_ != "tool:" + piece.id) return;
    delta({{"type", "input_json_delta"}, {"partial_json", to_utf8(piece.json)}});
}

void PartialMessage::add(
    const providers::StreamEvent& piece, const std::string& id, const std::string& model
) {
    begin(id, model);
    std::visit([this](const auto& each) { add_piece(each); }, piece);
}

void PartialMessage::finish(const agent::Replied& reply, const std::string& id) {
    if (!begun_) {
        begin(id, reply.model);
        for (const auto& block : reply.message.content) {
            for (const auto& piece : pieces_of(block)) add(piece, id, reply.model);
            close();
        }
    }
    close();
    sink_(
        {{"type", "message_delta"},
         {"delta", {{"stop_reason", stop_reason(reply.finish)}, {"stop_sequence", nullptr}}},
         {"usage", usage_json(reply.usage)}}
    );
    sink_({{"type", "message_stop"}});
    forget();
}

void PartialMessage::forget() {
    begun_ = false;
    open_.clear();
    index_ = -1;
}

}  // namespace fovea::protocol::claude
