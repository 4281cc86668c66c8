#include "fovea/mcp/tool_list.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

const std::string kAny = R"({"type":"object","properties":{}})";

ToolList list_of(const std::string& page) {
    ToolList list;
    add_page(boost::json::parse(page).as_object(), list);
    return list;
}

TEST(ToolListing, KeepsNamesDescriptionsAndSchemas) {
    const auto list = list_of(
        R"({"tools":[{"name":"a.b","description":"Reads","inputSchema":{"type":"object","properties":{"p":{}}}},
                     {"name":"c","title":"Writes"}]})"
    );
    EXPECT_EQ(
        list.tools,
        (std::vector<ToolInfo>{
            {"a.b", "Reads", R"({"type":"object","properties":{"p":{}}})"}, {"c", "Writes", kAny}})
    );
}

TEST(ToolListing, ASchemaThatIsNoneOfAnObjectIsReplaced) {
    for (const char* schema :
         {"7", "[]", R"({"type":"string"})", R"({"type":["object","null"]})"}) {
        const auto list =
            list_of(R"({"tools":[{"name":"a","inputSchema":)" + std::string(schema) + "}]}");
        EXPECT_EQ(list.tools.at(0).input_schema, kAny) << schema;
    }
    const auto large = R"({"type":"object","x":")" + std::string(kMaxSchema, 'x') + "\"}";
    EXPECT_EQ(
        list_of(R"({"tools":[{"name":"a","inputSchema":)" + large + "}]}").tools.at(0).input_schema,
        kAny
    );
}

TEST(ToolListing, WhatIsNoToolOrComesTwiceIsLeftOut) {
    const auto list = list_of(
        R"({"tools":[1,{},{"name":""},{"name":7},{"name":"a"},{"name":"a","description":"other"}]})"
    );
    EXPECT_EQ(list.tools, (std::vector<ToolInfo>{{"a", "", kAny}}));
    EXPECT_EQ(list.left_out, 5u);
}

TEST(ToolListing, DescriptionsLoseControlCharactersAndAreCut) {
    const auto list =
        list_of(R"({"tools":[{"name":"a","description":"one\n\u001b[31mtwo\u202e\u0000"}]})");
    EXPECT_EQ(list.tools.at(0).description, "one\n[31mtwo");
    const auto words = std::string(kMaxDescription, 'x') + "more";
    const auto cut = list_of(R"({"tools":[{"name":"a","description":")" + words + "\"}]}");
    EXPECT_EQ(cut.tools.at(0).description, std::string(kMaxDescription, 'x') + "…");
}

TEST(ToolListing, AHugeListEnds) {
    boost::json::array tools;
    for (int i = 0; i < 2000; ++i) {
        tools.push_back(boost::json::object{{"name", "t" + std::to_string(i)}});
    }
    ToolList list;
    const auto next = add_page({{"tools", tools}, {"nextCursor", "more"}}, list);
    EXPECT_EQ(list.tools.size(), kMaxTools);
    EXPECT_EQ(list.left_out, 2000 - kMaxTools);
    EXPECT_EQ(next, std::nullopt);
}

}  // namespace
}  // namespace fovea::mcp
