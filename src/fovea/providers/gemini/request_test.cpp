#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::gemini {
namespace {

using content::DocumentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

const ModelTraits kGemini3{.pdf = true, .tool_result_images = true};
const ModelTraits kGemini2{.pdf = true, .tool_result_images = false};

// The contents of a request with these messages.
std::string contents_of(std::vector<Message> messages, const ModelTraits& traits = kGemini3) {
    NamedBlobs blobs;
    const auto wire = write_request(
        {.model = "m", .messages = std::move(messages)}, traits, ReplyForm::Whole, blobs
    );
    if (!wire.ok()) return wire.error().message;
    const auto text = blobs.text_of(wire.value().body);
    return text.substr(0, text.find(R"(,"generationConfig")"));
}

TEST(GeminiRequest, CarriesARecordingToAModelThatTakesOne) {  // T3, ETH-23
    const Message message{
        Role::User,
        {content::VideoBlock{blob("cat"), "video/mp4", "a.mp4"},
         content::VideoBlock{content::UrlRef{"https://www.youtube.com/watch?v=1"}, "", ""}}};

    const auto written = contents_of({message});

    EXPECT_NE(written.find(R"({"inlineData":{"mimeType":"video/mp4","data":")"), written.npos)
        << written;
    EXPECT_NE(
        written.find(R"({"fileData":{"fileUri":"https://www.youtube.com/watch?v=1"}})"),
        written.npos
    ) << written;
}

TEST(GeminiRequest, WritesAWholeConversation) {  // C1, P1
    const Request request{
        .model = "gemini-3.8-flash",
        .system = "Be terse.",
        .messages =
            {{Role::System, {TextBlock{"Answer in French."}}},
             {Role::User,
              {picture("cat"),
               picture_at("https://example.org/a.jpg"),
               DocumentBlock{.source = blob("pdf"), .mime = "application/pdf"},
               TextBlock{"Compare."}}},
             {Role::Assistant,
              {ThinkingBlock{"I crop.", "", "gemini"},
               ThinkingBlock{"", "c2ln", "gemini"},
               ToolUseBlock{"f1", "crop", R"({"x": 3})"},
               ToolUseBlock{"f2", "look", ""}}},
             {Role::User,
              {ToolResultBlock{"f2", {TextBlock{"broken"}}, true},
               ToolResultBlock{"f1", {TextBlock{"ok"}, picture("dog")}, false},
               TextBlock{"And?"}}}},
        .tools = {{"crop", "Cuts.", R"({"type":"object"})"}, {"look", "Looks.", ""}},
        .json_schema = R"({"type":"object"})",
        .max_output_tokens = 1024};
    NamedBlobs blobs;

    const auto wire = write_request(request, kGemini3, ReplyForm::Stream, blobs);

    ASSERT_TRUE(wire.ok()) << wire.error().message;
    EXPECT_EQ(wire.value().path, "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
    EXPECT_EQ(wire.value().headers, (Headers{{"content-type", "application/json"}}));
    EXPECT_EQ(
        blobs.text_of(wire.value().body),
        R"({"systemInstruction":{"parts":[{"text":"Be terse.\n\nAnswer in French."}]},)"
        R"("contents":[{"role":"user","parts":[)"
        R"({"inlineData":{"mimeType":"image/png","data":"<cat>"}},)"
        R"({"fileData":{"fileUri":"https://example.org/a.jpg"}},)"
        R"({"inlineData":{"mimeType":"application/pdf","data":"<pdf>"}},{"text":"Compare."}]},)"
        R"({"role":"model","parts":[{"text":"I crop.","thought":true},)"
        R"({"functionCall":{"id":"f1","name":"crop","args":{"x":3}},"thoughtSignature":"c2ln"},)"
        R"({"functionCall":{"id":"f2","name":"look","args":{}}}]},)"
        R"({"role":"user","parts":[{"functionResponse":{"id":"f1","name":"crop",)"
        R"("response":{"output":"ok"},"parts":[{"inlineData":{"mimeType":"image/png",)"
        R"("data":"<dog>"}}]}},{"functionResponse":{"id":"f2","name":"look",)"
        R"("response":{"error":"broken"}}}]},{"role":"user","parts":[{"text":"And?"}]}],)"
        R"("tools":[{"functionDeclarations":[{"name":"crop","description":"Cuts.",)"
        R"("parametersJsonSchema":{"type":"object"}},{"name":"look","description":"Looks."}]}],)"
        R"("generationConfig":{"maxOutputTokens":1024,"responseMimeType":"application/json",)"
        R"("responseJsonSchema":{"type":"object"}}})"
    );
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"contents[0].parts[0]", blob("cat")},
            {"contents[0].parts[1]", content::UrlRef{"https://example.org/a.jpg"}},
            {"contents[2].parts[0].functionResponse.parts[0]", blob("dog")}})
    );
}

TEST(GeminiRequest, PicturesOfToolsFollowInAnotherTurnOnOlderModels) {  // C3
    EXPECT_EQ(
        contents_of(
            {{Role::User, {TextBlock{"Look."}}},
             {Role::Assistant, {ToolUseBlock{"f1", "crop", "{}"}}},
             {Role::User, {ToolResultBlock{"f1", {picture("dog")}, false}}}},
            kGemini2
        ),
        R"({"contents":[{"role":"user","parts":[{"text":"Look."}]},)"
        R"({"role":"model","parts":[{"functionCall":{"id":"f1","name":"crop",)"
        R"("args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"f1","name":"crop",)"
        R"("response":{"output":"[1 image attached in the next user message]"}}}]},)"
        R"({"role":"user","parts":[{"text":"Image 1 (from tool call f1):"},)"
        R"({"inlineData":{"mimeType":"image/png","data":"<dog>"}}]}])"
    );
}

