// Every dialect that clients speak to the gateway, with every dialect that providers speak behind it:
// a conversation that came as the body of one goes out in the other as if nothing had been between.
//
// The bodies that "clients" send here are what our own provider dialects write, which the official
// SDKs' types and the strict checker have judged (request_judges_test.cpp).
#include "fovea/base/base64.hpp"
#include "fovea/gateway/inbound/read_request.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "support/request_checks.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::gateway {
namespace {

using content::Role;
using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;
using providers::Request;
using ::testing::IsEmpty;

const std::string kData = test_paths::source_dir() + "/tests/data/";

constexpr std::string_view kPdf =
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

// What a body of the client's dialect has a place for.
struct Carries {
    bool tool_images = false;
    bool pdf = false;
    bool urls = false;
    bool seed = false;
    bool top_k = false;
    bool stop = false;
    bool tool_choice = false;
};

Carries carries(Dialect dialect) {
    switch (dialect) {
        case Dialect::Anthropic:
            return {
                .tool_images = true,
                .pdf = true,
                .urls = true,
                .top_k = true,
                .stop = true,
                .tool_choice = true};
        case Dialect::OpenaiChat:
            return {.pdf = true, .urls = true, .seed = true, .stop = true, .tool_choice = true};
        case Dialect::OpenaiResponses:
            return {.tool_images = true, .pdf = true, .urls = true, .tool_choice = true};
        case Dialect::Ollama: return {.seed = true, .top_k = true, .stop = true};
    }
    return {};
}

Request conversation(const Carries& can, providers::TestFiles& files) {
    auto screen = files.picture(fovea::testing::read_whole_file(kData + "sample/screenshot.png"));
    const auto pdf = files.pdf(std::string(kPdf), "a.pdf");
    content::ImageBlock by_url;
    by_url.source = content::UrlRef{"https://example.org/a.png"};
    Request request{
        .model = "m",
        .system = "Be brief.",
        .messages =
            {{Role::User, {TextBlock{"Look: \"ü\"\n"}, screen}},
             {Role::Assistant,
              {TextBlock{"I shall."},
               ToolUseBlock{"call_1", "shot", R"({"x":[1,{"y":"z"}]})"},
               ToolUseBlock{"call_2", "crop", "{}"}}},
             {Role::User,
              {ToolResultBlock{"call_1", {TextBlock{"ok"}}},
               ToolResultBlock{"call_2", {TextBlock{"cut"}}}}},
             {Role::Assistant, {TextBlock{"Done."}}},
             {Role::User, {TextBlock{"Again."}}}},
        .tools =
            {{"shot", "Takes a picture.", R"({"type":"object","properties":{}})"},
             {"crop", "Cuts.", R"({"type":"object","properties":{}})"}},
        .json_schema = R"({"type":"object","properties":{},"additionalProperties":false})",
        .max_output_tokens = 1000,
        .wishes = {.temperature = 0.25, .top_p = 0.75}};
    if (can.pdf) request.messages.front().content.emplace_back(pdf);
    if (can.urls) request.messages.front().content.emplace_back(by_url);
    if (can.tool_images) {
        auto& result = std::get<ToolResultBlock>(request.messages[2].content.front());
        result.content.emplace_back(screen);
    }
    if (can.seed) request.wishes.seed = 7;
    if (can.top_k) request.wishes.top_k = 40;
    if (can.stop) request.wishes.stop = {"END"};
    if (can.tool_choice) {
        request.wishes.tool_choice = providers::ToolChoice::One;
        request.wishes.chosen_tool = "crop";
        request.wishes.parallel_calls = false;
    }
    return request;
}

// Keeps what comes in, as the store would.
class Store final : public FileTaker {
public:
    explicit Store(providers::TestFiles& files) : files_(files) {}

    content::ContentBlock take_image(const InlineFile& file) override {
        return files_.picture(bytes_of(file));
    }
    content::ContentBlock take_document(const InlineFile& file) override {
        return files_.pdf(bytes_of(file), std::string(file.filename));
    }

private:
    static std::string bytes_of(const InlineFile& file) {
        const auto bytes = decode_base64(file.base64);
        return bytes.ok() ? std::string(as_text(bytes.value())) : std::string();
    }

    providers::TestFiles& files_;
};

providers::ModelTraits traits_of(std::string_view kind) {
    const std::map<std::string_view, providers::ModelTraits> all = {
        {"anthropic", {.pdf = true, .tool_result_images = true}},
        {"gemini", {.pdf = true, .tool_result_images = true}},
        {"ollama", {.url_images = false}},
        {"openai_chat", {.pdf = true, .max_tokens_field = "max_completion_tokens"}},
        {"openai_compatible", {.url_images = false}},
        {"openai_responses", {.pdf = true, .tool_result_images = true}},
    };
    return all.at(kind);
}

// By its name the checker knows what a model takes.
std::string model_of(std::string_view kind) {
    return kind == "gemini" ? "gemini-3.8-flash" : "m";
}

std::string body_of(
    std::string_view kind,
    const Request& request,
    const providers::ModelTraits& traits,
    providers::ReplyForm form,
    providers::TestFiles& files
) {
    const auto wire = providers::make_dialect(kind).value()->write(request, traits, form, files);
    EXPECT_TRUE(wire.ok()) << (wire.ok() ? "" : wire.error().message);
    return wire.ok() ? providers::sent_text(wire.value().body, files) : std::string();
}

class GatewayPairs : public ::testing::TestWithParam<std::tuple<Dialect, providers::DialectEntry>> {
};

TEST_P(GatewayPairs, WhatComesInOneGoesOutInTheOther) {  // D4, C1, C3
    const auto& [client, provider] = GetParam();
    const auto can = carries(client);
    providers::TestFiles files;
    const auto original = conversation(can, files);
    const auto sent = body_of(
        name_of(client), original, traits_of(name_of(client)), providers::ReplyForm::Stream, files
    );
    Store store(files);

    const auto read = read_request(client, sent, store);

    ASSERT_TRUE(read.ok()) << read.error().message << "\n" << sent.substr(0, 500);
    EXPECT_TRUE(read.value().streams);
    EXPECT_THAT(read.value().dropped, IsEmpty());
    const auto& got = read.value();
    Request again{
        .model = got.model,
        .system = got.system,
        .messages = got.messages,
        .tools = got.tools,
        .json_schema = got.json_schema,
        .max_output_tokens = got.max_output_tokens.value_or(0),
        .wishes = got.wishes};
    auto asked = original;
    asked.model = again.model = model_of(provider.kind);
    const auto traits = traits_of(provider.kind);
    const auto direct = body_of(provider.kind, asked, traits, providers::ReplyForm::Whole, files);
    const auto through = body_of(provider.kind, again, traits, providers::ReplyForm::Whole, files);
    EXPECT_EQ(through, direct);
    const auto checked =
        fovea::testing::check_request(provider.kind, through, {.model = again.model});
    EXPECT_THAT(checked.problems, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All,
    GatewayPairs,
    ::testing::Combine(
        ::testing::Values(
            Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama
        ),
        ::testing::ValuesIn(providers::dialects().begin(), providers::dialects().end())
    ),
    [](const auto& parameter) {
        return std::string(name_of(std::get<0>(parameter.param))) + "_to_" +
               std::string(std::get<1>(parameter.param).kind);
    }
);

}  // namespace
}  // namespace fovea::gateway
