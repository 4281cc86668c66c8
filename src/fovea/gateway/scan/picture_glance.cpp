#include "fovea/gateway/scan/picture_glance.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxParts =
    4096;  // chunks or segments: what has more is looked at by somebody else

constexpr std::array<std::int8_t, 256> make_values() {
    std::array<std::int8_t, 256> values{};
    for (auto& value : values) value = -1;
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
    }
    return values;
}
constexpr auto kValues = make_values();

// Bytes of the file, each worked out from the two characters that hold it.
class File {
public:
    explicit File(const Base64Text& text) : text_(text) {
        const auto characters = text.size();
        if (characters == 0 || characters % 4 != 0) return;
        size_ = characters / 4 * 3;
        if (text.at(characters - 1) == '=') --size_;
        if (text.at(characters - 2) == '=') --size_;
    }

    std::uint64_t size() const { return size_; }
    bool is_broken() const { return is_broken_; }

    std::uint32_t byte(std::uint64_t at) {
        if (at >= size_) return broken();
        const auto place = at / 3 * 4 + at % 3;
        const auto first = value(place);
        const auto second = value(place + 1);
        switch (at % 3) {
            case 0: return (first << 2 | second >> 4) & 0xffu;
            case 1: return (first << 4 | second >> 2) & 0xffu;
            default: return (first << 6 | second) & 0xffu;
        }
    }
    std::uint32_t big(std::uint64_t at, unsigned bytes) {
        std::uint32_t number = 0;
        for (unsigned i = 0; i < bytes; ++i) number = number << 8 | byte(at + i);
        return number;
    }
    std::uint32_t little(std::uint64_t at, unsigned bytes) {
        std::uint32_t number = 0;
        for (unsigned i = bytes; i > 0; --i) number = number << 8 | byte(at + i - 1);
        return number;
    }
    bool has(std::uint64_t at, std::string_view word) {
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (byte(at + i) != static_cast<unsigned char>(word[i])) return false;
        }
        return true;
    }

private:
    std::uint32_t value(std::uint64_t place) {
        const auto found = kValues[static_cast<unsigned char>(text_.at(place))];
        return found < 0 ? broken() : static_cast<std::uint32_t>(found);
    }
    std::uint32_t broken() {
        is_broken_ = true;
        return 0;
    }

    const Base64Text& text_;
    std::uint64_t size_ = 0;
    bool is_broken_ = false;
};

bool is_chunk_of_pixels(std::string_view name) {
    static constexpr std::string_view kNames[] = {
        "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "sRGB", "pHYs", "bKGD", "sBIT"};
    return std::ranges::find(kNames, name) != std::end(kNames);
}

std::optional<media::PixelSize> png(File& file) {
    if (file.big(8, 4) != 13 || !file.has(12, "IHDR") || file.byte(24) > 8) return std::nullopt;
    const media::PixelSize size{file.big(16, 4), file.big(20, 4)};
    std::uint64_t at = 8;
    for (std::size_t parts = 0; parts < kMaxParts && !file.is_broken(); ++parts) {
        const std::uint64_t length = file.big(at, 4);
        std::string name;
        for (unsigned i = 0; i < 4; ++i) name += static_cast<char>(file.byte(at + 4 + i));
        if (!is_chunk_of_pixels(name)) return std::nullopt;
        at += length + 12;
        if (name == "IEND") return at == file.size() ? std::optional(size) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<media::PixelSize> jpeg(File& file) {
    std::optional<media::PixelSize> size;
    std::uint64_t at = 2;
    for (std::size_t parts = 0; parts < kMaxParts && !file.is_broken(); ++parts) {
        if (file.byte(at) != 0xff) return std::nullopt;
        const auto marker = file.byte(at + 1);
        const auto length = file.big(at + 2, 2);
        if (length < 2) return std::nullopt;
        switch (marker) {
            case 0xc0:
            case 0xc2: {
                const auto components = file.byte(at + 9);
                if (size || file.byte(at + 4) != 8 || (components != 1 && components != 3)) {
                    return std::nullopt;
                }
                size = media::PixelSize{file.big(at + 7, 2), file.big(at + 5, 2)};
                break;
            }
            case 0xc4:  // tables
            case 0xdb:
            case 0xdd: break;
            case 0xe0:
                if (!file.has(at + 4, "JFIF") || length != 16) return std::nullopt;  // no thumbnail
                break;
            case 0xda: {
                const auto end = file.size();
                const bool is_whole = end > at && file.big(end - 2, 2) == 0xffd9;
                return is_whole ? size : std::nullopt;
            }
            default: return std::nullopt;  // Exif, colour profiles, comments
        }
        at += length + 2;
    }
    return std::nullopt;
}

// The simple forms alone: the extended one is for metadata, animation and colour profiles.
std::optional<media::PixelSize> webp(File& file) {
    if (file.little(4, 4) + std::uint64_t{8} != file.size()) return std::nullopt;
    const auto padded = (file.little(16, 4) + std::uint64_t{1}) / 2 * 2;
    if (padded + 20 != file.size()) return std::nullopt;
    if (file.has(12, "VP8 ")) {
        if (file.big(23, 3) != 0x9d012a) return std::nullopt;
        return media::PixelSize{file.little(26, 2) & 0x3fff, file.little(28, 2) & 0x3fff};
    }
    if (file.has(12, "VP8L") && file.byte(20) == 0x2f) {
        const auto bits = file.little(21, 4);
        return media::PixelSize{(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Glance> glance_at(const Base64Text& text) {
    File file(text);
    if (file.size() < 32) return std::nullopt;
    std::optional<media::PixelSize> size;
    std::string_view mime;
    if (file.has(0, "\x89PNG\r\n\x1a\n")) {
        mime = "image/png";
        size = png(file);
    } else if (file.big(0, 2) == 0xffd8) {
        mime = "image/jpeg";
        size = jpeg(file);
    } else if (file.has(0, "RIFF") && file.has(8, "WEBP")) {
        mime = "image/webp";
        size = webp(file);
    }
    if (!size || file.is_broken() || size->width == 0 || size->height == 0) return std::nullopt;
    return Glance{mime, *size, file.size()};
}

}  // namespace fovea::gateway
