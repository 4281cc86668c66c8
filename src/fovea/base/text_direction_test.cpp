#include "fovea/base/text_direction.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

using Words = std::vector<std::string_view>;

std::string read(const Words& standing) {
    std::string text;
    for (const auto index : order_of_words(standing)) {
        text += (text.empty() ? "" : " ") + in_letter_order(standing[index]);
    }
    return text;
}

TEST(TextDirection, TurnsHebrewAndArabicAsTheyStand) {  // M9
    EXPECT_EQ(read({"םילקש", "350", "לוכה", "ךס"}), "סך הכול 350 שקלים");
    EXPECT_EQ(
        read({"رانيد", "١٠٠", "عومجملاو", "٤٢", "ةروتافلا", "مقر"}),
        "رقم الفاتورة ٤٢ والمجموع ١٠٠ دينار"
    );
}

TEST(TextDirection, LeavesAllOtherWritingAlone) {
    EXPECT_EQ(read({"Total", "350", "€"}), "Total 350 €");
    EXPECT_EQ(read({"Σύνολο", "77.", "Итого", "合計", "🚀"}), "Σύνολο 77. Итого 合計 🚀");
    EXPECT_EQ(read({}), "");
    EXPECT_EQ(in_letter_order("\xFF\xFE"), "\xFF\xFE");
}

TEST(TextDirection, KeepsForeignWordsAndNumbersInALine) {
    EXPECT_EQ(read({"ריחמ", "Acme", "Corp", "תרבח"}), "חברת Acme Corp מחיר");
    EXPECT_EQ(
        read({"The", "word", "םולש", "ךל", "means", "peace"}), "The word לך שלום means peace"
    );
    EXPECT_EQ(in_letter_order("12.50כ"), "כ12.50");
    EXPECT_EQ(in_letter_order("(אב)"), "(בא)");
}

}  // namespace
}  // namespace fovea
