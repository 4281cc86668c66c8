#include "fovea/reading/recognise/line_image.hpp"

#include "fovea/media/text/colours.hpp"
#include "fovea/media/transform/resize.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// Around the letters, in rows of the image. Tesseract looks for the line once more and wants some
// white on all sides.
constexpr double kMargin = 12;

// Of 255: fainter is the soft edge of a letter.
constexpr std::uint8_t kInked = 64;

// Less than four rows hold no letters, however much they are enlarged.
constexpr double kMaxScale = 8;
// Tesseract counts columns in 16 bits.
constexpr double kMaxColumns = 32000;

double rows_of(LineSize size) {
    return size == LineSize::Usual ? 32 : 22;
}

// Writing across a photograph: hardly a pixel has the colour of its ground.
bool is_busy(const std::vector<media::Colour>& pixels, const media::TextLine& line) {
    const auto near = std::ranges::count_if(pixels, [&](const media::Colour& pixel) {
        return distance(pixel, line.ground) <= 48;
    });
    return double(near) < 0.2 * double(pixels.size());
}

// How near each pixel is to the colour of the letters.
std::vector<std::uint8_t> ink_across(
    const std::vector<media::Colour>& pixels, const media::TextLine& line
) {
    const auto reach = std::max(90, distance(line.ground, line.ink) * 2 / 3);
    std::vector<std::uint8_t> ink;
    ink.reserve(pixels.size());
    for (const auto& pixel : pixels) {
        const auto away = std::min(distance(pixel, line.ink), reach);
        ink.push_back(static_cast<std::uint8_t>(255 - 255 * away / reach));
    }
    return ink;
}

// How far each pixel is from the ground, stretched so that every word reaches full black: dim
// comments and bright keywords of one line of code look the same to the network.
std::vector<std::uint8_t> ink_map(
    const std::vector<media::Colour>& pixels, const media::TextLine& line
) {
    const std::size_t width = line.box.width;
    const std::size_t height = line.box.height;
    std::vector<int> far(pixels.size());
    std::vector<int> strongest(width);
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            const auto d = distance(pixels[y * width + x], line.ground);
            far[y * width + x] = d;
            strongest[x] = std::max(strongest[x], d);
        }
    }
    const auto line_contrast = std::max(1, *std::ranges::max_element(strongest));
    const auto blank = line_contrast / 8;
    const auto word_gap = std::max<std::size_t>(2, height / 5);
    std::vector<std::uint8_t> ink(pixels.size());
    for (std::size_t x = 0; x < width;) {
        // A word: columns with ink, up to a gap.
        auto end = x;
        auto last = x;
        int most = 0;
        while (end < width && end - last <= word_gap) {
            if (strongest[end] > blank) last = end;
            most = std::max(most, strongest[end]);
            ++end;
        }
        // At least 1: a line can be so faint in its box that a quarter of that is nothing.
        const auto full = std::max({1, most, line_contrast / 4});
        for (std::size_t y = 0; y < height; ++y) {
            for (auto i = x; i < end; ++i) {
                const auto value = far[y * width + i] * 255 / full;
                ink[y * width + i] = static_cast<std::uint8_t>(std::min(value, 255));
            }
        }
        x = end;
    }
    return ink;
}

}  // namespace

namespace {

// The box with a margin, as far as the picture goes.
media::PixelRect widened(
    const media::PixelRect& box, std::uint32_t margin, media::PixelSize picture
) {
    const auto left = box.x - std::min(box.x, margin);
    const auto top = box.y - std::min(box.y, margin);
    const auto right = std::min(picture.width, box.x + box.width + margin);
    const auto bottom = std::min(picture.height, box.y + box.height + margin);
    return {left, top, right - left, bottom - top};
}

// Its box and its ink; no image of it yet.
Result<LineImage> inked(const media::Picture& picture, const media::TextLine& line) {
    LineImage image;
    image.box = line.box;
    if (line.box.width > media::kMaxLineWidth) {
        return Error{ErrorCode::InvalidInput, "a text line is too long to be one"};
    }
    const auto pixels = pixels_of(picture, line.box);
    if (pixels.empty() || pixels.size() != line.box.size().pixels()) {
        return Error{ErrorCode::InvalidInput, "a text line lies outside of its picture"};
    }
    // A bold digit leaves little of its ground within its box.
    const auto around = std::max(2U, line.box.height / 3);
    image.across = is_busy(pixels_of(picture, widened(line.box, around, picture.size())), line);
    image.ink = image.across ? ink_across(pixels, line) : ink_map(pixels, line);
    return image;
}

Result<media::Picture> resized(const media::Picture& source, media::PixelSize size) {
    media::ResizeSink sink(size);
    TRY(sink.begin(source.shape()));
    TRY(sink.rows({0, 0, source.size().height, source.row(0), source.stride(), true}));
    TRY(sink.end());
    return sink.take();
}

// Ground and ink to fixed shades: the median is the ground, the ink the end of the shades that lies farther from it.
std::array<std::uint8_t, 256> levels(const media::Picture& grey) {
    constexpr int kLeastSpan = 8;
    std::array<std::uint64_t, 256> below{};
    for (std::uint32_t y = 0; y < grey.size().height; ++y) {
        for (std::uint32_t x = 0; x < grey.size().width; ++x) ++below[grey.row(y)[x]];
    }
    for (std::size_t i = 1; i < below.size(); ++i) below[i] += below[i - 1];
    const auto at = [&](double share) {
        const auto wanted = std::max(1.0, share * double(below.back()));
        const auto found =
            std::ranges::find_if(below, [&](auto count) { return double(count) >= wanted; });
        return static_cast<int>(found - below.begin());
    };
    int low = at(0.01);
    const int ground = at(0.5);
    int high = at(0.99);
    if (high - low < kLeastSpan) {
        low = at(0);
        high = at(1);
    }
    const bool up = high - ground > ground - low;
    const auto span = std::max(kLeastSpan, up ? high - ground : ground - low);
    std::array<std::uint8_t, 256> table{};
    for (int i = 0; i < 256; ++i) {
        const auto value = double(up ? i - ground : ground - i) / span;
        table[std::size_t(i)] =
            static_cast<std::uint8_t>(std::clamp(std::nearbyint((value + 0.5) * 127.5), 0.0, 255.0)
            );
    }
    return table;
}

}  // namespace

