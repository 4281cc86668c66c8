// A file that a terminal sends as it is, by iTerm2's OSC 1337: "ESC ] 1337 ; File = name=<base64> ; size=… : <base64> BEL".
//
//     if (is_inline_file(sequence)) take(TRY(inline_file(sequence, 32 << 20)));
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::tui {

struct InlineFile {
    std::string filename;  // the last part alone; "dropped" where it has none
    Bytes bytes;           // not looked at: for the gate
};

// One whole control sequence, from its ESC to its end (ST or BEL).
bool is_inline_file(std::string_view sequence);

// InvalidInput where it is garbled or of another size than it says; FileTooLarge.
Result<InlineFile> inline_file(std::string_view sequence, std::size_t max_bytes);

}  // namespace fovea::tui
