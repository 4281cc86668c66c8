#include "fovea/gateway/tool_names.hpp"

#include "fovea/gateway/outbound/make_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::ToolUseBlock;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

const std::string kLong = "mcp__server__" + std::string(80, 'x');

TEST(ToolNames, LongAndOddOnesAreMadeSuchThatAllTake) {  // D4
    ParsedRequest request{
        .model = "m",
        .messages = {{content::Role::Assistant, {ToolUseBlock{"1", kLong, "{}"}}}},
        .tools = {{kLong, "", "{}"}, {"a.b/c", "", "{}"}, {"shot", "", "{}"}},
        .wishes = {.chosen_tool = kLong}};

    rename_tools(request);

    for (const auto& tool : request.tools) {
        EXPECT_LE(tool.name.size(), 64U);
        EXPECT_THAT(tool.name, MatchesRegex("[a-zA-Z0-9_-]+"));
    }
    EXPECT_EQ(request.tools[2].name, "shot");
    EXPECT_NE(request.tools[0].name, kLong);
    EXPECT_EQ(their_name(request, request.tools[0].name), kLong);
    EXPECT_EQ(their_name(request, request.tools[1].name), "a.b/c");
    EXPECT_EQ(request.wishes.chosen_tool, request.tools[0].name);
    EXPECT_EQ(
        std::get<ToolUseBlock>(request.messages.front().content.front()).name, request.tools[0].name
    );
}

TEST(ToolNames, TheClientHearsItsOwn) {  // D4
    ParsedRequest request{.model = "m", .tools = {{kLong, "", "{}"}}};
    rename_tools(request);
    const auto name = request.tools.front().name;
    const providers::Reply reply{.content = {ToolUseBlock{"1", name, "{}"}}};

    for (const auto dialect :
         {Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama}) {
        for (const bool streams : {false, true}) {
            request.streams = streams;
            const auto writer = make_writer(dialect, request, {.id = "1"});
            const auto text = streams ? writer->begin() + writer->end(reply) : writer->whole(reply);
            EXPECT_THAT(text, HasSubstr(kLong)) << name_of(dialect);
            EXPECT_THAT(text, Not(HasSubstr(name))) << name_of(dialect);
        }
    }
}

}  // namespace
}  // namespace fovea::gateway
