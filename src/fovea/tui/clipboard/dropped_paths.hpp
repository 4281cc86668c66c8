// A file that is dropped on a terminal arrives as a paste of its path, quoted in as many ways as there are
// terminals: raw, in single or double quotes, with backslashes, as a file: address, as Windows writes it.
//
//     const auto paths = dropped_paths(pasted, {.home = "/home/me", .is_picture = looks_like_picture});
//     if (paths.empty()) insert(pasted);        // as it was typed
//
// All or nothing: where one of the words is no picture that is there, the paste is text and no file is taken. Nothing
// is expanded but a leading "~/".
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

struct DropRules {
    std::string home;
    std::string host;  // of this machine: "file://host/…"
    // Whether there is a regular file at this absolute path whose first bytes are those of something that can be
    // looked at.
    std::function<bool(const std::string& path)> is_picture;
    // "C:\shot.png" as this system calls it ("/mnt/c/shot.png"); empty where it has no such paths.
    std::function<std::string(const std::string& windows_path)> from_windows = {};
};

inline constexpr std::size_t kMaxDropBytes = 64u << 10;  // more is text that somebody pasted
inline constexpr std::size_t kMaxDropped = 100;          // files at once

// In the order in which they were dropped; empty: this is text.
std::vector<std::string> dropped_paths(std::string_view pasted, const DropRules& rules);

// The paths that a clipboard or a drop lists as addresses: text/uri-list (with # comments), and what file
// managers of the GNOME kind copy, whose first line says "copy" or "cut".
std::vector<std::string> listed_paths(std::string_view list, const DropRules& rules);

}  // namespace fovea::tui
