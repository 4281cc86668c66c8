#include "fovea/content/json.hpp"

#include "fovea/content/file_name.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace fovea::content {
namespace {

namespace json = boost::json;

const BlobRef kBlob{sha256(as_bytes("a picture"))};

std::string text_form(const Message& message) {
    return json::serialize(to_json(message));
}

Error error_of(std::string_view text) {
    auto read = messages_from_text(text);
    if (read.ok()) return {ErrorCode::Internal, "was read"};
    return read.error();
}

// Makes messages of every kind of block, with every field now empty, now awkward.
class RandomMessages {
public:
    explicit RandomMessages(unsigned seed) : random_(seed) {}

    Message next() {
        Message message;
        message.role = static_cast<Role>(below(3));
        for (auto left = below(6); left > 0; --left) message.content.push_back(block());
        return message;
    }

private:
    std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }
    std::uint32_t below(std::uint32_t end) { return any() % end; }
    bool maybe() { return below(2) == 0; }

    std::string text() {
        static const std::string kTexts[] = {
            "",
            "plain",
            "\"quotes\" \\ and\nlines",
            std::string("a\0zero", 6),
            "é 漢 😀",
            "\x7f\x1b[31m"};
        return kTexts[below(6)];
    }
    FileRef source() {
        if (maybe()) return UrlRef{"https://example.com/" + std::to_string(below(100)) + "?a=b c"};
        return BlobRef{sha256(as_bytes(std::to_string(below(1000))))};
    }
    ImageBlock image() {
        ImageBlock block{
            .source = source(), .mime = text(), .filename = plain_file_name(text()), .alt = text()};
        block.size = {below(2) * any(), below(2) * any()};
        if (maybe()) block.crop = media::PixelRect{below(9), below(9), 1 + below(9), any() | 1};
        block.cache_control = maybe();
        return block;
    }
    DocumentBlock document() { return {source(), "application/pdf", "paper.pdf", maybe()}; }
    ToolOutput output() {
        switch (below(3)) {
            case 0: return TextBlock{text()};
            case 1: return image();
            default: return document();
        }
    }
    ContentBlock block() {
        switch (below(7)) {
            case 0: return TextBlock{text()};
            case 1: return image();
            case 2: return document();
            case 3: return VideoBlock{source(), "video/mp4", ""};
            case 4:
                return ToolUseBlock{text(), text(), maybe() ? R"({"b":[1,2.5],"a":{}})" : "{\"cut"};
            case 5: {
                ToolResultBlock result{.tool_use_id = text(), .is_error = maybe()};
                for (auto left = below(4); left > 0; --left) result.content.push_back(output());
                return result;
            }
            default: return ThinkingBlock{text(), text(), text()};
        }
    }

    std::mt19937 random_;
};

TEST(ContentJson, WhatIsWrittenIsReadBackEqualAndWrittenTheSameAgain) {  // C1, CAL-IMG-1
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const auto message = RandomMessages(seed).next();

        const auto text = text_form(message);
        const auto read = messages_from_text("[" + text + "]");

        ASSERT_TRUE(read.ok()) << read.error().message << "\n" << text;
        ASSERT_EQ(read.value(), std::vector{message}) << text;
        ASSERT_EQ(text_form(read.value()[0]), text);
    }
}

TEST(ContentJson, AnImageIsItsHashAndFactsWithDefaultsLeftOut) {  // CAL-IMG-1, CAL-IMG-23
    const ImageBlock whole{
        .source = kBlob,
        .mime = "image/png",
        .size = {1920, 1080},
        .filename = "shot.png",
        .alt = "a screen",
        .crop = media::PixelRect{1, 2, 3, 4},
        .cache_control = true};

    EXPECT_EQ(
        json::serialize(to_json(ContentBlock{whole})),
        R"({"type":"image","sha256":")" + kBlob.sha256.hex() +
            R"(","mime":"image/png","width":1920,"height":1080,"filename":"shot.png",)"
            R"("alt":"a screen","crop":[1,2,3,4],"cache_control":true})"
    );
    EXPECT_EQ(
        json::serialize(to_json(ContentBlock{ImageBlock{.source = UrlRef{"https://a/b"}}})),
        R"({"type":"image","url":"https://a/b"})"  // CAL-IMG-2
    );
}

TEST(ContentJson, ContentMayBeOneString) {  // C2, DIG-4
    const auto read = messages_from_text(
        R"([{"role":"user","content":"hi"},{"role":"user","content":""},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"done"}]}])"
    );

    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value()[0], (Message{Role::User, {TextBlock{"hi"}}}));
    EXPECT_EQ(read.value()[1], (Message{Role::User, {}}));
    EXPECT_EQ(
        read.value()[2].content[0], (ContentBlock{ToolResultBlock{"1", {TextBlock{"done"}}}})
    );
}

TEST(ContentJson, AHashMayCarryItsPrefix) {  // S1
    const auto read = block_from_json(json::object{
        {"type", "image"}, {"sha256", "sha256:" + kBlob.sha256.hex()}});

    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value(), (ContentBlock{ImageBlock{.source = kBlob}}));
}

TEST(ContentJson, BytesHaveNoPlaceInTheStoredForm) {  // S2, CAL-IMG-23
    const auto hash = R"("sha256":")" + kBlob.sha256.hex() + "\"";
    for (const std::string field :
         {R"("data":"AAAA")", R"("base64":"AAAA")", R"("path":"/etc/passwd")"}) {
        const auto error =
            error_of(R"({"role":"user","content":[{"type":"image",)" + hash + "," + field + "}]}");
        EXPECT_EQ(error.code, ErrorCode::InvalidInput);
        EXPECT_NE(error.message.find("not allowed here"), std::string::npos) << error.message;
    }
    const auto uri = error_of(
        R"({"role":"user","content":[{"type":"image","url":" DaTa:image/png;base64,AAAA"}]})"
    );
    EXPECT_EQ(uri.message, "content[0].url: a data URI is not allowed here");
}

