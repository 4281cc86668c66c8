// Conversations that grow beyond what the model takes: their beginning becomes a summary, and nothing
// of what is stored is lost.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "<conversation>"},
     "response": {"content": "They looked at a red picture and talked at length."}},
    {"match": {}, "response": {"content": "Noted."}}])";

constexpr std::string_view kSmall = "[models.\"claude-opus-4-7\"]\ncontext = 6000\n";

class HeadlessCompaction : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (IsSkipped()) return;
        start(kFixtures, kSmall);
        bench_->picture("red.png", {"plain", "640", "480", "200,30,30"});
        std::string frames = R"({"type":"user","content":[{"type":"image","path":"red.png"},)"
                             R"({"type":"text","text":"first words"}]})"
                             "\n";
        for (int i = 0; i < 8; ++i) {
            frames += R"({"type":"user","content":")" + std::string(3000, 'x') + "\"}\n";
        }
        frames += R"({"type":"user","content":"the last words"})";
        run_ = talk(frames, {"--max-tokens", "500"});
    }

    RunOutput run_;
};

TEST_F(HeadlessCompaction, TheBeginningGoesOutAsASummary) {  // A1
    ASSERT_EQ(run_.exit_code, 0) << run_.err;
    EXPECT_THAT(types_of(run_.frames), Contains("system/compact"));
    const auto last = boost::json::serialize(requests().back());
    EXPECT_THAT(last, HasSubstr("They looked at a red picture"));
    EXPECT_THAT(last, HasSubstr("the last words"));
    EXPECT_THAT(last, Not(HasSubstr("first words")));
    // The picture is named, so that it can be asked about.
    EXPECT_THAT(last, HasSubstr("sha256:"));
    EXPECT_THAT(last, HasSubstr("640x480 red.png"));
    EXPECT_LT(last.size(), 40'000U);
}

TEST_F(HeadlessCompaction, WhatIsStoredIsWholeAndResumesShort) {  // A1, S2
    const auto id = run_.text("session_id");
    const auto shown = bench_->fovea({"sessions", "show", id});
    EXPECT_THAT(shown.out, HasSubstr("first words"));

    const auto again = stream({"-p", "and now?", "--resume", id, "--max-tokens", "500"});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_THAT(
        boost::json::serialize(requests().back()), HasSubstr("They looked at a red picture")
    );
}

}  // namespace
}  // namespace fovea::testing
