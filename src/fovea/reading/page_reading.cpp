#include "fovea/reading/page_reading.hpp"

#include "fovea/base/text_direction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fovea::reading {
namespace {

// A document can say what it likes; no page that somebody reads is larger.
constexpr double kMaxPoints = 20'000;

std::uint32_t pixels(double points) {
    const auto within = std::isfinite(points) ? std::clamp(points, 0.0, kMaxPoints) : 0.0;
    return static_cast<std::uint32_t>(std::lround(within * kPixelsPerPoint));
}

media::PixelRect pixels(const media::PdfBox& box) {
    const auto left = pixels(box.x);
    const auto top = pixels(box.y);
    return {
        left,
        top,
        std::max(pixels(box.x + box.width), left + 1) - left,
        std::max(pixels(box.y + box.height), top + 1) - top};
}

media::PixelRect around(const media::PixelRect& a, const media::PixelRect& b) {
    const auto left = std::min(a.x, b.x);
    const auto top = std::min(a.y, b.y);
    return {
        left,
        top,
        std::max(a.x + a.width, b.x + b.width) - left,
        std::max(a.y + a.height, b.y + b.height) - top};
}

// Where a line of several words runs to, by its first and its last one.
TextTurn turn_of(const media::PdfLine& line) {
    const auto& first = line.words.front();
    const auto& last = line.words.back();
    const auto right = last.box.x + last.box.width / 2 - first.box.x - first.box.width / 2;
    const auto down = last.box.y + last.box.height / 2 - first.box.y - first.box.height / 2;
    if (std::abs(down) > std::abs(right)) {
        return down > 0 ? TextTurn::Quarter : TextTurn::ThreeQuarters;
    }
    const bool against = right < 0 && !runs_right_to_left(first.text);
    return against ? TextTurn::Half : TextTurn::None;
}

// As most words of the page are turned; one of a single word says nothing.
TextTurn turn_of(const media::PdfPageText& page) {
    std::array<std::size_t, 4> words{};
    for (const auto& line : page.lines) {
        if (line.words.size() < 2) continue;
        words[static_cast<std::size_t>(turn_of(line))] += line.words.size();
    }
    return static_cast<TextTurn>(std::ranges::max_element(words) - words.begin());
}

}  // namespace

Reading reading_of(const media::PdfPageText& page) {
    Reading reading;
    reading.facts.size = {pixels(page.width), pixels(page.height)};
    reading.area = {0, 0, reading.facts.size.width, reading.facts.size.height};
    reading.turn = turn_of(page);
    const bool on_its_side =
        reading.turn == TextTurn::Quarter || reading.turn == TextTurn::ThreeQuarters;
    for (const auto& line : page.lines) {
        if (line.words.empty()) continue;
        media::TextLine found{.box = pixels(line.words.front().box), .ground = {255, 255, 255}};
        for (const auto& word : line.words) {
            const auto box = pixels(word.box);
            found.box = around(found.box, box);
            reading.words.push_back({word.text, box, 1, reading.lines.size()});
        }
        // A word's box is as high as its line; letters are about seven tenths of that.
        const auto height = on_its_side ? found.box.width : found.box.height;
        found.letter_height = std::max(height * 7 / 10, 1U);
        reading.lines.push_back(found);
    }
    return reading;
}

}  // namespace fovea::reading
