#include "fovea/gateway/splice/json_spans.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::gateway {
namespace {

std::string at(std::string_view json, std::string_view key) {
    const auto found = member(json, *value_at(json, 0), key);
    return found ? std::string(text_of(json, *found)) : "-";
}

TEST(JsonSpans, MembersAreFoundWhereTheyStand) {  // D4
    const std::string json =
        " { \"a\" : [1, {\"b\":\"]}\"}] ,\"b\":\"x\\\"}\", \"c\":-1.5e3 ,\"d\":{}, \"e\":null}\n";

    EXPECT_EQ(at(json, "a"), "[1, {\"b\":\"]}\"}]");
    EXPECT_EQ(at(json, "b"), "\"x\\\"}\"");
    EXPECT_EQ(at(json, "c"), "-1.5e3");
    EXPECT_EQ(at(json, "d"), "{}");
    EXPECT_EQ(at(json, "e"), "null");
    EXPECT_EQ(at(json, "f"), "-");
}

TEST(JsonSpans, AKeyThatComesTwiceIsNotFound) {
    EXPECT_EQ(at(R"({"a":1,"a":2})", "a"), "-");
}

TEST(JsonSpans, ItemsOfAListAreFoundInTheirOrder) {
    const std::string json = R"([ "a,b" , [1,2],{"x":[]} ,3])";
    std::string all;
    for (const auto& item : items_of(json, *value_at(json, 0))) {
        all += std::string(text_of(json, item)) + ";";
    }

    EXPECT_EQ(all, R"("a,b";[1,2];{"x":[]};3;)");
    EXPECT_TRUE(items_of("[ ]", {0, 3}).empty());
    EXPECT_TRUE(items_of("{}", {0, 2}).empty());
}

TEST(JsonSpans, WhatIsCutOffIsNotReadBeyondItsEnd) {
    const std::string json = R"({"a":[{"b":"c\"d"},[true]],"e":"f"})";
    for (std::size_t length = 0; length < json.size(); ++length) {
        const auto cut = std::string_view(json).substr(0, length);
        const auto root = value_at(cut, 0);
        if (!root) continue;
        EXPECT_LE(root->end, length);
        for (const auto& each : members_of(cut, *root)) EXPECT_LE(each.value.end, length);
    }
}

}  // namespace
}  // namespace fovea::gateway
