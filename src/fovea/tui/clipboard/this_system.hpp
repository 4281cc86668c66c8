// What reading clipboards and dropped paths needs to know of this machine.
//
//     const auto settings = clipboard_settings_here(max_file_bytes, stop);
#pragma once

#include "fovea/tui/clipboard/clipboard.hpp"

#include <stop_token>
#include <string>

namespace fovea::tui {

// The stop token outlives what is made.
ClipboardSettings clipboard_settings_here(std::size_t max_file_bytes, const std::stop_token& stop);

// Whether a regular file begins as something that Fovea can look at: a picture, a PDF, a recording.
bool begins_like_a_picture(const std::string& path);

}  // namespace fovea::tui
