// What every dialect writes, before judges who know nothing of our code: the strict checker and the
// types of the official SDKs.
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "support/node_tests.hpp"
#include "support/request_checks.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::providers {
namespace {

using content::Role;
using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;
using fovea::testing::check_request;
using fovea::testing::KindAndBody;
using fovea::testing::read_whole_file;
using ::testing::IsEmpty;

const std::string kData = test_paths::source_dir() + "/tests/data/";

constexpr std::string_view kPdf =
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

// A model of the kind, as the catalogue describes it.
struct Model {
    std::string id;
    ModelTraits traits;
};

Model model_of(std::string_view kind) {
    const std::map<std::string_view, Model> models = {
        {"anthropic",
         {"claude-opus-4-7",
          {.pdf = true,
           .tool_result_images = true,
           .cache_marks = true,
           .sampling = Sampling::Refused,
           .reasoning = Reasoning::Effort}}},
        {"gemini",
         {"gemini-3.8-flash",
          {.pdf = true, .tool_result_images = true, .reasoning = Reasoning::Effort}}},
        {"ollama", {"llava", {.url_images = false}}},
        {"openai_chat",
         {"gpt-5.4",
          {.pdf = true,
           .system_role = "developer",
           .max_tokens_field = "max_completion_tokens",
           .image_detail = "high",
           .sampling = Sampling::WithoutReasoning,
           .reasoning = Reasoning::Effort}}},
        {"openai_compatible", {"qwen3-vl", {.url_images = false, .reasoning = Reasoning::Effort}}},
        {"openai_responses",
         {"gpt-6.1-sol",
          {.pdf = true,
           .tool_result_images = true,
           .system_role = "developer",
           .image_detail = "high",
           .sampling = Sampling::Refused,
           .reasoning = Reasoning::Effort}}},
    };
    return models.at(kind);
}

// All that a conversation holds: pictures of the user, by address and of a tool, a PDF, calls that
// failed and calls whose result was lost, answers of the model.
Request rich_request(const std::string& model, TestFiles& files) {
    auto screen = files.picture(read_whole_file(kData + "sample/screenshot.png"), "a screen");
    screen.cache_control = true;
    const content::ImageBlock by_url{
        .source = content::UrlRef{"https://example.org/a.png"}, .mime = "image/png"};
    const auto pdf = files.pdf(std::string(kPdf), "a.pdf");
    return {
        .model = model,
        .system = "Be brief.",
        .messages =
            {{Role::User, {TextBlock{"Look:"}, screen, by_url, pdf}},
             {Role::Assistant,
              {TextBlock{"I shall."},
               ToolUseBlock{"toolu_1", "shot", R"({"x":[1,{"y":"z"}]})"},
               ToolUseBlock{"functions.shot:" + std::string(90, '1'), "shot", "{}"},
               ToolUseBlock{"", "a.b/c", "{}"}}},
             {Role::User,
              {ToolResultBlock{"toolu_1", {TextBlock{"ok"}, screen}},
               ToolResultBlock{"", {TextBlock{"no screen"}}, true},
               TextBlock{"go on"}}},
             {Role::Assistant, {TextBlock{"Done."}}},
             {Role::User, {screen, TextBlock{"Again."}}}},
        .tools = {{"shot", "Takes a picture.", R"({"type":"object","properties":{}})"}},
        .json_schema = R"({"type":"object","properties":{},"additionalProperties":false})"};
}

// Whatever a client may ask for besides an answer, and what goes together with none of it.
std::vector<Wishes> all_wishes() {
    const Wishes all{
        .temperature = 0.2,
        .top_p = 0.9,
        .presence_penalty = 0.5,
        .frequency_penalty = -0.5,
        .top_k = 40,
        .seed = -7,
        .stop = {"END", "STOP"},
        .tool_choice = ToolChoice::Required,
        .parallel_calls = false,
        .thinking = true,
        .thinking_tokens = 2048,
        .effort = Effort::High,
        .thinking_summary = "auto",
        .verbosity = "low",
        .end_user = "user-1",
        .cache_key = "key-1"};
    auto one = all;
    one.tool_choice = ToolChoice::One;
    one.chosen_tool = "shot";
    one.thinking = false;
    one.effort = Effort::None;
    return {
        {},
        all,
        one,
        {.tool_choice = ToolChoice::None, .thinking_tokens = 20'000},
        {.parallel_calls = true, .effort = Effort::Max, .json_object = true}};
}

struct Sent {
    std::string path;
    std::string body;
};

// In one piece and as a stream, with every set of wishes, and with models of either way to think.
std::vector<Sent> all_sent(const DialectEntry& entry) {
    const auto model = model_of(entry.kind);
    TestFiles files;
    std::vector<Sent> all;
    const auto send = [&](const Request& request, const ModelTraits& traits, ReplyForm delivery) {
        auto wire = entry.make()->write(request, traits, delivery, files);
        EXPECT_TRUE(wire.ok()) << (wire.ok() ? "" : wire.error().message);
        if (wire.ok()) all.push_back({wire.value().path, sent_text(wire.value().body, files)});
    };
    auto budget = model.traits;
    if (entry.kind == "anthropic" || entry.kind == "gemini") budget.reasoning = Reasoning::Budget;
    for (const auto& wishes : all_wishes()) {
        auto request = rich_request(model.id, files);
        request.wishes = wishes;
        request.tools.front().strict = wishes.parallel_calls.has_value();
        if (wishes.json_object) request.json_schema.reset();
        send(request, model.traits, ReplyForm::Whole);
        request.max_output_tokens = 0;
        send(request, budget, ReplyForm::Stream);
    }
    return all;
}

class RequestJudges : public ::testing::TestWithParam<DialectEntry> {};

TEST_P(RequestJudges, TheStrictCheckerFindsNothing) {  // P1, CAL-IMG-4, CAL-IMG-5, CAL-IMG-6
    const auto model = model_of(GetParam().kind);
    for (const auto& [path, body] : all_sent(GetParam())) {
        const auto checked =
            check_request(GetParam().kind, body, {.model = model.id, .path = path});

        EXPECT_THAT(checked.problems, IsEmpty());
        EXPECT_EQ(checked.images.size(), 3U);
        EXPECT_EQ(checked.documents.size(), model.traits.pdf ? 1U : 0U);
        EXPECT_EQ(checked.urls.size(), model.traits.url_images ? 1U : 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Dialects,
    RequestJudges,
    ::testing::ValuesIn(dialects().begin(), dialects().end()),
    [](const auto& parameter) { return std::string(parameter.param.kind); }
);

TEST(RequestTypes, TheOfficialSdksAgree) {  // P1, C3
    if (!fovea::testing::node_tests_installed()) GTEST_SKIP() << "tests/node is not installed";
    std::vector<KindAndBody> bodies;
    for (const auto& entry : dialects()) {
        for (const auto& sent : all_sent(entry))
            bodies.push_back({std::string(entry.kind), sent.body});
    }

    EXPECT_THAT(fovea::testing::sdk_type_problems(bodies), ::testing::Each(IsEmpty()));
}

}  // namespace
}  // namespace fovea::providers
