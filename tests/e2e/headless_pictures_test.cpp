// Pictures in a run of fovea -p: how they come in, who sees them, and what that costs.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"toolCallId": "call_1"}, "response": {"content": "A red picture."}},
    {"match": {"userMessage": "look at the file"}, "response": {"content": "", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "red.png"}}]}},
    {"match": {"userMessage": "ask the eyes"}, "response": {"content": "", "toolCalls":
        [{"id": "call_1", "name": "analyze_image", "arguments":
            {"images": ["red.png"], "question": "Which colour?"}}]}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}}}])";

constexpr const char* kMark = R"("type":"image")";

const std::string kBlind =
    "[models.\"blind\"]\nvision = false\ntools = true\ncontext = 100000\n[vision]\nmode = "
    "\"off\"\n";

class HeadlessPictures : public Headless {
protected:
    void begin(const std::string& configuration = {}) {
        start(kFixtures, configuration);
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
    }
    std::string last_request() const { return boost::json::serialize(requests().back()); }
};

TEST_F(HeadlessPictures, ComeByOptionByPipeAndByTheirNameInThePrompt) {  // A4, H6, CAL-IMG-10
    begin();
    const auto by_option = run({"-p", "What?", "--image", "red.png", "--image", "red.png"});
    EXPECT_EQ(by_option.exit_code, 0) << by_option.err;
    EXPECT_THAT(last_request(), HasSubstr(kMark));
    const auto by_pipe = run({"-p", "What?"}, read_whole_file(path("red.png")));
    EXPECT_EQ(by_pipe.exit_code, 0) << by_pipe.err;
    EXPECT_THAT(last_request(), HasSubstr(kMark));
    const auto by_name = run({"-p", "What is on @red.png and in @note.txt?"});
    EXPECT_EQ(by_name.exit_code, 0) << by_name.err;
    EXPECT_THAT(last_request(), HasSubstr(kMark));
    EXPECT_THAT(last_request(), HasSubstr("hello"));
}

TEST_F(HeadlessPictures, OfAToolAreSeenByTheModel) {  // DIG-14, DIG-16
    begin();
    const auto run = stream({"-p", "look at the file"});

    EXPECT_EQ(run.text("result"), "A red picture.") << run.err;
    const auto told = boost::json::serialize(of_type(run.frames, "tool_result").at(0));
    EXPECT_THAT(told, HasSubstr("sha256"));
    EXPECT_LT(told.size(), 2000U);
    EXPECT_THAT(last_request(), HasSubstr(kMark));
}

TEST_F(HeadlessPictures, AreNotSentToAModelThatCannotSee) {  // R2, CAL-IMG-20, CAL-IMG-21
    begin(kBlind);
    const auto refused = json({"-p", "What?", "--image", "red.png", "--model", "compatible/blind"});

    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.text("error_code"), "NO_CANDIDATE");
    EXPECT_THAT(refused.text("error"), HasSubstr("blind"));
    EXPECT_THAT(requests(), IsEmpty());
    EXPECT_EQ(json({"-p", "hi", "--model", "compatible/blind"}).exit_code, 0);
}

TEST_F(HeadlessPictures, GoAsWordsWhereRoutingIsNotStrict) {  // R3, CAL-IMG-22
    begin(kBlind + "[routing]\nstrict = false\n");
    const auto run = json({"-p", "What?", "--image", "red.png", "--model", "compatible/blind"});

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(last_request(), HasSubstr("red.png"));
    EXPECT_THAT(last_request(), Not(HasSubstr(";base64,")));
}

TEST_F(HeadlessPictures, ThatAToolAsksAModelAboutAreOnTheBill) {  // H7, CAL-HL-30, ETH-10
    begin("[vision]\nmodel = \"chat/gpt-5.4\"\n");
    const auto done = run_program(bench_->command(
        {"-p", "ask the eyes", "--model", kModel, "--output-format", "json"},
        {"/usr/bin/env", "FOVEA_CONSENT=chat"}
    ));
    const auto result = frames_of(done.out).at(0);

    ASSERT_EQ(result.at("subtype").as_string(), "success") << result;
    const auto& models = result.at("model_usage").as_object();
    std::vector<std::string> names;
    double sum = 0;
    for (const auto& [name, usage] : models) {
        names.emplace_back(name);
        sum += usage.at("cost_usd").to_number<double>();
    }
    EXPECT_THAT(names, ElementsAre(kModel, "chat/gpt-5.4"));
    EXPECT_GT(models.at("chat/gpt-5.4").at("cost_usd").to_number<double>(), 0);
    EXPECT_DOUBLE_EQ(result.at("total_cost_usd").to_number<double>(), sum);
    EXPECT_EQ(result.at("total_input_tokens").to_number<int>(), 1000);
}

TEST_F(HeadlessPictures, AreOutOfReachOfToolsThatAreNotOnTheList) {  // ETH-16
    begin();
    const auto run = stream({"-p", "look at the file", "--tools", "filesystem_g*"});

    EXPECT_EQ(
        boost::json::serialize(run.frames.front().at("tools")),
        R"(["filesystem_glob","filesystem_grep"])"
    );
    EXPECT_THAT(requests().front().at("tools").as_array(), SizeIs(2));
    EXPECT_TRUE(of_type(run.frames, "tool_result").at(0).at("is_error").as_bool());
    EXPECT_THAT(last_request(), Not(HasSubstr(kMark)));
}

}  // namespace
}  // namespace fovea::testing
