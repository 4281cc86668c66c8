#include "fovea/reading/page/page_lines.hpp"

#include "fovea/base/text_direction.hpp"
#include "fovea/reading/page/pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace fovea::reading {

media::PixelRect around(const media::PixelRect& a, const media::PixelRect& b) {
    if (a == media::PixelRect{}) return b;
    if (b == media::PixelRect{}) return a;
    const auto x = std::min(a.x, b.x);
    const auto y = std::min(a.y, b.y);
    const auto right = std::max(std::uint64_t{a.x} + a.width, std::uint64_t{b.x} + b.width);
    const auto bottom = std::max(std::uint64_t{a.y} + a.height, std::uint64_t{b.y} + b.height);
    const auto most = std::uint64_t{std::numeric_limits<std::uint32_t>::max()};
    return {
        x,
        y,
        static_cast<std::uint32_t>(std::min(right - x, most)),
        static_cast<std::uint32_t>(std::min(bottom - y, most))};
}

PageLine page_line(const Reading& reading, std::vector<std::size_t> words) {
    std::vector<std::string_view> texts;
    for (const auto word : words) texts.emplace_back(reading.words[word].text);
    std::vector<std::size_t> ordered;
    std::string text;
    for (const auto index : order_of_words(texts)) {
        if (!text.empty()) text += ' ';
        text += texts[index];
        ordered.push_back(words[index]);
    }
    return page_line(reading, std::move(ordered), std::move(text));
}

PageLine page_line(const Reading& reading, std::vector<std::size_t> words, std::string text) {
    PageLine line;
    double confidence = 0;
    double letters = 0;
    for (const auto index : words) {
        const auto& word = reading.words[index];
        const auto weight = double(count_letters(word.text));
        confidence += word.confidence * weight;
        letters += weight;
        line.box = around(line.box, word.box);
    }
    line.text = std::move(text);
    line.words = std::move(words);
    line.confidence = letters > 0 ? std::clamp(confidence / letters, 0.0, 1.0) : 0;
    return line;
}

}  // namespace fovea::reading
