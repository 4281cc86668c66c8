// What a person is writing: text of several lines with a cursor, and pictures that stand in it as chips.
//
//     EditBuffer buffer;
//     buffer.insert("why does it fail? ");
//     buffer.insert_chip({.id = 3});
//     buffer.erase_back();                 // takes the picture away
//     buffer.undo();
//
// A chip is one character to the cursor. The cursor always stands between two graphemes. Every change can be
// undone; letters typed one after another are one change, a paste is one of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

// Stands for a chip in the text; text from outside never holds it.
inline constexpr std::string_view kChipMark = "\xEF\xBF\xBC";  // U+FFFC

struct Chip {
    std::uint64_t id = 0;  // whose it is, the owner knows

    bool operator==(const Chip&) const = default;
};

enum class Motion : std::uint8_t {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Start,
    End,
};

class EditBuffer {
public:
    const std::string& text() const { return text_; }
    std::size_t cursor() const { return cursor_; }
    const std::vector<Chip>& chips() const { return chips_; }  // in the order of their marks
    bool empty() const { return text_.empty(); }

    // Text as it is said: each chip as what it stands for, by default as nothing.
    using WordsOfChip = std::function<std::string(const Chip&)>;
    std::string words(const WordsOfChip& words_of = {}) const;

    // Letters that were typed; tabs and line ends are kept, what nobody sees is not.
    void insert(std::string_view text);
    // All of it one change.
    void paste(std::string_view text);
    void insert_chip(Chip chip);
    void remove_chip(std::uint64_t id);

    // The chip that the cursor stands on; 0: none.
    std::uint64_t chip_under_cursor() const;

    void move(Motion motion);
    void move_to(std::size_t offset);  // the grapheme there, or before it

    void erase(Motion motion);  // up to where it would go
    void erase_back() { erase(Motion::Left); }
    // What was erased last by words or lines, put back in.
    void yank();

    void replace(std::size_t begin, std::size_t end, std::string_view with);
    void set(std::string_view text);  // all of it; chips are gone
    void clear();

    bool undo();
    bool redo();

private:
    struct State {
        std::string text;
        std::size_t cursor = 0;
        std::vector<Chip> chips;
    };
    enum class Change : std::uint8_t { None, Typing, Other };

    void begin_change(Change change);
    std::size_t target_of(Motion motion) const;
    void erase_range(std::size_t begin, std::size_t end);
    void put(std::string_view text);
    std::size_t chips_before(std::size_t offset) const;
    State state() const { return {text_, cursor_, chips_}; }
    void restore(State state);

    std::string text_;
    std::size_t cursor_ = 0;
    std::vector<Chip> chips_;
    std::string killed_;
    std::vector<State> undo_, redo_;
    Change last_ = Change::None;
};

}  // namespace fovea::tui
