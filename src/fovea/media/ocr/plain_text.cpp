#include "fovea/media/ocr/plain_text.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::media {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t bytes = 0;
};

// The code point that `text` begins with; none for overlong forms, surrogates and cut sequences.
std::optional<CodePoint> first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return std::uint32_t{static_cast<unsigned char>(text[i])};
    };
    const auto lead = byte(0);
    if (lead < 0x80) return CodePoint{lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return std::nullopt;
    auto value = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
        value = value << 6 | (byte(i) & 0x3F);
    }
    constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kSmallest[length] || value > 0x10FFFF) return std::nullopt;
    if (value >= 0xD800 && value <= 0xDFFF) return std::nullopt;
    return CodePoint{value, length};
}

bool separates(std::uint32_t value) {
    return (value >= 0x09 && value <= 0x0D) || (value >= 0x1C && value <= 0x1F) || value == 0x85 ||
           value == 0x2028 || value == 0x2029;
}

bool controls(std::uint32_t value) {
    return value < 0x20 || (value >= 0x7F && value < 0xA0) || value == 0x200E || value == 0x200F ||
           value == 0x061C || (value >= 0x202A && value <= 0x202E) ||
           (value >= 0x2066 && value <= 0x2069) || value == 0xFEFF;
}

}  // namespace

std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto point = first_of(text);
        const auto length = point ? point->bytes : 1;
        if (!point || (controls(point->value) && !separates(point->value))) {
            plain += kReplacement;
        } else if (!separates(point->value)) {
            plain += text.substr(0, length);
        } else if (!plain.ends_with(' ')) {  // a carriage return and its line feed are one line end
            plain += ' ';
        }
        text.remove_prefix(length);
    }
    while (plain.ends_with(' ')) plain.pop_back();
    return plain;
}

}  // namespace fovea::media
