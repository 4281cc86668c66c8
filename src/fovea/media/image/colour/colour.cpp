#include "fovea/media/image/colour/colour.hpp"

#include "fovea/media/image/colour/profile.hpp"
#include "fovea/media/image/colour/rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::media {
namespace {

constexpr std::size_t kCachedConverters = 4;
constexpr std::uint32_t kBandRows = 16;  // converted at a time: stays in the cache

}  // namespace

ColourConverter::ColourConverter(PixelFormat source) : source_(source) {}
ColourConverter::ColourConverter(ColourConverter&&) noexcept = default;
ColourConverter& ColourConverter::operator=(ColourConverter&&) noexcept = default;
ColourConverter::~ColourConverter() = default;

ColourConverter ColourConverter::from_profile(ByteView icc, PixelFormat source) {
    ColourConverter converter(source);
    if (!icc.empty()) {
        auto outcome = convert_by_profile(icc, source);
        converter.conversion_ = std::move(outcome.conversion);
        converter.profile_ignored_ = outcome.ignored;
    }
    if (!converter.conversion_ && source == PixelFormat::Cmyk8) {
        converter.conversion_ = std::make_unique<InkConversion>();
    }
    return converter;
}

ColourConverter ColourConverter::from_gamma(double gamma, PixelFormat source) {
    ColourConverter converter(source);
    const bool per_sample =
        source == PixelFormat::Gray8 || source == PixelFormat::Rgb8 || source == PixelFormat::Rgba8;
    // Beyond this a picture is black or white whatever it shows: a broken value, not a real one.
    const bool sane = gamma >= 0.05 && gamma <= 20;
    if (!per_sample || !sane) return converter;
    SampleTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto linear = std::pow(double(i) / 255, 1 / gamma);
        table[i] = static_cast<std::uint8_t>(std::lround(255 * srgb_curve(linear)));
    }
    // gAMA 0.45455 is the usual way to say sRGB, whose curve it only resembles. It is not asked for
    // more than it can say.
    constexpr double kUsualGamma = 0.45455;
    if (std::abs(gamma - kUsualGamma) > 0.005 && is_noticed(table)) {
        converter.conversion_ = std::make_unique<TableConversion>(table, source);
    }
    return converter;
}

PixelFormat ColourConverter::target() const {
    return source_ == PixelFormat::Cmyk8 ? PixelFormat::Rgb8 : source_;
}

void ColourConverter::convert(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to)
    const {
    conversion_->run(from, pixels, to);
}

const ColourConverter& ColourCache::find(ByteView icc, PixelFormat source) {
    const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
        return entry.converter.source() == source && std::ranges::equal(entry.icc, icc);
    });
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
        return entries_.front().converter;
    }
    entries_.push_front({Bytes(icc.begin(), icc.end()), ColourConverter::from_profile(icc, source)}
    );
    if (entries_.size() > kCachedConverters) entries_.pop_back();
    return entries_.front().converter;
}

Result<void> ColourSink::begin(const Shape& shape) {
    if (converter_.is_needed() && shape.format != converter_.source()) {
        return Error{
            ErrorCode::Internal, "a colour conversion was made for another form of pixels"};
    }
    width_ = shape.size.width;
    auto converted = shape;
    if (converter_.is_needed()) converted.format = converter_.target();
    return next_.begin(converted);
}

Result<void> ColourSink::rows(const RowBand& band) {
    if (!converter_.is_needed()) return next_.rows(band);
    const auto stride = std::size_t{width_} * bytes_per_pixel(converter_.target());
    if (band_.size() == 0) band_ = Buffer(stride * kBandRows);
    for (std::uint32_t done = 0; done < band.count; done += kBandRows) {
        const auto count = std::min(kBandRows, band.count - done);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto* from = band.data + std::size_t{done + i} * band.stride;
            converter_.convert(from, width_, band_.data() + i * stride);
        }
        TRY(next_.rows({
            .plane = 0,
            .first = band.first + done,
            .count = count,
            .data = band_.data(),
            .stride = stride,
            .stable = false,
        }));
    }
    return {};
}

}  // namespace fovea::media
