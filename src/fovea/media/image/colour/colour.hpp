// Brings foreign colours to sRGB, the only colours that models know.
//
//     const auto converter = ColourConverter::from_profile(info.icc_profile, PixelFormat::Rgb8);
//     if (converter.is_needed()) { ColourSink colours(converter, next); decode(…, colours); }
//
// Most embedded profiles are sRGB itself, under many names, so names are not asked: a grid of
// colours goes through the profile, and where none moves by more than 2/255 nothing is converted. A
// profile that cannot be used (does not parse, is for another colour space, is no profile of a
// device) is ignored, as every viewer does, and profile_ignored() says so. CMYK is always
// converted, without a profile by the simple rule of ink on white paper.
//
// Perceptual intent with black point compensation: what is asked for is a pleasing picture, not a
// proof, and black ink has to become black.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/image/row_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>

namespace fovea::media {

// How a row is converted; see colour_rows.hpp.
class RowConversion;

class ColourConverter {
public:
    // `source` is the decoder's format: Gray8, Rgb8, Rgba8 or Cmyk8. An empty profile is no
    // profile.
    static ColourConverter from_profile(ByteView icc, PixelFormat source);

    // A PNG's gAMA as a fraction (0.45455 is usual); 0 or nonsense means none.
    static ColourConverter from_gamma(double gamma, PixelFormat source);

    ColourConverter(ColourConverter&&) noexcept;
    ColourConverter& operator=(ColourConverter&&) noexcept;
    ~ColourConverter();

    bool is_needed() const { return conversion_ != nullptr; }
    bool profile_ignored() const { return profile_ignored_; }
    PixelFormat source() const { return source_; }

    // Gray8, Rgb8 and Rgba8 stay what they are; Cmyk8 becomes Rgb8.
    PixelFormat target() const;

    // Only when is_needed(). Alpha is copied.
    void convert(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const;

private:
    explicit ColourConverter(PixelFormat source);

    PixelFormat source_;
    bool profile_ignored_ = false;
    std::unique_ptr<const RowConversion> conversion_;
};

// Keeps the last few converters: making one costs milliseconds, and pictures of one camera or one
// program come with the same profile again and again. Not for several threads at once.
class ColourCache {
public:
    // Valid until the next call.
    const ColourConverter& find(ByteView icc, PixelFormat source);

private:
    // The whole profile is compared: a hash could be made to collide, and lend a picture the
    // colours of another.
    struct Entry {
        Bytes icc;
        ColourConverter converter;
    };

    std::list<Entry> entries_;  // the latest first
};

// Converts rows on their way to the next sink.
class ColourSink : public RowSink {
public:
    ColourSink(const ColourConverter& converter, RowSink& next)
        : converter_(converter), next_(next) {}

    Result<void> begin(const Shape& shape) override;
    Result<void> rows(const RowBand& band) override;
    Result<void> end() override { return next_.end(); }

private:
    const ColourConverter& converter_;
    RowSink& next_;
    std::uint32_t width_ = 0;
    Buffer band_;
};

}  // namespace fovea::media
