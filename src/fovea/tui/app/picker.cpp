#include "fovea/tui/app/picker.hpp"

#include "fovea/tui/editor/fuzzy.hpp"
#include "fovea/tui/screen/graphemes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace fovea::tui {

void Picker::add_action(char letter, std::string label, Choose act) {
    actions_.insert_or_assign(letter, Action{std::move(label), std::move(act)});
}

void Picker::set_rows(std::vector<PickRow> rows) {
    rows_ = std::move(rows);
    at_ = std::min(at_, rows_.empty() ? 0 : rows_.size() - 1);
}

std::vector<const PickRow*> Picker::matching() const {
    std::vector<std::pair<int, const PickRow*>> scored;
    for (const auto& row : rows_) {
        if (const auto score = fuzzy_score(filter_, row.line.plain())) {
            scored.emplace_back(*score, &row);
        }
    }
    // What fits as well stays in the order of the list.
    std::ranges::stable_sort(scored, std::greater<>(), [](const auto& each) { return each.first; });
    std::vector<const PickRow*> found;
    for (const auto& [score, row] : scored) found.push_back(row);
    return found;
}

Picker::Taken Picker::take(const Key& key) {
    const auto found = matching();
    const auto last = found.empty() ? 0 : found.size() - 1;
    at_ = std::min(at_, last);
    const bool goes_up =
        key.name == KeyName::Up || (key.ctrl && key.text == "p" && !actions_.contains('p'));
    const bool goes_down = key.name == KeyName::Down || (key.ctrl && key.text == "n");
    if (key.name == KeyName::Escape || (key.ctrl && key.text == "c")) return {.closes = true};
    if (goes_up) {
        at_ -= at_ > 0 ? 1 : 0;
    } else if (goes_down) {
        at_ += at_ < last ? 1 : 0;
    } else if (key.name == KeyName::PageUp) {
        at_ -= std::min<std::size_t>(at_, 10);
    } else if (key.name == KeyName::PageDown) {
        at_ = std::min(at_ + 10, last);
    } else if (key.name == KeyName::Enter && !found.empty()) {
        return {true, [choose = choose_, id = found[at_]->id] { choose(id); }};
    } else if (key.name == KeyName::Backspace) {
        filter_.resize(filter_.size() - grapheme_before(filter_, filter_.size()));
        at_ = 0;
    } else if (key.name == KeyName::Character && key.ctrl && key.text.size() == 1) {
        const auto action = actions_.find(key.text[0]);
        if (action != actions_.end() && !found.empty()) {
            return {false, [act = action->second.act, id = found[at_]->id] { act(id); }};
        }
    } else if (key.name == KeyName::Character && !key.alt) {
        filter_ += key.text;
        at_ = 0;
    }
    return {};
}

StyledText Picker::lines(int columns, int most) const {
    StyledText lines;
    StyledLine head(title_, bold_of());
    head.add(
        filter_.empty() ? "  type to find" : "  " + filter_,
        style_of(filter_.empty() ? Role::Quiet : Role::Accent)
    );
    lines.push_back(cut(head, columns));
    const auto found = matching();
    if (found.empty()) lines.emplace_back("  nothing found", style_of(Role::Quiet));
    const auto count = static_cast<std::size_t>(std::max(most, 1));
    const auto at = std::min(at_, found.empty() ? 0 : found.size() - 1);
    const auto first = at < count ? 0 : at - count + 1;
    for (auto i = first; i < std::min(found.size(), first + count); ++i) {
        StyledLine line(i == at ? "› " : "  ", style_of(Role::Accent));
        if (i == at) {
            for (const auto& span : found[i]->line.spans) {
                auto style = span.style;
                style.bold = true;
                line.add(span.text, style);
            }
        } else {
            line.add(found[i]->line);
        }
        lines.push_back(cut(line, columns));
    }
    StyledLine keys("  ⏎ choose · esc close", style_of(Role::Quiet));
    if (found.size() > count) {
        keys = StyledLine(
            "  " + std::to_string(at + 1) + " of " + std::to_string(found.size()) +
                " · ⏎ choose · esc close",
            style_of(Role::Quiet)
        );
    }
    for (const auto& [letter, action] : actions_) {
        keys.add(" · ctrl-" + std::string(1, letter) + " " + action.label, style_of(Role::Quiet));
    }
    lines.push_back(cut(keys, columns));
    return lines;
}

}  // namespace fovea::tui
