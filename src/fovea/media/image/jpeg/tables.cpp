#include "fovea/media/image/jpeg/tables.hpp"

#include "fovea/base/byte_reader.hpp"

#include <string>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

Error bad_length(const std::string& what) {
    return {ErrorCode::DecodeFailed, "JPEG has a " + what + " of a wrong length"};
}

Result<void> read_huffman_tables(ByteReader in, JpegTables& tables) {
    while (in.remaining() > 0) {
        const unsigned place = in.u8();
        JpegHuffmanTable table;
        for (auto& count : table.counts) count = in.u8();
        const auto codes = table.code_count();
        if (!in.ok() || codes > table.symbols.size() || codes > in.remaining()) {
            return bad_length("Huffman table");
        }
        for (std::size_t i = 0; i < codes; ++i) table.symbols[i] = in.u8();
        const unsigned number = place & 15;
        if (place >> 4 > 1 || number > 3) {
            return Error{
                ErrorCode::DecodeFailed,
                "JPEG has a Huffman table of number " + std::to_string(place)};
        }
        (place >> 4 == 0 ? tables.dc : tables.ac)[number] = table;
    }
    return {};
}

Result<void> read_quantisation_tables(ByteReader in, JpegTables& tables) {
    while (in.remaining() > 0) {
        const unsigned place = in.u8();
        const bool wide = place >> 4 != 0;
        const unsigned number = place & 15;
        if (number > 3) {
            return Error{
                ErrorCode::DecodeFailed,
                "JPEG has a quantisation table of number " + std::to_string(number)};
        }
        tables.dc_quanta[number] = wide ? in.be16() : in.u8();
        in.skip(wide ? 126 : 63);
        if (!in.ok()) return bad_length("quantisation table");
    }
    return {};
}

}  // namespace

Result<void> JpegTables::read(const JpegSegment& segment) {
    ByteReader in(segment.payload);
    switch (segment.marker) {
        case kDht: return read_huffman_tables(in, *this);
        case kDqt: return read_quantisation_tables(in, *this);
        case kDri:
            restart_interval = in.be16();
            if (!in.ok() || in.remaining() != 0) return bad_length("restart interval");
            return {};
        default: return {};
    }
}

}  // namespace fovea::media
