// ZXing reads; what is done here is to show it the picture in the right ways and to believe only
// what can be believed.
//
// Shown are the picture as it is, cut in bands where it is long (a code's rows are scanned at a
// five-hundredth of the height), and once more scaled down (modules of a hundred pixels and the
// noise of photographs disappear in that), both in either polarity. ZXing's own ways for this are
// not used: its scaled-down search ends in an assertion when it meets a linear code twice.
#include "fovea/reading/recognise/barcodes.hpp"

#include "fovea/media/image/luma.hpp"
#include "fovea/media/transform/flatness.hpp"
#include "fovea/reading/plain_text.hpp"
#include "fovea/reading/recognise/busy_squares.hpp"
#include "fovea/reading/recognise/finder_patterns.hpp"
#include "fovea/reading/recognise/linear_extent.hpp"

#define ZX_USE_UTF8  // text() as std::string
#include <ZXing/ReadBarcode.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// Screens of 4K are read in full. What is larger comes from cameras or from screens with two pixels
// where others have one; half of that is enough and takes a quarter of the time.
constexpr std::uint64_t kMaxPixels = 10'000'000;
constexpr std::uint32_t kBand = 4096;
constexpr std::uint32_t kOverlap = 512;
constexpr std::uint32_t kSmallEdge = 2048;
constexpr std::uint32_t kMinEdge = 8;
constexpr double kRough = 0.35;  // of equal neighbours, below: a photograph

// A sheet of a hundred QR codes; see finder_patterns.hpp.
constexpr std::size_t kMaxQrCorners = 300;
constexpr std::size_t kMaxAztecCentres = 16;
constexpr std::size_t kMaxBusySquares = 24;

using Format = ZXing::BarcodeFormat;

// What is looked for everywhere; QR, Aztec and Data Matrix have ways of their own. Not Micro QR, which
// finds itself in text, nor MaxiCode, which ZXing reads only where there is nothing else.
constexpr ZXing::BarcodeFormats kFormats = Format::PDF417 | Format::LinearCodes;

bool is_linear(Format format) {
    return ZXing::BarcodeFormats(Format::LinearCodes).testFlags(format);
}

struct Found {
    Format format = Format::None;
    Barcode code;
};

// A part of the picture, `scale` times smaller.
struct View {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t scale = 1;
};

template <media::PixelFormat kFormat>
void add_row(const std::uint8_t* at, std::uint32_t factor, std::vector<std::uint32_t>& sums) {
    for (auto& sum : sums) {
        for (std::uint32_t i = 0; i < factor; ++i, at += media::bytes_per_pixel(kFormat)) {
            sum += luma(at, kFormat);
        }
    }
}

// Gray over white, each pixel the mean of a square of `factor` pixels a side.
media::Picture gray_of(const media::Picture& picture, std::uint32_t factor) {
    const media::PixelSize size{picture.size().width / factor, picture.size().height / factor};
    using media::PixelFormat;
    const auto format = picture.format();
    media::Picture gray(media::Shape::of(size, media::PixelFormat::Gray8));
    std::vector<std::uint32_t> sums(size.width);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        std::ranges::fill(sums, 0u);
        for (std::uint32_t row = 0; row < factor; ++row) {
            const auto* at = picture.row(std::size_t{y} * factor + row);
            if (format == PixelFormat::Gray8) add_row<PixelFormat::Gray8>(at, factor, sums);
            if (format == PixelFormat::Rgb8) add_row<PixelFormat::Rgb8>(at, factor, sums);
            if (format == PixelFormat::Rgba8) add_row<PixelFormat::Rgba8>(at, factor, sums);
        }
        auto* out = gray.row(y);
        const auto pixels = factor * factor;
        for (const auto sum : sums) *out++ = static_cast<std::uint8_t>(sum / pixels);
    }
    return gray;
}

void invert(media::Picture& gray) {
    auto* at = gray.row(0);
    const auto pixels = gray.size().pixels();
    for (std::uint64_t i = 0; i < pixels; ++i) at[i] = static_cast<std::uint8_t>(255 - at[i]);
}

// Where `length` is cut: pieces of at most kBand that overlap.
std::vector<std::pair<std::uint32_t, std::uint32_t>> pieces(std::uint32_t length) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (std::uint32_t from = 0;; from += kBand - kOverlap) {
        const auto end = std::min(length, from + kBand);
        all.emplace_back(from, end - from);
        if (end == length) return all;
    }
}

// A code's corners in pixels of `gray`, which is the whole picture at view.scale.
ZXing::Position corners_of(const ZXing::Result& result, const View& view) {
    auto corners = result.position();
    for (auto& corner : corners) {
        corner = {corner.x + static_cast<int>(view.x), corner.y + static_cast<int>(view.y)};
    }
    return corners;
}

