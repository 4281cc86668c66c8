// What is shown: the lines that are alive, from the end of the answer down to the hints below the editor.
#include "fovea/tui/app/app.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxSuggestions = 6;
constexpr int kWide = 60;  // columns from which hints have room beside what is written

std::string_view words_of(host::Asking asking) {
    switch (asking) {
        case host::Asking::Asks: return "";
        case host::Asking::AllowsAll: return "tools run without asking (shift-tab)";
        case host::Asking::DeniesAll: return "tools that would ask are denied (shift-tab)";
    }
    return "";
}

}  // namespace

Live App::frame() {
    Live live;
    live.lines = transcript_.held();
    for (auto& line : transcript_.live(columns())) live.lines.push_back(std::move(line));
    const auto queued = queued_lines();
    live.lines.insert(live.lines.end(), queued.begin(), queued.end());
    add_status(live.lines);
    // The answer is shown as far as there is room above the rest.
    StyledText below;
    Live editing;
    editing.lines.emplace_back(
        [&] {
            std::string rule;
            for (int i = 0; i < columns(); ++i) rule += "─";
            return rule;
        }(),
        style_of(Role::Quiet)
    );
    add_editor(editing);
    add_suggestions(editing.lines);
    for (auto& line : preview_lines()) editing.lines.push_back(std::move(line));
    const auto mode = words_of(asking_);
    const bool is_on_chip = buffer_.chip_under_cursor() != 0 && !picker_ && questions_.empty();
    if (!hint_.empty() || is_on_chip || edits_from_) {
        auto hint = hint_;
        if (hint.empty() && is_on_chip) hint = "⏎ opens it · del takes it away";
        if (hint.empty()) hint = "⏎ sends it again, in a copy of this session · esc esc leaves it";
        for (auto& line : wrap(StyledLine("  " + hint, style_of(Role::Quiet)), columns(), 2)) {
            editing.lines.push_back(std::move(line));
        }
    } else if (!mode.empty()) {
        editing.lines.push_back(
            cut(StyledLine("  " + std::string(mode), style_of(Role::Warning)), columns())
        );
    }
    const auto rows = static_cast<std::size_t>(painter_.settings().rows);
    const auto room = rows > editing.lines.size() + 1 ? rows - editing.lines.size() - 1 : 0;
    if (live.lines.size() > room) {
        live.lines.erase(
            live.lines.begin(),
            live.lines.begin() + static_cast<std::ptrdiff_t>(live.lines.size() - room)
        );
    }
    const auto above = static_cast<int>(live.lines.size());
    live.cursor = {editing.cursor.row + above, editing.cursor.column};
    live.shows_cursor = editing.shows_cursor;
    for (auto& line : editing.lines) live.lines.push_back(std::move(line));
    return live;
}

StyledText App::queued_lines() const {
    StyledText lines;
    for (const auto& queued : queue_) {
        StyledLine line("  › ", style_of(Role::Quiet));
        const auto words = queued.words.substr(0, queued.words.find('\n'));
        line.add(words, style_of(Role::Quiet)).add("  waits", dim_of());
        lines.push_back(cut(line, columns()));
    }
    return lines;
}

void App::add_status(StyledText& lines) const {
    if (!is_busy()) return;
    if (!lines.empty()) lines.emplace_back();
    std::string doing = "starting";
    if (opens_stored_ && is_slow_to_open())
        doing = "waiting; another program may be using the session";
    if (talk_) doing = "preparing";
    if (describing_ > 0) doing = "looking";
    if (looking_ > 0) doing = "taking a picture of the page";
    if (transcript_.is_running()) {
        doing = transcript_.doing();
    } else if (compacting_ > 0) {
        doing = "making a summary of what was said so far";
    }
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - busy_since_).count();
    StyledLine line("◆ " + doing, style_of(Role::Accent));
    if (was_busy_ && seconds > 0) {
        line.add(" · " + std::to_string(seconds) + " s", style_of(Role::Quiet));
    }
    if (transcript_.is_running() || compacting_ > 0) {
        line.add(" · esc stops", style_of(Role::Quiet));
    }
    lines.push_back(cut(line, columns()));
}

