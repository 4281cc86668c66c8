// A terminal as other people's parser understands it (libvterm): what is on the screen, not what was written.
//
//     TestScreen screen(80, 24);
//     screen.write(bytes);
//     screen.text();        // the rows, without blanks at their ends
//     screen.scrolled();    // rows that left the screen at its top
#pragma once

#include <vterm.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::tui {

class TestScreen {
public:
    TestScreen(int columns, int rows) : terminal_(vterm_new(rows, columns)) {
        vterm_set_utf8(terminal_, 1);
        screen_ = vterm_obtain_screen(terminal_);
        static const VTermScreenCallbacks callbacks{
            .damage = nullptr,
            .moverect = nullptr,
            .movecursor =
                [](VTermPos to, VTermPos, int, void* user) {
                    static_cast<TestScreen*>(user)->cursor_ = to;
                    return 1;
                },
            .settermprop =
                [](VTermProp property, VTermValue* value, void* user) {
                    if (property == VTERM_PROP_CURSORVISIBLE) {
                        static_cast<TestScreen*>(user)->is_cursor_shown_ = value->boolean != 0;
                    }
                    return 1;
                },
            .bell = nullptr,
            .resize = nullptr,
            .sb_pushline =
                [](int count, const VTermScreenCell* cells, void* user) {
                    static_cast<TestScreen*>(user)->scrolled_.push_back(text_of(cells, count));
                    return 1;
                },
            .sb_popline = nullptr};
        vterm_screen_set_callbacks(screen_, &callbacks, this);
        vterm_screen_enable_altscreen(screen_, 1);
        vterm_screen_reset(screen_, 1);
    }
    TestScreen(const TestScreen&) = delete;
    TestScreen& operator=(const TestScreen&) = delete;
    ~TestScreen() { vterm_free(terminal_); }

    void write(std::string_view bytes) {
        vterm_input_write(terminal_, bytes.data(), bytes.size());
        vterm_screen_flush_damage(screen_);
    }
    void resize(int columns, int rows) { vterm_set_size(terminal_, rows, columns); }

    // What the terminal answers: to queries.
    std::string answers() {
        std::string bytes(4096, '\0');
        bytes.resize(vterm_output_read(terminal_, bytes.data(), bytes.size()));
        return bytes;
    }

    std::vector<std::string> rows() const {
        int count = 0, columns = 0;
        vterm_get_size(terminal_, &count, &columns);
        std::vector<std::string> lines;
        for (int row = 0; row < count; ++row) {
            std::vector<VTermScreenCell> cells(static_cast<std::size_t>(columns));
            for (int column = 0; column < columns; ++column) {
                vterm_screen_get_cell(
                    screen_, {row, column}, &cells[static_cast<std::size_t>(column)]
                );
            }
            lines.push_back(text_of(cells.data(), columns));
        }
        return lines;
    }

    // Rows up to the last that is not empty, with line ends.
    std::string text() const {
        std::string all;
        std::string blank;
        for (const auto& row : rows()) {
            blank += row + "\n";
            if (!row.empty()) all += std::exchange(blank, {});
        }
        return all;
    }

    std::string scrolled() const {
        std::string all;
        for (const auto& row : scrolled_) all += row + "\n";
        return all;
    }

    VTermScreenCell cell(int row, int column) const {
        VTermScreenCell found{};
        vterm_screen_get_cell(screen_, {row, column}, &found);
        return found;
    }

    int cursor_row() const { return cursor_.row; }
    int cursor_column() const { return cursor_.col; }
    bool is_cursor_shown() const { return is_cursor_shown_; }

private:
    static std::string text_of(const VTermScreenCell* cells, int count) {
        std::string line;
        std::string blanks;
        for (int i = 0; i < count; ++i) {
            const auto& cell = cells[i];
            if (cell.chars[0] == static_cast<std::uint32_t>(-1))
                continue;  // right part of a wide one
            if (cell.chars[0] == 0 || cell.chars[0] == ' ') {
                blanks += ' ';
                continue;
            }
            line += std::exchange(blanks, {});
            for (int k = 0; k < VTERM_MAX_CHARS_PER_CELL && cell.chars[k] != 0; ++k) {
                add_utf8(line, cell.chars[k]);
            }
        }
        return line;
    }

    static void add_utf8(std::string& text, std::uint32_t code) {
        const auto push = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
        if (code < 0x80) return push(code);
        if (code < 0x800) {
            push(0xC0U | code >> 6U);
        } else if (code < 0x10000) {
            push(0xE0U | code >> 12U);
            push(0x80U | (code >> 6U & 0x3FU));
        } else {
            push(0xF0U | code >> 18U);
            push(0x80U | (code >> 12U & 0x3FU));
            push(0x80U | (code >> 6U & 0x3FU));
        }
        push(0x80U | (code & 0x3FU));
    }

    VTerm* terminal_;
    VTermScreen* screen_ = nullptr;
    VTermPos cursor_{};
    bool is_cursor_shown_ = true;
    std::vector<std::string> scrolled_;
};

}  // namespace fovea::tui