TEST(ContentJson, ErrorsNameTheirPlace) {  // T5
    const std::pair<std::string, std::string> kCases[] = {
        {"3", "message: not an object"},
        {"{}", "role: missing"},
        {R"({"role":"robot","content":""})", "role: \"robot\" is not system, user or assistant"},
        {R"({"role":"user"})", "content: missing"},
        {R"({"role":"user","content":7})", "content: neither a string nor a list"},
        {R"({"role":"user","content":"","x":1})", "x: unknown field"},
        {R"([{"role":"user","content":[{"type":"text","text":""},{"type":"song"}]}])",
         "[0].content[1].type: \"song\" is not a type of block"},
        {R"({"role":"user","content":[{"type":"image"}]})",
         "content[0].sha256: give exactly one of \"sha256\" and \"url\""},
        {R"({"role":"user","content":[{"type":"image","sha256":"abcd"}]})",
         "content[0].sha256: not 64 hexadecimal digits"},
        {R"({"role":"user","content":[{"type":"image","url":"https://a","width":-1}]})",
         "content[0].width: not a whole number from 0 to 4294967295"},
        {R"({"role":"user","content":[{"type":"image","url":"https://a","width":1.5}]})",
         "content[0].width: not a whole number from 0 to 4294967295"},
        {R"({"role":"user","content":[{"type":"image","url":"https://a","crop":[1,2,3]}]})",
         "content[0].crop: not [x, y, width, height] in whole pixels"},
        {R"({"role":"user","content":[{"type":"image","url":"https://a","crop":[1,2,0,3]}]})",
         "content[0].crop: has no area"},
        {R"({"role":"user","content":[{"type":"image","url":"https://a","filename":"../x"}]})",
         "content[0].filename: must be a file name without folders"},
        {R"({"role":"user","content":[{"type":"tool_use","id":"1","name":"n","input":[]}]})",
         "content[0].input: not an object"},
        {R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":
            [{"type":"thinking","text":""}]}]})",
         "content[0].content[0]: a tool's result may only have text, images and documents"},
    };
    for (const auto& [text, message] : kCases) {
        EXPECT_EQ(error_of(text), (Error{ErrorCode::InvalidInput, message})) << text;
    }
}

TEST(ContentJson, HostileTextIsAnErrorAndCostsNoStack) {
    EXPECT_EQ(error_of("").code, ErrorCode::InvalidInput);
    EXPECT_EQ(error_of("[{\"role\"").code, ErrorCode::InvalidInput);
    EXPECT_EQ(error_of(std::string(1'000'000, '[')).code, ErrorCode::InvalidInput);
    EXPECT_EQ(error_of(std::string((64 << 20) + 1, ' ')).code, ErrorCode::LimitExceeded);
    EXPECT_EQ(error_of("{\"role\":\"user\",\"content\":\"\xff\"}").code, ErrorCode::InvalidInput);
}

TEST(ContentJson, AnInputThatIsNoObjectIsKeptAsItCame) {
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "{\"a\":";
    deep += "1" + std::string(200, '}');

    for (const std::string& input : {std::string("{\"cut\": \"of"), std::string("[1]"), deep}) {
        const Message message{Role::Assistant, {ToolUseBlock{"1", "tool", input}}};
        const auto read = messages_from_text(text_form(message));
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read.value()[0], message);
    }
}

TEST(ContentJson, AnInputBecomesAnObjectInItsOwnOrder) {
    const Message message{
        Role::Assistant, {ToolUseBlock{"1", "tool", "{ \"b\" : 1, \"a\" : [ ] }"}}};

    const auto text = text_form(message);

    EXPECT_NE(text.find(R"("input":{"b":1,"a":[]})"), std::string::npos) << text;
    EXPECT_EQ(
        messages_from_text(text).value()[0].content[0],
        (ContentBlock{ToolUseBlock{"1", "tool", "{\"b\":1,\"a\":[]}"}})
    );
}

TEST(ContentJson, StrayBytesAndFoldersInNamesDoNotMakeAMessageUnreadable) {
    const Message message{
        Role::User,
        {TextBlock{"caf\xe9 \xed\xa0\x80 ok"},
         ImageBlock{.source = kBlob, .filename = "/home/me/shot.png"}}};

    const auto read = messages_from_text(text_form(message));

    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(
        std::get<TextBlock>(read.value()[0].content[0]).text,
        "caf\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD ok"
    );
    EXPECT_EQ(std::get<ImageBlock>(read.value()[0].content[1]).filename, "shot.png");
}

TEST(ContentJson, ANulInANameDoesNotMakeAMessageUnreadable) {
    const Message message{
        Role::User, {ImageBlock{.source = kBlob, .filename = std::string("a\0b.png", 7)}}};
    const auto stored = R"({"role":"user","content":[{"type":"image","sha256":")" +
                        kBlob.sha256.hex() + R"(","filename":"a\u0000b.png"}]})";

    for (const auto& text : {text_form(message), stored}) {
        const auto read = messages_from_text(text);

        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(std::get<ImageBlock>(read.value()[0].content[0]).filename, "ab.png");
    }
}

}  // namespace
}  // namespace fovea::content
