#include "fovea/base/buffer.hpp"
#include "fovea/base/byte_reader.hpp"
#include "fovea/media/image/exif.hpp"
#include "fovea/media/image/png/chunks.hpp"
#include "fovea/media/image/png/header.hpp"
#include "fovea/media/image/png/png.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace fovea::media {

namespace {

// A file of nothing but empty chunks has 90,000 in a megabyte. Honest ones have a few before the
// picture data; what is not walked counts as metadata, which is the safe side.
constexpr unsigned kMaxChunks = 65'536;

// gAMA of an sRGB-like picture, 1/2.2; encoders round it differently.
constexpr std::uint32_t kUsualGamma = 45'455;
constexpr std::uint32_t kGammaTolerance = 500;

ColourModel colour_model(PngColour colour) {
    switch (colour) {
        case PngColour::Gray:
        case PngColour::GrayAlpha: return ColourModel::Gray;
        case PngColour::Palette: return ColourModel::Palette;
        case PngColour::Rgb:
        case PngColour::Rgba: return ColourModel::Rgb;
    }
    return ColourModel::Rgb;
}

// iCCP is a name of at most 79 letters, a zero, the compression method, then a zlib stream. Empty
// when anything about it is wrong, or when the profile is over the limit.
Bytes inflate_profile(ByteView chunk, std::size_t max_bytes) {
    constexpr std::size_t kMaxName = 79;
    constexpr std::size_t kMaxDeflateRatio = 1032;
    const auto name = chunk.first(std::min(chunk.size(), kMaxName + 1));
    const auto zero = std::find(name.begin(), name.end(), std::byte{0});
    if (zero == name.end() || zero == name.begin()) return {};
    const auto rest = chunk.subspan(static_cast<std::size_t>(zero - name.begin()) + 1);
    if (rest.empty() || rest.front() != std::byte{0}) return {};
    const auto stream = rest.subspan(1);

    // Room for the most that the stream can hold, if the limit allows it. Memory that is not
    // written to costs nothing.
    const bool small = stream.size() < max_bytes / kMaxDeflateRatio;
    Buffer profile(small ? stream.size() * kMaxDeflateRatio : max_bytes);
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        decompressor(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::size_t size = 0;
    const bool whole =
        decompressor != nullptr &&
        libdeflate_zlib_decompress(
            decompressor.get(), stream.data(), stream.size(), profile.data(), profile.size(), &size
        ) == LIBDEFLATE_SUCCESS;
    if (!whole) return {};
    const auto bytes = profile.bytes().first(size);
    return Bytes(bytes.begin(), bytes.end());
}

class Prober {
public:
    Prober(const PngHeader& header, const Limits& limits) : limits_(limits) {
        info_.type = ImageType::Png;
        info_.size = header.size;
        info_.bit_depth = header.bit_depth;
        info_.colour = colour_model(header.colour);
        info_.progressive = header.interlaced;
        info_.has_alpha = header.colour == PngColour::GrayAlpha || header.colour == PngColour::Rgba;
    }

    void take(const PngChunk& chunk) {
        if (!keep_.keeps(chunk)) info_.has_metadata = true;
        if (chunk.type == kPngIdat) picture_seen_ = true;
        if (chunk.type == kPngExif && chunk.crc_matches()) {
            const auto searched = std::min(chunk.data.size(), limits_.max_exif_bytes);
            info_.orientation = exif_orientation(chunk.data.first(searched));
        }
        if (!picture_seen_) take_colour(chunk);
        if (!picture_seen_ && chunk.type == png_type("acTL")) take_animation(chunk);
    }

    void take_rest_as_metadata() { info_.has_metadata = true; }

    ImageInfo finish() && {
        if (!says_more_ && gamma_ != 0) info_.gamma = gamma_ / 100'000.0;
        return std::move(info_);
    }

private:
    // APNG: the number of frames, and how often they are shown. Only the first is ever decoded.
    void take_animation(const PngChunk& chunk) {
        if (chunk.data.size() != 8 || !chunk.crc_matches()) return;
        ByteReader in(chunk.data);
        info_.frames = std::clamp(in.be32(), 1U, limits_.max_frames);
    }

    // What says how the samples are meant has to stand before them.
    void take_colour(const PngChunk& chunk) {
        if (chunk.type == kPngTrns) info_.has_alpha = true;
        if (chunk.type == kPngSrgb || chunk.type == kPngCicp) says_more_ = true;
        if (chunk.type == kPngIccp) {
            says_more_ = true;
            if (chunk.crc_matches()) {
                info_.icc_profile = inflate_profile(chunk.data, limits_.max_profile_bytes);
            }
        }
        if (chunk.type == kPngGama && chunk.data.size() == 4) {
            ByteReader in(chunk.data);
            const auto gamma = in.be32();
            const bool usual =
                gamma + kGammaTolerance >= kUsualGamma && gamma <= kUsualGamma + kGammaTolerance;
            gamma_ = usual ? 0 : gamma;
        }
    }

    const Limits& limits_;
    ImageInfo info_;
    PngKeep keep_;
    bool picture_seen_ = false;
    bool says_more_ = false;  // than gAMA
    std::uint32_t gamma_ = 0;
};

}  // namespace

Result<ImageInfo> probe_png(ByteView file, const Limits& limits) {
    const auto header = TRY(read_png_header(file));
    TRY(check_png_pixels(header, limits));

    auto chunks = TRY(PngChunks::open(file));
    Prober prober(header, limits);
    unsigned count = 0;
    while (chunks.peek_type() != kPngIdat) {
        const auto chunk = TRY(chunks.next());
        if (chunk.type == kPngIhdr && !chunk.crc_matches()) {
            return Error{ErrorCode::DecodeFailed, "PNG chunk IHDR has a wrong CRC"};
        }
        if (chunk.type == kPngIend) {
            return Error{ErrorCode::DecodeFailed, "PNG has no picture data"};
        }
        if (++count > kMaxChunks) {
            return Error{
                ErrorCode::DecodeFailed,
                "PNG has more than " + std::to_string(kMaxChunks) + " chunks before its picture"};
        }
        prober.take(chunk);
    }

    // Behind the first IDAT only metadata is looked for (text and EXIF may stand at the end). A
    // file that breaks off there is the decoder's to refuse.
    for (;;) {
        const auto chunk = chunks.next();
        if (!chunk.ok()) break;
        prober.take(chunk.value());
        if (chunk.value().type == kPngIend) {
            if (chunks.position() < file.size()) prober.take_rest_as_metadata();
            break;
        }
        if (++count > kMaxChunks) {
            prober.take_rest_as_metadata();
            break;
        }
    }
    return std::move(prober).finish();
}

}  // namespace fovea::media
