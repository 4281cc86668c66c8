#include "fovea/tui/graphics/reflowing.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace fovea::tui {
namespace {

// As XTVERSION has them. VTE is GNOME's and many others'; xterm itself and GNU screen cut.
constexpr std::array<std::string_view, 9> kNames{
    "kitty", "foot", "wezterm", "ghostty", "iterm2", "konsole", "tmux", "vte", "xterm.js"};

}  // namespace

bool breaks_lines_anew(const TerminalReplies& replies, const TerminalSurroundings& around) {
    // What answers with a name is that, whatever the variables say (choose_graphics.cpp).
    if (replies.name.empty()) return around.term == "alacritty" && !around.in_screen;
    return std::ranges::any_of(kNames, [&](std::string_view name) {
        return lowered(replies.name.substr(0, name.size())) == name;
    });
}

}  // namespace fovea::tui
