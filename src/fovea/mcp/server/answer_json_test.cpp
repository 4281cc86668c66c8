#include "fovea/mcp/server/answer_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

const Era kLegacy{.modern = false, .version = "2025-06-18"};

TEST(AnswerJson, AnAnalysisIsWordsThenWhatElseThereIsThenLinks) {  // D7
    Answer answer{
        .text = "two dogs", .structured = json::object{{"text", "two dogs"}, {"model", "m"}}};
    answer.links = {{.uri = "fovea://image/sha256:ab", .name = "ab", .mime = "image/png"}};
    answer.links.push_back(answer.links.front());

    EXPECT_EQ(to_json(answer, kLegacy), json::parse(R"({"content": [
            {"type": "text", "text": "two dogs"},
            {"type": "text", "text": "{\"model\":\"m\"}"},
            {"type": "resource_link", "uri": "fovea://image/sha256:ab", "name": "ab",
             "mimeType": "image/png"}],
            "isError": false, "structuredContent": {"text": "two dogs", "model": "m"}})"));
}

TEST(AnswerJson, EachClientIsToldOnceInTheFormThatItTakes) {  // D7
    const Answer answer{
        .text = "two dogs",
        .structured = json::object{{"text", "two dogs"}, {"count", 2}, {"model", "m"}},
        .in_words = {"text", "count"},
        .links = {{.uri = "fovea://image/sha256:ab", .name = "ab"}}};
    const auto old = to_json(answer, {.version = "2025-03-26"});
    const auto alone = to_json(answer, {.version = "2025-11-25", .structured_alone = true});

    EXPECT_EQ(old, json::parse(R"({"content": [{"type": "text", "text": "two dogs"},
            {"type": "text", "text": "{\"model\":\"m\"}"}], "isError": false})"));
    EXPECT_EQ(alone, json::parse(R"({"content": [], "isError": false,
            "structuredContent": {"text": "two dogs", "count": 2, "model": "m"}})"));
}

TEST(AnswerJson, APictureReachesWhoDropsWordsBesideStructuredContent) {  // D7
    Answer answer{.text = "1x1"};
    answer.picture = ShownPicture{Bytes{std::byte{1}, std::byte{2}, std::byte{3}}, "image/png"};

    const auto result = to_json(answer, {.version = "2025-11-25", .structured_alone = true});

    EXPECT_EQ(result.at("content").as_array().size(), 2u);
    EXPECT_FALSE(result.contains("structuredContent"));
}

TEST(AnswerJson, APictureStandsOnceBehindTheWordsAndAlone) {  // D7
    Answer answer{.text = "1x1"};
    answer.picture = ShownPicture{Bytes{std::byte{1}, std::byte{2}, std::byte{3}}, "image/png"};

    EXPECT_EQ(to_json(answer, kLegacy), json::parse(R"({"content": [{"type": "text", "text": "1x1"},
            {"type": "image", "data": "AQID", "mimeType": "image/png"}], "isError": false})"));
}

TEST(AnswerJson, OldClientsGetNoContentThatTheyDoNotKnow) {  // D7
    Answer answer{.text = "x"};
    answer.links = {{.uri = "fovea://image/sha256:ab", .name = "ab"}};

    const auto result = to_json(answer, {.modern = false, .version = "2025-03-26"});

    EXPECT_EQ(result.at("content").as_array().size(), 1u);
}

TEST(AnswerJson, WordsAreCutBelowTheLimitAndTheFenceStaysClosed) {  // D7, V4
    // Each of these bytes takes six in JSON, and seven in JSON inside JSON.
    const std::string fence =
        "<vision_proxy_analysis>\n" + std::string(3'000'000, '\x01') + "\n</vision_proxy_analysis>";
    const Answer answer{.text = fence, .structured = json::object{{"text", fence}}};

    const auto result = to_json(answer, kLegacy);

    EXPECT_LE(json::serialize(result).size(), kMaxResult);
    const std::string text(result.at("content").at(0).at("text").as_string());
    EXPECT_TRUE(text.ends_with("bytes are left out]\n</vision_proxy_analysis>"));
    EXPECT_NE(text.find("[cut: "), std::string::npos);
    EXPECT_EQ(result.at("structuredContent").at("text").as_string(), text);
}