// The box around the corners, in pixels of the whole picture.
media::PixelRect box_of(
    const ZXing::Position& corners, std::uint32_t scale, media::PixelSize size
) {
    std::int64_t left = size.width;
    std::int64_t top = size.height;
    std::int64_t right = 0;
    std::int64_t bottom = 0;
    for (const auto& corner : corners) {
        left = std::min(left, std::int64_t{corner.x} * scale);
        top = std::min(top, std::int64_t{corner.y} * scale);
        right = std::max(right, (std::int64_t{corner.x} + 1) * scale);
        bottom = std::max(bottom, (std::int64_t{corner.y} + 1) * scale);
    }
    const auto within = [](std::int64_t value, std::uint32_t end) {
        return static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, end));
    };
    const auto x = within(left, size.width);
    const auto y = within(top, size.height);
    const auto end_x = within(right, size.width);
    const auto end_y = within(bottom, size.height);
    return {x, y, std::max(end_x, x) - x, std::max(end_y, y) - y};
}

double side(ZXing::PointI from, ZXing::PointI to) {
    return std::hypot(double(to.x - from.x), double(to.y - from.y));
}

// Moves the corners of a linear code to the ends of its bars.
void reach_ends(const media::Picture& gray, ZXing::Position& corners) {
    const auto from = corners[0];
    const auto to = corners[1];
    const auto length = side(from, to);
    if (length < 1) return;
    const auto extent = extent_of_bars(gray, {from.x, from.y, to.x, to.y});
    const auto moved = [&](ZXing::PointI point, double away, double drift) {
        const auto along_x = (to.x - from.x) / length;
        const auto along_y = (to.y - from.y) / length;
        return ZXing::PointI{
            static_cast<int>(std::lround(point.x + drift * along_x - away * along_y)),
            static_cast<int>(std::lround(point.y + drift * along_y + away * along_x))};
    };
    const auto already = side(corners[1], corners[2]);
    const auto& [before, after] = extent;
    if (double(before.away) + double(after.away) <= already) return;
    corners[0] = moved(from, -double(before.away), before.drift);
    corners[1] = moved(to, -double(before.away), before.drift);
    corners[2] = moved(to, after.away, after.drift);
    corners[3] = moved(from, after.away, after.drift);
}

// Letters of a line of text look like a short code a few pixels high. Real ones are drawn high, so
// that scanners need not aim; how high they must be here depends on how little the format checks.
bool is_believable(
    const ZXing::Result& result, const ZXing::Position& corners, std::uint32_t scale
) {
    const auto format = result.format();
    if (!is_linear(format)) return true;
    const auto length = side(corners[0], corners[1]);
    const auto height = side(corners[1], corners[2]) + 1;
    const bool checks_itself = format == Format::Code128 || format == Format::Code93 ||
                               format == Format::EAN13 || format == Format::UPCA ||
                               format == Format::DataBar || format == Format::DataBarExpanded;
    if (checks_itself) return height >= length / 30 && height * scale >= 6;
    return result.text().size() >= 4 && result.lineCount() >= 4 && height >= length / 12 &&
           height * scale >= 12;
}

void read_view(
    const media::Picture& gray,
    const View& view,
    ZXing::BarcodeFormats formats,
    media::PixelSize size,
    std::vector<Found>& found
) {
    ZXing::DecodeHints hints;
    hints.setFormats(formats);
    hints.setTryHarder(true).setTryRotate(true).setTryDownscale(false);
    hints.setMaxNumberOfSymbols(kMaxBarcodes);
    const ZXing::ImageView pixels(
        gray.row(view.y) + view.x,
        static_cast<int>(view.width),
        static_cast<int>(view.height),
        ZXing::ImageFormat::Lum,
        static_cast<int>(gray.stride())
    );
    try {
        for (const auto& result : ZXing::ReadBarcodes(pixels, hints)) {
            if (!result.isValid()) continue;
            auto corners = corners_of(result, view);
            if (is_linear(result.format())) reach_ends(gray, corners);
            if (!is_believable(result, corners, view.scale)) continue;
            auto text = plain_text(result.text());
            const auto box = box_of(corners, view.scale, size);
            if (text.empty() || box.width == 0 || box.height == 0) continue;
            found.push_back({result.format(), {ToString(result.format()), std::move(text), box}});
        }
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        // It throws on some broken codes; those before them are kept.
    }
}

// Aztec codes are only found in the middle of a view, so each centre gets a view of its own.
void read_aztec(
    const media::Picture& gray,
    const FinderPatterns& patterns,
    std::uint32_t scale,
    media::PixelSize size,
    std::vector<Found>& found
) {
    constexpr double kMostModules = 80;  // from the centre to the rim of the largest, and some
    for (const auto& centre : patterns.find(kAztecCentre, kMaxAztecCentres)) {
        const auto [width, height] = gray.size();
        const auto room =
            std::min({centre.x, centre.y, width - 1 - centre.x, height - 1 - centre.y});
        const auto half = std::min(room, static_cast<std::uint32_t>(kMostModules * centre.module));
        const auto side_of_view = 2 * half + 1;
        const View view{centre.x - half, centre.y - half, side_of_view, side_of_view, scale};
        if (half >= kMinEdge) read_view(gray, view, Format::Aztec, size, found);
    }
}

