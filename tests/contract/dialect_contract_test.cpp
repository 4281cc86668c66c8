// What every dialect promises, over the table of all: one more is tested as soon as it has a line
// there.
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_files.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace fovea::providers {
namespace {

using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

// As the last things a server says, one of each kind.
const std::vector<std::string> kSamples = {
    R"({"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"a"},)"
    R"({"type":"tool_use","id":"t","name":"n","input":{"x":1}}],"stop_reason":"tool_use",)"
    R"("usage":{"input_tokens":1,"output_tokens":2}})",
    R"({"id":"c1","choices":[{"index":0,"message":{"content":"a","tool_calls":[{"id":"t",)"
    R"("function":{"name":"n","arguments":"{\"x\":1}"}}]},"finish_reason":"tool_calls"}],)"
    R"("usage":{"prompt_tokens":1,"completion_tokens":2}})",
    R"({"id":"r1","status":"completed","output":[{"type":"message","content":[{"type":)"
    R"("output_text","text":"a"}]},{"type":"function_call","call_id":"t","name":"n",)"
    R"("arguments":"{}"}],"usage":{"input_tokens":1,"output_tokens":2}})",
    R"({"candidates":[{"content":{"role":"model","parts":[{"text":"a"},{"functionCall":)"
    R"({"name":"n","args":{"x":1}}}]},"finishReason":"STOP"}],"usageMetadata":)"
    R"({"promptTokenCount":1,"candidatesTokenCount":2}})",
    R"({"model":"m","created_at":"2026","message":{"role":"assistant","content":"a",)"
    R"("tool_calls":[{"function":{"name":"n","arguments":{"x":1}}}]},"done":true,)"
    R"("done_reason":"stop","prompt_eval_count":1,"eval_count":2})",
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{}}}\n\n"
    "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"t\","
    "\"function\":{\"name\":\"n\",\"arguments\":\"{}\"}}]}}]}\n\n"
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    R"({"error":{"message":"no","type":"x","param":"messages[1].content[0].image_url","code":4}})",
};

class DialectContract : public testing::TestWithParam<DialectEntry> {
protected:
    // Every kind of block, in an order that a session may hold; not all of it is valid UTF-8.
    Request rich_request() {
        return {
            .model = "model-1",
            .system = "Be brief.",
            .messages =
                {{Role::System, {TextBlock{"Speak \"plainly\"."}}},
                 {Role::User,
                  {TextBlock{"Look:\n\t\x01 \xFF\xC3( ü"},
                   files_.picture("first", "a cat"),
                   files_.picture("second"),
                   files_.pdf("pdf", "a.pdf")}},
                 {Role::User, {TextBlock{""}, TextBlock{"Well?"}}},
                 {Role::Assistant,
                  {ThinkingBlock{"hm", "sig", "anthropic"},
                   TextBlock{"I shall."},
                   ToolUseBlock{"call_1", "shot", R"({"x":[1,{"y":"z"}]})"},
                   ToolUseBlock{"call_2", "shot", "{}"}}},
                 {Role::User,
                  {TextBlock{"go on"},
                   ToolResultBlock{"call_1", {TextBlock{"ok"}, files_.picture("third")}},
                   ToolResultBlock{"never called", {TextBlock{"?"}}}}},
                 {Role::Assistant, {TextBlock{"Done."}}},
                 {Role::User, {files_.picture("first"), TextBlock{"Again."}}}},
            .tools = {{"shot", "Takes a picture.", R"({"type":"object","properties":{}})"}},
            .json_schema = R"({"type":"object","properties":{},"additionalProperties":false})"};
    }

    std::vector<WireRequest> all_requests(const ModelTraits& given = {}) {
        std::vector<WireRequest> all;
        for (const auto delivery : {ReplyForm::Whole, ReplyForm::Stream}) {
            for (const bool in_place : {false, true}) {
                auto traits = given;
                traits.tool_result_images = in_place;
                auto wire = dialect_->write(rich_request(), traits, delivery, files_);
                EXPECT_TRUE(wire.ok()) << (wire.ok() ? "" : wire.error().message);
                if (wire.ok()) all.push_back(std::move(wire).value());
            }
        }
        return all;
    }

    TestFiles files_;
    std::unique_ptr<Dialect> dialect_ = GetParam().make();
};

std::vector<content::BlobRef> files_in(const Body& body) {
    std::vector<content::BlobRef> files;
    for (const auto& piece : body.pieces()) {
        if (piece.file) files.push_back(*piece.file);
    }
    return files;
}

std::vector<content::BlobRef> files_of(const std::vector<WireImage>& images) {
    std::vector<content::BlobRef> files;
    for (const auto& image : images) files.push_back(*content::blob_of(image.file));
    return files;
}

content::BlobRef blob(std::string_view bytes) {
    return {sha256(as_bytes(bytes))};
}

// Feeds all and asks for the reply; nothing else is done with it.
bool streams_well(const Dialect& dialect, std::string_view text, std::size_t piece) {
    const auto reader = dialect.open_stream();
    for (std::size_t at = 0; at < text.size(); at += piece) {
        if (!reader->feed(text.substr(at, piece)).ok()) break;
    }
    return reader->finish().ok();
}

TEST_P(DialectContract, IsCalledAsTheTableSays) {  // C4
    EXPECT_EQ(dialect_->kind(), GetParam().kind);
    const auto made = make_dialect(GetParam().kind);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made.value()->kind(), GetParam().kind);
}

