// Pages written by hand, for tests: text at places, with words, lines and boxes as reading gives
// them. A letter is 8 pixels wide and 16 high.
//
//     TestSight shot({800, 600});
//     shot.text(48, 36, "TypeError: x is undefined").code(65, 129, {"at f (a.js:1:2)"});
//     const Told told = answer("what is the error?", shot.sight());
#pragma once

#include "fovea/reading/answer/telling.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fovea::reading {

class TestSight {
public:
    static constexpr std::uint32_t kLetter = 8;
    static constexpr std::uint32_t kHeight = 16;
    static constexpr std::uint32_t kLineStep = 20;

    explicit TestSight(media::PixelSize size = {1280, 800}) {
        reading.facts.size = size;
        reading.area = {0, 0, size.width, size.height};
        kind.kind = PictureKind::Screenshot;
    }

    // What the lines that follow look like.
    TestSight& ink(media::Colour colour) {
        ink_ = colour;
        return *this;
    }
    TestSight& confidence(double confidence) {
        confidence_ = confidence;
        return *this;
    }
    TestSight& height(std::uint32_t height) {
        height_ = height;
        return *this;
    }

    TestSight& text(std::uint32_t x, std::uint32_t y, const std::string& line) {
        return lines(BlockKind::Text, x, y, {line});
    }
    TestSight& paragraph(
        std::uint32_t x, std::uint32_t y, const std::vector<std::string>& written
    ) {
        return lines(BlockKind::Text, x, y, written);
    }
    TestSight& code(std::uint32_t x, std::uint32_t y, const std::vector<std::string>& written) {
        return lines(BlockKind::Code, x, y, written);
    }

    // Columns are `step` pixels wide. An empty string is an empty cell.
    TestSight& table(
        std::uint32_t x,
        std::uint32_t y,
        std::uint32_t step,
        const std::vector<std::vector<std::string>>& rows
    ) {
        Block block{.kind = BlockKind::Table};
        for (std::size_t r = 0; r < rows.size(); ++r) {
            std::vector<PageLine> cells;
            for (std::size_t c = 0; c < rows[r].size(); ++c) {
                const auto left = x + step * static_cast<std::uint32_t>(c);
                const auto top = y + kLineStep * static_cast<std::uint32_t>(r);
                cells.push_back(line(left, top, rows[r][c]));
            }
            block.cells.push_back(std::move(cells));
        }
        block.box = {
            x,
            y,
            step * static_cast<std::uint32_t>(rows.empty() ? 0 : rows[0].size()),
            kLineStep * static_cast<std::uint32_t>(rows.size())};
        page.blocks.push_back(std::move(block));
        return *this;
    }

    Sight sight() const { return {reading, page, kind, name}; }

    Reading reading;
    Page page;
    KindGuess kind;
    std::string name = "shot.png";

private:
    TestSight& lines(
        BlockKind kind_of_block,
        std::uint32_t x,
        std::uint32_t y,
        const std::vector<std::string>& written
    ) {
        Block block{.kind = kind_of_block};
        std::uint32_t right = x;
        for (std::size_t i = 0; i < written.size(); ++i) {
            const auto step = std::max(kLineStep, height_ + 4);
            block.lines.push_back(line(x, y + step * static_cast<std::uint32_t>(i), written[i]));
            right = std::max(right, block.lines.back().box.x + block.lines.back().box.width);
        }
        const auto& last = block.lines.back().box;
        block.box = {x, y, right - x, last.y + last.height - y};
        page.blocks.push_back(std::move(block));
        return *this;
    }

    PageLine line(std::uint32_t x, std::uint32_t y, const std::string& written) {
        PageLine made{.text = written, .confidence = confidence_};
        std::size_t begin = 0;
        while (begin < written.size()) {
            const auto end = std::min(written.find(' ', begin), written.size());
            if (end > begin) {
                made.words.push_back(reading.words.size());
                reading.words.push_back(
                    {written.substr(begin, end - begin),
                     {x + kLetter * static_cast<std::uint32_t>(begin),
                      y,
                      kLetter * static_cast<std::uint32_t>(end - begin),
                      height_},
                     confidence_,
                     reading.lines.size()}
                );
            }
            begin = end + 1;
        }
        if (made.words.empty()) return made;
        const auto left = reading.words[made.words.front()].box.x;
        const auto& last = reading.words.back().box;
        made.box = {left, y, last.x + last.width - left, height_};
        reading.lines.push_back(
            {.box = made.box, .ground = {255, 255, 255}, .ink = ink_, .letter_height = height_}
        );
        return made;
    }

    media::Colour ink_{};
    double confidence_ = 0.95;
    std::uint32_t height_ = kHeight;
};

}  // namespace fovea::reading
