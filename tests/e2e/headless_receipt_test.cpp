// The delivery receipt in the result of fovea -p: a program can tell whether the answer was given with
// the picture in view.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"toolCallId": "call_1"}, "response": {"content": "A blue picture."}},
    {"match": {"userMessage": "look at the file"}, "response": {"content": "", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "blue.png"}}],
     "usage": {"prompt_tokens": 1000, "completion_tokens": 1000, "total_tokens": 2000}}},
    {"match": {"userMessage": "refuse"}, "response":
        {"content": "I will not.", "finishReason": "refusal"}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}}}])";

const std::string kBlind =
    "[models.\"blind\"]\nvision = false\ntools = true\ncontext = 100000\n[vision]\nmode = "
    "\"off\"\n";

class HeadlessReceipt : public Headless {
protected:
    void begin(const std::string& configuration = {}) {
        start(kFixtures, configuration);
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
        bench_->picture("blue.png", {"plain", "40", "30", "30,30,200"});
    }
    // "red.png pixels"
    static std::vector<std::string> told(const boost::json::object& result) {
        std::vector<std::string> rows;
        for (const auto& row : result.at("receipt").as_array()) {
            rows.push_back(
                std::string(row.at("filename").as_string()) + " " +
                std::string(row.at("state").as_string())
            );
        }
        return rows;
    }
    static std::string reason(const boost::json::object& result, std::size_t row) {
        const auto& object = result.at("receipt").as_array().at(row).as_object();
        return object.contains("reason") ? std::string(object.at("reason").as_string()) : "";
    }
};

TEST_F(HeadlessReceipt, IsThatOfSend) {  // S5, H4
    begin();
    const auto run = json({"-p", "What?", "--image", "red.png"});
    const auto sent = bench_->fovea(
        {"send",
         "--session",
         "other",
         "--message",
         "What?",
         "--image",
         "red.png",
         "--model",
         kModel,
         "--json"}
    );

    ASSERT_EQ(sent.exit_code, 0) << sent.err;
    EXPECT_EQ(run.result().at("receipt"), boost::json::parse(sent.out).at("receipt")) << run.out;
    EXPECT_THAT(told(run.result()), ElementsAre("red.png pixels"));
    EXPECT_THAT(json({"-p", "hi"}).result().at("receipt").as_array(), IsEmpty());
}

TEST_F(HeadlessReceipt, SaysThatAnAnswerWasGivenWithoutThePicture) {  // S5, R3
    begin(kBlind + "[routing]\nstrict = false\n");
    const auto run = json({"-p", "What?", "--image", "red.png", "--model", "compatible/blind"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(told(run.result()), ElementsAre("red.png text"));
    EXPECT_EQ(reason(run.result(), 0), "the model does not take images");
}

TEST_F(HeadlessReceipt, HasThePicturesOfToolsAndOfEarlierRuns) {  // S5, H4, H6
    begin();
    const auto first = stream({"-p", "What?", "--image", "red.png", "--session-id", "one"});
    const auto second = stream({"-p", "look at the file", "--resume", "one"});

    EXPECT_THAT(told(first.result()), ElementsAre("red.png pixels"));
    EXPECT_EQ(second.text("result"), "A blue picture.") << second.err;
    EXPECT_THAT(told(second.result()), ElementsAre("red.png pixels", "blue.png pixels"));
}

TEST_F(HeadlessReceipt, IsOfAllMessagesOfARun) {  // S5, H3
    begin();
    const auto frame = [](const char* file) {
        return boost::json::serialize(boost::json::object{
                   {"type", "user"},
                   {"content",
                    {{{"type", "text"}, {"text", "What?"}}, {{"type", "image"}, {"path", file}}}}}
               ) +
               "\n";
    };
    const auto run = talk(frame("red.png") + frame("blue.png"));

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(told(run.result()), ElementsAre("red.png pixels", "blue.png pixels"));
}

TEST_F(HeadlessReceipt, IsThereHoweverARunEnds) {  // S5, H4
    begin(kBlind);
    const std::vector<std::string> look = {"-p", "look at the file", "--image", "red.png"};
    const auto with = [&](const std::vector<std::string>& more) {
        auto arguments = look;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return json(arguments).result();
    };

    const auto turns = with({"--max-turns", "1"});
    EXPECT_EQ(turns.at("subtype").as_string(), "max_turns");
    EXPECT_THAT(told(turns), ElementsAre("red.png pixels", "blue.png not_seen"));
    EXPECT_EQ(
        reason(turns, 1), "no model has answered since it was added: the turn limit (1) was reached"
    );

    const auto budget = with({"--max-budget-usd", "0.0000001"});
    EXPECT_EQ(budget.at("subtype").as_string(), "budget_exceeded");
    EXPECT_THAT(told(budget), ElementsAre("red.png not_seen"));

    const auto blind = with({"--model", "compatible/blind"});
    EXPECT_EQ(blind.at("error_code").as_string(), "NO_CANDIDATE");
    EXPECT_THAT(told(blind), ElementsAre("red.png not_seen"));

    upstream_->fail_next(401, "bad key");
    const auto failed = with({});
    EXPECT_EQ(failed.at("subtype").as_string(), "error");
    EXPECT_THAT(told(failed), ElementsAre("red.png not_seen"));
    EXPECT_THAT(reason(failed, 0), HasSubstr("no model has answered since it was added: "));

    const auto refused = json({"-p", "refuse", "--image", "red.png"}).result();
    EXPECT_EQ(refused.at("subtype").as_string(), "error");
    EXPECT_THAT(told(refused), ElementsAre("red.png pixels"));

    const auto missing = json({"-p", "What?", "--image", "gone.png"}).result();
    EXPECT_EQ(missing.at("subtype").as_string(), "error");
    EXPECT_THAT(missing.at("receipt").as_array(), IsEmpty());
}

TEST_F(HeadlessReceipt, IsInTheResultThatClaudesClientsGet) {  // S5, H8
    begin();
    const auto run =
        this->run({"-p", "What?", "--image", "red.png", "--output-format", "claude-stream-json"});

    const auto frames = frames_of(run.out);
    ASSERT_FALSE(frames.empty()) << run.err;
    EXPECT_THAT(told(frames.back()), ElementsAre("red.png pixels"));
}

}  // namespace
}  // namespace fovea::testing
