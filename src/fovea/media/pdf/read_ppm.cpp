#include "fovea/media/pdf/read_ppm.hpp"

#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

namespace fovea::media {
namespace {

Error not_one(const char* why) {
    return {ErrorCode::DecodeFailed, why};
}

// A number and the one blank behind it; 0 when there is none.
std::uint32_t take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(read.ptr - text.data());
    if (read.ec != std::errc() || length == text.size()) return 0;
    if (text[length] != ' ' && text[length] != '\n') return 0;
    text.remove_prefix(length + 1);
    return number;
}

}  // namespace

Result<Picture> read_ppm(ByteView file, std::uint32_t max_edge) {
    auto text = as_text(file);
    if (text.empty()) return not_one("no output");
    if (!text.starts_with("P6\n")) return not_one("not a picture");
    text.remove_prefix(3);
    const auto width = take_number(text);
    const auto height = take_number(text);
    const auto depth = take_number(text);
    const PixelSize size{width, height};
    if (size.pixels() == 0 || size.longest_edge() > max_edge || depth != 255) {
        return not_one("an unsupported picture");
    }
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    const auto bytes = picture.stride() * size.height;
    if (text.size() != bytes) return not_one("the picture is incomplete");
    std::memcpy(picture.row(0), text.data(), bytes);
    return picture;
}

}  // namespace fovea::media
