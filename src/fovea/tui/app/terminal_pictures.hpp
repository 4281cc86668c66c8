// What the terminal of this conversation can show and give: asked once at the start, chosen anew when an answer comes late
// or the window changes.
//
//     TerminalPictures pictures(::getenv);
//     tty.write(pictures.questions());                     // answers come among the keys
//     if (pictures.take(reply.sequence)) …                 // one of them
//     maker.show(image, pictures.graphics(), …);
//
// Nobody waits for the answers: a picture that is shown before they came is shown by characters.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/tui/clipboard/terminal_clipboard.hpp"
#include "fovea/tui/graphics/choose_graphics.hpp"
#include "fovea/tui/graphics/reflowing.hpp"

#include <string>
#include <string_view>

namespace fovea::tui {

class TerminalPictures {
public:
    // A FOVEA_GRAPHICS that is none is told by why_not(), and pictures are named in words.
    explicit TerminalPictures(const TerminalSurroundings::Variable& variable);

    const std::string& why_not() const { return why_not_; }
    // Empty where the terminal is better not asked.
    std::string questions();

    // One whole control sequence of the terminal's; false where it is no answer to these questions.
    bool take(std::string_view sequence);
    void resize(const WindowSize& window);

    Graphics graphics() const;
    bool knows_sync() const { return replies_.synchronized_output; }
    bool has_clipboard() const { return replies_.kitty_clipboard; }
    bool tells_keys_apart() const { return replies_.kitty_keyboard; }
    bool breaks_lines_anew() const { return tui::breaks_lines_anew(replies_, around_); }

private:
    TerminalSurroundings around_;
    TerminalReplies replies_;
    WindowSize window_;
    std::string why_not_;
    bool asked_tmux_ = false;
    TerminalSurroundings::Variable variable_;
};

// "shot.png  1920×1080 PNG"
std::string caption_of(const content::ImageBlock& image);

}  // namespace fovea::tui
