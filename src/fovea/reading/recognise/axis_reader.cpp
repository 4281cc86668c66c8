#include "fovea/reading/recognise/axis_reader.hpp"

#include "fovea/reading/recognise/line_crop.hpp"
#include "fovea/reading/recognise/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <utility>

namespace fovea::reading {
namespace {

constexpr double kLevel = 0.7;  // cosine: from here on a line is level
constexpr double kTrust = 0.8;  // under which a short line is tried along other axes
constexpr double kSure = 0.9;   // of every word of a doubtful line, or of one along another axis
constexpr double kSpaceReach =
    0.2;  // of a line's height: how far from a space the network may put it
constexpr double kLetters = 0.56;  // of a line's height: what most letters have

media::Colour colour_at(const media::Picture& picture, std::uint32_t x, std::uint32_t y) {
    const auto channels = media::bytes_per_pixel(picture.format());
    const auto* pixel = picture.row(y) + std::size_t{x} * channels;
    if (channels < 3) return {pixel[0], pixel[0], pixel[0]};
    return {pixel[0], pixel[1], pixel[2]};
}

int distance(const media::Colour& a, const media::Colour& b) {
    return std::max(
        {std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)}
    );
}

int brightness(const media::Colour& colour) {
    return (2 * colour.red + 5 * colour.green + colour.blue) / 8;
}

// The most frequent colour, near shades taken together.
media::Colour ground_of(const media::Picture& picture, const media::PixelRect& box) {
    struct Shade {
        std::uint32_t count = 0;
        std::uint32_t red = 0;
        std::uint32_t green = 0;
        std::uint32_t blue = 0;
    };
    std::array<Shade, 4096> shades{};
    for (auto y = box.y; y < box.y + box.height; ++y) {
        for (auto x = box.x; x < box.x + box.width; ++x) {
            const auto colour = colour_at(picture, x, y);
            auto& shade = shades[std::size_t(
                (colour.red >> 4) << 8 | (colour.green >> 4) << 4 | colour.blue >> 4
            )];
            ++shade.count;
            shade.red += colour.red;
            shade.green += colour.green;
            shade.blue += colour.blue;
        }
    }
    const auto& most = *std::ranges::max_element(shades, {}, &Shade::count);
    const auto count = std::max(most.count, 1U);
    return {
        static_cast<std::uint8_t>(most.red / count),
        static_cast<std::uint8_t>(most.green / count),
        static_cast<std::uint8_t>(most.blue / count)};
}

// What stands out most from the ground.
media::Colour ink_of(
    const media::Picture& picture, const media::PixelRect& box, const media::Colour& ground
) {
    media::Colour ink = ground;
    int most = -1;
    for (auto y = box.y; y < box.y + box.height; ++y) {
        for (auto x = box.x; x < box.x + box.width; ++x) {
            const auto colour = colour_at(picture, x, y);
            const auto away = distance(colour, ground);
            if (away > most) {
                most = away;
                ink = colour;
            }
        }
    }
    return ink;
}

// Without the rows above and below that have no ink.
media::PixelRect tight(
    const media::Picture& picture,
    media::PixelRect box,
    const media::Colour& ground,
    const media::Colour& ink
) {
    const auto least = std::max(12, distance(ground, ink) / 3);
    const auto has_ink = [&](std::uint32_t y) {
        for (auto x = box.x; x < box.x + box.width; ++x) {
            if (distance(colour_at(picture, x, y), ground) >= least) return true;
        }
        return false;
    };
    while (box.height > 1 && !has_ink(box.y)) {
        ++box.y;
        --box.height;
    }
    while (box.height > 1 && !has_ink(box.y + box.height - 1)) --box.height;
    return box;
}

// Columns of a level line, from `first` to before `end`.
struct Columns {
    std::uint32_t first = 0;
    std::uint32_t end = 0;

    std::uint32_t width() const { return end - first; }
};

// Where nothing is written between letters, from the left; also before the first one and behind the last.
std::vector<Columns> blanks_of(const media::Picture& picture, const media::TextLine& line) {
    const auto least = std::max(12, distance(line.ground, line.ink) / 6);
    std::vector<Columns> blanks;
    const auto end = line.box.x + line.box.width;
    for (auto x = line.box.x; x < end; ++x) {
        bool blank = true;
        for (auto y = line.box.y; blank && y < line.box.y + line.box.height; ++y) {
            blank = distance(colour_at(picture, x, y), line.ground) < least;
        }
        if (!blank) continue;
        if (blanks.empty() || blanks.back().end != x) blanks.push_back({x, x});
        blanks.back().end = x + 1;
    }
    return blanks;
}

// The network knows to a few pixels where a space is: words that meet in the middle of it end where their letters end.
void keep_to_letters(std::vector<Word>& words, const std::vector<Columns>& blanks, double reach) {
    for (std::size_t i = 0; i <= words.size(); ++i) {
        auto* left = i > 0 ? &words[i - 1].box : nullptr;
        auto* right = i < words.size() ? &words[i].box : nullptr;
        const auto edge = right != nullptr ? right->x : left->x + left->width;
        const Columns* widest = nullptr;
        for (const auto& blank : blanks) {
            if (blank.end + reach < edge || blank.first > edge + reach) continue;
            const bool keeps_left = left == nullptr ? blank.first <= edge : blank.first > left->x;
            const bool keeps_right =
                right == nullptr ? blank.end >= edge : blank.end < right->x + right->width;
            if (!keeps_left || !keeps_right) continue;
            if (widest == nullptr || blank.width() > widest->width()) widest = &blank;
        }
        if (widest == nullptr) continue;
        if (left != nullptr) left->width = widest->first - left->x;
        if (right != nullptr) {
            right->width = right->x + right->width - widest->end;
            right->x = widest->end;
        }
    }
}

}  // namespace

