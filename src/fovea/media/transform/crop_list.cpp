#include "fovea/media/transform/crop_list.hpp"

#include <charconv>
#include <optional>
#include <string_view>

namespace fovea::media {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

bool starts_form(std::string_view text) {
    return text.starts_with("r=") || text.starts_with("n=") || text.starts_with("p=");
}

// "r=top,n=0,0,1,1": whoever wrote this meant something, and nobody can tell what.
bool names_two_forms(std::string_view form) {
    if (!starts_form(form)) return false;
    for (std::size_t at = 2; at + 1 < form.size(); ++at) {
        if (starts_form(form.substr(at))) return true;
    }
    return false;
}

struct Entry {
    std::optional<std::size_t> index;  // none: every picture
    Crop crop;
};

Result<Entry> parse_entry(std::string_view text) {
    const auto shown = "--crop " + std::string(text);
    const auto colon = text.find(':');
    std::optional<std::size_t> index;
    auto form = text;
    if (!starts_form(text)) {
        std::size_t number = 0;
        const auto* const end = text.data() + (colon == text.npos ? 0 : colon);
        const auto parsed = std::from_chars(text.data(), end, number);
        if (colon == text.npos || parsed.ec != std::errc{} || parsed.ptr != end) {
            return invalid(
                "--crop takes FORM or INDEX:FORM, such as r=top-left or 0:r=top-left, not \"" +
                std::string(text) + "\""
            );
        }
        index = number;
        form = text.substr(colon + 1);
    }
    if (names_two_forms(form)) {
        return invalid(shown + ": give one form, r=NAME, n=x,y,w,h or p=x,y,w,h, not two");
    }
    auto crop = parse_crop(form);
    if (!crop.ok()) return invalid(shown + ": " + crop.error().message);
    return Entry{index, std::move(crop).value()};
}

}  // namespace

Result<Crops> parse_crops(std::span<const std::string> entries, std::size_t pictures) {
    Crops crops;
    for (const auto& text : entries) {
        const auto entry = TRY(parse_entry(text));
        const auto first = entry.index.value_or(0);
        if (first >= pictures) {
            return invalid(
                "--crop " + text + ": there is no picture " + std::to_string(first) +
                (pictures == 0   ? std::string()
                 : pictures == 1 ? "; only one was given, and its index is 0"
                                 : "; indexes go from 0 to " + std::to_string(pictures - 1))
            );
        }
        const auto last = entry.index ? first : pictures - 1;
        for (auto i = first; i <= last; ++i) {
            if (crops.emplace(i, entry.crop).second) continue;
            return invalid(
                "--crop: picture " + std::to_string(i) + " has two crops; give only one"
            );
        }
    }
    return crops;
}

}  // namespace fovea::media
