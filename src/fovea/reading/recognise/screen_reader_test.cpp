#include "fovea/reading/recognise/screen_reader.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/text/text_lines.hpp"
#include "fovea/reading/recognise/line_image.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

std::vector<std::string> read(const media::Picture& picture) {
    auto reader = ScreenReader::open();
    EXPECT_TRUE(reader.ok());
    std::vector<std::string> texts;
    for (const auto& line : media::find_text_lines(picture)) {
        const auto image = line_for_screen_reader(picture, line);
        EXPECT_EQ(image.value().gray.size().height, 32U);
        const auto words = reader.value().read_image(image.value().gray);
        for (const auto& word : words.value()) {
            EXPECT_LT(word.first, word.end);
            EXPECT_EQ(word.letters.back().text_end, word.text.size());
            EXPECT_GT(word.confidence, 0);
            EXPECT_LE(word.confidence, 1);
            texts.push_back(word.text);
        }
    }
    return texts;
}

TEST(ScreenReader, ReadsLightAndDarkLettersOfAnyColour) {
    auto dark = blank({300, 60}, {20, 24, 40});
    media::test::write(dark, 30, 20, "TEN TENTH", 2, {140, 220, 150});
    auto light = blank({300, 60}, kWhite);
    media::test::write(light, 30, 20, "TEN TENTH", 2, kBlack);

    EXPECT_EQ(read(dark), (std::vector<std::string>{"TEN", "TENTH"}));
    EXPECT_EQ(read(light), read(dark));
}

TEST(ScreenReader, ReadsALineThatIsFarTooLongInPieces) {
    auto picture = blank({6000, 60}, kWhite);
    std::string text;
    for (int i = 0; i < 40; ++i) text += "TEN TEETH ";
    media::test::write(picture, 30, 20, text, 2, kBlack);

    const auto texts = read(picture);
    ASSERT_EQ(texts.size(), 80U);
    for (std::size_t i = 0; i < texts.size(); ++i)
        EXPECT_EQ(texts[i], i % 2 == 0 ? "TEN" : "TEETH") << i;
}

TEST(ScreenReader, TakesLinesOf32RowsAlone) {
    auto reader = ScreenReader::open();
    ASSERT_TRUE(reader.ok());

    EXPECT_FALSE(reader.value().read_image(blank({40, 32}, kWhite)).ok());
    EXPECT_FALSE(
        reader.value()
            .read_image(media::Picture(media::Shape::of({40, 31}, media::PixelFormat::Gray8)))
            .ok()
    );
    EXPECT_TRUE(reader.value()
                    .read_image(media::Picture(media::Shape::of({1, 32}, media::PixelFormat::Gray8))
                    )
                    .ok());
}

}  // namespace
}  // namespace fovea::reading
