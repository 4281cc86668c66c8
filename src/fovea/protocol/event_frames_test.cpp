#include "fovea/protocol/encoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::protocol {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines_of(const agent::Event& event, StreamOptions options = {}) {
    std::vector<std::string> lines;
    options.write = [&](std::string_view line) {
        lines.emplace_back(line);
        return true;
    };
    make_stream_json_encoder(std::move(options))->encode(event);
    return lines;
}

TEST(EventFrames, AQuestionForAPersonHasTheCallAndTheReason) {  // A2
    EXPECT_THAT(
        lines_of(agent::PermissionAsked{{"toolu_1", "files_write", R"({"path":"a"})"}, "a rule"}),
        ElementsAre(R"({"type":"permission_request","tool_use_id":"toolu_1",)"
                    R"("tool_name":"files_write","tool_input":{"path":"a"},"reason":"a rule"})")
    );
}

TEST(EventFrames, HooksAreToldWhereSomebodyAskedForThem) {  // H4
    const agent::HookFired fired{.event = "Stop", .command = "./x", .phase = "ran"};

    EXPECT_EQ(lines_of(fired).size(), 0u);
    EXPECT_EQ(lines_of(fired, {.hooks = true}).size(), 1u);
}

TEST(EventFrames, WhatACallIsDoingIsNoFrame) {  // H2
    EXPECT_EQ(lines_of(agent::CallProgressed{}).size(), 0u);
}

TEST(EventFrames, AReaderThatIsGoneIsNoticed) {  // H4
    const auto encoder =
        make_stream_json_encoder({.write = [](std::string_view) { return false; }});

    EXPECT_FALSE(encoder->encode(agent::Warned{"cut", "…"}));
}

}  // namespace
}  // namespace fovea::protocol
