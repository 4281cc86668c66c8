#include "fovea/tui/app/transcript.hpp"

#include "fovea/tui/app/call_text.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxFolded = 50;

template <class Blocks>
std::vector<content::ImageBlock> pictures_in(const Blocks& blocks) {
    std::vector<content::ImageBlock> pictures;
    for (const auto& block : blocks) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
            pictures.push_back(*image);
        }
    }
    return pictures;
}

}  // namespace

void Transcript::add(StyledText lines) {
    if (lines.empty()) return;
    ends_blank_ = lines.back().empty();
    outflow_.add(std::move(lines));
}

std::uint64_t Transcript::reserve() {
    ends_blank_ = false;
    return outflow_.reserve();
}

void Transcript::print(StyledText lines) {
    if (!is_running_) return add(std::move(lines));
    late_.insert(late_.end(), lines.begin(), lines.end());
}

void Transcript::add_late() {
    if (late_.empty()) return;
    begin_block();
    add(std::exchange(late_, {}));
}

StyledText Transcript::take_all() {
    add_late();
    return outflow_.take_all();
}

void Transcript::show_earlier(const content::Message& message, int columns) {
    if (message.role == content::Role::User) {
        for (const auto& block : message.content) {
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result != nullptr) show_earlier_result(*result, columns);
        }
        const bool has_words = std::ranges::any_of(message.content, [](const auto& block) {
            return !std::holds_alternative<content::ToolResultBlock>(block);
        });
        if (!has_words) return;
        begin_block();
        add(lines_of_said(message, columns));
        return add({StyledLine()});
    }
    for (const auto& block : message.content) {
        if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
            earlier_calls_.insert_or_assign(use->id, *use);
        }
    }
    const auto text = content::text_of(message.content);
    if (text.empty()) return;
    begin_block();
    AnswerText answer;
    answer.add(text);
    add(answer.take_finished(columns));
    add(answer.finish(columns));
}

void Transcript::show_earlier_result(const content::ToolResultBlock& result, int columns) {
    auto call = earlier_calls_.extract(result.tool_use_id);
    if (call.empty()) return;
    const CallDone done{.call = std::move(call.mapped()), .result = result};
    add(wrap(cut(line_of_call(done), columns * 2), columns, 4));
}

void Transcript::begin_block() {
    if (!ends_blank_) add({StyledLine()});
}

void Transcript::take(const agent::Event& event, int columns) {
    std::visit(
        [&](const auto& each) {
            using Kind = std::decay_t<decltype(each)>;
            if constexpr (std::is_same_v<Kind, agent::CallProgressed> || std::is_same_v<Kind, agent::ToolRequested> || std::is_same_v<Kind, agent::ToolProgressed>) {
                on(each);
            } else if constexpr (std::is_same_v<Kind, agent::UserSaid> || std::is_same_v<Kind, agent::Delta> || std::is_same_v<Kind, agent::Replied> || std::is_same_v<Kind, agent::ToolFinished> || std::is_same_v<Kind, agent::Finished>) {
                on(each, columns);
            } else {
                const auto notice = notice_of(event);
                if (notice.empty()) return;
                if constexpr (std::is_same_v<Kind, agent::Warned>) {
                    // Of each turn again; once is enough.
                    if (each.subtype == "no_price" && !told_.insert(notice).second) return;
                }
                const bool is_warning = !std::is_same_v<Kind, agent::Compacted>;
                auto lines =
                    notice_lines(notice, is_warning ? Role::Warning : Role::Quiet, columns);
                if (!has_streamed_) return add(std::move(lines));
                // Not in the middle of the answer.
                late_.insert(late_.end(), lines.begin(), lines.end());
            }
        },
        event
    );
}

void Transcript::on(const agent::UserSaid& event, int columns) {
    is_running_ = true;
    folded_.clear();
    begin_block();
    add(lines_of_said(event.message, columns));
    if (on_pictures_) on_pictures_(pictures_in(event.message.content));
    add({StyledLine()});
}

void Transcript::on(const agent::CallProgressed& event) {
    is_running_ = true;
    before_words_ = doing_text(event.progress);
}

void Transcript::on(const agent::Delta& event, int columns) {
    is_running_ = true;
    before_words_.clear();
    if (const auto* text = std::get_if<providers::TextDelta>(&event.piece)) {
        end_thinking();
        if (!has_streamed_) begin_block();
        has_streamed_ = true;
        answer_.add(text->text);
        add(answer_.take_finished(columns));
    } else if (const auto* thought = std::get_if<providers::ThinkingDelta>(&event.piece)) {
        if (thinking_.empty()) thinking_since_ = std::chrono::steady_clock::now();
        thinking_ += thought->text;
    } else if (const auto* use = std::get_if<providers::ToolUseStarted>(&event.piece)) {
        end_thinking();
        starting_ = use->name;
    }
}

