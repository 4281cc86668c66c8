#include "fovea/people/conversation_text.hpp"

#include "fovea/people/human.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

using content::Role;

const content::BlobRef kBlob{sha256(as_bytes("a picture"))};

std::string text_of(std::vector<content::ContentBlock> blocks, bool stored = true) {
    const std::vector<store::Entry> entries = {
        store::message_entry({Role::Assistant, std::move(blocks)}, store::Time())};
    return conversation_text(entries, [&](const content::BlobRef&) { return stored; }).value();
}

const std::string kHead = "assistant · " + human_time(store::Time()) + "\n";

TEST(ConversationText, ShowsPicturesAsWords) {
    const content::ImageBlock image{
        .source = kBlob, .mime = "image/png", .size = {4, 3}, .filename = "a.png", .alt = "x"};
    const auto digits = kBlob.sha256.hex().substr(0, 8);

    EXPECT_EQ(text_of({image}), kHead + "[image: 4x3 image/png a.png sha256:" + digits + " \"x\"]");
    EXPECT_EQ(
        text_of({content::ImageBlock{.source = content::UrlRef{"https://a/b"}}}),
        kHead + "[image: https://a/b]"
    );
}

TEST(ConversationText, SaysWhenAPictureIsGone) {  // DIG-12
    const auto text = text_of({content::ImageBlock{.source = kBlob}}, false);

    EXPECT_NE(text.find("(not stored any more)"), std::string::npos) << text;
}

TEST(ConversationText, ShowsToolsIndentedAndLeavesOtherEntriesOut) {
    EXPECT_EQ(
        text_of(
            {content::ToolUseBlock{"t1", "shot", R"({"a":1})"},
             content::ToolResultBlock{"t1", {content::TextBlock{"one\ntwo"}}, true}}
        ),
        kHead + "[tool call t1: shot {\"a\":1}]\n[tool error t1]\n  one\n  two"
    );
    const std::vector<store::Entry> usage = {{1, store::EntryKind::Usage, store::Time(), "{}"}};
    EXPECT_EQ(conversation_text(usage, {}).value(), "");
}

TEST(ConversationText, ThoughtsThatNobodyCanReadAreNotShown) {
    EXPECT_EQ(
        text_of(
            {content::ThinkingBlock{"", "signature", "anthropic"},
             content::ThinkingBlock{" \n", "", "gemini"},
             content::TextBlock{"It is red."}}
        ),
        kHead + "It is red."
    );
    EXPECT_EQ(
        text_of({content::ThinkingBlock{"Red, then.", "", "ollama"}}),
        kHead + "[thinking]\n  Red, then."
    );
}

TEST(ConversationText, NothingInItActsOnATerminal) {
    const auto text = text_of(
        {content::TextBlock{"a\x1b]0;x\x07\n\tb\r\nc"},
         content::ImageBlock{.source = kBlob, .filename = "\x1b[2J"}}
    );

    EXPECT_NE(text.find("a\\x1b]0;x\\x07\n    b\nc\n"), std::string::npos) << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace fovea::people
