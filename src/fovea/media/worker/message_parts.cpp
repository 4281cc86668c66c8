#include "fovea/media/worker/message_parts.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

namespace fovea::media {
namespace {

enum class Outcome : std::uint8_t { Failed = 0, Done = 1 };

// Of a picture and of a job. Anything else, a setting or a full disk, is nothing that a worker knows of.
bool may_say(ErrorCode code) {
    constexpr ErrorCode kKnown[] = {
        ErrorCode::InvalidInput,
        ErrorCode::FileTooLarge,
        ErrorCode::UnsupportedFileType,
        ErrorCode::DecodeFailed,
        ErrorCode::LimitExceeded,
        ErrorCode::Internal};
    return std::ranges::find(kKnown, code) != std::end(kKnown);
}

}  // namespace

Error garbled() {
    return {ErrorCode::DecodeFailed, "the decoder gave a garbled answer"};
}

bool is_garbled(const Error& error) {
    return error == garbled();
}

void write(MessageWriter& out, const Limits& limits) {
    out.u64(limits.max_pixels);
    out.u32(limits.max_frames);
    out.u32(limits.max_scans);
    out.u64(limits.max_profile_bytes);
    out.u64(limits.max_exif_bytes);
}

Limits read_limits(MessageReader& in) {
    Limits limits;
    limits.max_pixels = in.u64();
    limits.max_frames = in.u32();
    limits.max_scans = in.u32();
    limits.max_profile_bytes = in.u64();
    limits.max_exif_bytes = in.u64();
    return limits;
}

void write(MessageWriter& out, PixelSize size) {
    out.u32(size.width);
    out.u32(size.height);
}

PixelSize read_size(MessageReader& in) {
    const auto width = in.u32();
    const auto height = in.u32();
    return {width, height};
}

void write(MessageWriter& out, const PixelRect& rect) {
    for (const auto number : {rect.x, rect.y, rect.width, rect.height}) out.u32(number);
}

PixelRect read_rect(MessageReader& in) {
    PixelRect rect;
    for (auto* number : {&rect.x, &rect.y, &rect.width, &rect.height}) *number = in.u32();
    return rect;
}

void write(MessageWriter& out, const Colour& colour) {
    for (const auto channel : {colour.red, colour.green, colour.blue}) out.u8(channel);
}

Colour read_colour(MessageReader& in) {
    Colour colour;
    for (auto* channel : {&colour.red, &colour.green, &colour.blue}) *channel = in.u8();
    return colour;
}

void write(MessageWriter& out, ImageType type) {
    out.u8(static_cast<std::uint8_t>(type));
}

ImageType read_type(MessageReader& in) {
    return in.choice<ImageType>(0, static_cast<std::uint8_t>(kLastImageType));
}

void write(MessageWriter& out, const PictureFacts& facts) {
    write(out, facts.type);
    write(out, facts.size);
    out.u8(static_cast<std::uint8_t>(facts.orientation));
    out.u32(facts.frames);
    out.flag(facts.has_alpha);
    out.u8(facts.bit_depth);
}

PictureFacts read_facts(MessageReader& in) {
    PictureFacts facts;
    facts.type = read_type(in);
    facts.size = read_size(in);
    facts.orientation = in.choice<Orientation>(1, 8);
    facts.frames = in.u32();
    facts.has_alpha = in.flag();
    facts.bit_depth = in.u8();
    return facts;
}

void write_done(MessageWriter& out) {
    out.u8(static_cast<std::uint8_t>(Outcome::Done));
}

void write_error(MessageWriter& out, const Error& error) {
    constexpr std::size_t kMaxMessage = 2000;
    out.u8(static_cast<std::uint8_t>(Outcome::Failed));
    out.u8(static_cast<std::uint8_t>(error.code));
    out.text(shorten(without_unseen(to_utf8(error.message)), kMaxMessage));
}

Result<void> read_outcome(MessageReader& in) {
    if (in.choice<Outcome>(0, 1) == Outcome::Done) return {};
    const auto code = in.choice<ErrorCode>(0, static_cast<std::uint8_t>(ErrorCode::Internal));
    auto message = in.text();
    if (!in.complete() || !may_say(code)) return garbled();
    return Error{code, std::move(message)};
}

}  // namespace fovea::media
