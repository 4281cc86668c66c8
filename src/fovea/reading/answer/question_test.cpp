#include "fovea/reading/answer/question.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

Question read(const char* question) {
    return read_question(question);
}

Strings subjects(const Question& question) {
    Strings terms;
    for (const auto& subject : question.subjects) terms.push_back(subject.term);
    return terms;
}

TEST(Question, KnowsWhatKindOfAnswerIsWanted) {  // P5
    EXPECT_EQ(read("How much is the heating?").want, Want::Amount);
    EXPECT_EQ(read("How many hives are there?").want, Want::Count);
    EXPECT_EQ(read("How long is the walk?").want, Want::Duration);
    EXPECT_EQ(read("How big is the plan?").want, Want::Measure);
    EXPECT_EQ(read("Until when is it open?").want, Want::Moment);
    EXPECT_EQ(read("Who served us?").want, Want::Person);
    EXPECT_EQ(read("Which train is late?").want, Want::Name);
    EXPECT_EQ(read("Is it on?").want, Want::YesNo);
    EXPECT_EQ(read("Why did it fail?").want, Want::Reason);
    EXPECT_EQ(read("What does it cost?").want, Want::Amount);
    EXPECT_EQ(read("What is the status?").want, Want::Text);
}

TEST(Question, TellsWhatMustStandThereFromWhatMay) {  // P5
    const auto question = read("From which platform does the train to Kiel leave?");

    EXPECT_EQ(question.thing, "platform");
    EXPECT_EQ(subjects(question), (Strings{"train", "kiel"}));
    EXPECT_EQ(question.hints, (Strings{"platform", term_of("leave")}));
}

TEST(Question, IsAboutTheThingWhereNothingElseIsNamed) {
    EXPECT_EQ(subjects(read("How many reviews are there?")), Strings{"review"});
}

TEST(Question, KnowsWhichOfThemIsWanted) {
    EXPECT_EQ(read("Which is the most expensive cake?").extreme, Extreme::Highest);
    EXPECT_EQ(read("Which is the most expensive cake?").thing, term_of("cake"));
    EXPECT_EQ(read("Which museum had the fewest visitors?").extreme, Extreme::Lowest);
    EXPECT_EQ(read("the newest commit").extreme, Extreme::Newest);
    EXPECT_TRUE(read("Which tests failed?").several);
    EXPECT_EQ(read("What was it changed to?").side, Side::New);
    EXPECT_EQ(read("What was it before the change?").side, Side::Old);
}

TEST(Question, KeepsWhatItIsAbout) {  // P5
    EXPECT_EQ(read("Which file and line failed?").terms, (Strings{"file", "line", "fail"}));
    EXPECT_EQ(read("What is this?").terms, Strings{});
    EXPECT_EQ(
        read("Welche Datei und Zeile ist fehlgeschlagen?").terms, (Strings{"file", "line", "fail"})
    );
    EXPECT_EQ(read("Quelle est l'erreur ?").terms, Strings{"error"});
    EXPECT_EQ(read("Welche Farbe hat der Hintergrund?").terms, (Strings{"colour", "background"}));
}

TEST(Question, IsUnderstoodInGermanAndFrench) {  // P5
    EXPECT_EQ(read("Bis wann muss bezahlt werden?").want, Want::Moment);
    EXPECT_EQ(read("Wie viele Steckdosen sind es?").want, Want::Count);
    EXPECT_EQ(read("Qui est le client ?").want, Want::Person);
}

TEST(Question, LeavesOutWhatIsToldElsewhere) {
    auto question = read("What is the total on page 3?");

    question.leave_out([](const std::string& term) { return term == "page" || term == "3"; });

    EXPECT_EQ(question.terms, Strings{"total"});
    EXPECT_EQ(subjects(question), Strings{"total"});
}

TEST(Question, IsCutWhereItIsLongerThanAPersonAsks) {
    EXPECT_EQ(read("").asked, Strings{});
    EXPECT_LE(read_question(std::string(100'000, 'x')).words[0].size(), 4000u);
}

}  // namespace
}  // namespace fovea::reading
