#include "fovea/media/image/jpeg/header.hpp"

#include "fovea/base/byte_reader.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

constexpr std::string_view kJfif("JFIF\0", 5);
constexpr std::string_view kExif("Exif\0\0", 6);
constexpr std::string_view kIcc("ICC_PROFILE\0", 12);
constexpr std::string_view kAdobe = "Adobe";
constexpr std::size_t kJfifBytes = 14;   // up to the thumbnail
constexpr std::size_t kAdobeBytes = 12;  // up to the transform

bool is_jfif(const JpegSegment& segment) {
    return segment.marker == kApp0 && segment.payload.size() >= kJfifBytes &&
           as_text(segment.payload).starts_with(kJfif);
}

bool is_adobe(const JpegSegment& segment) {
    return segment.marker == kApp14 && segment.payload.size() >= kAdobeBytes &&
           as_text(segment.payload).starts_with(kAdobe);
}

// What the segments say of the colours; see colour_of().
struct ColourMarkers {
    bool jfif = false;
    std::optional<std::uint8_t> adobe_transform;
};

Error unsupported(std::string_view what) {
    return {ErrorCode::DecodeFailed, "JPEG uses " + std::string(what) + ", which is not supported"};
}

// A marker that announces a coding other than Huffman-coded DCT in one frame.
std::optional<Error> unsupported_coding(std::uint8_t marker) {
    switch (marker) {
        case 0xC3: return unsupported("lossless coding");
        case 0xC5:
        case 0xC6:
        case 0xC7:
        case 0xDE:  // DHP
        case 0xDF:  // EXP
            return unsupported("hierarchical coding");
        case 0xC9:
        case 0xCA:
        case 0xCC:  // DAC
            return unsupported("arithmetic coding");
        case 0xCB: return unsupported("lossless arithmetic coding");
        case 0xCD:
        case 0xCE:
        case 0xCF: return unsupported("hierarchical arithmetic coding");
        case 0xC8:
        case 0xF7: return unsupported("an extension (JPEG-LS or other)");
        default: return std::nullopt;
    }
}

Result<void> read_frame(const JpegSegment& segment, const Limits& limits, JpegHeader& header) {
    if (header.component_count != 0) {
        return Error{ErrorCode::DecodeFailed, "JPEG has two frame headers"};
    }
    ByteReader in(segment.payload);
    const unsigned precision = in.u8();
    header.size.height = in.be16();
    header.size.width = in.be16();
    const unsigned count = in.u8();
    if (!in.ok())
        return Error{ErrorCode::DecodeFailed, "JPEG has a frame header that is too short"};
    if (precision != 8) return unsupported(std::to_string(precision) + " bits a sample");
    if (header.size.pixels() == 0) {
        const auto& size = header.size;
        return Error{
            ErrorCode::DecodeFailed,
            "JPEG declares " + std::to_string(size.width) + " x " + std::to_string(size.height) +
                " pixels"};
    }
    if (header.size.pixels() > limits.max_pixels) {
        return Error{
            ErrorCode::FileTooLarge,
            "JPEG declares " + std::to_string(header.size.pixels()) + " pixels, the limit is " +
                std::to_string(limits.max_pixels)};
    }
    if (count != 1 && count != 3 && count != 4) {
        return unsupported(std::to_string(count) + " colour components");
    }
    for (unsigned i = 0; i < count; ++i) {
        auto& component = header.components[i];
        component.id = in.u8();
        const unsigned factors = in.u8();
        component.h = static_cast<std::uint8_t>(factors >> 4);
        component.v = static_cast<std::uint8_t>(factors & 15);
        in.skip(1);
        if (component.h < 1 || component.h > 4 || component.v < 1 || component.v > 4) {
            return Error{ErrorCode::DecodeFailed, "JPEG has a sampling factor outside 1 to 4"};
        }
    }
    if (!in.ok() || in.remaining() != 0) {
        return Error{ErrorCode::DecodeFailed, "JPEG has a frame header of a wrong length"};
    }
    header.component_count = count;
    header.progressive = segment.marker == kSof2;
    return {};
}

