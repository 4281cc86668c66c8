// What a key does, by who has the keyboard: a question, a picker, the search, the suggestions, the editor.
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/app/external_editor.hpp"
#include "fovea/tui/clipboard/inline_file.hpp"
#include "fovea/tui/editor/editing_keys.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::chrono::milliseconds kTwice{700};
constexpr std::chrono::seconds kLeaves{2};
// A longer paste stands as one chip: nobody reads it in the line, and each key would lay it out anew.
constexpr std::size_t kLongPaste = 4000;
constexpr std::ptrdiff_t kManyLines = 30;

bool is_ctrl(const Key& key, std::string_view letter) {
    return key.ctrl && !key.alt && key.name == KeyName::Character && key.text == letter;
}

}  // namespace

void App::take(const Key& key) {
    if (!is_ctrl(key, "c")) last_interrupt_ = {};  // what is written since must not be lost
    take_key(key);
    // An empty line says no message anew.
    if (!buffer_.empty() || !edits_from_) return;
    edits_from_.reset();
    if (hint_.empty()) hint_ = "the conversation stays as it was";
}

void App::take_key(const Key& key) {
    hint_.clear();
    const bool is_letter = key.name == KeyName::Character && !key.ctrl && !key.alt;
    const auto now = Clock::now();
    const bool is_writing =
        is_letter && now - std::exchange(last_letter_, now) < kTwice && !buffer_.empty();
    if (picker_) {
        const auto taken = picker_->take(key);
        if (taken.closes) picker_.reset();
        if (taken.then) taken.then();
        return;
    }
    if (!is_letter) last_letter_ = {};
    if (take_anywhere(key)) return;
    if (!questions_.empty()) {
        // A question that comes in the middle of a sentence is not answered by its next letter.
        if (is_writing) return take_for_editor(key);
        const auto& question = questions_.front();
        for (const auto& answer : question.answers) {
            if (key.name != KeyName::Character || key.ctrl ||
                key.text != std::string(1, answer.key))
                continue;
            const auto act = answer.act;
            questions_.pop_front();
            return act();
        }
        if (key.name == KeyName::Escape && question.on_escape) {
            const auto act = question.on_escape;
            questions_.pop_front();
            act();
        } else if (key.name == KeyName::Escape) {
            on_escape();
        }
        return;
    }
    if (search_) return take_for_search(key);
    if (!suggestions_.empty() && take_for_suggestions(key)) return;
    take_for_editor(key);
}

void App::take(const Pasted& paste) {
    if (last_interrupt_ != Clock::time_point{}) hint_.clear();
    last_interrupt_ = {};
    if (picker_) {
        picker_->take({.text = paste.text.substr(0, paste.text.find('\n'))});
        return;
    }
    if (search_) {
        *search_ += paste.text;
        return;
    }
    // Where only a picture was copied, terminals paste nothing.
    if (paste.text.empty()) return read_clipboard();
    const auto paths = dropped_paths(paste.text, clipboard_settings().rules);
    if (!paths.empty()) return attach_paths(paths);
    if (paste.text.size() > kLongPaste || std::ranges::count(paste.text, '\n') > kManyLines) {
        attach_text(paste.text);
    } else {
        buffer_.paste(paste.text);
    }
    if (paste.is_cut) hint_ = "the paste was longer than is taken; its end is missing";
    update_suggestions();
}

void App::take(const Reply& reply) {
    if (is_inline_file(reply.sequence)) {
        auto file = inline_file(reply.sequence, clipboard_settings().max_bytes);
        if (!file.ok()) return notice(file.error().message, Role::Error);
        return attach_bytes(std::move(file.value().bytes), std::move(file.value().filename));
    }
    if (terminal_clipboard_) {
        auto step = terminal_clipboard_->take(reply.sequence);
        if (!step.write.empty()) tty_.write(step.write);
        if (step.done) {
            terminal_clipboard_.reset();
            on_copied(std::move(*step.done));
        }
        if (step.is_ours) return;
    }
    if (!pictures_.take(reply.sequence)) return;
    learn_of_terminal();
    refresh();
}

