// What a terminal says of itself when it is asked, put together from its answers.
//
//     write(tty, kKittyQuestion);                // once; not inside tmux, which takes it for a title
//     write(tty, kTerminalQuestions);            // with DA1 last: nearly every terminal answers it
//     TerminalReplies replies;
//     for (…) if (!replies.take(sequence)) … // not one of ours: a key
//
// Answers may come late (a slow line) and then stand between keys: whoever reads the keyboard hands over every
// control sequence that is no key, for as long as the session lasts. Any bytes may come; what makes no sense
// changes nothing.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::tui {

// Whether it draws kitty's graphics.
inline constexpr std::string_view kKittyQuestion = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
// The name, sizes of a cell and of the text, modes 2026 and 5522, kitty's keys; DA1 last.
inline constexpr std::string_view kTerminalQuestions =
    "\x1b[>q"
    "\x1b[16t"
    "\x1b[14t"
    "\x1b[?2026$p"
    "\x1b[?5522$p"
    "\x1b[?u"
    "\x1b[c";

inline constexpr std::uint32_t kMaxCell = 1000;  // pixels a side; more is a lie

struct TerminalReplies {
    bool answered = false;        // DA1 came: nothing follows
    bool kitty_graphics = false;  // kitty's query was answered with OK
    bool sixel = false;           // DA1 names it
    std::string name;             // "kitty(0.26.5)", "iTerm2 3.5.0"; printable, shortened
    media::PixelSize cell;        // 0x0: not told
    media::PixelSize text_area;   // likewise
    bool synchronized_output = false;
    bool kitty_clipboard = false;  // OSC 5522
    bool kitty_keyboard = false;   // keys can be told apart (CSI > flags u)

    // One whole control sequence, from its ESC to its end. False where it answers none of the questions.
    bool take(std::string_view sequence);

    bool operator==(const TerminalReplies&) const = default;
};

// How long the control sequence is that `bytes` begin with; 0 where it is not whole yet, or where they begin with
// none. A string (APC, DCS, OSC, PM, SOS) of more than `kMaxReply` bytes counts as none.
inline constexpr std::size_t kMaxReply = 4096;
std::size_t sequence_length(std::string_view bytes);

}  // namespace fovea::tui
