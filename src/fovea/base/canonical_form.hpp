// One way to write a text whose characters can be written in several: Unicode's NFD.
//
//     canonical_form("caf\u00E9") == canonical_form("cafe\u0301");
//
// macOS writes accents of file names apart from their letters, keyboards write them together. Bytes
// that are no UTF-8 stay as they are.
#pragma once

#include <string>
#include <string_view>

namespace fovea {

std::string canonical_form(std::string_view text);

}  // namespace fovea
