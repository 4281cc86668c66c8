#include "fovea/tui/graphics/choose_graphics.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::array<std::pair<std::string_view, GraphicsKind>, 5> kWanted = {{
    {"kitty", GraphicsKind::Kitty},
    {"sixel", GraphicsKind::Sixel},
    {"iterm", GraphicsKind::Iterm},
    {"symbols", GraphicsKind::Symbols},
    {"none", GraphicsKind::Words},
}};

std::string text_of(const char* value) {
    return value == nullptr ? std::string() : std::string(value);
}

// The first of these that is set decides, as everywhere in POSIX.
bool speaks_utf8(const TerminalSurroundings::Variable& variable) {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const auto locale = lowered(text_of(variable(name)));
        if (locale.empty()) continue;
        return locale.find("utf-8") != std::string::npos ||
               locale.find("utf8") != std::string::npos;
    }
    return false;
}

// "kitty(0.32.1)", "WezTerm 20240203", "ghostty 1.0.0".
bool is_named(std::string_view name, std::string_view program) {
    return lowered(name.substr(0, program.size())) == program;
}

// 32 of "kitty(0.32.1)"; nothing where that is not its form.
std::optional<int> kitty_minor(std::string_view name) {
    constexpr std::string_view kBegin = "kitty(0.";
    if (!name.starts_with(kBegin)) return std::nullopt;
    name.remove_prefix(kBegin.size());
    int minor = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), minor);
    if (read.ec != std::errc()) return std::nullopt;
    return minor;
}

// Unicode placeholders came with kitty 0.28; of the others only Ghostty has them.
bool knows_placeholders(std::string_view name) {
    if (is_named(name, "ghostty")) return true;
    if (!is_named(name, "kitty")) return false;
    return kitty_minor(name).value_or(99) >= 28;
}

bool shows_iterm_files(const TerminalReplies& replies, const TerminalSurroundings& around) {
    for (const auto* program : {"iterm2", "wezterm", "konsole", "mintty"}) {
        if (is_named(replies.name, program)) return true;
    }
    // What answers with a name is that, whatever the variables say: they are handed on by ssh and sudo.
    if (!replies.name.empty() && !is_named(replies.name, "xterm.js")) return false;
    // VS Code shows pictures only where that is turned on, and then it names sixel too.
    if (around.program == "vscode") return replies.sixel;
    return around.program == "iTerm.app" || around.program == "WezTerm" ||
           around.program == "mintty" || around.program == "WarpTerminal" ||
           around.program_over_ssh == "iTerm2";
}

GraphicsKind characters(const TerminalSurroundings& around) {
    return around.is_utf8 && !around.no_colour ? GraphicsKind::Symbols : GraphicsKind::Words;
}

GraphicsKind kind_for(const TerminalReplies& replies, const TerminalSurroundings& around) {
    if (around.wanted) {
        const bool is_kitty = *around.wanted == GraphicsKind::Kitty;
        return is_kitty && around.in_tmux ? GraphicsKind::Placeholders : *around.wanted;
    }
    if (around.term == "dumb" || around.term.empty()) return GraphicsKind::Words;
    if (around.in_screen) return characters(around);
    if (around.in_tmux) {
        // Pictures that tmux does not know of are neither moved nor cleared with the text.
        if (around.tmux_passes_on && knows_placeholders(around.tmux_outside)) {
            return GraphicsKind::Placeholders;
        }
        return replies.sixel ? GraphicsKind::Sixel : characters(around);
    }
    if (replies.kitty_graphics) return GraphicsKind::Kitty;
    if (replies.answered && shows_iterm_files(replies, around)) return GraphicsKind::Iterm;
    if (replies.sixel) return GraphicsKind::Sixel;
    return characters(around);
}

}  // namespace

std::string_view name_of(GraphicsKind kind) {
    switch (kind) {
        case GraphicsKind::Kitty: return "kitty";
        case GraphicsKind::Placeholders: return "kitty, by placeholders";
        case GraphicsKind::Iterm: return "iterm";
        case GraphicsKind::Sixel: return "sixel";
        case GraphicsKind::Symbols: return "symbols";
        case GraphicsKind::Words: return "none";
    }
    return "none";
}

Result<TerminalSurroundings> TerminalSurroundings::of(const Variable& variable) {
    TerminalSurroundings around;
    const auto wanted = text_of(variable("FOVEA_GRAPHICS"));
    if (!wanted.empty()) {
        const auto known =
            std::ranges::find(kWanted, wanted, [](const auto& one) { return one.first; });
        if (known == kWanted.end()) {
            return Error{
                ErrorCode::ConfigInvalid,
                "FOVEA_GRAPHICS is \"" + shorten(printable(wanted), 40) +
                    "\"; it can be kitty, sixel, iterm, symbols or none"};
        }
        around.wanted = known->second;
    }
    around.term = text_of(variable("TERM"));
    around.program = text_of(variable("TERM_PROGRAM"));
    around.program_over_ssh = text_of(variable("LC_TERMINAL"));
    // Inside of tmux, TERM says so even where the variable was lost on the way (sudo).
    around.in_tmux = variable("TMUX") != nullptr || around.term.starts_with("tmux");
    around.in_screen =
        !around.in_tmux && (variable("STY") != nullptr || around.term.starts_with("screen"));
    around.is_utf8 = speaks_utf8(variable);
    around.no_colour = !text_of(variable("NO_COLOR")).empty();
    around.is_emacs = variable("INSIDE_EMACS") != nullptr || around.term.starts_with("eterm");
    return around;
}

bool may_ask(const TerminalSurroundings& around) {
    return !around.term.empty() && around.term != "dumb" && around.term != "linux" &&
           around.program != "Apple_Terminal" && !around.in_screen && !around.is_emacs;
}

Graphics choose_graphics(const TerminalReplies& replies, const TerminalSurroundings& around) {
    Graphics graphics;
    graphics.kind = kind_for(replies, around);
    if (replies.cell.pixels() > 0) graphics.cell = replies.cell;
    graphics.through_tmux = around.in_tmux && graphics.kind != GraphicsKind::Symbols &&
                            graphics.kind != GraphicsKind::Words &&
                            !(graphics.kind == GraphicsKind::Sixel && replies.sixel);
    return graphics;
}

media::PixelSize cell_of(const TerminalReplies& replies, const WindowSize& window) {
    const auto share = [&](media::PixelSize whole) {
        if (window.columns <= 0 || window.rows <= 0) return media::PixelSize{};
        return media::PixelSize{
            whole.width / static_cast<std::uint32_t>(window.columns),
            whole.height / static_cast<std::uint32_t>(window.rows)};
    };
    for (const auto& cell : {share(window.pixels), replies.cell, share(replies.text_area)}) {
        if (cell.pixels() > 0 && cell.longest_edge() <= kMaxCell) return cell;
    }
    return Graphics{}.cell;
}

}  // namespace fovea::tui
