#include "fovea/reading/recognise/recogniser.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::reading {
namespace {

TEST(Recogniser, NamesThePackageOfAMissingLanguage) {
    const auto opened = Recogniser::open("chi_sim", "/dev/null/tessdata");

    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::FileNotFound);
    EXPECT_NE(opened.error().message.find("tesseract-ocr-chi-sim"), std::string::npos);
}

TEST(Recogniser, RefusesWhatIsNoLanguage) {
    EXPECT_EQ(Recogniser::open("", "/dev/null/tessdata").error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(
        Recogniser::open("../etc/x", "/dev/null/tessdata").error().code, ErrorCode::InvalidInput
    );
    EXPECT_EQ(Recogniser::from_data("eng", {}).error().code, ErrorCode::InvalidInput);
}

TEST(Recogniser, RefusesDataThatIsNone) {
    EXPECT_FALSE(Recogniser::from_data("eng", as_bytes("not a model, only words about one")).ok());
}

}  // namespace
}  // namespace fovea::reading
