// Pieces of text that are recognised by their form: addresses, dates, prices, versions.
//
//     find_typed(TextType::Email, "write to dana@example.org.");   // {"dana@example.org"}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

enum class TextType : std::uint8_t {
    Url,
    Email,
    Date,
    Time,
    Price,
    Phone,
    Iban,
    Version,
    Percent,
    Ip,
    FileName,
    Hash,  // of a commit
};

std::vector<std::string> find_typed(TextType type, std::string_view text);

}  // namespace fovea::reading
