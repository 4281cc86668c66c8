#include "fovea/mcp/server/person_questions.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace fovea::mcp {
namespace {

TEST(PersonQuestions, TheSameIsAskedOnceAtATime) {  // V7
    PersonQuestions questions;
    std::atomic<int> asked = 0;
    std::atomic<int> agreed = 0;
    std::latch begun(1);
    std::latch may_answer(1);
    const auto ask = [&] {
        ++asked;
        begun.count_down();
        may_answer.wait();
        return Said::Yes;
    };
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { agreed += questions.ask("x", ask, {}) == Said::Yes; });
    begun.wait();
    std::stop_source impatient;
    impatient.request_stop();
    EXPECT_EQ(questions.ask("x", ask, impatient.get_token()), Said::Nothing);
    EXPECT_EQ(questions.ask("y", [] { return Said::No; }, {}), Said::No);
    may_answer.count_down();
    threads.clear();

    EXPECT_EQ(asked, 1);
    EXPECT_EQ(agreed, 1);
}

TEST(PersonQuestions, ANoHoldsAndAYesDoesNot) {  // V7
    PersonQuestions questions;
    const auto yes = [] { return Said::Yes; };
    const auto no = [] { return Said::No; };

    EXPECT_EQ(questions.ask("x", yes, {}), Said::Yes);
    EXPECT_EQ(questions.ask("x", no, {}), Said::No);
    EXPECT_EQ(questions.ask("x", yes, {}), Said::No);
    EXPECT_EQ(questions.ask("y", yes, {}), Said::Yes);
}

TEST(PersonQuestions, ASilenceHoldsForNobody) {  // V7
    PersonQuestions questions;
    EXPECT_EQ(questions.ask("x", [] { return Said::Nothing; }, {}), Said::Nothing);
    EXPECT_EQ(questions.ask("x", [] { return Said::Yes; }, {}), Said::Yes);
}

}  // namespace
}  // namespace fovea::mcp