// So are Data Matrix codes: whatever could be one gets a view of its own.
void read_data_matrix(
    const media::Picture& gray,
    std::uint32_t scale,
    media::PixelSize size,
    std::vector<Found>& found
) {
    for (const auto& square : find_busy_squares(gray, kMaxBusySquares)) {
        const View view{square.x, square.y, square.width, square.height, scale};
        read_view(gray, view, Format::DataMatrix, size, found);
    }
}

enum class Polarities { DarkOnly, Both };

// `gray` may come back inverted.
void read_pieces(
    media::Picture& gray,
    std::uint32_t scale,
    Polarities polarities,
    media::PixelSize size,
    std::vector<Found>& found
) {
    const auto times = polarities == Polarities::Both ? 2 : 1;
    for (int time = 0; time < times; ++time) {
        if (time == 1) invert(gray);
        const FinderPatterns patterns(gray);
        const auto corners = patterns.find(kQrCorner, kMaxQrCorners).size();
        const auto formats = corners < kMaxQrCorners ? kFormats | Format::QRCode : kFormats;
        read_aztec(gray, patterns, scale, size, found);
        read_data_matrix(gray, scale, size, found);
        for (const auto& [y, height] : pieces(gray.size().height)) {
            for (const auto& [x, width] : pieces(gray.size().width)) {
                read_view(gray, {x, y, width, height, scale}, formats, size, found);
            }
        }
    }
}

std::uint64_t overlap(const media::PixelRect& a, const media::PixelRect& b) {
    const auto left = std::max(a.x, b.x);
    const auto top = std::max(a.y, b.y);
    const auto right = std::min(a.x + a.width, b.x + b.width);
    const auto bottom = std::min(a.y + a.height, b.y + b.height);
    if (left >= right || top >= bottom) return 0;
    return std::uint64_t{right - left} * (bottom - top);
}

media::PixelRect around(const media::PixelRect& a, const media::PixelRect& b) {
    const auto x = std::min(a.x, b.x);
    const auto y = std::min(a.y, b.y);
    return {
        x,
        y,
        std::max(a.x + a.width, b.x + b.width) - x,
        std::max(a.y + a.height, b.y + b.height) - y};
}

// What was found more than once, in several views or as several formats, is one code. Matrix codes
// go first: rows of one may look like a linear code.
std::vector<Barcode> without_repeats(std::vector<Found> found) {
    std::stable_partition(found.begin(), found.end(), [](const Found& one) {
        return !is_linear(one.format);
    });
    std::vector<Barcode> codes;
    for (const auto& one : found) {
        const auto& code = one.code;
        const auto same_place = std::ranges::find_if(codes, [&](const Barcode& other) {
            return overlap(code.box, other.box) > 0;
        });
        if (same_place == codes.end()) {
            if (codes.size() < kMaxBarcodes) codes.push_back(code);
        } else if (is_linear(one.format) && same_place->text == code.text) {
            same_place->box = around(same_place->box, code.box);
        }
    }
    std::ranges::sort(codes, [](const Barcode& a, const Barcode& b) {
        return std::pair(a.box.y, a.box.x) < std::pair(b.box.y, b.box.x);
    });
    return codes;
}

}  // namespace

std::vector<Barcode> find_barcodes(const media::Picture& picture) {
    const auto size = picture.size();
    const auto format = picture.format();
    if (format == media::PixelFormat::Ycc8 || format == media::PixelFormat::Cmyk8) return {};
    std::uint32_t scale = 1;
    while (size.pixels() / scale / scale > kMaxPixels) ++scale;
    if (std::min(size.width, size.height) / scale < kMinEdge) return {};

    std::vector<Found> found;
    auto gray = gray_of(picture, scale);
    const auto smaller = (gray.size().longest_edge() + kSmallEdge - 1) / kSmallEdge;
    if (smaller == 1 || std::min(gray.size().width, gray.size().height) / smaller < kMinEdge) {
        read_pieces(gray, scale, Polarities::Both, size, found);
    } else {
        auto small = gray_of(gray, smaller);
        // Small codes in light on dark are drawn on screens, not printed on what is photographed.
        const bool photographed = flatness(gray) < kRough;
        const auto polarities = photographed ? Polarities::DarkOnly : Polarities::Both;
        read_pieces(gray, scale, polarities, size, found);
        read_pieces(small, scale * smaller, Polarities::Both, size, found);
    }
    return without_repeats(std::move(found));
}

}  // namespace fovea::reading