void Transcript::end_thinking() {
    if (thinking_.empty()) return;
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - thinking_since_
    );
    begin_block();
    add({StyledLine("∴ thought for " + time_text(took), style_of(Role::Quiet))});
    folded_.push_back({.thought = std::exchange(thinking_, {}), .call = {}});
}

void Transcript::end_answer(int columns) {
    add(answer_.finish(columns));
    has_streamed_ = false;
    add_late();
}

void Transcript::on(const agent::Replied& event, int columns) {
    if (thinking_.empty() && !has_streamed_) {
        for (const auto& block : event.message.content) {
            const auto* thought = std::get_if<content::ThinkingBlock>(&block);
            if (thought != nullptr && !thought->text.empty()) {
                thinking_ = thought->text;
                thinking_since_ = std::chrono::steady_clock::now();
            }
        }
    }
    end_thinking();
    starting_.clear();
    before_words_.clear();
    if (!has_streamed_) {
        const auto text = content::text_of(event.message.content);
        if (!text.empty()) {
            begin_block();
            answer_.add(text);
            add(answer_.take_finished(columns));
        }
    }
    end_answer(columns);
}

void Transcript::on(const agent::ToolRequested& event) {
    calls_.push_back({event.use, {}});
}

void Transcript::on(const agent::ToolProgressed& event) {
    for (auto& call : calls_) {
        if (call.call.id != event.tool_use_id) continue;
        const auto& progress = event.progress;
        call.progress = progress.message;
        if (progress.total && *progress.total > 0) {
            const auto done = std::clamp(progress.done / *progress.total, 0.0, 1.0);
            call.progress +=
                (call.progress.empty() ? "" : " ") + std::to_string(std::lround(done * 100)) + " %";
        }
    }
}

void Transcript::on(const agent::ToolFinished& event, int columns) {
    const auto& id = event.result.tool_use_id;
    const auto found =
        std::ranges::find_if(calls_, [&](const auto& each) { return each.call.id == id; });
    CallDone done{.call = {id, event.tool, "{}"}, .result = event.result, .took = event.took};
    if (found != calls_.end()) {
        done.call = found->call;
        calls_.erase(found);
    }
    if (folded_.empty() || !folded_.back().call) begin_block();
    add(wrap(cut(line_of_call(done), columns * 2), columns, 4));
    if (on_pictures_) on_pictures_(pictures_in(event.result.content));
    folded_.push_back({.thought = {}, .call = std::move(done)});
    if (folded_.size() > kMaxFolded) folded_.erase(folded_.begin());
}

void Transcript::on(const agent::Finished& event, int columns) {
    end_thinking();
    end_answer(columns);
    calls_.clear();
    starting_.clear();
    before_words_.clear();
    is_running_ = false;
    const auto ending = ending_lines(event.result, columns);
    const auto receipt = receipt_lines(event.result, columns);
    if (!ending.empty() || !receipt.empty()) begin_block();
    add(ending);
    add(receipt);
    last_ = event.result;
}

StyledText Transcript::live(int columns) const {
    auto lines = answer_.open(columns);
    if (lines.size() > 0 && !thinking_.empty()) lines.emplace_back();
    for (const auto& running : calls_) {
        StyledLine line("○ ", style_of(Role::Accent));
        line.add(running.call.name).add(" " + call_text(running.call), style_of(Role::Quiet));
        if (!running.progress.empty()) line.add(" · " + running.progress, style_of(Role::Accent));
        lines.push_back(cut(line, columns));
    }
    if (!lines.empty() && !late_.empty()) lines.emplace_back();
    lines.insert(lines.end(), late_.begin(), late_.end());
    return lines;
}

std::string Transcript::doing() const {
    if (!calls_.empty()) {
        return calls_.size() == 1 ? calls_.front().call.name
                                  : std::to_string(calls_.size()) + " tools";
    }
    if (!thinking_.empty()) return "thinking";
    if (!starting_.empty()) return "calling " + starting_;
    if (has_streamed_) return "answering";
    return before_words_.empty() ? "waiting for the model" : before_words_;
}

StyledText Transcript::unfold(int columns) {
    StyledText lines;
    for (const auto& each : std::exchange(folded_, {})) {
        if (each.call) {
            for (auto& line : lines_of_call(*each.call, columns)) lines.push_back(std::move(line));
            continue;
        }
        lines.emplace_back("∴ thought", style_of(Role::Quiet));
        for (const auto& line : lines_of(each.thought, {.dim = true, .italic = true})) {
            for (auto& part : wrap(indented(line, 4), columns, 4)) lines.push_back(std::move(part));
        }
    }
    return lines;
}

}  // namespace fovea::tui