TEST(AnswerJson, WhatWasPaidForArrivesAlthoughItIsLong) {  // D7
    const json::object parsed{{"rows", std::string(700'000, 'x')}};
    const Answer answer{
        .text = "words", .structured = json::object{{"text", "words"}, {"parsed", parsed}}};

    const auto now = to_json(answer, kLegacy);
    const auto old = to_json(answer, {.modern = false, .version = "2025-03-26"});

    EXPECT_EQ(now.at("structuredContent").at("parsed"), json::value(parsed));
    EXPECT_EQ(now.at("content").as_array().size(), 1u);
    EXPECT_FALSE(old.contains("structuredContent"));
    const std::string copy(old.at("content").at(1).at("text").as_string());
    EXPECT_EQ(json::parse(copy).at("parsed"), json::value(parsed));
}

// Sizes around every step, and bytes that take one, two and six in JSON.
TEST(AnswerJson, AResultIsUnderOneMebibyteWhateverIsInIt) {  // D7
    const std::string fence = "<vision_proxy_analysis>\n";
    for (const std::string_view letter : {"x", "\"", "\x01", "漢", "\xff"}) {
        for (const std::size_t count : {1u, 999u, 65'000u, 200'001u, 1'048'576u}) {
            for (const std::size_t rows : {0u, 10u, 5'000u}) {
                std::string text;
                for (std::size_t i = 0; i < count; ++i) text += letter;
                const auto fenced = fence + text + "\n</vision_proxy_analysis>";
                json::array boxes(
                    rows, json::value(json::object{{"label", "a label of some size"}})
                );
                Answer answer{
                    .text = fenced, .structured = json::object{{"text", fenced}, {"boxes", boxes}}};
                answer.links = {{.uri = "fovea://image/sha256:ab", .name = "ab"}};

                const auto result = to_json(answer, kLegacy);
                const auto error = to_json(Error{ErrorCode::LlmError, text});

                EXPECT_LE(json::serialize(result).size(), kMaxResult);
                EXPECT_LE(json::serialize(error).size(), kMaxResult);
                EXPECT_EQ(result.at("isError"), false) << count << " " << rows;
                const std::string told(result.at("content").at(0).at("text").as_string());
                EXPECT_TRUE(told.ends_with("\n</vision_proxy_analysis>"));
            }
        }
    }
}

TEST(AnswerJson, WhatCannotBeCutIsAnError) {
    const Answer answer{.structured = json::object{{"rows", std::string(1 << 20, 'x')}}};
    EXPECT_TRUE(to_json(answer, kLegacy).at("isError").as_bool());
}

TEST(AnswerJson, CutsBetweenCharacters) {
    EXPECT_EQ(cut_words("äöü", 3), "ä\n[cut: 4 of 6 bytes are left out]");
    EXPECT_EQ(cut_words("short", 5), "short");
    EXPECT_EQ(
        cut_words("<a>\nlong long\n</a>\nno boxes", 5),
        "<a>\nl\n[cut: 22 of 27 bytes are left out]\n</a>\nno boxes"
    );
}

TEST(AnswerJson, ErrorsCarryTheirCode) {  // T5
    EXPECT_EQ(
        to_json(Error{ErrorCode::FileNotFound, "no file a.png"}),
        json::parse(R"({"content": [{"type": "text", "text": "FILE_NOT_FOUND: no file a.png"}],
                        "isError": true})")
    );
}

TEST(AnswerJson, TellsAnIdOnce) {  // D7
    const std::string id = "sha256:" + std::string(64, 'a');
    const Answer answer{
        .text = "<vision_proxy_description image=\"" + id + "\">\nRed.\n</x>",
        .structured = json::object{{"text", "Red."}, {"images", {json::object{{"id", id}}}}}};

    const auto result = to_json(answer, Era{});

    std::size_t told = 0;
    const auto words = json::serialize(result.at("content"));
    for (auto at = words.find(id); at != words.npos; at = words.find(id, at + 1)) ++told;
    EXPECT_EQ(told, 1u) << words;
}

}  // namespace
}  // namespace fovea::mcp