Result<LineImage> line_for_screen_reader(
    const media::Picture& picture, const media::TextLine& line
) {
    constexpr std::uint32_t kRows = 32;
    constexpr std::uint32_t kLeastColumns = 8;
    auto image = TRY(inked(picture, line));
    const auto margin = std::max(1L, std::lround(line.box.height * 0.1));
    const auto area = widened(line.box, std::uint32_t(margin), picture.size());
    const auto pixels = pixels_of(picture, area);
    media::Picture grey(media::Shape::of(area.size(), media::PixelFormat::Gray8));
    for (std::uint32_t y = 0; y < area.height; ++y) {
        for (std::uint32_t x = 0; x < area.width; ++x) {
            const auto& pixel = pixels[std::size_t{y} * area.width + x];
            const auto shade = 0.299 * pixel.red + 0.587 * pixel.green + 0.114 * pixel.blue;
            grey.row(y)[x] = static_cast<std::uint8_t>(std::min(255.0, std::nearbyint(shade)));
        }
    }
    image.scale = std::min(double(kRows) / area.height, kMaxColumns / area.width);
    const auto columns = std::max<long>(kLeastColumns, std::lround(area.width * image.scale));
    image.scale = double(columns) / area.width;
    image.offset = line.box.x - area.x;
    image.gray = TRY(resized(grey, {std::uint32_t(columns), kRows}));
    const auto table = levels(image.gray);
    for (std::uint32_t y = 0; y < kRows; ++y) {
        auto* row = image.gray.row(y);
        std::transform(row, row + columns, row, [&](std::uint8_t shade) { return table[shade]; });
    }
    return image;
}

Result<LineImage> line_image(
    const media::Picture& picture, const media::TextLine& line, LineSize size
) {
    auto image = TRY(inked(picture, line));
    image.scale = std::min(rows_of(size) / double(line.box.height), kMaxScale);
    image.scale = std::min(image.scale, kMaxColumns / double(line.box.width));
    const auto margin = std::uint32_t(std::ceil(kMargin / image.scale));
    const auto tall = line.box.height + 2 * margin;
    image.offset = margin;
    media::Picture source(
        media::Shape::of({line.box.width + 2 * margin, tall}, media::PixelFormat::Gray8)
    );
    for (std::uint32_t y = 0; y < tall; ++y) {
        auto* row = source.row(y);
        std::fill_n(row, source.size().width, std::uint8_t{255});
        if (y < margin || y >= margin + line.box.height) continue;
        const auto* from = image.ink.data() + std::size_t{y - margin} * line.box.width;
        for (std::uint32_t x = 0; x < line.box.width; ++x) {
            row[margin + x] = static_cast<std::uint8_t>(255 - from[x]);
        }
    }
    const auto wide = std::max(1L, std::lround(source.size().width * image.scale));
    const auto high = std::max(1L, std::lround(tall * image.scale));
    image.gray = TRY(resized(source, {std::uint32_t(wide), std::uint32_t(high)}));
    return image;
}

bool LineImage::has_ink(std::uint32_t column) const {
    for (std::uint32_t y = 0; y < box.height; ++y) {
        if (ink[std::size_t{y} * box.width + column] >= kInked) return true;
    }
    return false;
}

std::uint32_t LineImage::column_of(double x) const {
    return std::uint32_t(std::lround(std::clamp(x / scale - offset, 0.0, double(box.width))));
}

std::vector<LineImage::Gap> LineImage::gaps(double first, double end) const {
    std::vector<Gap> found;
    const auto right = column_of(end);
    auto x = column_of(first);
    while (x < right && !has_ink(x)) ++x;
    while (x < right) {
        while (x < right && has_ink(x)) ++x;
        const auto blank = x;
        while (x < right && !has_ink(x)) ++x;
        if (x == right || x == blank) break;
        found.push_back({(blank + offset) * scale, (x + offset) * scale, x - blank});
    }
    return found;
}

media::PixelRect LineImage::original(double first, double end) const {
    auto left = std::min(column_of(first), box.width - 1);
    auto right = std::max(column_of(end), left + 1);
    const auto row_inked = [&](std::uint32_t y) {
        for (auto x = left; x < right; ++x) {
            if (ink[std::size_t{y} * box.width + x] >= kInked) return true;
        }
        return false;
    };
    while (left + 1 < right && !has_ink(left)) ++left;
    while (right - 1 > left && !has_ink(right - 1)) --right;
    std::uint32_t top = 0;
    std::uint32_t bottom = box.height;
    while (top + 1 < bottom && !row_inked(top)) ++top;
    while (bottom - 1 > top && !row_inked(bottom - 1)) --bottom;
    return {box.x + left, box.y + top, right - left, bottom - top};
}

}  // namespace fovea::reading
