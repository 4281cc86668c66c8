#include "fovea/gateway/outbound/block_order.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace fovea::gateway {

void JsonEnd::feed(std::string_view text) {
    for (const char c : text) {
        if (reached_) return;
        if (escaped_) {
            escaped_ = false;
        } else if (in_string_) {
            if (c == '\\') escaped_ = true;
            if (c == '"') in_string_ = false;
        } else if (c == '"') {
            in_string_ = true;
        } else if (c == '{' || c == '[') {
            ++depth_;
        } else if ((c == '}' || c == ']') && depth_ > 0 && --depth_ == 0) {
            reached_ = true;
        }
    }
}

void BlockOrder::take(const providers::StreamEvent& event) {
    std::visit([this](const auto& piece) { take_piece(piece); }, event);
}

void BlockOrder::finish() {
    all_calls();
    close();
}

void BlockOrder::take_piece(const providers::TextDelta& piece) {
    if (piece.text.empty()) return;
    all_calls();
    if (!open_ || open_->kind != BlockKind::Text) open({.kind = BlockKind::Text});
    grow(piece.text);
}

void BlockOrder::take_piece(const providers::ThinkingDelta& piece) {
    if (piece.text.empty() && piece.signature.empty()) return;
    all_calls();
    if (!open_ || open_->kind != BlockKind::Thinking) open({.kind = BlockKind::Thinking});
    if (!piece.provider.empty()) open_->provider = piece.provider;
    if (!piece.text.empty()) grow(piece.text);
    if (piece.signature.empty()) return;
    open_->signature = piece.signature;
    close();
}

void BlockOrder::take_piece(const providers::ToolUseStarted& piece) {
    const bool busy = open_ && open_->kind == BlockKind::Call && !end_.reached();
    if (busy || !waiting_.empty()) {
        waiting_.push_back({.id = piece.id, .name = piece.name, .json = {}, .end = {}});
    } else {
        open({.kind = BlockKind::Call, .id = piece.id, .name = piece.name});
    }
}

void BlockOrder::take_piece(const providers::ToolInputDelta& piece) {
    if (open_ && open_->kind == BlockKind::Call && open_->id == piece.id) {
        end_.feed(piece.json);
        grow(piece.json);
        if (end_.reached() && !waiting_.empty()) next_call();
        return;
    }
    const auto found = std::ranges::find(waiting_, piece.id, &Waiting::id);
    if (found == waiting_.end()) return;
    found->end.feed(piece.json);
    found->json += piece.json;
}

void BlockOrder::open(OpenBlock block) {
    close();
    any_ = true;
    end_ = {};
    open_ = std::move(block);
    sink_.open(*open_);
}

void BlockOrder::grow(std::string_view more) {
    open_->whole += more;
    sink_.grow(*open_, more);
}

void BlockOrder::close() {
    if (!open_) return;
    sink_.close(*open_);
    open_.reset();
}

// As many as are over; the last goes on in the open.
void BlockOrder::next_call() {
    while (!waiting_.empty()) {
        const auto next = std::move(waiting_.front());
        waiting_.pop_front();
        open({.kind = BlockKind::Call, .id = next.id, .name = next.name});
        end_ = next.end;
        if (!next.json.empty()) grow(next.json);
        if (!end_.reached()) return;
    }
}

void BlockOrder::all_calls() {
    while (!waiting_.empty()) next_call();
}

std::vector<providers::StreamEvent> pieces_of(const content::ContentBlock& block) {
    if (const auto* text = std::get_if<content::TextBlock>(&block)) {
        return {providers::TextDelta{text->text}};
    }
    if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
        return {
            providers::ThinkingDelta{thinking->text, {}, thinking->provider},
            providers::ThinkingDelta{{}, thinking->signature, thinking->provider}};
    }
    if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
        return {
            providers::ToolUseStarted{use->id, use->name},
            providers::ToolInputDelta{use->id, use->input}};
    }
    return {};
}

}  // namespace fovea::gateway
