#include "fovea/media/image/jpeg_bit_reader.hpp"

namespace fovea::media {

JpegBitReader JpegBitReader::refilled_by_bytes(JpegBitReader bits) {
    if (bits.count < 0) return bits;
    while (bits.count <= kRefilled && bits.position < bits.size) {
        const auto byte = bits.data[bits.position];
        auto next = bits.position + 1;
        if (byte == 0xFF) {
            // Several FF before the zero are not in the standard; libjpeg takes them for one.
            while (next < bits.size && bits.data[next] == 0xFF) ++next;
            if (next == bits.size || bits.data[next] != 0) break;
            ++next;
        }
        bits.position = next;
        bits.window |= std::uint64_t{byte} << (kRefilled - bits.count);
        bits.count += 8;
    }
    return bits;
}

}  // namespace fovea::media
