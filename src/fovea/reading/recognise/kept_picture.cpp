#include "fovea/reading/recognise/kept_picture.hpp"

#include "fovea/media/image/decode_region.hpp"
#include "fovea/media/transform/opaque.hpp"
#include "fovea/reading/recognise/text_turn.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace fovea::reading {
namespace {

media::Picture cut_out(const media::Picture& picture, const media::PixelRect& rect) {
    media::Picture part(media::Shape::of(rect.size(), picture.format()));
    const std::size_t offset = std::size_t{rect.x} * bytes_per_pixel(picture.format());
    for (std::uint32_t y = 0; y < rect.height; ++y) {
        std::memcpy(part.row(y), picture.row(rect.y + y) + offset, part.stride());
    }
    return part;
}

// The same part of a picture of another size.
media::PixelRect scaled(const media::PixelRect& rect, media::PixelSize from, media::PixelSize to) {
    if (from == to) return rect;
    const auto across = [&](std::uint64_t x) {
        return static_cast<std::uint32_t>(x * to.width / from.width);
    };
    const auto down = [&](std::uint64_t y) {
        return static_cast<std::uint32_t>(y * to.height / from.height);
    };
    const auto x = std::min(across(rect.x), to.width - 1);
    const auto y = std::min(down(rect.y), to.height - 1);
    return {
        x,
        y,
        std::clamp(across(rect.width), 1U, to.width - x),
        std::clamp(down(rect.height), 1U, to.height - y)};
}

// What is transparent shows no writing, whatever colours a file keeps there. White, as for models
// that get a JPEG.
media::Picture lay_on_white(const media::Picture& picture) {
    const auto size = picture.size();
    media::Picture flat(media::Shape::of(size, media::PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const std::uint8_t* from = picture.row(y);
        std::uint8_t* to = flat.row(y);
        for (std::size_t x = 0; x < size.width; ++x, from += 4, to += 3) {
            const unsigned alpha = from[3];
            for (std::size_t c = 0; c < 3; ++c) {
                const unsigned blend = from[c] * alpha + 255 * (255 - alpha);
                to[c] = static_cast<std::uint8_t>((blend + 127) / 255);
            }
        }
    }
    return flat;
}

}  // namespace

Result<void> KeptPicture::decode(const ReadingSource& source, ByteView input, media::Large form) {
    key_.reset();
    picture_ = media::Picture();  // its memory is wanted for the next
    give_back_memory();
    auto upright = TRY(decode_upright(input, source.limits, form));
    facts_ = upright.facts;
    form_ = form;
    area_ = TRY(decode_region(facts_.size, source.crop));
    if (area_.size() != facts_.size) {
        const auto part = scaled(area_, facts_.size, upright.picture.size());
        upright.picture = cut_out(upright.picture, part);
    }
    picture_ = drop_opaque_alpha(std::move(upright.picture));
    on_white_ = false;
    turn_ = TextTurn::None;
    input_bytes_ = input.size();
    key_ = source.key;
    return {};
}

bool KeptPicture::is_kept(const ReadingSource& source, ByteView input, media::Large form) const {
    if (key_ != source.key || input_bytes_ != input.size()) return false;
    return form_ == form || facts_.size.pixels() <= media::kLargePicture;
}

// The C library keeps what is freed for the next picture; of a very large one that is too much.
void KeptPicture::give_back_memory() const {
    if (facts_.size.pixels() > media::kLargePicture) ::malloc_trim(0);
}

void KeptPicture::turn_to(TextTurn turn) {
    if (turn_ == turn) return;
    picture_ = orient(std::move(picture_), inverse(to_readable(turn_)));
    picture_ = orient(std::move(picture_), to_readable(turn));
    turn_ = turn;
    give_back_memory();
}

Result<const media::Picture*> KeptPicture::as_stored(const ReadingSource& source, ByteView input) {
    if (!is_kept(source, input, media::Large::Small) || on_white_) {
        TRY(decode(source, input, media::Large::Small));
    }
    turn_to(TextTurn::None);
    return &picture_;
}

Result<const media::Picture*> KeptPicture::readable(
    const ReadingSource& source, ByteView input, TextTurn turn
) {
    if (!is_kept(source, input, media::Large::Gray)) TRY(decode(source, input, media::Large::Gray));
    if (picture_.format() == media::PixelFormat::Rgba8) {
        picture_ = lay_on_white(picture_);
        on_white_ = true;
    }
    turn_to(turn);
    return &picture_;
}

}  // namespace fovea::reading