// What it said of itself may come at any time, and more than once.
void App::learn_of_terminal() {
    // Keys that are one otherwise, and where they lie in the standard layout; taken back however we end.
    constexpr const char* kTellApart = "\x1b[>5u";
    painter_.set_synchronised(pictures_.knows_sync());
    painter_.set_reflows(pictures_.breaks_lines_anew());
    if (pictures_.tells_keys_apart()) tty_.add_mode(kTellApart, "\x1b[<u");
}

// Keys that mean the same wherever one is.
bool App::take_anywhere(const Key& key) {
    if (is_ctrl(key, "c")) {
        on_interrupt_key();
        return true;
    }
    if (is_ctrl(key, "z")) {
        tty_.write(painter_.wipe());
        tty_.stop();
        take_signals();  // that it goes on: the next frame is the first again
        return true;
    }
    if (is_ctrl(key, "l")) {
        tty_.write("\x1b[H\x1b[2J");
        painter_.forget();
        refresh();
        return true;
    }
    if (is_ctrl(key, "o")) {
        auto lines = transcript_.unfold(columns());
        if (lines.empty()) {
            hint_ = "nothing is folded";
        } else {
            if (!transcript_.is_running()) transcript_.begin_block();
            print(std::move(lines));
        }
        return true;
    }
    if (key.name == KeyName::Tab && key.shift) {
        cycle_asking();
        return true;
    }
    return false;
}

void App::on_interrupt_key() {
    const auto now = Clock::now();
    const bool is_second = now - last_interrupt_ < kLeaves;
    last_interrupt_ = now;
    if (is_second) return leave(TerminalEnd::Left);
    search_.reset();
    suggestions_ = {};
    if (!buffer_.empty()) {
        history_.add(written_words());
        buffer_.clear();
        attached_.clear();
    } else if (is_busy()) {
        stop_turn();
    }
    hint_ = "ctrl-c again leaves";
}

void App::on_escape() {
    const auto now = Clock::now();
    const bool is_second = now - last_escape_ < kTwice;
    last_escape_ = is_second ? Clock::time_point{} : now;
    if (is_busy()) return stop_turn();
    if (!is_second) {
        hint_ = buffer_.empty() ? "esc again edits the last message" : "esc again empties the line";
        return;
    }
    hint_.clear();
    if (!buffer_.empty()) {
        buffer_.set("");
        attached_.clear();
        edits_from_.reset();
    } else {
        edit_last();
    }
}

void App::take_for_search(const Key& key) {
    const auto look = [&](std::size_t before) {
        search_at_ = history_.find(*search_, before).value_or(history_.size());
    };
    if (key.name == KeyName::Escape || is_ctrl(key, "g")) {
        search_.reset();
    } else if (is_ctrl(key, "r")) {
        look(search_at_);
    } else if (key.name == KeyName::Backspace) {
        if (!search_->empty()) search_->pop_back();
        while (!search_->empty() && (static_cast<unsigned char>(search_->back()) & 0xC0U) == 0x80U
        ) {
            search_->pop_back();
        }
        look(history_.size());
    } else if (key.name == KeyName::Character && !key.ctrl && !key.alt) {
        *search_ += key.text;
        look(history_.size());
    } else {
        if (search_at_ < history_.size()) set_words(history_.at(search_at_));
        search_.reset();
        if (key.name != KeyName::Enter) take_for_editor(key);
    }
}

bool App::take_for_suggestions(const Key& key) {
    const auto last = suggestions_.list.size() - 1;
    if (key.name == KeyName::Up || is_ctrl(key, "p")) {
        suggested_ = suggested_ == 0 ? last : suggested_ - 1;
    } else if (key.name == KeyName::Down || is_ctrl(key, "n")) {
        suggested_ = suggested_ == last ? 0 : suggested_ + 1;
    } else if (key.name == KeyName::Escape) {
        suggestions_ = {};
    } else if (key.name == KeyName::Tab && !key.shift) {
        accept_suggestion();
    } else if (key.name == KeyName::Enter && !key.alt && !key.shift) {
        // What stands there whole is said, not completed.
        const auto chosen = suggestions_.list[suggested_].insert;  // accepting makes another list
        const auto where = suggestions_.begin;
        const auto typed =
            buffer_.text().substr(suggestions_.begin, suggestions_.end - suggestions_.begin);
        const bool is_whole = chosen == typed || chosen == typed + " ";
        if (is_whole) {
            suggestions_ = {};
            return false;
        }
        accept_suggestion();
        const auto begin = command_begin();
        const bool runs_at_once = buffer_.text().substr(begin).starts_with('/') &&
                                  !chosen.ends_with(' ') && !chosen.ends_with('/') &&
                                  where == begin;
        if (runs_at_once) submit();
    } else {
        return false;
    }
    return true;
}

