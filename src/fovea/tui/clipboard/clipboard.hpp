// What a person copied: a picture, files, or words. Read where they copied it, by the programs that systems have for
// it, or by the terminal itself (terminal_clipboard.hpp).
//
//     const auto copied = TRY(read_clipboard(settings, stop));
//     if (const auto* picture = std::get_if<CopiedPicture>(&copied))
//         take_image_bytes(picture->bytes, picture->filename, intake, stop);   // the one gate (ingest/)
//
// In this order: Wayland (wl-paste), X11 (xclip), Windows around WSL (powershell.exe), macOS (pngpaste, osascript,
// pbpaste), kitty's OSC 5522. A picture goes before files and these before words; what is said to be a picture is one
// only where its first bytes say so.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/tui/clipboard/dropped_paths.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace fovea::tui {

struct CopiedPicture {
    Bytes bytes;           // not decoded yet: for the gate
    std::string filename;  // "clipboard.png"
};
struct CopiedFiles {
    std::vector<std::string> paths;
};
struct CopiedText {
    std::string text;  // as it is: whoever shows it makes it safe
};
// Nothing here can tell, but the terminal may be asked.
struct AskTheTerminal {};

using Copied = std::variant<CopiedPicture, CopiedFiles, CopiedText, AskTheTerminal>;

struct ClipboardSettings {
    std::function<const char*(const char* name)> variable;
    DropRules rules;  // for files
    bool is_wsl = false;
    bool is_mac = false;
    bool terminal_has_clipboard = false;       // OSC 5522 is known
    std::size_t max_bytes = 32u << 20;         // of a picture
    std::size_t max_text = 1u << 20;           // of words; more is an error
    std::chrono::milliseconds patience{2000};  // a program may wait for who owns the clipboard
    std::chrono::milliseconds for_powershell{8000};  // which takes a second to start
};

// InvalidInput, with what to do about it, where there is nothing to take; FileTooLarge; Cancelled.
Result<Copied> read_clipboard(const ClipboardSettings& settings, const std::stop_token& stop);

// For the words of a picture's bytes; false where they are those of none.
bool is_picture_of_ours(ByteView bytes);

// "clipboard.png"
std::string clipboard_name(ByteView picture);

}  // namespace fovea::tui
