// What the names of pictures say about how they belong together (FR-2.5.1, appendix D). Looked at are
// basenames alone, whatever their case; the first rule that fits wins:
//
//   before.* and after.*                        before/after pair
//   old.* and new.*                             old/new pair
//   the same text, then different versions      versioned sequence    mockup_v2.png, mockup_v10.png
//   *_N.* and *_N+1.*, or *-N.* and *-N+1.*     numbered sequence     a_1.png, b_2.png
//   YYYY-MM-DD_*.*, twice or more               time-ordered sequence
//
// A version is the number right before the extension, N or N.N, with or without a v. Versions are
// compared part by part as numbers: 1.1 and 1.10 differ, 1.1 and 01.1 do not. No rule knows a language
// besides the four English words of the seed; pictures with other names simply have no hint.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

struct FilenameHint {
    std::string_view text;           // "versioned sequence"
    std::vector<std::size_t> order;  // the pictures it is about, by index, earliest first

    bool operator==(const FilenameHint&) const = default;
};

// `names` may be paths, and empty where a picture has none.
std::optional<FilenameHint> filename_hint(std::span<const std::string> names);

}  // namespace fovea::proxy
