// How pictures are shown in this terminal: by what it answered (terminal_replies.hpp), and where it says nothing, by
// what its surroundings say, which may be another terminal's (ssh and sudo hand them on).
//
//     const auto around = TRY(TerminalSurroundings::of(::getenv));
//     if (may_ask(around)) { … replies … }
//     const Graphics graphics = choose_graphics(replies, around);
//
// Pure: the same answers give the same choice. A late answer is a reason to choose again.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/tui/graphics/terminal_replies.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace fovea::tui {

enum class GraphicsKind : std::uint8_t {
    Kitty,         // placed at the cursor, by id
    Placeholders,  // kitty's, named by characters, which survive what tmux does to the screen
    Iterm,
    Sixel,
    Symbols,  // block characters in colours
    Words,    // "[image: 1920x1080 image/png shot.png]"
};

std::string_view name_of(GraphicsKind kind);

struct Graphics {
    GraphicsKind kind = GraphicsKind::Words;
    media::PixelSize cell{10, 20};  // pixels
    bool through_tmux = false;      // sequences are wrapped so that tmux hands them on

    bool operator==(const Graphics&) const = default;
};

struct TerminalSurroundings {
    std::optional<GraphicsKind> wanted;  // FOVEA_GRAPHICS
    std::string term;                    // TERM
    std::string program;                 // TERM_PROGRAM
    std::string program_over_ssh;        // LC_TERMINAL, which iTerm2 sends along
    bool in_tmux = false;
    bool in_screen = false;
    bool is_utf8 = false;
    bool no_colour = false;
    bool is_emacs = false;
    // Of tmux (ask_tmux.hpp): the terminal outside, as "kitty(0.32.1)", and whether it is handed anything.
    std::string tmux_outside = {};
    bool tmux_passes_on = false;

    // ConfigInvalid for a FOVEA_GRAPHICS that is none of kitty, sixel, iterm, symbols, none.
    using Variable = std::function<const char*(const char* name)>;
    static Result<TerminalSurroundings> of(const Variable& variable);
};

// Whether the terminal can be asked at all: some print what they do not know.
bool may_ask(const TerminalSurroundings& around);

// What TIOCGWINSZ says; pixels are often 0.
struct WindowSize {
    int rows = 0;
    int columns = 0;
    media::PixelSize pixels = {};
};

// The pixels of a cell, by the first that tells: the window, the answers; else 10 x 20. Anew after each resize.
media::PixelSize cell_of(const TerminalReplies& replies, const WindowSize& window);

// Graphics::cell is what the answers say.
Graphics choose_graphics(const TerminalReplies& replies, const TerminalSurroundings& around);

}  // namespace fovea::tui