EditSpace App::edit_space() const {
    return {
        .columns = columns(),
        .most_rows = std::max(painter_.settings().rows / 2, 1),
        .draws_cursor = is_busy()};
}

StyledLine App::label_of(const Chip& chip) const {
    const auto found = attached_.find(chip.id);
    return found == attached_.end() ? StyledLine("[?]") : found->second.label;
}

void App::add_editor(Live& live) {
    const int above = static_cast<int>(live.lines.size());
    if (picker_) {
        const int most = std::max(painter_.settings().rows / 2 - 3, 3);
        for (auto& line : picker_->lines(columns(), most)) live.lines.push_back(std::move(line));
        live.shows_cursor = false;
        return;
    }
    if (!questions_.empty()) {
        const auto& question = questions_.front();
        const auto most = static_cast<std::size_t>(std::max(painter_.settings().rows - 6, 3));
        for (std::size_t i = 0; i < std::min(question.lines.size(), most); ++i) {
            live.lines.push_back(question.lines[i]);
        }
        if (question.lines.size() > most) {
            live.lines.emplace_back("  …", style_of(Role::Quiet));
        }
        for (auto& line : answers_lines(question.answers, columns())) {
            live.lines.push_back(std::move(line));
        }
        live.shows_cursor = false;
        return;
    }
    if (search_) {
        StyledLine line("search: ", style_of(Role::Accent));
        line.add(*search_);
        const int column = line.width();
        if (search_at_ < history_.size()) {
            const auto& found = history_.at(search_at_);
            line.add("  ⟶ " + found.substr(0, found.find('\n')), style_of(Role::Quiet));
        } else if (!search_->empty()) {
            line.add("  nothing found", style_of(Role::Quiet));
        }
        live.lines.push_back(cut(line, columns()));
        live.cursor = {above, column};
        return;
    }
    const auto space = edit_space();
    auto shown = lay_out(
        buffer_, [this](const Chip& chip) { return label_of(chip); }, space
    );
    if (buffer_.empty() && columns() >= kWide) {
        const std::string hints = is_busy() ? "⏎ queue · esc stop" : "⏎ send · ⌥⏎ newline";
        auto& line = shown.lines.front();
        const int room = columns() - line.width() - StyledLine(hints).width();
        if (room > 2) {
            line.add(std::string(static_cast<std::size_t>(room), ' '));
            line.add(hints, style_of(Role::Quiet));
        }
    }
    for (auto& line : shown.lines) live.lines.push_back(std::move(line));
    live.cursor = {above + shown.cursor.row, shown.cursor.column};
    live.shows_cursor = !space.draws_cursor;
}

void App::add_suggestions(StyledText& lines) const {
    if (suggestions_.empty() || picker_ || !questions_.empty() || search_) return;
    const auto count = suggestions_.list.size();
    const auto first = suggested_ < kMaxSuggestions ? 0 : suggested_ - kMaxSuggestions + 1;
    int widest = 0;
    for (auto i = first; i < std::min(first + kMaxSuggestions, count); ++i) {
        widest = std::max(widest, StyledLine(suggestions_.list[i].shown).width());
    }
    for (auto i = first; i < std::min(first + kMaxSuggestions, count); ++i) {
        const auto& each = suggestions_.list[i];
        const bool is_chosen = i == suggested_;
        StyledLine line(is_chosen ? "  › " : "    ", style_of(Role::Accent));
        line.add(each.shown, is_chosen ? bold_of() : Style{});
        if (!each.hint.empty()) {
            const int gap = widest - StyledLine(each.shown).width() + 2;
            line.add(
                std::string(static_cast<std::size_t>(gap), ' ') + each.hint, style_of(Role::Quiet)
            );
        }
        lines.push_back(cut(line, columns()));
    }
}

}  // namespace fovea::tui
