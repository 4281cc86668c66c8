// What an answer costs, and answers that must be JSON of a given form.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "colour"}, "response": {"content": {"colour": "red"},
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}},
    {"match": {"userMessage": "mend"}, "response": {"content": "red"}},
    {"match": {"userMessage": "does not satisfy", "model": "gpt"},
     "response": {"content": {"colour": "red"}}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";

constexpr const char* kSchema =
    R"({"type":"object","properties":{"colour":{"type":"string"}},"required":["colour"],)"
    R"("additionalProperties":false})";

class HeadlessAnswer : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(kFixtures);
    }
};

TEST_F(HeadlessAnswer, ModelsThatCanAreBoundToTheSchema) {  // H6, CAL-HL-27, CAL-HL-32
    const std::pair<const char*, const char*> native[] = {
        {"anthropic/claude-opus-4-7", "output_config"},
        {"chat/gpt-5.4", "response_format"},
        {"responses/gpt-6.1-sol", "text"},
        {"gemini/gemini-3.8-flash", "generationConfig"},
        {"ollama/llava", "format"},
    };
    for (const auto& [model, field] : native) {
        upstream_->forget();
        const auto run = stream({"-p", "the colour", "--json-schema", kSchema, "--model", model});

        EXPECT_EQ(run.exit_code, 0) << model << run.out << run.err;
        EXPECT_EQ(
            boost::json::serialize(run.result().at("structured_output")), R"({"colour":"red"})"
        );
        ASSERT_THAT(requests(), SizeIs(1)) << model;
        ASSERT_TRUE(requests()[0].contains(field)) << model;
        EXPECT_THAT(boost::json::serialize(requests()[0].at(field)), HasSubstr("colour")) << model;
    }
}

TEST_F(HeadlessAnswer, ASchemaMayBeAFileAndTextIsTheJsonAlone) {  // H6, CAL-HL-32
    write_file("schema.json", kSchema);
    const auto done = run({"-p", "the colour", "--json-schema", "schema.json"});

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, "{\"colour\":\"red\"}\n");
}

TEST_F(HeadlessAnswer, OtherModelsAreToldTheSchemaInWords) {  // H6, CAL-HL-32
    const auto run = stream(
        {"-p", "the colour", "--json-schema", kSchema, "--model", "compatible/a-model-that-sees"}
    );

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(boost::json::serialize(requests().at(0).at("messages")), HasSubstr("JSON schema"));
}

TEST_F(HeadlessAnswer, AnAnswerThatDoesNotFitIsAskedForAgain) {  // H6, CAL-HL-33
    const auto run = stream({"-p", "mend it", "--json-schema", kSchema, "--model", "chat/gpt-5.4"});

    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.text("result"), R"({"colour":"red"})");
    ASSERT_THAT(requests(), SizeIs(2));
    EXPECT_THAT(boost::json::serialize(requests()[1]), HasSubstr("does not satisfy"));
    EXPECT_THAT(of_type(run.frames, "system/warning"), SizeIs(1));
}

TEST_F(HeadlessAnswer, AfterTwoRetriesTheRunFails) {  // H6, CAL-HL-33
    const auto run = stream({"-p", "never", "--json-schema", kSchema});

    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.text("subtype"), "error");
    EXPECT_EQ(run.text("error_code"), "RESPONSE_NOT_JSON");
    EXPECT_EQ(run.text("last_assistant_text"), "A red square.");
    EXPECT_FALSE(run.result().contains("structured_output"));
    EXPECT_THAT(requests(), SizeIs(3));
}