TEST(GeminiRequest, PicturesByUrlFollowBehindTheResults) {
    EXPECT_EQ(
        contents_of(
            {{Role::User, {TextBlock{"Look."}}},
             {Role::Assistant,
              {ThinkingBlock{"", "s", "gemini"}, ToolUseBlock{"f1", "crop", "{}"}}},
             {Role::User, {ToolResultBlock{"f1", {picture_at("https://e.org/a")}, false}}}}
        ),
        R"({"contents":[{"role":"user","parts":[{"text":"Look."}]},)"
        R"({"role":"model","parts":[{"functionCall":{"id":"f1","name":"crop",)"
        R"("args":{}},"thoughtSignature":"s"}]},{"role":"user","parts":[{"functionResponse":)"
        R"({"id":"f1","name":"crop","response":{"output":""}}}]},)"
        R"({"role":"user","parts":[{"text":"From tool call f1:"},)"
        R"({"fileData":{"fileUri":"https://e.org/a"}}]}])"
    );
}

TEST(GeminiRequest, SignaturesGoBackWithTheirParts) {
    EXPECT_EQ(
        contents_of(
            {{Role::Assistant,
              {TextBlock{"a"},
               ThinkingBlock{"", "s1", "gemini"},
               TextBlock{"b"},
               ThinkingBlock{"c", "s2", "gemini"},
               ThinkingBlock{"", "s3", "gemini"},
               ThinkingBlock{"", "s4", "gemini"},
               ThinkingBlock{"", "", "gemini"}}},
             {Role::User, {TextBlock{"d"}}}}
        ),
        R"({"contents":[{"role":"model","parts":[{"text":"a"},{"text":"b","thoughtSignature":"s1"},)"
        R"({"text":"c","thought":true,"thoughtSignature":"s2"},{"text":"","thoughtSignature":"s3"},)"
        R"({"text":"","thoughtSignature":"s4"}]},{"role":"user","parts":[{"text":"d"}]}])"
    );
}

TEST(GeminiRequest, CallsOfOtherModelsAreLetThroughUnsigned) {
    const auto contents = contents_of(
        {{Role::Assistant,
          {ThinkingBlock{"", "x", "anthropic"},
           ToolUseBlock{"a", "f", "{}"},
           ToolUseBlock{"b", "f", "{}"}}}}
    );

    EXPECT_NE(
        contents.find(R"([{"functionCall":{"id":"a","name":"f","args":{}},)"
                      R"("thoughtSignature":"skip_thought_signature_validator"},)"
                      R"({"functionCall":{"id":"b","name":"f","args":{}}}])"),
        std::string::npos
    );
}

TEST(GeminiRequest, TheUserBeginsWhereTheModelWouldWithACall) {  // P1
    const auto contents = contents_of(
        {{Role::Assistant, {ToolUseBlock{"f1", "crop", "{}"}}},
         {Role::User, {ToolResultBlock{"f1", {TextBlock{"ok"}}}}}}
    );

    EXPECT_TRUE(contents.starts_with(
        R"({"contents":[{"role":"user","parts":[{"text":"[The conversation begins here.]"}]},)"
        R"({"role":"model","parts":[{"functionCall":)"
    )) << contents;
    EXPECT_TRUE(contents_of(
                    {{Role::Assistant, {TextBlock{"Hello."}}}, {Role::User, {TextBlock{"Hi."}}}}
    ).starts_with(R"({"contents":[{"role":"model")"));
}

TEST(GeminiRequest, TheModelsNameCannotLeaveItsPlaceInThePath) {
    NamedBlobs blobs;
    const auto path = [&](std::string model) {
        const auto wire = write_request(
            {.model = std::move(model), .messages = {{Role::User, {TextBlock{"a"}}}}},
            {},
            ReplyForm::Whole,
            blobs
        );
        return wire.ok() ? wire.value().path : wire.error().message;
    };

    EXPECT_EQ(path("models/gemini-2.5-pro"), "/v1beta/models/gemini-2.5-pro:generateContent");
    EXPECT_EQ(path("../a?b#c"), "/v1beta/models/..%2Fa%3Fb%23c:generateContent");
    EXPECT_EQ(path(""), "No model is named.");
}

TEST(GeminiRequest, RefusesWhatCannotBeSent) {
    EXPECT_EQ(contents_of({}), "There is no message to send.");
    EXPECT_EQ(contents_of({{Role::User, {picture("lost")}}}), "no such blob");
    EXPECT_EQ(
        contents_of({{Role::Assistant, {ToolUseBlock{"a", "f", "[]"}}}}),
        "the input of a tool call is not a JSON object"
    );
}

TEST(GeminiRequest, AuthenticatesWithTheKeyHeader) {
    EXPECT_EQ(make_gemini()->authentication("k"), (Headers{{"x-goog-api-key", "k"}}));
    EXPECT_EQ(make_gemini()->kind(), "gemini");
}

}  // namespace
}  // namespace fovea::providers::gemini
