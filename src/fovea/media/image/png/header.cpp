#include "fovea/media/image/png/header.hpp"

#include "fovea/base/byte_reader.hpp"
#include "fovea/media/image/png/chunks.hpp"

#include <algorithm>
#include <string>

namespace fovea::media {

namespace {

constexpr std::uint32_t kMaxEdge = 0x7fffffff;

// Whatever the caller allows: above this, the arithmetic on byte counts would no longer be safe.
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 48;

unsigned channels_of(PngColour colour) {
    switch (colour) {
        case PngColour::Gray:
        case PngColour::Palette: return 1;
        case PngColour::GrayAlpha: return 2;
        case PngColour::Rgb: return 3;
        case PngColour::Rgba: return 4;
    }
    return 1;
}

// Table 11.1 of the specification.
bool is_legal(std::uint8_t colour, std::uint8_t depth) {
    switch (colour) {
        case 0: return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
        case 3: return depth == 1 || depth == 2 || depth == 4 || depth == 8;
        case 2:
        case 4:
        case 6: return depth == 8 || depth == 16;
        default: return false;
    }
}

Error bad_header(const std::string& what) {
    return Error{ErrorCode::DecodeFailed, "PNG header " + what};
}

}  // namespace

unsigned PngHeader::bits_per_pixel() const {
    return channels_of(colour) * bit_depth;
}

Result<PngHeader> read_png_header(ByteView file) {
    auto chunks = TRY(PngChunks::open(file));
    const auto chunk = TRY(chunks.next());
    if (chunk.type != kPngIhdr) {
        return Error{
            ErrorCode::DecodeFailed, "PNG begins with a " + chunk.name() + " chunk, not with IHDR"};
    }
    if (chunk.data.size() != 13) {
        return bad_header("has " + std::to_string(chunk.data.size()) + " bytes instead of 13");
    }

    ByteReader in(chunk.data);
    PngHeader header;
    header.size.width = in.be32();
    header.size.height = in.be32();
    header.bit_depth = in.u8();
    const auto colour = in.u8();
    const auto compression = in.u8();
    const auto filter = in.u8();
    const auto interlace = in.u8();

    const auto [width, height] = header.size;
    if (width == 0 || height == 0 || width > kMaxEdge || height > kMaxEdge) {
        return bad_header(
            "declares a size of " + std::to_string(width) + " x " + std::to_string(height)
        );
    }
    if (!is_legal(colour, header.bit_depth)) {
        return bad_header(
            "declares colour type " + std::to_string(colour) + " with " +
            std::to_string(header.bit_depth) + " bits"
        );
    }
    if (compression != 0 || filter != 0 || interlace > 1) {
        return bad_header("declares a compression, filter or interlace method that does not exist");
    }
    header.colour = static_cast<PngColour>(colour);
    header.interlaced = interlace == 1;
    return header;
}

Result<void> check_png_pixels(const PngHeader& header, const Limits& limits) {
    const auto allowed = std::min(limits.max_pixels, kMaxPixels);
    if (header.size.pixels() <= allowed) return {};
    return Error{
        ErrorCode::FileTooLarge,
        "PNG declares " + std::to_string(header.size.width) + " x " +
            std::to_string(header.size.height) + " = " + std::to_string(header.size.pixels()) +
            " pixels, more than the " + std::to_string(allowed) + " allowed"};
}

std::vector<PngPass> png_passes(const PngHeader& header) {
    if (!header.interlaced) return {PngPass{0, 0, 1, 1, header.size}};

    static constexpr PngPass kAdam7[] = {
        {0, 0, 8, 8, {}},
        {4, 0, 8, 8, {}},
        {0, 4, 4, 8, {}},
        {2, 0, 4, 4, {}},
        {0, 2, 2, 4, {}},
        {1, 0, 2, 2, {}},
        {0, 1, 1, 2, {}},
    };
    const auto [width, height] = header.size;
    std::vector<PngPass> passes;
    for (auto pass : kAdam7) {
        // A pass without pixels has no rows in the file, not even filter bytes.
        if (pass.x0 >= width || pass.y0 >= height) continue;
        pass.size.width = (width - pass.x0 + pass.dx - 1) / pass.dx;
        pass.size.height = (height - pass.y0 + pass.dy - 1) / pass.dy;
        passes.push_back(pass);
    }
    return passes;
}

std::size_t png_raw_bytes(const PngHeader& header) {
    std::size_t total = 0;
    for (const auto& pass : png_passes(header)) {
        total += (header.row_bytes(pass.size.width) + 1) * pass.size.height;
    }
    return total;
}

}  // namespace fovea::media