TEST_P(DialectContract, TheBodyIsJsonAndAsLongAsItSays) {  // P6
    for (const auto& wire : all_requests()) {
        const auto text = sent_text(wire.body, files_);
        boost::json::error_code failed;
        const auto value = boost::json::parse(text, failed);

        EXPECT_FALSE(failed) << text;
        EXPECT_TRUE(value.is_object()) << text;
        EXPECT_EQ(wire.body.size(), text.size());
        EXPECT_TRUE(wire.path.starts_with("/")) << wire.path;
    }
}

TEST_P(DialectContract, TheSameRequestGivesTheSameBytes) {  // P6
    const auto once = all_requests();
    dialect_ = GetParam().make();
    const auto twice = all_requests();

    ASSERT_EQ(once.size(), twice.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].body, twice[i].body);
        EXPECT_EQ(once[i].images, twice[i].images);
        EXPECT_EQ(once[i].headers, twice[i].headers);
    }
}

TEST_P(DialectContract, AllPicturesAreSentAsBase64AndListedInOrder) {  // C1, P4, CAL-IMG-3
    for (const auto& wire : all_requests()) {
        EXPECT_EQ(
            files_in(wire.body),
            (std::vector{blob("first"), blob("second"), blob("third"), blob("first")})
        );
        EXPECT_EQ(files_in(wire.body), files_of(wire.images));
        std::set<std::string> paths;
        for (const auto& image : wire.images) paths.insert(image.path);
        EXPECT_EQ(paths.size(), wire.images.size());
        EXPECT_FALSE(paths.contains(""));
    }
}

TEST_P(DialectContract, HashesDoNotLeakIntoTheText) {  // C1
    for (const auto& wire : all_requests()) {
        const auto text = sent_text(wire.body, files_);
        for (const auto* name : {"first", "second", "third", "pdf"}) {
            EXPECT_EQ(text.find(blob(name).sha256.hex()), std::string::npos);
        }
    }
}

TEST_P(DialectContract, WithoutVisionPicturesAreWords) {  // P2
    for (const auto& wire : all_requests({.vision = false})) {
        const auto text = sent_text(wire.body, files_);

        EXPECT_TRUE(files_in(wire.body).empty());
        EXPECT_TRUE(wire.images.empty());
        EXPECT_NE(text.find("[Image: a cat, 640x480]"), std::string::npos) << text;
        EXPECT_NE(text.find("[Document: a.pdf]"), std::string::npos) << text;
    }
}

TEST_P(DialectContract, AFileThatIsGoneIsAnError) {  // C1
    TestFiles empty;

    EXPECT_FALSE(dialect_->write(rich_request(), {}, ReplyForm::Whole, empty).ok());
}

TEST_P(DialectContract, GarbageIsAFailureAndNeverACrash) {  // P4
    std::mt19937 dice(1);  // NOLINT(cert-msc51-cpp): the same garbage every time
    std::uniform_int_distribution<int> byte(0, 255);
    for (std::size_t length = 0; length < 300; ++length) {
        std::string garbage(length, ' ');
        for (auto& c : garbage) c = static_cast<char>(byte(dice));

        EXPECT_FALSE(dialect_->read_reply(garbage).ok());
        EXPECT_FALSE(streams_well(*dialect_, garbage, 7));
        EXPECT_FALSE(streams_well(*dialect_, "data: " + garbage + "\n\n", 7));
        EXPECT_EQ(dialect_->read_failure(418, {}, garbage).status, 418);
    }
}

TEST_P(DialectContract, DeepNestingIsAFailure) {  // P4
    const std::string deep(200'000, '[');

    EXPECT_FALSE(dialect_->read_reply(deep).ok());
    EXPECT_FALSE(streams_well(*dialect_, "data: " + deep + "\n\n", 4096));
    EXPECT_FALSE(streams_well(*dialect_, deep + "\n", 4096));
    EXPECT_EQ(dialect_->read_failure(500, {}, deep).status, 500);
}

TEST_P(DialectContract, AnswersOfAnyKindCutAndBentNeverCrash) {  // P4
    std::mt19937 dice(2);  // NOLINT(cert-msc51-cpp): the same every time
    for (const auto& sample : kSamples) {
        for (std::size_t at = 0; at < sample.size(); ++at) {
            auto bent = sample;
            bent[at] = R"({}[]":,0n)"[dice() % 9];
            for (const auto& text : {sample.substr(0, at), bent}) {
                static_cast<void>(dialect_->read_reply(text).ok());
                streams_well(*dialect_, text, text.size() + 1);
                EXPECT_EQ(dialect_->read_failure(400, {}, text).status, 400);
            }
        }
    }
}

TEST_P(DialectContract, AStreamWithoutAnEndIsAFailure) {  // P4
    EXPECT_FALSE(streams_well(*dialect_, "", 1));
    EXPECT_FALSE(streams_well(*dialect_, ": keep-alive\n\n", 1));
}

INSTANTIATE_TEST_SUITE_P(
    All,
    DialectContract,
    testing::ValuesIn(dialects()),
    [](const auto& entry) { return std::string(entry.param.kind); }
);

TEST(Dialects, AKindThatIsNoneIsNamedWithThoseThereAre) {  // O1
    const auto made = make_dialect("openia");

    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::ConfigInvalid);
    EXPECT_NE(made.error().message.find("openai_responses"), std::string::npos);
}

}  // namespace
}  // namespace fovea::providers
