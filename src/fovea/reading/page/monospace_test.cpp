#include "fovea/reading/page/monospace.hpp"

#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace fovea::reading {
namespace {

using test::TestPage;

std::optional<MonospaceFit> fit(std::string_view text, const test::Font& font) {
    TestPage page;
    page.write(40, 100, text, font);
    return fit_monospace(pieces_of(page.reading).front(), page.reading);
}

constexpr std::string_view kSentence = "while the minimal width of all these words is illegible";

TEST(Monospace, IsFoundWhereWidthsFollowTheNumberOfLetters) {  // P5
    const auto found = fit(kSentence, {.em = 16, .advance = 9.6});

    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(found->advance, 9.6, 0.2);
}

TEST(Monospace, IsNotFoundInACommonFont) {  // P5
    EXPECT_FALSE(fit(kSentence, {.em = 16}).has_value());
}

TEST(Monospace, IsNotToldByFiguresWhichAreEquallyWideAnyway) {  // P5
    EXPECT_FALSE(fit("17,095 79,158 76,134 33,995", {.em = 16, .advance = 9.6}).has_value());
}

TEST(Monospace, NeedsMoreThanOneWord) {  // P5
    EXPECT_FALSE(fit("illegible", {.em = 16, .advance = 9.6}).has_value());
}

}  // namespace
}  // namespace fovea::reading
