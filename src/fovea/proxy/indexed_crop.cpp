#include "fovea/cli/indexed_crop.hpp"

#include <charconv>
#include <string_view>

namespace fovea::cli {

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
        const auto crop = TRY(media::parse_crop(entry.substr(colon + 1)));
        if (!crops.emplace(index, crop).second) {
            return Error{
                ErrorCode::InvalidInput,
                "--crop: picture " + std::to_string(index) + " is cropped twice; give one form"};
        }
    }
    return crops;
}

}  // namespace fovea::cli
