#include "fovea/gateway/inbound/body_json.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

const std::string kLong(10'000, 'A');

TEST(BodyJson, LeavesFilesWhereTheyAre) {  // D4
    const auto body =
        R"({"a":"data:image/png;base64,)" + kLong + R"(","b":["x",")" + kLong + R"("]})";
    const auto json = BodyJson::parse(body);
    ASSERT_TRUE(json.ok());
    const auto& root = json.value().root().get_object();

    const auto text = json.value().text(root.at("a"));
    EXPECT_EQ(text, "data:image/png;base64," + kLong);
    EXPECT_GE(text.data(), body.data());
    EXPECT_LT(text.data(), body.data() + body.size());
    EXPECT_EQ(json.value().text(root.at("b").at(0)), "x");
    EXPECT_EQ(json.value().text(root.at("b").at(1)), kLong);
    EXPECT_LT(root.at("a").get_string().size(), 100U);
}

TEST(BodyJson, GivesBackTheWholeJson) {  // D4
    const auto body = R"({"a":{"b":")" + kLong + R"("}})";
    const auto json = BodyJson::parse(body);
    ASSERT_TRUE(json.ok());

    EXPECT_EQ(json.value().json(json.value().root()), body);
}

TEST(BodyJson, TakesALongTextForNoFile) {  // D4
    const auto words = kLong + " and then some words";
    const auto escaped = kLong + R"(\n)" + kLong;
    const auto json = BodyJson::parse(R"({"a":")" + words + R"(","b":")" + escaped + R"("})");
    ASSERT_TRUE(json.ok());
    const auto& root = json.value().root().get_object();

    EXPECT_EQ(json.value().text(root.at("a")), words);
    EXPECT_EQ(json.value().text(root.at("b")), kLong + "\n" + kLong);
}

TEST(BodyJson, NobodyNamesAFileByItsMark) {  // D4
    const auto body = R"({"a":")" + kLong + R"(","b":"file-0-in-this-body:0"})";
    const auto json = BodyJson::parse(body);
    ASSERT_TRUE(json.ok());

    EXPECT_EQ(json.value().text(json.value().root().at("b")), "file-0-in-this-body:0");
}

TEST(BodyJson, ReadsABodyThatHoldsEveryMark) {  // D4
    std::string marks;
    for (int i = 0; i < 8; ++i) marks += "file-" + std::to_string(i) + "-in-this-body:";
    const auto json = BodyJson::parse(R"({"a":")" + kLong + R"(","b":")" + marks + R"("})");
    ASSERT_TRUE(json.ok());

    EXPECT_EQ(json.value().text(json.value().root().at("a")), kLong);
    EXPECT_EQ(json.value().text(json.value().root().at("b")), marks);
}

TEST(BodyJson, RefusesWhatIsNoObject) {  // D4
    const auto half = R"({"a":")" + kLong;
    for (const std::string body : {"", "[]", "1", "{", R"({"a":"x)", R"({"a":1}})"}) {
        EXPECT_FALSE(BodyJson::parse(body).ok()) << body;
    }
    EXPECT_FALSE(BodyJson::parse(half).ok());
    EXPECT_FALSE(BodyJson::parse(R"({"a":)" + std::string(5000, '[')).ok());
}

}  // namespace
}  // namespace fovea::gateway
