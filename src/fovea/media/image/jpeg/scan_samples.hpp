// For tests: Huffman tables and scan data made at random, and a reader that is slow and plain
// enough to be believed.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/jpeg/huffman_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace fovea::media {

using Randomness = std::mt19937;

inline unsigned random_below(Randomness& random, unsigned bound) {
    return static_cast<unsigned>(random() % bound);
}

inline std::uint32_t random_bits(Randomness& random, unsigned count) {
    return static_cast<std::uint32_t>(random() & ((std::uint64_t{1} << count) - 1));
}

// Codes of all lengths, for symbols out of `symbols`. As many as there is room for, not more than
// all.
inline JpegHuffmanTable random_huffman_table(
    Randomness& random, std::vector<std::uint8_t> symbols
) {
    std::shuffle(symbols.begin(), symbols.end(), random);
    std::uint32_t room = 0xFFFF;  // in codes of 16 bits; the one of all ones stays free
    std::vector<unsigned> lengths;
    const unsigned shortest = 1 + random_below(random, 4);
    for (std::size_t i = 0; i < symbols.size() && room > 0; ++i) {
        auto length = std::min(shortest + random_below(random, 16), 16u);
        while (length < 16 && (1u << (16 - length)) > room) ++length;
        lengths.push_back(length);
        room -= 1u << (16 - length);
    }
    std::sort(lengths.begin(), lengths.end());
    JpegHuffmanTable table;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        ++table.counts[lengths[i] - 1];
        table.symbols[i] = symbols[i];
    }
    return table;
}

using HuffmanCode = std::pair<unsigned, std::uint32_t>;  // length and bits

// T.81, annex C: codes of one length count up, each length goes on from the one before.
inline std::map<HuffmanCode, std::uint8_t> symbols_by_code(const JpegHuffmanTable& table) {
    std::map<HuffmanCode, std::uint8_t> symbols;
    std::uint32_t code = 0;
    std::size_t place = 0;
    for (unsigned length = 1; length <= 16; ++length, code <<= 1) {
        for (unsigned i = 0; i < table.counts[length - 1]; ++i) {
            symbols[{length, code++}] = table.symbols[place++];
        }
    }
    return symbols;
}

// Writes bits as a scan has them, zeros stuffed behind each FF.
class JpegBitWriter {
public:
    void put(std::uint32_t bits, unsigned count) {
        while (count-- > 0) {
            byte_ = byte_ << 1 | (bits >> count & 1);
            if (++filled_ < 8) continue;
            bytes_.push_back(static_cast<std::byte>(byte_));
            if (byte_ == 0xFF) bytes_.push_back(std::byte{0});
            byte_ = 0;
            filled_ = 0;
        }
    }

    // With ones up to the next whole byte.
    Bytes take() {
        while (filled_ != 0) put(1, 1);
        return std::exchange(bytes_, {});
    }

private:
    Bytes bytes_;
    unsigned byte_ = 0;
    unsigned filled_ = 0;
};

// Reads blocks bit by bit.
class PlainBlockReader {
public:
    PlainBlockReader(ByteView data, const JpegHuffmanTable& dc, const JpegHuffmanTable& ac)
        : dc_(symbols_by_code(dc)), ac_(symbols_by_code(ac)) {
        for (std::size_t i = 0; i < data.size(); ++i) {
            const auto byte = std::to_integer<unsigned>(data[i]);
            if (byte == 0xFF) {
                while (i + 1 < data.size() && data[i + 1] == std::byte{0xFF}) ++i;
                if (i + 1 == data.size() || data[++i] != std::byte{0}) break;
            }
            for (int bit = 7; bit >= 0; --bit) bits_.push_back((byte >> bit & 1) != 0);
        }
    }

    // The DC difference; nothing when the block is not as it should be.
    std::optional<int> next() {
        const auto category = symbol(dc_);
        if (!category || *category > 11) return std::nullopt;
        const auto value = number(*category);
        if (!value) return std::nullopt;
        const int range = 1 << *category;
        const int difference = *value < range / 2 ? *value - range + 1 : *value;
        for (int index = 1; index < 64; ++index) {
            const auto found = symbol(ac_);
            if (!found) return std::nullopt;
            if (*found == 0x00) break;
            const bool legal = *found == 0xF0 || ((*found & 15) >= 1 && (*found & 15) <= 10);
            index += *found >> 4;
            if (!legal || index > 63 || !number(*found & 15u)) return std::nullopt;
        }
        return difference;
    }

    std::size_t bits_left() const { return bits_.size() - at_; }

private:
    std::optional<int> number(unsigned count) {
        if (bits_left() < count) return std::nullopt;
        int value = 0;
        while (count-- > 0) value = value * 2 + (bits_[at_++] ? 1 : 0);
        return value;
    }

    std::optional<std::uint8_t> symbol(const std::map<HuffmanCode, std::uint8_t>& symbols) {
        std::uint32_t code = 0;
        for (unsigned length = 1; length <= 16 && bits_left() > 0; ++length) {
            code = code << 1 | (bits_[at_++] ? 1u : 0u);
            const auto found = symbols.find({length, code});
            if (found != symbols.end()) return found->second;
        }
        return std::nullopt;
    }

    std::map<HuffmanCode, std::uint8_t> dc_;
    std::map<HuffmanCode, std::uint8_t> ac_;
    std::vector<bool> bits_;
    std::size_t at_ = 0;
};

}  // namespace fovea::media
