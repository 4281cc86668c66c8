#include "fovea/gateway/scan/body_scanner.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::gateway {
namespace {

Found scan(std::string_view body, std::size_t piece = std::string::npos) {
    BodyScanner scanner;
    for (std::size_t at = 0; at < body.size(); at += piece) {
        scanner.feed(body.substr(at, piece));
        if (piece == std::string::npos) break;
    }
    return scanner.found();
}

const std::string kPng = "iVBORw0KGgoAAAANSUhEUgAA" + std::string(400, 'A');

TEST(BodyScanner, FindsTheModelWhereverItStands) {  // D4
    const auto found = scan(R"({"messages":[{"model":"no"}], "model" : "gpt-5", "stream": true})");

    EXPECT_EQ(found.model_name, "gpt-5");
    EXPECT_EQ(found.model, (Span{41, 46}));
    EXPECT_TRUE(found.streams);
    EXPECT_FALSE(found.is_odd);
}

TEST(BodyScanner, FindsPicturesOfEachDialectWhereverItIsCut) {  // D4
    const std::string bodies[] = {
        R"({"model":"m","messages":[{"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":")" +
            kPng + R"("}},{"type":"text","text":"a \"quoted\" \\ word"}]}]})",
        R"({"model":"m","messages":[{"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,)" +
            kPng + R"("}}]}]})",
        R"({"model":"m","input":[{"content":[{"type":"input_image","image_url":"data:image/png;base64,)" +
            kPng + R"("}]}]})",
        R"({"model":"m","messages":[{"content":"hi","images":[")" + kPng + R"("]}]})"};
    for (const auto& body : bodies) {
        const auto whole = scan(body);
        ASSERT_EQ(whole.files.size(), 1u) << body;
        const auto span = whole.files.front().base64;
        EXPECT_EQ(body.substr(span.begin, span.end - span.begin), kPng);
        EXPECT_TRUE(whole.files.front().is_plain);
        EXPECT_EQ(whole.images, 1u);
        EXPECT_FALSE(whole.has_hidden);
        for (std::size_t piece = 1; piece < body.size(); ++piece) {
            ASSERT_EQ(scan(body, piece), whole) << piece;
        }
    }
}

TEST(BodyScanner, FindsPicturesHiddenInTexts) {  // D4
    const auto in_text = [](const std::string& text) {
        return scan(R"({"model":"m","messages":[{"content":")" + text + R"("}]})");
    };
    EXPECT_TRUE(in_text("the screen is data:image/png;base64," + kPng + " as you see").has_hidden);
    EXPECT_TRUE(in_text(kPng).has_hidden);
    EXPECT_TRUE(in_text("data:image/png;base64," + kPng).has_hidden);
    EXPECT_TRUE(in_text(std::string(1000, ' ') + "\\n" + kPng).has_hidden);
    EXPECT_TRUE(in_text(std::string(1000, ' ') + "iVBORw0KGgo\\/" + kPng).has_hidden);
    EXPECT_FALSE(in_text(std::string(5000, 'a')).has_hidden);
    EXPECT_FALSE(in_text("iVBORw0KGgo is how a PNG begins").has_hidden);
}

TEST(BodyScanner, WhatIsOutsideTheMessagesIsNoPicture) {
    const auto found = scan(
        R"({"model":"m","tools":[{"type":"image"},{"data":")" + kPng + R"("}],"messages":[]})"
    );

    EXPECT_EQ(found.images, 0u);
    EXPECT_TRUE(found.files.empty());
    EXPECT_FALSE(found.has_hidden);
}

TEST(BodyScanner, WhatItCannotFollowIsOdd) {
    EXPECT_TRUE(scan(R"({"model":"a","model":"b"})").is_odd);
    EXPECT_TRUE(scan(R"({"model":"\u0061"})").is_odd);
    EXPECT_TRUE(scan(R"(["model"])").is_odd);
    EXPECT_TRUE(scan("}").is_odd);
    EXPECT_TRUE(scan("{\"a\":" + std::string(600, '[')).is_odd);
    EXPECT_TRUE(scan("\"model\"").is_odd);
}

TEST(BodyScanner, APictureWithEscapesIsNotPlain) {
    const auto found = scan(R"({"model":"m","messages":[{"images":["iVBORw0KGgo\/AAAA"]}]})");

    ASSERT_EQ(found.files.size(), 1u);
    EXPECT_FALSE(found.files.front().is_plain);
}

TEST(BodyScanner, OllamasTemperatureStandsAmongItsOptions) {  // D4
    EXPECT_TRUE(scan(R"({"model":"m","options":{"seed":1,"temperature":0}})").is_cold);
    EXPECT_FALSE(scan(R"({"model":"m","options":{"temperature":0.7,"seed":0}})").is_cold);
    EXPECT_FALSE(scan(R"({"model":"m","options":{"a":{"temperature":0}}})").is_cold);
    EXPECT_FALSE(scan(R"({"model":"m","tools":[{"temperature":0}]})").is_cold);
}

}  // namespace
}  // namespace fovea::gateway