Result<AxisReader::Read> AxisReader::read_along(const LineAxis& axis) {
    const LineCrop crop(picture_, axis);
    Read read;
    double letters = 0;
    for (auto& word : TRY(recogniser_.read_image(crop.image()))) {
        const auto count = double(word.letters.size());
        read.trust += word.confidence * count;
        letters += count;
        read.least = std::min(read.least, word.confidence);
        const auto box = crop.box_of(word.first, word.end);
        read.words.push_back({std::move(word.text), box, word.confidence, 0});
    }
    if (letters > 0) read.trust /= letters;
    if (axis.angle == 0 && !read.words.empty()) {
        const auto line = text_line_of(picture_, axis);
        keep_to_letters(read.words, blanks_of(picture_, line), kSpaceReach * axis.height);
        for (auto& word : read.words) word.box = tight(picture_, word.box, line.ground, line.ink);
    }
    return read;
}

Result<AxisReader::Read> AxisReader::read_best(const LineAxis& axis) {
    auto read = TRY(read_along(axis));
    if (std::abs(std::cos(axis.angle)) >= kLevel) return read;
    auto back = axis;
    back.angle = std::fmod(axis.angle + std::numbers::pi, 2 * std::numbers::pi);
    auto other = TRY(read_along(back));
    return other.trust > read.trust ? std::move(other) : std::move(read);
}

Result<std::vector<Word>> AxisReader::read(const LineAxis& axis) {
    return read(DetectedLine{.axis = axis, .score = 1});
}

Result<std::vector<Word>> AxisReader::read(const DetectedLine& line) {
    auto read = TRY(read_best(line.axis));
    if (read.trust < kTrust) {
        for (const auto& axis : line.others) {
            auto other = TRY(read_best(axis));
            if (!other.words.empty() && other.least >= kSure && other.trust > read.trust) {
                read = std::move(other);
            }
        }
    }
    const bool doubtful = !line.sure && read.least < kSure;
    const auto height = static_cast<std::uint32_t>(std::lround(line.axis.height));
    if (doubtful || !are_believable(read.words, height)) return std::vector<Word>();
    return std::move(read.words);
}

void keep_within(std::vector<Word>& words, const media::PixelRect& line) {
    for (auto& word : words) {
        const auto top = std::clamp(word.box.y, line.y, line.y + line.height - 1);
        const auto bottom = std::clamp(word.box.y + word.box.height, top + 1, line.y + line.height);
        word.box.y = top;
        word.box.height = bottom - top;
    }
}

media::TextLine text_line_of(const media::Picture& picture, const LineAxis& axis) {
    const auto size = picture.size();
    const auto cos = std::abs(std::cos(axis.angle));
    const auto sin = std::abs(std::sin(axis.angle));
    const auto width = cos * axis.length + sin * axis.height;
    const auto height = sin * axis.length + cos * axis.height;
    const auto pixel = [](double value, std::uint32_t most) {
        return static_cast<std::uint32_t>(std::clamp(std::round(value), 0.0, double(most)));
    };
    const auto left = pixel(axis.x - width / 2, size.width - 1);
    const auto top = pixel(axis.y - height / 2, size.height - 1);
    const auto right = std::max(left + 1, pixel(axis.x + width / 2, size.width));
    const auto bottom = std::max(top + 1, pixel(axis.y + height / 2, size.height));
    media::TextLine line{.box = {left, top, right - left, bottom - top}};
    line.ground = ground_of(picture, line.box);
    line.ink = ink_of(picture, line.box, line.ground);
    line.polarity = brightness(line.ink) < brightness(line.ground) ? media::Polarity::DarkOnLight
                                                                   : media::Polarity::LightOnDark;
    line.letter_height = static_cast<std::uint32_t>(std::lround(kLetters * axis.height));
    if (axis.angle == 0) line.box = tight(picture, line.box, line.ground, line.ink);
    return line;
}

}  // namespace fovea::reading
