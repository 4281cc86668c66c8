#include "fovea/media/image/exif.hpp"

#include "fovea/base/byte_reader.hpp"

#include <algorithm>
#include <optional>

namespace fovea::media {
namespace {

constexpr std::uint16_t kOrientationTag = 0x0112;
constexpr std::uint16_t kShortType = 3;
constexpr std::size_t kHeaderBytes = 8;
constexpr std::string_view kPrefix("Exif\0\0", 6);

enum class Endian { Little, Big };

std::optional<Endian> endian_of(ByteView tiff) {
    const auto start = as_text(tiff).substr(0, 4);
    if (start == std::string_view("II*\0", 4)) return Endian::Little;
    if (start == std::string_view("MM\0*", 4)) return Endian::Big;
    return std::nullopt;
}

class TiffReader {
public:
    TiffReader(ByteView bytes, Endian endian) : in_(bytes), endian_(endian) {}

    bool ok() const { return in_.ok(); }
    void skip(std::size_t count) { in_.skip(count); }
    std::uint16_t u16() { return endian_ == Endian::Little ? in_.le16() : in_.be16(); }
    std::uint32_t u32() { return endian_ == Endian::Little ? in_.le32() : in_.be32(); }

private:
    ByteReader in_;
    Endian endian_;
};

}  // namespace

Orientation exif_orientation(ByteView tiff) {
    if (as_text(tiff).starts_with(kPrefix)) tiff = tiff.subspan(kPrefix.size());
    const auto endian = endian_of(tiff);
    if (!endian || tiff.size() < kHeaderBytes) return Orientation::Upright;

    TiffReader header(tiff.subspan(4), *endian);
    const std::size_t directory = header.u32();
    if (directory < kHeaderBytes || directory >= tiff.size()) return Orientation::Upright;

    TiffReader in(tiff.subspan(directory), *endian);
    const unsigned entries = in.u16();
    for (unsigned i = 0; i < entries && in.ok(); ++i) {
        const auto tag = in.u16();
        const auto type = in.u16();
        const auto count = in.u32();
        const auto value =
            in.u16();  // a SHORT stands at the start of the four bytes, in both orders
        in.skip(2);
        if (tag != kOrientationTag) continue;
        const bool plausible = type == kShortType && count == 1 && value >= 1 && value <= 8;
        return plausible && in.ok() ? static_cast<Orientation>(value) : Orientation::Upright;
    }
    return Orientation::Upright;
}

}  // namespace fovea::media
