#include "fovea/reading/answer/typed_text.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

TEST(TypedText, FindsAddresses) {  // P5
    EXPECT_EQ(
        find_typed(TextType::Email, "Write to (dana@example.org)."), Strings{"dana@example.org"}
    );
    EXPECT_EQ(find_typed(TextType::Email, "@handle a@b"), Strings{});
    EXPECT_EQ(
        find_typed(
            TextType::Url, "see https://a.org/x?y=1, www.b.com or example.org/docs and/or src/a.js"
        ),
        (Strings{"https://a.org/x?y=1", "www.b.com", "example.org/docs"})
    );
    EXPECT_EQ(find_typed(TextType::Ip, "from 10.0.0.1:8080 v1.2.3"), Strings{"10.0.0.1:8080"});
}

TEST(TypedText, FindsDatesAndTimes) {  // P5
    EXPECT_EQ(
        find_typed(TextType::Date, "2025-03-14 or 14.03.2025, March 14, 2025 and 3 Okt"),
        (Strings{"2025-03-14", "14.03.2025", "March 14 2025", "3 Okt"})
    );
    EXPECT_EQ(find_typed(TextType::Date, "it may fail, version 1.2.3"), Strings{});
    EXPECT_EQ(
        find_typed(TextType::Time, "at 09:26:53.589 UTC, 9:05"), (Strings{"09:26:53.589", "9:05"})
    );
}

TEST(TypedText, FindsAmounts) {  // P5
    EXPECT_EQ(
        find_typed(TextType::Price, "$1,284.07 or 45,90 € and EUR 12, 3 items"),
        (Strings{"$1,284.07", "45,90 €", "EUR 12"})
    );
    EXPECT_EQ(find_typed(TextType::Percent, "+12.4% and 71%"), (Strings{"+12.4%", "71%"}));
}

TEST(TypedText, FindsVersionsAndPhoneNumbers) {  // P5
    EXPECT_EQ(
        find_typed(TextType::Version, "build 2.18.4 (c0ffee1), Node v20, 1.2.0-rc1, 3.14"),
        (Strings{"2.18.4", "v20", "1.2.0-rc1"})
    );
    EXPECT_EQ(
        find_typed(TextType::Phone, "call +49 (0) 30 1234567 or 555-123-4567, on 2025-03-14"),
        (Strings{"+49 (0) 30 1234567", "555-123-4567"})
    );
}

TEST(TypedText, FindsNamesOfFiles) {  // P5
    EXPECT_EQ(
        find_typed(TextType::FileName, "attachments.ts, src/cat.JPG and report.pdf; e.g. 1.5 .ts"),
        (Strings{"attachments.ts", "src/cat.JPG", "report.pdf"})
    );
}

TEST(TypedText, SurvivesOddText) {
    for (const auto type :
         {TextType::Url,
          TextType::Email,
          TextType::Date,
          TextType::Time,
          TextType::Price,
          TextType::Phone,
          TextType::Version,
          TextType::Percent,
          TextType::Ip,
          TextType::FileName}) {
        for (const char* text :
             {"", " ", "@", "://", "$", "%", "+", "(((", ".", "v", "\xFF\xFE", "- -"}) {
            EXPECT_EQ(find_typed(type, text), Strings{}) << text;
        }
    }
}

TEST(TypedText, TakesNoTaxNumberForAnIban) {
    EXPECT_TRUE(find_typed(TextType::Iban, "P.IVA IT01234567890").empty());
    EXPECT_EQ(find_typed(TextType::Iban, "IBAN NO93 8601 1117 947").size(), 1U);
}

}  // namespace
}  // namespace fovea::reading
