#include "fovea/tui/app/terminal_pictures.hpp"

#include "fovea/people/delivery_text.hpp"
#include "fovea/tui/app/event_lines.hpp"
#include "fovea/tui/graphics/ask_tmux.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {

TerminalPictures::TerminalPictures(const TerminalSurroundings::Variable& variable)
    : variable_(variable) {
    auto around = TerminalSurroundings::of(variable);
    if (around.ok()) {
        around_ = std::move(around).value();
    } else {
        why_not_ = around.error().message;
        around_.wanted = GraphicsKind::Words;
    }
}

std::string TerminalPictures::questions() {
    if (!may_ask(around_)) return {};
    // A terminal that prints what it does not know prints it on a line that is taken away.
    return std::string(around_.in_tmux ? "" : kKittyQuestion) + std::string(kTerminalQuestions) +
           "\r\x1b[K";
}

bool TerminalPictures::take(std::string_view sequence) {
    if (!replies_.take(sequence)) return false;
    if (around_.in_tmux && replies_.answered && !std::exchange(asked_tmux_, true)) {
        ask_tmux(around_, variable_, {});
    }
    return true;
}

void TerminalPictures::resize(const WindowSize& window) {
    window_ = window;
}

Graphics TerminalPictures::graphics() const {
    auto graphics = choose_graphics(replies_, around_);
    graphics.cell = cell_of(replies_, window_);
    return graphics;
}

std::string caption_of(const content::ImageBlock& image) {
    auto caption = people::name_of(image);
    if (image.size.pixels() > 0) caption += "  " + size_text(image.size);
    const auto slash = image.mime.find('/');
    if (slash == std::string::npos) return caption;
    std::string kind = image.mime.substr(slash + 1);
    std::ranges::transform(kind, kind.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return caption + " " + kind;
}

}  // namespace fovea::tui