TEST_F(HeadlessAnswer, LocalOcrRefusesASchemaAsAnalyzeDoes) {  // H6, T2
    bench_->picture("shot.png", {"plain", "40", "30", "200,30,30"});
    const auto* const numbers = R"({"type":"array","items":{"type":"number"}})";
    for (const auto* const schema : {kSchema, numbers}) {
        const auto run = stream(
            {"-p",
             "Where is it?",
             "--image",
             "shot.png",
             "--json-schema",
             schema,
             "--model",
             "local/ocr"}
        );
        const auto analyzed = bench_->fovea(
            {"analyze",
             "shot.png",
             "--prompt",
             "Where is it?",
             "--schema",
             schema,
             "--model",
             "local/ocr",
             "--json"}
        );

        EXPECT_EQ(run.exit_code, 2) << run.out;
        EXPECT_EQ(run.exit_code, analyzed.exit_code);
        EXPECT_FALSE(run.result().contains("structured_output"));
        EXPECT_EQ(run.result().at("turns").to_number<int>(), 0);
        const auto refusal = boost::json::parse(analyzed.out).at("error");
        EXPECT_EQ(run.text("error_code"), refusal.at("code").as_string());
        EXPECT_EQ(run.text("error"), refusal.at("message").as_string());
    }
    // Nothing was begun.
    EXPECT_EQ(bench_->fovea({"sessions", "list", "--json"}).out, "");
}

TEST_F(HeadlessAnswer, LocalOcrIsNoFallbackForAnswersOfAGivenForm) {  // H6, R3
    start(kFixtures, "[routing]\nfallback = [\"local/ocr\"]\n");
    bench_->picture("shot.png", {"plain", "40", "30", "200,30,30"});
    upstream_->fail_next(401, "bad key");
    const auto run = stream({"-p", "Where?", "--image", "shot.png", "--json-schema", kSchema});

    EXPECT_EQ(run.exit_code, 1) << run.out;
    EXPECT_EQ(run.text("error_code"), "LLM_ERROR");
    EXPECT_THAT(of_type(run.frames, "system/reroute"), IsEmpty());
}

TEST_F(HeadlessAnswer, ASchemaThatIsNoneIsWrongUsage) {  // H6, CAL-HL-22
    for (const auto* const schema : {"{\"type\":", "nothing.json"}) {
        EXPECT_EQ(stream({"-p", "hi", "--json-schema", schema}).exit_code, 64) << schema;
    }
    EXPECT_THAT(requests(), IsEmpty());
}

TEST_F(HeadlessAnswer, CostIsReckonedForEachModelFromItsPrices) {  // H7, K3, CAL-HL-30
    const auto result = json({"-p", "hi"}).result();

    EXPECT_DOUBLE_EQ(result.at("total_cost_usd").to_number<double>(), (11 * 5 + 4 * 25) / 1e6);
    ASSERT_THAT(result.at("model_usage").as_object(), SizeIs(1));
    const auto& model = result.at("model_usage").at(kModel).as_object();
    EXPECT_EQ(model.at("calls").to_number<int>(), 1);
    EXPECT_EQ(model.at("input_tokens").to_number<int>(), 11);
    EXPECT_DOUBLE_EQ(model.at("cost_usd").to_number<double>(), (11 * 5 + 4 * 25) / 1e6);
    EXPECT_TRUE(model.at("cost_known").as_bool());
    EXPECT_EQ(result.at("usage").at("prefix_rewrites").to_number<int>(), 0);
}

TEST_F(HeadlessAnswer, AModelWithoutAPriceCostsNothingAndThatIsSaid) {  // H7, CAL-HL-30
    const std::string model = "compatible/a-model-that-sees";
    const auto run = stream({"-p", "hi", "--model", model});

    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.result().at("total_cost_usd").to_number<double>(), 0);
    EXPECT_FALSE(run.result().at("model_usage").at(model).at("cost_known").as_bool());
    const auto warnings = of_type(run.frames, "system/warning");
    ASSERT_THAT(warnings, SizeIs(1));
    EXPECT_EQ(warnings[0].at("kind").as_string(), "no_price");
    EXPECT_THAT(run.err, HasSubstr("price"));
}

TEST_F(HeadlessAnswer, InitSaysHowOldThePricesAre) {  // H7, CAL-HL-31
    const auto run = stream({"-p", "hi"});

    EXPECT_THAT(
        std::string(run.frames.front().at("pricing").at("as_of").as_string()),
        ::testing::MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]")
    );
}

}  // namespace
}  // namespace fovea::testing
