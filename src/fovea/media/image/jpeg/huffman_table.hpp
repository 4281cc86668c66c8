// A Huffman table of a JPEG file: as its DHT segment has it, and as codes that can be looked up.
//
//     const auto codes = TRY(JpegHuffmanCodes::of(table));
//     const auto code = codes.find(next_16_bits);
//     if (code.length == 0) return Error{ErrorCode::DecodeFailed, "…"};
//
// The lookup goes by the canonical order of the codes, one comparison a bit of length. Fast readers
// make larger tables of it (jpeg_block_lookup.hpp) and come back only for long codes.
#pragma once

#include "fovea/base/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

struct JpegHuffmanTable {
    std::array<std::uint8_t, 16> counts{};    // of the codes of length 1 to 16
    std::array<std::uint8_t, 256> symbols{};  // in the order of their codes

    std::size_t code_count() const;

    // The example tables of ITU-T T.81, annex K.3, of luma (0) and chroma (1). Motion JPEG leaves
    // them out of the file.
    static JpegHuffmanTable standard_dc(unsigned number);
    static JpegHuffmanTable standard_ac(unsigned number);
};

class JpegHuffmanCodes {
public:
    struct Code {
        unsigned length = 0;  // 0: no code begins with these bits
        std::uint8_t symbol = 0;
    };

    // DecodeFailed when there are more codes of a length than the shorter ones leave room for.
    static Result<JpegHuffmanCodes> of(const JpegHuffmanTable& table);

    // `bits` are the next 16, the first of them the highest.
    Code find(std::uint32_t bits) const {
        // Whoever comes here mostly has a long code.
        for (unsigned length = bits < limits_[12] ? 1 : 13; length <= 16; ++length) {
            if (bits < limits_[length]) {
                const auto at = offsets_[length] + (bits >> (16 - length));
                return {length, table_.symbols[at & 0xFF]};
            }
        }
        return {};
    }

    const JpegHuffmanTable& table() const { return table_; }

private:
    JpegHuffmanTable table_;

    // The first 16-bit number above the codes of each length, these at its top; where there are
    // none of a length, that of the shorter ones.
    std::array<std::uint32_t, 17> limits_{};
    std::array<std::uint32_t, 17> offsets_{};  // from a code to its symbol's place, modulo 2^32
};

}  // namespace fovea::media
