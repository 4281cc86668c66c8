#include "fovea/reading/languages.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using Names = std::vector<std::string>;

TEST(Languages, AreWrittenWithPlusSigns) {
    EXPECT_EQ(split_languages("deu+eng"), (Names{"deu", "eng"}));
    EXPECT_EQ(split_languages("+eng+"), Names{"eng"});
    EXPECT_EQ(split_languages(""), Names{});
    EXPECT_EQ(join_languages(Names{"deu", "eng"}), "deu+eng");
    EXPECT_EQ(join_languages({}), "");
}

TEST(Languages, MissingDataIsFileNotFoundWithItsPackage) {  // O2
    const auto checked = check_languages(Names{"chi_sim"}, "/dev/null/tessdata");

    ASSERT_FALSE(checked.ok());
    EXPECT_EQ(checked.error().code, ErrorCode::FileNotFound);
    EXPECT_NE(checked.error().message.find("tesseract-ocr-chi-sim"), std::string::npos);
}

TEST(Languages, OddNamesAndEmptyListsAreRefused) {
    EXPECT_EQ(check_languages({}, kTessdataDir).error().code, ErrorCode::InvalidInput);
    for (const std::string name :
         {"", "../eng", "eng.traineddata", "eng+deu", "e ng", "\x1b[2J", "\xC3\xA4"}) {
        EXPECT_EQ(check_languages(Names{name}, kTessdataDir).error().code, ErrorCode::InvalidInput)
            << name;
    }
    EXPECT_FALSE(is_language_name(std::string(33, 'a')));
}

TEST(Languages, OurOwnReaderNeedsNoData) {
    EXPECT_TRUE(needs_no_data(Names{"eng"}));
    EXPECT_TRUE(needs_no_data(Names{"deu", "eng", "rus", "ell"}));
    EXPECT_FALSE(needs_no_data(Names{"eng", "jpn"}));
    EXPECT_FALSE(needs_no_data({}));

    EXPECT_TRUE(check_languages(Names{"eng", "fra"}, "/dev/null/tessdata").ok());
    EXPECT_FALSE(check_language_data(Names{"eng", "fra"}, "/dev/null/tessdata").ok());
}

TEST(Languages, EnglishIsThere) {
    EXPECT_TRUE(check_language_data(Names{"eng"}, kTessdataDir).ok())
        << "install tesseract-ocr-eng";
}

}  // namespace
}  // namespace fovea::reading
