#include "fovea/reading/recognise/words.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/reading/recognise/tesseract_recogniser.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kWhite;

// Where Debian's tesseract-ocr-eng puts its data. Set-up installs it, so its absence is a failure.
const std::string kData = "/usr/share/tesseract-ocr/5/tessdata";

class Recognise : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(std::filesystem::exists(kData + "/eng.traineddata"))
            << "tesseract-ocr-eng is not installed";
    }
};

TEST_F(Recognise, ReadsWordsWithTheirBoxes) {
    auto recogniser = TesseractRecogniser::open("eng", kData);
    ASSERT_TRUE(recogniser.ok());
    auto picture = blank({300, 60}, {20, 24, 40});
    media::test::write(picture, 30, 20, "TEN TENTHS", 2, {140, 220, 150});

    const auto lines = media::find_text_lines(picture);
    const auto words = recognise(picture, lines, recogniser.value());

    ASSERT_TRUE(words.ok());
    ASSERT_FALSE(words.value().empty());
    EXPECT_EQ(words.value()[0].text, "TEN");
    EXPECT_EQ(words.value()[0].box, (media::PixelRect{30, 20, 34, 14}));
    EXPECT_EQ(words.value()[0].line, 0u);
}

TEST_F(Recognise, ReadsWithDataFromMemory) {
    std::ifstream file(kData + "/eng.traineddata", std::ios::binary);
    const std::string data((std::istreambuf_iterator<char>(file)), {});
    auto engine = TesseractEngine::from_data("eng", as_bytes(data));
    ASSERT_TRUE(engine.ok());
    TesseractRecogniser recogniser(std::move(engine).value());
    auto picture = blank({200, 60}, kWhite);
    media::test::write(picture, 20, 20, "TEETH", 2, media::test::kBlack);

    const auto words = recognise(picture, media::find_text_lines(picture), recogniser);

    ASSERT_TRUE(words.ok());
    ASSERT_EQ(words.value().size(), 1u);
    EXPECT_EQ(words.value()[0].text, "TEETH");
}

TEST_F(Recognise, StopsBetweenLinesWhenAsked) {
    auto recogniser = TesseractRecogniser::open("eng", kData);
    ASSERT_TRUE(recogniser.ok());
    auto picture = blank({200, 60}, kWhite);
    media::test::write(picture, 20, 20, "TEETH", 2, media::test::kBlack);

    const auto lines = media::find_text_lines(picture);
    const auto words = recognise(picture, lines, recogniser.value(), [] { return true; });

    ASSERT_FALSE(words.ok());
    EXPECT_EQ(words.error().code, ErrorCode::Cancelled);
}

TEST_F(Recognise, HasNoWordsWithoutLines) {
    auto recogniser = TesseractRecogniser::open("eng", kData);
    ASSERT_TRUE(recogniser.ok());

    const auto words = recognise(blank({9, 9}, kWhite), {}, recogniser.value());

    ASSERT_TRUE(words.ok());
    EXPECT_TRUE(words.value().empty());
}

}  // namespace
}  // namespace fovea::reading
