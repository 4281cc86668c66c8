// Addresses that may become links in a terminal (OSC 8): of the web and of mail. A model writes what it read
// somewhere, and a click may start a program: file:, javascript:, and the schemes of installed applications are not
// among them.
//
//     const auto address = safe_link("https://example.org/a b");   // "https://example.org/a%20b"
#pragma once

#include <string>
#include <string_view>

namespace fovea::tui {

// Printable ASCII alone, other bytes percent-encoded; empty: no link. Addresses of more than 2000 bytes are none.
std::string safe_link(std::string_view address);

}  // namespace fovea::tui
