#include "fovea/tui/editor/edit_buffer.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/tui/screen/graphemes.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxUndo = 200;
constexpr std::size_t kMaxUndoBytes = 8u << 20;

std::string cleaned(std::string_view text) {
    auto clean = without_unseen(to_utf8(text));
    for (auto at = clean.find(kChipMark); at != std::string::npos; at = clean.find(kChipMark, at)) {
        clean.erase(at, kChipMark.size());
    }
    return clean;
}

bool is_word_letter(std::string_view grapheme) {
    const auto byte = static_cast<unsigned char>(grapheme.front());
    if (grapheme == kChipMark) return false;
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || byte == '_';
}

// How many bytes the character at the place has; a line end and a chip are characters of their own.
std::size_t step_forward(std::string_view text, std::size_t at) {
    const auto rest = text.substr(at);
    if (rest.starts_with(kChipMark)) return kChipMark.size();
    return first_grapheme(rest).bytes;
}

std::size_t step_back(std::string_view text, std::size_t at) {
    if (text.substr(0, at).ends_with(kChipMark)) return kChipMark.size();
    // A mark behind a chip or a line end stands on nothing.
    return grapheme_before(text, at);
}

}  // namespace

std::string EditBuffer::words(const WordsOfChip& words_of) const {
    std::string words;
    std::string_view rest = text_;
    for (std::size_t chip = 0;; ++chip) {
        const auto at = rest.find(kChipMark);
        words += rest.substr(0, at);
        if (at == std::string_view::npos) return words;
        if (words_of) words += words_of(chips_[chip]);
        rest.remove_prefix(at + kChipMark.size());
    }
}

std::size_t EditBuffer::chips_before(std::size_t offset) const {
    std::size_t count = 0;
    for (auto at = text_.find(kChipMark); at != std::string::npos && at < offset;
         at = text_.find(kChipMark, at + kChipMark.size())) {
        ++count;
    }
    return count;
}

void EditBuffer::begin_change(Change change) {
    redo_.clear();
    const bool goes_on = change == Change::Typing && last_ == Change::Typing;
    last_ = change;
    if (goes_on) return;
    undo_.push_back(state());
    std::size_t bytes = 0;
    for (const auto& each : undo_) bytes += each.text.size();
    while (undo_.size() > kMaxUndo || (bytes > kMaxUndoBytes && undo_.size() > 1)) {
        bytes -= undo_.front().text.size();
        undo_.erase(undo_.begin());
    }
}

void EditBuffer::put(std::string_view text) {
    text_.insert(cursor_, text);
    cursor_ += text.size();
}

void EditBuffer::insert(std::string_view text) {
    const auto clean = cleaned(text);
    if (clean.empty()) return;
    begin_change(Change::Typing);
    put(clean);
    if (clean == " " || clean == "\n") last_ = Change::Other;  // words are undone one by one
}

void EditBuffer::paste(std::string_view text) {
    const auto clean = cleaned(text);
    if (clean.empty()) return;
    begin_change(Change::Other);
    put(clean);
}

void EditBuffer::insert_chip(Chip chip) {
    begin_change(Change::Other);
    chips_.insert(chips_.begin() + static_cast<std::ptrdiff_t>(chips_before(cursor_)), chip);
    put(kChipMark);
    if (cursor_ == text_.size() || (text_[cursor_] != ' ' && text_[cursor_] != '\n')) put(" ");
}

void EditBuffer::remove_chip(std::uint64_t id) {
    for (std::size_t at = 0, i = 0; i < chips_.size(); ++i, at += kChipMark.size()) {
        at = text_.find(kChipMark, at);
        if (at == std::string::npos) return;
        if (chips_[i].id != id) continue;
        begin_change(Change::Other);
        return erase_range(at, at + kChipMark.size());
    }
}

std::uint64_t EditBuffer::chip_under_cursor() const {
    const bool is_chip = std::string_view(text_).substr(cursor_).starts_with(kChipMark);
    return is_chip ? chips_[chips_before(cursor_)].id : 0;
}

