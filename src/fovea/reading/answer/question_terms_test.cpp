#include "fovea/reading/answer/question_terms.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

TEST(QuestionTerms, KeepWhatTheQuestionIsAbout) {  // P5
    EXPECT_EQ(
        read_question("Which file and line failed?").terms, (Strings{"file", "line", "fail"})
    );
    EXPECT_EQ(
        read_question("What is the error rate of Eridanus?").terms,
        (Strings{"error", "rate", "eridanus"})
    );
    EXPECT_EQ(read_question("What is this?").terms, Strings{});
}

TEST(QuestionTerms, AreTheSameInGermanAndFrench) {  // P5
    EXPECT_EQ(
        read_question("Welche Datei und Zeile ist fehlgeschlagen?").terms,
        (Strings{"file", "line", "fail"})
    );
    EXPECT_EQ(read_question("Quelle est l'erreur ?").terms, (Strings{"l", "error"}));
    EXPECT_EQ(
        read_question("Welche Farbe hat der Hintergrund?").terms, (Strings{"colour", "background"})
    );
}

TEST(QuestionTerms, JoinFormsOfAWord) {
    EXPECT_EQ(term_of("crashed"), "fail");
    EXPECT_EQ(term_of("retries"), "retry");
    EXPECT_EQ(term_of("running"), "run");
    EXPECT_EQ(term_of("address"), "address");
    EXPECT_EQ(term_of("p99"), "p99");
    EXPECT_EQ(term_of("status"), "status");
    EXPECT_EQ(term_of("prices"), term_of("cost"));
}

TEST(QuestionTerms, SplitAtPunctuationAndBetweenHanCharacters) {
    EXPECT_EQ(words_of("eu-west-1: 0.15%"), (Strings{"eu", "west", "1", "0", "15"}));
    EXPECT_EQ(words_of("错误 a"), (Strings{"错", "误", "a"}));
    EXPECT_EQ(words_of("Дата"), (Strings{"Дата"}));
}

TEST(QuestionTerms, SurviveBytesThatAreNoText) {
    EXPECT_EQ(words_of("a\xFF\xFE\0b"), (Strings{"a"}));
    EXPECT_EQ(read_question("").asked, Strings{});
    EXPECT_LE(read_question(std::string(100'000, 'x')).words[0].size(), 4000u);
}

}  // namespace
}  // namespace fovea::reading
