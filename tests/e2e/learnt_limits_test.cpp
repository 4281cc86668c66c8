// Limits that only an error tells: the turn goes on within them, and they are remembered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/refusing_server.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

Finished turn(
    const Workbench& bench,
    const std::string& model,
    const std::string& session,
    const std::vector<std::string>& pictures
) {
    std::vector<std::string> arguments = {
        "send", "--model", model, "--session", session, "--message", "Look."};
    for (const auto& picture : pictures) arguments.insert(arguments.end(), {"--image", picture});
    return bench.fovea(std::move(arguments));
}

TEST(LearntLimits, TooManyBytesOnceAndNeverAgain) {  // P4, M5
    const RefusingServer upstream({.max_base64 = 200'000});
    const Workbench bench(upstream.url());
    bench.picture("one.png", {"noise", "400", "400", "1"});
    bench.picture("two.png", {"noise", "400", "400", "2"});

    const auto first = turn(bench, "anthropic/claude-opus-4-7", "one", {"one.png"});
    const auto asked = asking_models(upstream.requests()).size();
    const auto second = turn(bench, "anthropic/claude-opus-4-7", "two", {"two.png"});
    const auto requests = asking_models(upstream.requests());

    EXPECT_EQ(first.out, "I see 1 pictures.\n") << first.err;
    EXPECT_EQ(asked, 2U);
    EXPECT_THAT(first.err, HasSubstr("150000"));  // 200,000 in base64
    EXPECT_EQ(second.out, "I see 1 pictures.\n") << second.err;
    ASSERT_THAT(requests, SizeIs(3));
    EXPECT_THAT(second.err, Not(HasSubstr("150000")));
    for (std::size_t i = 1; i < requests.size(); ++i) {
        const auto checked =
            check_request("anthropic", requests[i].body, {.limits = {"max_image_base64=200000"}});
        EXPECT_THAT(checked.problems, IsEmpty());
    }
}

TEST(LearntLimits, SmallPicturesGetAMarginAfterOneRefusalAndNeverAgain) {  // P4
    const RefusingServer upstream({.least_edge = 11});
    const Workbench bench(upstream.url());
    std::vector<std::string> names;
    for (const std::string side : {"1", "4", "8", "9", "10"}) {
        names.push_back(side + ".png");
        bench.picture(names.back(), {"plain", "300", side, "30,30,200"});
    }

    const auto first = turn(bench, "compatible/a-model-that-sees", "one", {names[0]});
    const auto asked = asking_models(upstream.requests()).size();
    const auto others = turn(
        bench, "compatible/a-model-that-sees", "two", {names[1], names[2], names[3], names[4]}
    );
    const auto requests = asking_models(upstream.requests());

    EXPECT_EQ(first.out, "I see 1 pictures.\n") << first.err;
    EXPECT_EQ(asked, 2U);
    EXPECT_THAT(first.err, HasSubstr("no side under 11 pixels"));
    EXPECT_EQ(others.out, "I see 4 pictures.\n") << others.err;
    ASSERT_THAT(requests, SizeIs(3));
    for (const auto& image : check_request("openai_compatible", requests.back().body).images) {
        EXPECT_EQ(image.at("width").to_number<int>(), 300);
        EXPECT_EQ(image.at("height").to_number<int>(), 11);
    }
}

class LearntCount : public ::testing::TestWithParam<const char*> {
protected:
    LearntCount() {
        for (const std::string colour : {"30,30,200", "30,200,30", "200,200,30", "30,200,200"}) {
            names_.push_back(colour + ".png");
            bench_.picture(names_.back(), {"plain", "300", "200", colour});
        }
    }
    Finished show(const std::string& session, std::size_t first, std::size_t count) const {
        const auto from = names_.begin() + static_cast<std::ptrdiff_t>(first);
        return turn(bench_, GetParam(), session, {from, from + static_cast<std::ptrdiff_t>(count)});
    }
    std::size_t asked() const { return asking_models(upstream_.requests()).size(); }

    RefusingServer upstream_{{.max_images = 2}};
    Workbench bench_{upstream_.url()};
    std::vector<std::string> names_;
};

TEST_P(LearntCount, OlderPicturesMakeRoomOnceAndNeverAgain) {  // P4, M5
    const auto first = show("one", 0, 2);
    const auto second = show("one", 2, 1);
    const auto asked_second = asked();
    const auto third = show("two", 0, 2);
    const auto fourth = show("two", 2, 2);

    EXPECT_EQ(first.out, "I see 2 pictures.\n") << first.err;
    EXPECT_EQ(second.out, "I see 2 pictures.\n") << second.err;
    EXPECT_THAT(second.err, HasSubstr("at most 2 pictures"));
    EXPECT_EQ(asked_second, 3U);
    EXPECT_EQ(third.out, "I see 2 pictures.\n") << third.err;
    EXPECT_EQ(fourth.out, "I see 2 pictures.\n") << fourth.err;
    EXPECT_THAT(fourth.err, Not(HasSubstr("at most 2 pictures")));
    EXPECT_EQ(asked(), 5U);
}

TEST_P(LearntCount, ATurnThatNeedsMoreIsAnErrorAndNotSentAgain) {  // P4, T5
    EXPECT_NE(show("one", 0, 4).exit_code, 0);
    const auto again = show("two", 0, 4);

    EXPECT_NE(again.exit_code, 0);
    EXPECT_THAT(again.err, HasSubstr("LIMIT_EXCEEDED"));
    EXPECT_EQ(asked(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Models,
    LearntCount,
    ::testing::Values("compatible/a-model-that-sees", "anthropic/claude-opus-4-7"),
    [](const auto& parameter) {
        return std::string(parameter.param).substr(0, std::string(parameter.param).find('/'));
    }
);

}  // namespace
}  // namespace fovea::testing
