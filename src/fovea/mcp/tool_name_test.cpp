#include "fovea/mcp/tool_name.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace fovea::mcp {
namespace {

TEST(ToolName, NamesServerAndTool) {  // T1
    EXPECT_EQ(tool_name("files", "read_text"), "mcp__files__read_text");
    EXPECT_EQ(tool_name("a-b", "c-d"), "mcp__a-b__c-d");
}

TEST(ToolName, EveryProviderTakesIt) {
    const std::regex taken("[a-zA-Z0-9_-]{1,64}");
    const std::string long_name(200, 'x');
    for (const auto& [server, tool] : std::initializer_list<std::pair<std::string, std::string>>{
             {"my server", "read"},
             {"s", "read.text"},
             {"s", "größe"},
             {"s", "\n\"'<>"},
             {"s", long_name},
             {long_name, long_name},
             {"", ""}}) {
        const auto name = tool_name(server, tool);
        EXPECT_TRUE(std::regex_match(name, taken)) << name;
        EXPECT_EQ(name, tool_name(server, tool));
    }
}

TEST(ToolName, NoTwoAreTheSame) {
    const std::string head(100, 'x');
    const std::set<std::string> names{
        tool_name("a", "b__c"),
        tool_name("a__b", "c"),
        tool_name("a_", "b"),
        tool_name("a", "_b"),
        tool_name("a", "b.c"),
        tool_name("a", "b_c"),
        tool_name("a", "b c"),
        tool_name("a b", "c"),
        tool_name("a_b", "c"),
        tool_name("a", head + "1"),
        tool_name("a", head + "2")};
    EXPECT_EQ(names.size(), 11u);
}

}  // namespace
}  // namespace fovea::mcp