void App::accept_suggestion() {
    const auto chosen = suggestions_.list[suggested_].insert;
    buffer_.replace(suggestions_.begin, suggestions_.end, chosen);
    update_suggestions();
}

void App::update_suggestions() {
    suggested_ = 0;
    static const std::vector<CommandWord>& commands = command_words();
    const auto begin = std::min(command_begin(), buffer_.cursor());
    const auto text = std::string_view(buffer_.text()).substr(begin);
    suggestions_ = suggest(text, buffer_.cursor() - begin, {commands, paths_, models_});
    suggestions_.begin += begin;
    suggestions_.end += begin;
    const bool is_path = !suggestions_.empty() && suggestions_.list.front().is_path;
    if (is_path || buffer_.text().ends_with('@')) look_for_paths();
}

// Behind the chips that stand in front.
std::size_t App::command_begin() const {
    const std::string_view text = buffer_.text();
    std::size_t at = 0;
    for (;;) {
        if (text.substr(at).starts_with(kChipMark)) {
            at += kChipMark.size();
        } else if (text.substr(at).starts_with(' ')) {
            ++at;
        } else {
            return text.substr(at).starts_with('/') ? at : 0;
        }
    }
}

void App::take_for_editor(const Key& key) {
    if (key.name == KeyName::Enter && !key.alt && !key.shift && !key.ctrl) {
        // As shells do it: a line that ends with a backslash goes on.
        const auto& text = buffer_.text();
        const auto at = buffer_.cursor();
        if (at > 0 && text[at - 1] == '\\') {
            buffer_.replace(at - 1, at, "\n");
            return;
        }
        if (const auto chip = buffer_.chip_under_cursor()) return open_chip(chip);
        return submit();
    }
    if (key.name == KeyName::Escape) return on_escape();
    if (key.name == KeyName::Up || key.name == KeyName::Down) return move_lines(key);
    if (is_ctrl(key, "p")) return move_lines({.name = KeyName::Up});
    if (is_ctrl(key, "n")) return move_lines({.name = KeyName::Down});
    if (is_ctrl(key, "d") && buffer_.empty()) return leave(TerminalEnd::Left);
    if (is_ctrl(key, "g")) return edit_outside();
    const bool is_alt_v = key.alt && !key.ctrl && key.text == "v";
    if (is_ctrl(key, "v") || is_alt_v) return read_clipboard();
    if (is_ctrl(key, "r")) {
        search_ = "";
        search_at_ = history_.size();
        suggestions_ = {};
        return;
    }
    if (!edit(buffer_, key)) return;
    history_.rewind();
    update_suggestions();
}

void App::move_lines(const Key& key) {
    const auto label = [this](const Chip& chip) { return label_of(chip); };
    const bool up = key.name == KeyName::Up;
    const auto target = up ? offset_above(buffer_, label, edit_space())
                           : offset_below(buffer_, label, edit_space());
    if (target != std::string::npos) return buffer_.move_to(target);
    if (!buffer_.chips().empty()) return;  // they are no words
    const auto* said = up ? history_.older(buffer_.text()) : history_.newer();
    if (said == nullptr) return;
    buffer_.set(*said);
    suggestions_ = {};
}

// Pictures stay.
void App::set_words(const std::string& words) {
    std::vector<Chip> pictures;
    for (const auto& chip : buffer_.chips()) {
        const auto found = attached_.find(chip.id);
        if (found != attached_.end() && found->second.block) pictures.push_back(chip);
    }
    buffer_.set(words);
    for (const auto& chip : pictures) buffer_.insert_chip(chip);
}

void App::edit_outside() {
    tty_.write(painter_.wipe());
    std::optional<Result<std::string>> edited;
    tty_.lend([&] { edited = edit_externally(written_words()); });
    painter_.forget();
    if (!edited->ok()) return notice(edited->error().message);
    set_words(edited->value());
}

}  // namespace fovea::tui
