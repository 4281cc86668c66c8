// A terminal, or whoever writes to it, may answer with any bytes.
#include "fovea/tui/clipboard/terminal_clipboard.hpp"
#include "fovea/tui/graphics/choose_graphics.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea::tui;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    TerminalReplies replies;
    ClipboardSettings settings;
    settings.max_bytes = 1000;
    settings.max_text = 1000;
    TerminalClipboard clipboard(settings);
    clipboard.begin();
    for (auto rest = text; !rest.empty();) {
        const auto length = sequence_length(rest);
        if (length > rest.size()) __builtin_trap();
        const auto sequence = rest.substr(0, length);
        replies.take(sequence);
        const auto step = clipboard.take(sequence);
        if (step.done && step.done->ok()) {
            const auto* picture = std::get_if<CopiedPicture>(&step.done->value());
            if (picture != nullptr && picture->bytes.size() > 1000) __builtin_trap();
        }
        rest.remove_prefix(length == 0 ? 1 : length);
    }
    replies.take(text);
    clipboard.take(text);
    if (replies.name.find('\x1b') != std::string::npos) __builtin_trap();
    if (replies.cell.longest_edge() > kMaxCell) __builtin_trap();
    const auto cell = cell_of(replies, {24, 80, {}});
    if (cell.pixels() == 0) __builtin_trap();
    choose_graphics(replies, {.term = "xterm", .is_utf8 = true});
    return 0;
}
