#include "fovea/reading/answer/intent.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

Intent read(const char* question) {
    return read_intent(read_question(question));
}

TEST(Intent, KnowsWhatKindOfAnswerIsWanted) {  // P5
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

TEST(Intent, TellsWhatMustStandThereFromWhatMay) {  // P5
    const auto intent = read("From which platform does the train to Kiel leave?");

    EXPECT_EQ(intent.thing, "platform");
    EXPECT_EQ(intent.subjects, (Strings{"train", "kiel"}));
    EXPECT_EQ(intent.hints, (Strings{"platform", root_of("leave")}));
}

TEST(Intent, IsAboutTheThingWhereNothingElseIsNamed) {
    EXPECT_EQ(read("How many reviews are there?").subjects, Strings{"review"});
}

TEST(Intent, KnowsWhichOfThemIsWanted) {
    EXPECT_EQ(read("Which is the most expensive cake?").extreme, Extreme::Highest);
    EXPECT_EQ(read("Which is the most expensive cake?").thing, root_of("cake"));
    EXPECT_EQ(read("Which museum had the fewest visitors?").extreme, Extreme::Lowest);
    EXPECT_EQ(read("the newest commit").extreme, Extreme::Newest);
    EXPECT_TRUE(read("Which tests failed?").several);
    EXPECT_EQ(read("What was it changed to?").side, Side::New);
    EXPECT_EQ(read("What was it before the change?").side, Side::Old);
}

TEST(Intent, JoinsFormsAndWordsThatMeanTheSame) {  // P5
    EXPECT_EQ(root_of("visitors"), root_of("visited"));
    EXPECT_EQ(root_of("rewiring"), root_of("rewire"));
    EXPECT_EQ(root_of("healthy"), root_of("health"));
    EXPECT_EQ(root_of("tax"), root_of("vat"));
    EXPECT_EQ(roots_of("Amount still to be paid"), roots_of("amount still due"));
    EXPECT_NE(root_of("total"), root_of("subtotal"));
}

TEST(Intent, ReadsSignsAsWords) {
    EXPECT_EQ(roots_of("✗ deploy"), (Strings{root_of("deploy"), "fail"}));
}

}  // namespace
}  // namespace fovea::reading
