#include "fovea/providers/unreadable_input.hpp"

#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using ::testing::HasSubstr;

TEST(UnreadableInput, ArgumentsThatAreNoObjectStayReadable) {  // C2
    const auto deep = std::string(5000, '[') + std::string(5000, ']');
    const std::pair<std::string, const char*> cases[] = {
        {"{bad", "not JSON"},
        {R"({"path": "a)", "not JSON"},
        {"[1,2]", "not an object"},
        {"7", "not an object"},
        {R"({"a":)" + deep + "}", "nested deeper"},
    };
    for (const auto& [written, problem] : cases) {
        const auto input = readable_input(std::string_view(written));

        EXPECT_TRUE(tool_input(std::string_view(input)).ok()) << input;
        ASSERT_TRUE(unreadable_problem(input)) << input;
        EXPECT_THAT(*unreadable_problem(input), HasSubstr(problem));
        EXPECT_THAT(input, HasSubstr(written.substr(0, 1)));
        EXPECT_LT(input.size(), 5000U);
    }
}

TEST(UnreadableInput, WhatCanBeReadStaysAsItIs) {  // C2
    EXPECT_EQ(readable_input(std::string_view("")), "{}");
    EXPECT_EQ(readable_input(std::string_view(" \n")), "{}");
    EXPECT_EQ(readable_input(std::string_view(R"({ "a" : 1 })")), R"({"a":1})");
    EXPECT_EQ(readable_input(boost::json::value()), "{}");
    EXPECT_EQ(unreadable_problem(R"({"a":1})"), std::nullopt);
    EXPECT_EQ(unreadable_problem("{}"), std::nullopt);
}

TEST(UnreadableInput, HalfACharacterIsNoReasonToFail) {
    const auto input = unreadable_input("\xC3", "it is not JSON");

    EXPECT_TRUE(tool_input(std::string_view(input)).ok()) << input;
}

}  // namespace
}  // namespace fovea::providers
