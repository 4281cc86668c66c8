// A whole PNG file taken apart: which bytes are the picture's, and what is needed to read them.
//
// Walks every chunk up to IEND and refuses wrong order, chunks that may stand only once standing
// twice, critical chunks nobody knows, and a wrong CRC in any chunk that a stripped file would
// keep.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/png/header.hpp"

#include <cstddef>
#include <vector>

namespace fovea::media {

struct PngLayout {
    PngHeader header;
    ByteView palette;       // three bytes an entry; only a suggestion unless colour is Palette
    ByteView transparency;  // tRNS, of a size that fits the colour; empty when there is none
    std::vector<ByteView> picture;  // the parts of the zlib stream, in order, none of them empty
    std::size_t picture_bytes = 0;  // their sum
    std::size_t end = 0;            // behind IEND

    bool has_alpha() const;
};

Result<PngLayout> read_png_layout(ByteView file);

}  // namespace fovea::media
