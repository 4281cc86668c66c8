#include "fovea/context/words.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/content/shown_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea::context {
namespace {

// Alt texts come from files and web pages; one of them must not fill the request.
constexpr std::size_t kMaxName = 400;

bool is_plain(char c) {
    return c >= ' ' && c < 0x7F && c != '[' && c != ']';
}

std::string one_line(std::string_view text) {
    if (text.size() <= kMaxName && std::ranges::all_of(text, is_plain)) return std::string(text);
    std::string line;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto length = utf8_character_length(rest);
        if (line.size() + (length == 0 ? 3 : length) > kMaxName) return line + "…";
        const auto code = first_character(rest).code;
        if (length == 0) {
            line += kReplacementCharacter;
        } else if (is_control(code)) {
            line += ' ';
        } else if (code == '[' || code == ']') {  // nobody's name ends our words and begins others
            line += code == '[' ? '(' : ')';
        } else if (!is_unseen(code)) {
            line += rest.substr(0, length);
        }
        rest.remove_prefix(length == 0 ? 1 : length);
    }
    return line;
}

std::string size_text(media::PixelSize size) {
    return fmt::format("{}x{}", size.width, size.height);
}

// "a.png" of "https://example.org/x/a.png?size=2"; the host where there is no path.
std::string_view last_part(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    while (url.ends_with('/')) url.remove_suffix(1);
    return url.substr(url.rfind('/') + 1);
}

bool is_known(media::PixelSize size) {
    return size.width > 0 && size.height > 0;
}

// Behind a name: ", sha256:1a2b3c4d". An address is nobody's to ask about.
std::string behind_name(const content::ImageBlock& image) {
    const auto id = content::short_name(image.source);
    return id.empty() ? id : ", " + id;
}

}  // namespace

std::string name_of(const content::ImageBlock& image) {
    if (!image.alt.empty()) return one_line(image.alt);
    if (!image.filename.empty()) return one_line(image.filename);
    if (is_known(image.size)) return size_text(image.size);
    const auto* url = std::get_if<content::UrlRef>(&image.source);
    return url == nullptr ? std::string("no description") : one_line(last_part(url->url));
}

std::string part_text(const content::ImageBlock& image) {
    const auto* part = content::shown_part(image);
    if (part == nullptr) return {};
    return fmt::format(
        "; here its part of {}x{} with crop_origin {},{}",
        part->width,
        part->height,
        part->x,
        part->y
    );
}

std::string previous_image(const content::ImageBlock& image) {
    return fmt::format("[Previous image: {}{}]", name_of(image), behind_name(image));
}

std::string placeholder(const content::ImageBlock& image) {
    const bool named = !image.alt.empty() || !image.filename.empty();
    const auto id = behind_name(image);
    const auto part = part_text(image);
    if (!named || !is_known(image.size)) {
        return fmt::format("[Image: {}{}{}]", name_of(image), part, id);
    }
    return fmt::format("[Image: {}, {}{}{}]", name_of(image), size_text(image.size), part, id);
}

std::string smaller(const content::ImageBlock& image, media::PixelSize shown) {
    const auto name = name_of(image);
    const auto size = size_text(image.size);
    return fmt::format(
        "[Image: {}{}{}, shown at {}{}]",
        name,
        name == size ? "" : ", " + size,
        part_text(image),
        size_text(shown),
        behind_name(image)
    );
}

std::string removed_image(const content::ImageBlock& image) {
    return fmt::format("[Image removed: {}]", name_of(image));
}

std::string unsent_image(const content::ImageBlock& image, std::string_view why) {
    return fmt::format(
        "[Image not sent: {}{}; {}]", name_of(image), behind_name(image), one_line(why)
    );
}

std::string same_image(const content::ImageBlock& image, Where other) {
    return fmt::format(
        "[Same image as {}: {}{}{}]",
        other == Where::Above ? "above" : "below",
        name_of(image),
        part_text(image),
        behind_name(image)
    );
}

std::string resolution_text(double scale) {
    // Some providers round a tile to whole patches; that is no other resolution.
    if (scale >= 0.97) return "full resolution";
    return fmt::format("{:.0f} % of full resolution", std::floor(scale * 100));
}

std::string overview_label(const content::ImageBlock& image, std::size_t tiles, double scale) {
    return fmt::format(
        "[Overview of {}{}{}; its {} tiles follow at {}, in reading order]",
        name_of(image),
        part_text(image),
        behind_name(image),
        tiles,
        resolution_text(scale)
    );
}

std::string tile_label(
    const content::ImageBlock& image,
    std::size_t number,
    std::size_t tiles,
    const media::PixelRect& rect
) {
    return fmt::format(
        "[Tile {} of {}{}: from x={} y={}, {}x{} pixels]",
        number,
        tiles,
        behind_name(image),
        rect.x,
        rect.y,
        rect.width,
        rect.height
    );
}

}  // namespace fovea::context
