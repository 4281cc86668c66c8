#include "fovea/reading/page/other_letters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::reading {
namespace {

struct Read {
    std::string text;
    double confidence;
};

Reading page_of(const std::vector<Read>& lines) {
    Reading reading;
    for (const auto& line : lines) {
        const auto y = static_cast<std::uint32_t>(30 * reading.lines.size());
        reading.words.push_back({line.text, {10, y, 120, 14}, line.confidence, reading.lines.size()}
        );
        reading.lines.push_back({.box = {10, y, 120, 14}});
    }
    return reading;
}

const std::vector<Read> kJumbles = {
    {"F5*tu", 0.6}, {"20231105", 1}, {"4R(2kl", 0.5}, {"d%ERin", 0.48}, {"HA", 0.55}};

TEST(OtherLetters, AreNoticedWhereNothingIsSure) {
    EXPECT_TRUE(shows_other_letters(page_of(kJumbles), {}));
}

TEST(OtherLetters, AreNoticedWhereMostLinesWereRefused) {
    const std::vector<media::TextLine> refused(5, {.box = {10, 10, 90, 14}});

    EXPECT_TRUE(shows_other_letters(page_of({{"F5*tu", 0.6}, {"OK", 1}}), refused));
    EXPECT_FALSE(shows_other_letters(page_of({{"Save", 1}, {"OK", 1}}), refused))
        << "icons in a row";
}

TEST(OtherLetters, AreNotSeenInAPhotographNorInAFewDoubtfulWords) {
    auto photograph = page_of(kJumbles);
    photograph.look.texture_share = 0.6;
    auto page =
        page_of({{"twig", 0.6}, {"Save", 1}, {"Open", 1}, {"Close", 1}, {"Help", 1}, {"About", 1}});

    EXPECT_FALSE(shows_other_letters(photograph, {}));
    EXPECT_FALSE(shows_other_letters(page, {}));
    EXPECT_FALSE(shows_other_letters({}, {}));
}

TEST(OtherLetters, AreNotToldAsWords) {
    auto page = page_of(kJumbles);

    drop_jumbles(page);

    ASSERT_EQ(page.words.size(), 1u);
    EXPECT_EQ(page.words[0].text, "20231105");
    EXPECT_EQ(page.words[0].line, 0u);
    EXPECT_EQ(page.lines.size(), 1u);
}

}  // namespace
}  // namespace fovea::reading
