#include "fovea/media/image/jpeg/block_lookup.hpp"

#include <algorithm>
#include <cstddef>

namespace fovea::media {
namespace {

using Lookup = JpegBlockLookup;

// 8-bit samples make DC differences of up to 11 bits and AC coefficients of up to 10.
constexpr unsigned kMaxDcCategory = 11;
constexpr unsigned kMaxAcCategory = 10;

// How far an AC symbol leads in the block; nothing where a baseline file may not have it.
constexpr std::uint32_t advance_of(std::uint8_t symbol) {
    constexpr std::uint8_t kNoMore = 0x00;
    constexpr std::uint8_t kSixteenZeros = 0xF0;
    if (symbol == kNoMore) return Lookup::kEndOfBlock;
    const unsigned category = symbol & 15;
    const bool legal = category <= kMaxAcCategory && (category > 0 || symbol == kSixteenZeros);
    return legal ? (symbol >> 4) + 1u : 0u;
}

// One AC symbol, found by the bits that begin with its code.
struct Symbol {
    std::uint8_t code_bits = 0;  // 0: none, or one that is too long
    std::uint8_t all_bits = 0;   // with those of the value
    std::uint8_t advance = 0;
};

using Symbols = std::array<Symbol, 1u << Lookup::kNextBits>;

// Calls `put` with each code of up to `bits` bits: its symbol, its length, and the range of indices
// that begin with it.
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
    const auto put = [&](std::uint8_t value, unsigned length, std::size_t begin, std::size_t end) {
        if (advance_of(value) == 0) return;
        const Symbol symbol{
            .code_bits = static_cast<std::uint8_t>(length),
            .all_bits = static_cast<std::uint8_t>(length + (value & 15)),
            .advance = static_cast<std::uint8_t>(advance_of(value)),
        };
        std::fill(symbols.data() + begin, symbols.data() + end, symbol);
    };
    for_each_code(ac, Lookup::kNextBits, put);
}

// An entry that has passed `used` of the `bits` bits of `index` and is at `at` in the block: adds
// AC symbols as long as their codes lie within the bits.
template <unsigned bits>
std::uint32_t packed(
    std::uint32_t index, std::uint32_t used, std::uint32_t at, const Symbols& symbols
) {
    while (at < Lookup::kBlockSize && used < bits) {
        const auto rest = (index << used) & ((1u << bits) - 1);
        const auto& symbol = symbols[rest << (Lookup::kNextBits - bits)];
        const auto next = at + symbol.advance;
        const bool known = symbol.code_bits > 0 && used + symbol.code_bits <= bits;
        const bool inside = next <= Lookup::kBlockSize || symbol.advance == Lookup::kEndOfBlock;
        if (!known || !inside || used + symbol.all_bits > Lookup::kMostBits) break;
        used += symbol.all_bits;
        at = next;
    }
    return at << Lookup::kIndexShift | used;
}

std::uint32_t with_dc(std::uint32_t entry, std::uint8_t category, unsigned code_bits) {
    return std::uint32_t{category} << 24 | code_bits << 16 | entry;
}

}  // namespace

JpegBlockLookup::JpegBlockLookup(const JpegHuffmanCodes& dc, const JpegHuffmanCodes& ac)
    : dc_(dc), ac_(ac) {
    static_assert(kFirstBits <= kNextBits && kFirstBits + kMaxDcCategory <= kMostBits);
    Symbols symbols;
    fill_symbols(ac.table(), symbols);

    for (std::uint32_t i = 0; i < next_.size(); ++i) {
        const auto entry = packed<kNextBits>(i, 0, 0, symbols);
        next_[i] = static_cast<std::uint16_t>(entry == 0 ? kLookCloser : entry);
    }

    first_.fill(kLookCloser);
    const auto put = [&](std::uint8_t category, unsigned length, auto begin, auto end) {
        if (category > kMaxDcCategory) return;
        for (auto i = begin; i < end; ++i) {
            const auto entry = packed<kFirstBits>(i, length + category, 1, symbols);
            first_[i] = with_dc(entry, category, length);
        }
    };
    for_each_code(dc.table(), kFirstBits, put);
}

std::uint32_t JpegBlockLookup::first_symbol(std::uint32_t bits) const {
    const auto code = dc_.find(bits);
    if (code.length == 0 || code.symbol > kMaxDcCategory) return kLookCloser;
    return with_dc(1u << kIndexShift | (code.length + code.symbol), code.symbol, code.length);
}

std::uint32_t JpegBlockLookup::next_symbol(std::uint32_t bits) const {
    const auto code = ac_.find(bits);
    const auto advance = advance_of(code.symbol);
    if (code.length == 0 || advance == 0) return kLookCloser;
    return advance << kIndexShift | (code.length + (code.symbol & 15u));
}

}  // namespace fovea::media
