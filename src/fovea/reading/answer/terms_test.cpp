#include "fovea/reading/answer/terms.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

TEST(Terms, JoinFormsOfAWord) {
    EXPECT_EQ(term_of("crashed"), "fail");
    EXPECT_EQ(term_of("retries"), term_of("try"));
    EXPECT_EQ(term_of("running"), "run");
    EXPECT_EQ(term_of("addresses"), term_of("address"));
    EXPECT_EQ(term_of("p99"), "p99");
    EXPECT_EQ(term_of("prices"), term_of("cost"));
    EXPECT_EQ(term_of("visitors"), term_of("visited"));
    EXPECT_EQ(term_of("rewiring"), term_of("rewire"));
    EXPECT_EQ(term_of("healthy"), term_of("health"));
    EXPECT_EQ(term_of("gesetzt"), term_of("setzen"));
    EXPECT_NE(term_of("total"), term_of("subtotal"));
}

TEST(Terms, AreTheSameInThreeLanguages) {  // P5
    EXPECT_EQ(term_of("tax"), term_of("mehrwertsteuer"));
    EXPECT_EQ(terms_of("Fehler"), terms_of("erreur"));
    EXPECT_EQ(terms_of("Rechnungsnummer"), terms_of("invoice number"));
}

TEST(Terms, PutPhrasesTogether) {
    EXPECT_EQ(terms_of("Amount still to be paid"), terms_of("amount still due"));
}

TEST(Terms, ReadSignsAsWords) {
    EXPECT_EQ(terms_of("✗ deploy"), (Strings{term_of("deploy"), "fail"}));
}

TEST(Terms, FormSets) {
    const TermSet set("file prices");

    EXPECT_TRUE(set.contains(term_of("cost")));
    EXPECT_FALSE(set.contains("line"));
}

TEST(Terms, SplitAtPunctuationAndBetweenHanCharacters) {
    EXPECT_EQ(words_of("eu-west-1: 0.15%"), (Strings{"eu", "west", "1", "0", "15"}));
    EXPECT_EQ(words_of("错误 a"), (Strings{"错", "误", "a"}));
    EXPECT_EQ(words_of("Дата"), (Strings{"Дата"}));
}

TEST(Terms, SurviveBytesThatAreNoText) {
    EXPECT_EQ(words_of("a\xFF\xFE\0b"), (Strings{"a"}));
}

TEST(Terms, JoinParticiplesThatEndInAnS) {
    EXPECT_EQ(term_of("released"), term_of("release"));
    EXPECT_EQ(term_of("closed"), term_of("closes"));
    EXPECT_NE(term_of("montage"), term_of("montag"));
    EXPECT_EQ(terms_of("Rechnungsnr."), terms_of("invoice number"));
}

}  // namespace
}  // namespace fovea::reading
