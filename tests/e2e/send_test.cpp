// fovea send against aimock, somebody else's model server: what it sends, how it reads the answer, and
// what it does when the server fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/aimock.hpp"
#include "support/request_checks.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "cut"}, "truncateAfterChunks": 3, "latency": 1,
     "response": {"content": "An answer that is long enough to be cut in the middle of its stream."}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";

class Send : public ::testing::TestWithParam<KnownModel> {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kFixtures);
        bench_ = std::make_unique<Workbench>(upstream_->url());
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        ask("What is this?");
    }
    void ask(const std::string& words) const {
        bench_->messages(
            R"([{"role": "user", "content": [{"type": "image", "path": "red.png"},)"
            R"( {"type": "text", "text": ")" +
            words + R"("}]}])"
        );
    }
    Finished send(std::vector<std::string> flags = {}) const {
        flags.insert(
            flags.begin(), {"send", "--model", GetParam().name, "--messages", "messages.json"}
        );
        return bench_->fovea(std::move(flags));
    }
    // Each of them is sound, and they are all the same.
    void check_requests(std::size_t count) const {
        const auto requests = asking_models(upstream_->requests());
        ASSERT_THAT(requests, SizeIs(count));
        std::set<std::string> bodies;
        for (const auto& request : requests) bodies.insert(request.body);
        EXPECT_THAT(bodies, SizeIs(1));
        const auto checked = check_request(
            GetParam().kind, requests[0].body, {.model = GetParam().id, .path = requests[0].path}
        );
        EXPECT_THAT(checked.problems, IsEmpty());
        EXPECT_THAT(checked.images, SizeIs(1));
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
};

TEST_P(Send, NeedsNoSessionForOneQuestion) {  // P1
    const auto finished = bench_->fovea(
        {"send", "--model", GetParam().name, "--image", "red.png", "--message", "What is this?"}
    );

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "A red square.\n");
    check_requests(1);
}

TEST_P(Send, SendsExactlyWhatRenderShows) {  // P1, P6
    const auto rendered = bench_->render(GetParam().name);
    const auto finished = send();

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "A red square.\n");
    check_requests(1);
    EXPECT_TRUE(asking_models(upstream_->requests()).at(0).body == rendered);
    const auto journal = upstream_->journal();
    ASSERT_THAT(journal, Not(IsEmpty()));
    const auto& understood = journal.back();
    EXPECT_EQ(understood.at("response").at("status").as_int64(), 200);
    EXPECT_THAT(boost::json::serialize(understood.at("body")), HasSubstr("What is this?"));
}

TEST_P(Send, Streams) {  // P1
    const auto finished = send({"--stream"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "A red square.\n");
    check_requests(1);
}

TEST_P(Send, TellsUsageCostAndWhatThePictureWentAs) {                   // S5, CAL-IMG-30, CAL-HL-30
    const bool counts = std::string_view(GetParam().kind) != "ollama";  // there aimock says 0
    for (const std::vector<std::string>& flags :
         {std::vector<std::string>{"--json"}, {"--json", "--stream"}}) {
        const auto finished = send(flags);

        ASSERT_EQ(finished.exit_code, 0) << finished.err;
        const auto lines = split(finished.out, '\n');
        const auto told = boost::json::parse(lines.at(lines.size() - 2)).as_object();
        EXPECT_EQ(told.at("text").as_string(), "A red square.");
        EXPECT_EQ(told.at("usage").at("input_tokens").to_number<int>(), counts ? 11 : 0);
        EXPECT_EQ(told.at("usage").at("output_tokens").to_number<int>(), counts ? 4 : 0);
        ASSERT_THAT(told.at("receipt").as_array(), SizeIs(1));
        EXPECT_EQ(told.at("receipt").at(0).at("state").as_string(), "pixels");
    }
}

TEST(SendCost, IsReckonedFromWhatTheProviderReports) {  // K3, CAL-IMG-30, CAL-HL-30, CAL-HL-31
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    const Aimock upstream(kFixtures);
    const Workbench bench(upstream.url());
    bench.messages(R"([{"role": "user", "content": "Hello."}])");

    const auto priced = bench.fovea(
        {"send", "--json", "--model", "anthropic/claude-opus-4-7", "--messages", "messages.json"}
    );
    const auto unpriced = bench.fovea(
        {"send", "--json", "--model", "compatible/a-model-that-sees", "--messages", "messages.json"}
    );

    const auto known = boost::json::parse(priced.out).as_object();
    EXPECT_DOUBLE_EQ(known.at("cost_usd").to_number<double>(), (11 * 5 + 4 * 25) / 1e6);
    EXPECT_TRUE(known.at("cost_known").as_bool());
    EXPECT_FALSE(known.at("pricing_as_of").as_string().empty());
    const auto unknown = boost::json::parse(unpriced.out).as_object();
    EXPECT_EQ(unknown.at("cost_usd").to_number<double>(), 0);
    EXPECT_FALSE(unknown.at("cost_known").as_bool());
    EXPECT_THAT(unpriced.err, HasSubstr("price"));
}

TEST_P(Send, TriesAgainAfterAPassingFailure) {  // P4
    for (const int status : {429, 500}) {
        upstream_->forget();
        upstream_->fail_next(status);
        const auto finished = send();

        EXPECT_EQ(finished.exit_code, 0) << finished.err;
        EXPECT_EQ(finished.out, "A red square.\n");
        check_requests(2);
    }
}

TEST_P(Send, TriesAStreamAgainThatNeverBegan) {  // P4
    upstream_->fail_next(529);
    const auto finished = send({"--stream"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(finished.out, "A red square.\n");
    check_requests(2);
}

TEST_P(Send, GivesUpWithTheProvidersWords) {  // P4, T5
    upstream_->cause({.drop = true});
    const auto finished = send();

    EXPECT_NE(finished.exit_code, 0);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr("LLM_ERROR"));
    EXPECT_THAT(finished.err, Not(HasSubstr("key-for-tests")));
    EXPECT_GE(asking_models(upstream_->requests()).size(), 2U);
}

TEST_P(Send, DoesNotAskAgainWhatWasRefused) {  // P4
    upstream_->fail_next(401, "bad key");
    const auto finished = send();

    EXPECT_NE(finished.exit_code, 0);
    check_requests(1);
}

TEST_P(Send, ACutStreamIsNoAnswer) {  // P4
    ask("cut");
    const auto finished = send({"--stream"});

    EXPECT_NE(finished.exit_code, 0);
    EXPECT_THAT(finished.err, HasSubstr("LLM_ERROR"));
}

TEST_P(Send, WhatIsNotAnAnswerIsAnError) {  // P4
    upstream_->cause({.malformed = true});
    const auto finished = send();

    EXPECT_NE(finished.exit_code, 0);
    EXPECT_THAT(finished.err, HasSubstr("LLM_ERROR"));
}

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    Send,
    ::testing::ValuesIn(kKnownModels),
    [](const auto& parameter) { return std::string(parameter.param.kind); }
);

}  // namespace
}  // namespace fovea::testing
