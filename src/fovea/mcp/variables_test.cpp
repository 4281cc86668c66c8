#include "fovea/mcp/variables.hpp"

#include "fovea/mcp/open_transport.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::mcp {
namespace {

const char* environment(const char* name) {
    const std::string wanted = name;
    if (wanted == "TOKEN") return "sk-secret";
    if (wanted == "EMPTY") return "";
    if (wanted == "PATH") return "/usr/bin";
    if (wanted == "ANTHROPIC_API_KEY") return "sk-model";
    return nullptr;
}

std::string expanded(std::string_view text) {
    return expand(text, environment).value().text;
}

TEST(Variables, StandForTheirValues) {  // Q5
    EXPECT_EQ(expanded("Bearer ${TOKEN}!"), "Bearer sk-secret!");
    EXPECT_EQ(expanded("${TOKEN}${TOKEN}"), "sk-secretsk-secret");
    EXPECT_EQ(expanded("${NONE:-words} ${EMPTY:-}"), "words ");
    EXPECT_EQ(expand("${TOKEN}", environment).value().from_variables.at(0), "sk-secret");
}

TEST(Variables, WhatIsNoVariableStays) {
    for (const char* text : {"", "$TOKEN", "${", "${TOKEN", "${}", "${a b}", "$${", "100 %"}) {
        EXPECT_EQ(expanded(text), text);
    }
}

TEST(Variables, OneThatIsNotSetIsNamed) {
    const auto missing = expand("x ${NONE}", environment);
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().code, ErrorCode::ConfigInvalid);
    EXPECT_EQ(missing.error().message, "the variable NONE is not set");
    EXPECT_FALSE(expand("${EMPTY}", environment).ok());
}

TEST(Variables, AProgramGetsOnlyWhatIsForIt) {  // Q5
    config::McpServerSettings server;
    server.command = "node";
    server.env = {{"KEY", "${TOKEN}"}, {"PATH", "/mine"}};

    const auto settings = stdio_settings(server, environment).value();

    EXPECT_EQ(
        settings.command.environment, (std::vector<std::string>{"KEY=sk-secret", "PATH=/mine"})
    );
}

}  // namespace
}  // namespace fovea::mcp
