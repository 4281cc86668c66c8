#include "fovea/proxy/indexed_crop.hpp"

#include <charconv>
#include <string_view>

namespace fovea::proxy {
namespace {

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

}  // namespace

Result<std::map<std::size_t, media::Crop>> parse_indexed_crops(
    std::span<const std::string> entries, std::size_t pictures
) {
    std::map<std::size_t, media::Crop> crops;
    for (const std::string_view entry : entries) {
        const auto colon = entry.find(':');
        std::size_t index = 0;
        const auto* const end = entry.data() + (colon == entry.npos ? 0 : colon);
        const auto parsed = std::from_chars(entry.data(), end, index);
        if (colon == entry.npos || parsed.ec != std::errc{} || parsed.ptr != end) {
            return Error{
                ErrorCode::InvalidInput,
                "--crop wants INDEX:FORM such as 0:r=top-left, not \"" + std::string(entry) + "\""};
        }
        if (index >= pictures) {
            return Error{
                ErrorCode::InvalidInput,
                "--crop " + std::string(entry) + ": there is no picture " + std::to_string(index) +
                    "; they are counted from 0 to " + std::to_string(pictures - 1)};
        }
        if (names_two_forms(entry.substr(colon + 1))) {
            return Error{
                ErrorCode::InvalidInput,
                "--crop " + std::string(entry) +
                    ": one form for an entry, r=NAME, n=x,y,w,h or p=x,y,w,h, not two"};
        }
        const auto crop = TRY(media::parse_crop(entry.substr(colon + 1)));
        if (!crops.emplace(index, crop).second) {
            return Error{
                ErrorCode::InvalidInput,
                "--crop: picture " + std::to_string(index) + " is cropped twice; give one form"};
        }
    }
    return crops;
}

}  // namespace fovea::proxy
