#include "fovea/reading/recognise/tesseract_engine.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::reading {
namespace {

TEST(TesseractEngine, NamesThePackageOfAMissingLanguage) {
    const auto opened = TesseractEngine::open("chi_sim", "/dev/null/tessdata");

    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::FileNotFound);
    EXPECT_NE(opened.error().message.find("tesseract-ocr-chi-sim"), std::string::npos);
}

TEST(TesseractEngine, RefusesWhatIsNoLanguage) {
    EXPECT_EQ(
        TesseractEngine::open("", "/dev/null/tessdata").error().code, ErrorCode::InvalidInput
    );
    EXPECT_EQ(
        TesseractEngine::open("../etc/x", "/dev/null/tessdata").error().code,
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(TesseractEngine::from_data("eng", {}).error().code, ErrorCode::InvalidInput);
}

TEST(TesseractEngine, RefusesDataThatIsNone) {
    EXPECT_FALSE(
        TesseractEngine::from_data("eng", as_bytes("not a model, only words about one")).ok()
    );
}

}  // namespace
}  // namespace fovea::reading