// Nothing in JPEG itself says what the components mean. These are libjpeg's rules, which everybody
// follows: JFIF means YCbCr, Adobe's marker says it, else the component ids are looked at.
ColourModel colour_of(const JpegHeader& header, const ColourMarkers& markers) {
    if (header.component_count == 1) return ColourModel::Gray;
    if (header.component_count == 4) {
        const auto transform = markers.adobe_transform;
        return transform && *transform != 0 ? ColourModel::Ycck : ColourModel::Cmyk;
    }
    if (markers.jfif) return ColourModel::Ycc;
    if (markers.adobe_transform) {
        return *markers.adobe_transform == 0 ? ColourModel::Rgb : ColourModel::Ycc;
    }
    const auto& parts = header.components;
    const bool letters = parts[0].id == 'R' && parts[1].id == 'G' && parts[2].id == 'B';
    return letters ? ColourModel::Rgb : ColourModel::Ycc;
}

void read_application_data(const JpegSegment& segment, JpegHeader& header, ColourMarkers& colour) {
    const auto text = as_text(segment.payload);
    if (is_jfif(segment)) colour.jfif = true;
    if (is_adobe(segment)) {
        colour.adobe_transform = std::to_integer<std::uint8_t>(segment.payload[kAdobeBytes - 1]);
    }
    if (segment.marker == kApp1 && text.starts_with(kExif) && header.exif.empty()) {
        header.exif = segment.payload.subspan(kExif.size());
    }
    if (segment.marker == kApp2 && text.starts_with(kIcc)) {
        header.icc_pieces.push_back(segment.payload.subspan(kIcc.size()));
    }
    const auto kept = kept_payload(segment);
    if (!kept || *kept < segment.payload.size()) header.has_metadata = true;
}

}  // namespace

std::uint8_t JpegHeader::max_h() const {
    std::uint8_t most = 1;
    for (unsigned i = 0; i < component_count; ++i) most = std::max(most, components[i].h);
    return most;
}

std::uint8_t JpegHeader::max_v() const {
    std::uint8_t most = 1;
    for (unsigned i = 0; i < component_count; ++i) most = std::max(most, components[i].v);
    return most;
}

Subsampling JpegHeader::chroma() const {
    if (component_count == 1) return {};
    const auto& luma = components[0];
    const auto& blue = components[1];
    const auto& red = components[2];
    const bool regular = luma.h == max_h() && luma.v == max_v() && blue.h == red.h &&
                         blue.v == red.v && luma.h % blue.h == 0 && luma.v % blue.v == 0;
    if (!regular) return {max_h(), max_v()};
    return {static_cast<std::uint8_t>(luma.h / blue.h), static_cast<std::uint8_t>(luma.v / blue.v)};
}

std::optional<std::size_t> kept_payload(const JpegSegment& segment) {
    switch (segment.marker) {
        case kSoi:
        case kEoi:
        case kSof0:
        case kSof1:
        case kSof2:
        case kDht:
        case kDqt:
        case kDri:
        case kSos: return segment.payload.size();
        default: break;
    }
    if (is_jfif(segment)) return kJfifBytes;
    if (is_adobe(segment)) return kAdobeBytes;
    return std::nullopt;
}

Result<JpegHeader> read_jpeg_header(ByteView file, const Limits& limits) {
    JpegHeader header;
    ColourMarkers colour;
    JpegMarkers markers(file);
    for (;;) {
        const auto segment = TRY(markers.next());
        if (!segment.before.empty()) header.has_metadata = true;
        if (auto error = unsupported_coding(segment.marker)) return *std::move(error);
        switch (segment.marker) {
            case kSof0:
            case kSof1:
            case kSof2: TRY(read_frame(segment, limits, header)); break;
            case kEoi: return Error{ErrorCode::DecodeFailed, "JPEG has no picture data"};
            case kSos:
                if (header.component_count == 0) {
                    return Error{ErrorCode::DecodeFailed, "JPEG has a scan without a frame header"};
                }
                header.colour = colour_of(header, colour);
                return header;
            default: read_application_data(segment, header, colour);
        }
    }
}

Result<std::size_t> find_jpeg_end(ByteView file, const Limits& limits) {
    JpegMarkers markers(file);
    std::uint32_t scans = 0;
    for (;;) {
        const auto segment = TRY(markers.next());
        if (segment.marker == kEoi) return segment.end;
        if (segment.marker == kSos && ++scans > limits.max_scans) {
            return Error{
                ErrorCode::DecodeFailed,
                "JPEG has more than " + std::to_string(limits.max_scans) + " scans"};
        }
    }
}

}  // namespace fovea::media
