#include "fovea/media/image/png/layout.hpp"

#include "fovea/media/image/png/chunks.hpp"

#include <string>

namespace fovea::media {

namespace {

Error refuse(const std::string& sentence) {
    return Error{ErrorCode::DecodeFailed, sentence};
}

Result<void> read_palette(const PngChunk& chunk, PngLayout& layout) {
    if (!layout.palette.empty()) return refuse("PNG has two palettes");
    if (!layout.picture.empty()) return refuse("PNG has its palette after the picture data");
    const auto bytes = chunk.data.size();
    if (bytes == 0 || bytes % 3 != 0 || bytes > 768) {
        return refuse("PNG palette has " + std::to_string(bytes) + " bytes");
    }
    layout.palette = chunk.data;
    return {};
}

Result<void> read_transparency(const PngChunk& chunk, PngLayout& layout) {
    if (!layout.transparency.empty()) return refuse("PNG has two tRNS chunks");
    if (!layout.picture.empty()) return refuse("PNG has its tRNS chunk after the picture data");

    const auto bytes = chunk.data.size();
    bool fits = false;
    switch (layout.header.colour) {
        case PngColour::Gray: fits = bytes == 2; break;
        case PngColour::Rgb: fits = bytes == 6; break;
        case PngColour::Palette: fits = bytes >= 1 && bytes <= layout.palette.size() / 3; break;
        // Forbidden here, but with a whole alpha channel no viewer looks at it.
        case PngColour::GrayAlpha:
        case PngColour::Rgba: return {};
    }
    if (!fits) {
        return refuse(
            "PNG has a tRNS chunk of " + std::to_string(bytes) +
            " bytes, which does not fit its colours"
        );
    }
    layout.transparency = chunk.data;
    return {};
}

Result<void> check_whole(const PngLayout& layout, bool picture_seen) {
    if (!picture_seen) return refuse("PNG has no picture data");
    if (layout.header.colour == PngColour::Palette && layout.palette.empty()) {
        return refuse("PNG has no palette, but its pixels need one");
    }
    return {};
}

}  // namespace

bool PngLayout::has_alpha() const {
    return header.colour == PngColour::GrayAlpha || header.colour == PngColour::Rgba ||
           !transparency.empty();
}

Result<PngLayout> read_png_layout(ByteView file) {
    PngLayout layout;
    layout.header = TRY(read_png_header(file));

    auto chunks = TRY(PngChunks::open(file));
    PngKeep keep;
    bool picture_seen = false;
    bool picture_over = false;
    for (bool first = true;; first = false) {
        const auto chunk = TRY(chunks.next());
        if (keep.keeps(chunk) && !chunk.crc_matches()) {
            return refuse("PNG chunk " + chunk.name() + " has a wrong CRC");
        }
        picture_over = picture_over || (picture_seen && chunk.type != kPngIdat);

        if (chunk.type == kPngIhdr) {
            if (!first) return refuse("PNG has two headers");
        } else if (chunk.type == kPngPlte) {
            TRY(read_palette(chunk, layout));
        } else if (chunk.type == kPngTrns) {
            TRY(read_transparency(chunk, layout));
        } else if (chunk.type == kPngIdat) {
            if (picture_over) return refuse("PNG has picture data in two places");
            picture_seen = true;
            if (!chunk.data.empty()) layout.picture.push_back(chunk.data);
            layout.picture_bytes += chunk.data.size();
        } else if (chunk.type == kPngIend) {
            if (!chunk.data.empty()) return refuse("PNG has data in its IEND chunk");
            break;
        } else if (chunk.critical()) {
            return refuse("PNG has an unknown critical chunk, " + chunk.name());
        }
    }
    TRY(check_whole(layout, picture_seen));
    layout.end = chunks.position();
    return layout;
}

}  // namespace fovea::media
