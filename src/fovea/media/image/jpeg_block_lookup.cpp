#include "fovea/media/image/jpeg_block_lookup.hpp"

#include <algorithm>
#include <memory>

namespace fovea::media {
namespace {

using Lookup = JpegBlockLookup;

// One AC symbol, found by the bits that begin with its code.
struct Symbol {
    std::uint8_t code_bits = 0;  // 0: look closer
    std::uint8_t all_bits = 0;   // with those of the value
    std::uint8_t advance = 0;
};

using Symbols = std::array<Symbol, 1u << Lookup::kNextBits>;

// Calls `put` with each code of up to `bits` bits: its symbol, its length, and the first and the
// last-but-one of the indices that begin with it.
template <class Put>
void for_each_code(const JpegHuffmanTable& table, unsigned bits, Put put) {
    std::uint32_t at = 0;
    std::size_t place = 0;
    for (unsigned length = 1; length <= bits; ++length) {
        const auto span = 1u << (bits - length);
        for (unsigned i = 0; i < table.counts[length - 1]; ++i, at += span) {
            put(table.symbols[place++], length, at, at + span);
        }
    }
}

void fill_symbols(const JpegHuffmanTable& ac, Symbols& symbols) {
    symbols.fill({});
    const auto put = [&](std::uint8_t symbol, unsigned length, std::size_t begin, std::size_t end) {
        const auto advance = jpeg_ac_advance(symbol);
        if (advance == Lookup::kLookCloser >> 8) return;
        const Symbol found{
            .code_bits = static_cast<std::uint8_t>(length),
            .all_bits = static_cast<std::uint8_t>(length + (symbol & 15)),
            .advance = static_cast<std::uint8_t>(advance),
        };
        std::fill(symbols.begin() + begin, symbols.begin() + end, found);
    };
    for_each_code(ac, Lookup::kNextBits, put);
}

// Adds AC symbols to an entry as long as their codes lie within the `bits` bits of `index`.
template <unsigned bits>
std::uint32_t packed(
    std::uint32_t index, std::uint32_t used, std::uint32_t at, const Symbols& symbols
) {
    while (at < Lookup::kBlockSize && used < bits) {
        const auto rest = (index << used) & ((1u << bits) - 1);
        const auto& symbol = symbols[rest << (Lookup::kNextBits - bits)];
        const auto next = at + symbol.advance;
        const bool inside = (next & (Lookup::kEndOfBlock - 1)) <= Lookup::kBlockSize;
        if (symbol.code_bits == 0 || used + symbol.code_bits > bits || !inside) break;
        used += symbol.all_bits;
        at = next;
    }
    return at << 8 | used;
}

}  // namespace

JpegBlockLookup::JpegBlockLookup(const JpegHuffmanCodes& dc, const JpegHuffmanCodes& ac) {
    static_assert(kFirstBits <= kNextBits);
    static_assert(kFirstBits + kJpegMaxDcCategory <= kMostBits);
    static_assert(kNextBits + kJpegMaxAcCategory <= kMostBits);
    Symbols symbols;
    fill_symbols(ac.table(), symbols);

    for (std::uint32_t i = 0; i < next.size(); ++i) {
        const auto entry = packed<kNextBits>(i, 0, 0, symbols);
        next[i] = entry == 0 ? kLookCloser : static_cast<std::uint16_t>(entry);
    }

    first.fill(kLookCloser);
    const auto put =
        [&](std::uint8_t symbol, unsigned length, std::uint32_t begin, std::uint32_t end) {
            if (symbol > kJpegMaxDcCategory) return;
            for (auto i = begin; i < end; ++i) {
                first[i] = packed<kFirstBits>(i, length + symbol, 1, symbols) | length << 16 |
                           std::uint32_t{symbol} << 24;
            }
        };
    for_each_code(dc.table(), kFirstBits, put);
}

}  // namespace fovea::media