std::size_t EditBuffer::target_of(Motion motion) const {
    const std::string_view text = text_;
    const auto letter_at = [&](std::size_t at) { return text.substr(at, step_forward(text, at)); };
    auto at = cursor_;
    switch (motion) {
        case Motion::Left: return at == 0 ? 0 : at - step_back(text, at);
        case Motion::Right: return at == text.size() ? at : at + step_forward(text, at);
        case Motion::WordLeft: {
            bool inside = false;
            while (at > 0) {
                const auto before = at - step_back(text, at);
                const bool is_letter = is_word_letter(letter_at(before));
                if (inside && !is_letter) break;
                inside = inside || is_letter;
                at = before;
                if (letter_at(at) == kChipMark) break;
            }
            return at;
        }
        case Motion::WordRight: {
            bool inside = false;
            while (at < text.size()) {
                const auto letter = letter_at(at);
                const bool is_letter = is_word_letter(letter);
                if (inside && !is_letter) break;
                inside = inside || is_letter;
                at += letter.size();
                if (letter == kChipMark) break;
            }
            return at;
        }
        case Motion::LineStart: {
            const auto end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
            return end == std::string_view::npos ? 0 : end + 1;
        }
        case Motion::LineEnd: return std::min(text.find('\n', at), text.size());
        case Motion::Start: return 0;
        case Motion::End: return text.size();
    }
    return at;
}

void EditBuffer::move(Motion motion) {
    cursor_ = target_of(motion);
    last_ = Change::Other;
}

void EditBuffer::move_to(std::size_t offset) {
    std::size_t at = 0;
    while (at < text_.size()) {
        const auto next = at + step_forward(text_, at);
        if (next > offset) break;
        at = next;
    }
    cursor_ = at;
    last_ = Change::Other;
}

void EditBuffer::erase_range(std::size_t begin, std::size_t end) {
    const auto first = chips_before(begin);
    const auto last = chips_before(end);
    chips_.erase(
        chips_.begin() + static_cast<std::ptrdiff_t>(first),
        chips_.begin() + static_cast<std::ptrdiff_t>(last)
    );
    text_.erase(begin, end - begin);
    cursor_ = cursor_ >= end ? cursor_ - (end - begin) : std::min(cursor_, begin);
}

void EditBuffer::erase(Motion motion) {
    auto target = target_of(motion);
    // At the end of a line the line itself goes.
    if (motion == Motion::LineEnd && target == cursor_ && target < text_.size()) ++target;
    if (motion == Motion::LineStart && target == cursor_ && target > 0) --target;
    if (target == cursor_) return;
    const auto [begin, end] = std::minmax(target, cursor_);
    const bool is_one = motion == Motion::Left || motion == Motion::Right;
    if (!is_one) killed_ = cleaned(std::string_view(text_).substr(begin, end - begin));
    begin_change(Change::Other);
    erase_range(begin, end);
}

void EditBuffer::yank() {
    paste(killed_);
}

void EditBuffer::replace(std::size_t begin, std::size_t end, std::string_view with) {
    begin_change(Change::Other);
    cursor_ = end;
    erase_range(begin, end);
    put(cleaned(with));
}

void EditBuffer::set(std::string_view text) {
    begin_change(Change::Other);
    chips_.clear();
    text_ = cleaned(text);
    cursor_ = text_.size();
}

void EditBuffer::clear() {
    *this = EditBuffer{};
}

void EditBuffer::restore(State state) {
    text_ = std::move(state.text);
    cursor_ = state.cursor;
    chips_ = std::move(state.chips);
    last_ = Change::Other;
}

bool EditBuffer::undo() {
    if (undo_.empty()) return false;
    redo_.push_back(state());
    restore(std::move(undo_.back()));
    undo_.pop_back();
    return true;
}

bool EditBuffer::redo() {
    if (redo_.empty()) return false;
    undo_.push_back(state());
    restore(std::move(redo_.back()));
    redo_.pop_back();
    return true;
}

}  // namespace fovea::tui
