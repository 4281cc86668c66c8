#include "fovea/reading/page/axis_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

// Ten pixels a letter; ends at x.
Word right_of(std::uint32_t x, std::uint32_t y, const std::string& text) {
    const auto width = static_cast<std::uint32_t>(10 * text.size());
    return {text, {x - width, y, width, 14}, 0.9, 0};
}

std::vector<Word> column(const std::vector<std::string>& texts, std::uint32_t step = 50) {
    std::vector<Word> words;
    std::uint32_t y = 20;
    for (const auto& text : texts) {
        words.push_back(right_of(80, y, text));
        y += step;
    }
    return words;
}

// Centred on places that are `step` apart.
std::vector<Word> row(const std::vector<std::string>& texts, std::uint32_t step = 100) {
    std::vector<Word> words;
    std::uint32_t x = 100;
    for (const auto& text : texts) {
        words.push_back(right_of(x + static_cast<std::uint32_t>(5 * text.size()), 400, text));
        x += step;
    }
    return words;
}

TEST(NumberOf, ReadsWhatStandsOnAxes) {
    EXPECT_EQ(number_of("1,200"), 1200.0);
    EXPECT_EQ(number_of("-0.5"), -0.5);
    EXPECT_EQ(number_of("$40"), 40.0);
    EXPECT_EQ(number_of("25%"), 25.0);
    EXPECT_EQ(number_of("3k"), 3000.0);
    EXPECT_EQ(number_of("1.5M"), 1.5e6);
}

TEST(NumberOf, RefusesTheRest) {
    for (const auto* text : {"", "-", "abc", "12:00", "1.2.3", "4px", "$", "inf", "nan", "Q1"}) {
        EXPECT_EQ(number_of(text), std::nullopt) << text;
    }
    EXPECT_EQ(number_of(std::string(400, '9')), std::nullopt);
}

TEST(FindAxes, FindsAnUprightAxis) {
    EXPECT_EQ(
        find_axes(column({"100", "80", "60", "40", "20", "0"})), (std::vector{Axis{6, true}})
    );
    EXPECT_EQ(find_axes(column({"1.0", "0.5", "0.0", "-0.5"})), (std::vector{Axis{4, true}}));
}

TEST(FindAxes, FindsALevelAxis) {
    EXPECT_EQ(find_axes(row({"0", "1000", "2000", "3000"})), (std::vector{Axis{4, false}}));
    EXPECT_EQ(find_axes(row({"2019", "2020", "2021", "2022"})), (std::vector{Axis{4, false}}));
}

TEST(FindAxes, ForgivesANumberThatWasNotRead) {
    auto words = column({"100", "80", "60", "40", "20", "0"});
    words.erase(words.begin() + 2);

    EXPECT_EQ(find_axes(words), (std::vector{Axis{5, true}}));
}

TEST(FindAxes, TakesNumberingForNone) {
    EXPECT_TRUE(find_axes(column({"1", "2", "3", "4", "5", "6"}, 20)).empty());  // lines
    EXPECT_TRUE(find_axes(column({"41", "42", "43", "44", "45"}, 20)).empty());  // of the middle
    EXPECT_TRUE(find_axes(row({"1", "2", "3", "4", "5"}, 30)).empty());          // a pager
}

TEST(FindAxes, TakesACalendarForNone) {
    std::vector<Word> words;
    for (std::uint32_t day = 1; day <= 28; ++day) {
        const auto text = std::to_string(day * 5);
        words.push_back(right_of(100 + 60 * ((day - 1) % 7), 100 + 60 * ((day - 1) / 7), text));
    }

    EXPECT_TRUE(find_axes(words).empty());
}

TEST(FindAxes, TakesUnevenNumbersForNone) {
    EXPECT_TRUE(find_axes(column({"412", "388", "655", "501", "720"})).empty());
    EXPECT_TRUE(find_axes(column({"10", "20"})).empty());
    EXPECT_TRUE(find_axes({}).empty());
}

TEST(FindAxes, StandsBoxesThatMakeNoSense) {
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    std::vector<Word> words(50, Word{"5", {kMost, kMost, kMost, kMost}, 0.9, 0});
    for (int i = 0; i < 50; ++i) words.push_back({std::to_string(i * 10), {0, 0, 0, 0}, 0.9, 0});

    EXPECT_TRUE(find_axes(words).empty());
}

}  // namespace
}  // namespace fovea::reading
