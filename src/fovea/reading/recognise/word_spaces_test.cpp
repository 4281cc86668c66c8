#include "fovea/reading/recognise/word_spaces.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// A line of one row, at its own size: '#' has ink, '.' none.
LineImage image_of(std::string_view columns) {
    LineImage image;
    image.box = {0, 0, std::uint32_t(columns.size()), 1};
    for (const char c : columns) image.ink.push_back(c == '#' ? 255 : 0);
    return image;
}

LineWord word(std::string text, double first, double letter_width) {
    LineWord made{std::move(text), {}, first, 0, 0.9};
    for (std::size_t i = 0; i < made.text.size(); ++i) {
        made.letters.push_back({i + 1, first + (double(i) + 0.5) * letter_width});
    }
    made.end = first + double(made.text.size()) * letter_width;
    return made;
}

std::vector<std::string> texts(const std::vector<LineWord>& words) {
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const auto& each : words) all.push_back(each.text);
    return all;
}

TEST(SettleSpaces, JoinsWhatAColonPartedInCode) {
    //                            aa      b:cc        dd      ee
    const auto image = image_of("###.###....###.#.###.###....###.###....###.###");
    const std::vector<LineWord> words{
        word("aa", 0, 4),
        word("b:", 11, 3),
        word("cc", 17, 4),
        word("dd", 28, 4),
        word("ee", 39, 4)};

    EXPECT_EQ(
        texts(settle_spaces(words, image)), (std::vector<std::string>{"aa", "b:cc", "dd", "ee"})
    );
}

TEST(SettleSpaces, LeavesWordsOfLettersApartThatStandClose) {
    const auto image = image_of("###.###..###.###....###.###....###.###");
    const std::vector<LineWord> words{
        word("aa", 0, 4), word("bb", 9, 4), word("cc", 20, 4), word("dd", 31, 4)};

    EXPECT_EQ(
        texts(settle_spaces(words, image)), (std::vector<std::string>{"aa", "bb", "cc", "dd"})
    );
}

TEST(SettleSpaces, PartsLettersThatStandAsFarApartAsWords) {
    const auto image = image_of("###.###....###.###....###.###....###.###....###.###");
    const std::vector<LineWord> words{
        word("aa", 0, 4), word("ofth", 11, 4.5), word("cc", 33, 4), word("dd", 44, 4)};

    EXPECT_EQ(
        texts(settle_spaces(words, image)), (std::vector<std::string>{"aa", "of", "th", "cc", "dd"})
    );
}

TEST(SettleSpaces, LeavesShortLinesAlone) {
    const auto image = image_of("###.###....###.###");
    const std::vector<LineWord> words{word("aabb", 0, 4.5)};

    EXPECT_EQ(texts(settle_spaces(words, image)), (std::vector<std::string>{"aabb"}));
}

}  // namespace
}  // namespace fovea::reading
