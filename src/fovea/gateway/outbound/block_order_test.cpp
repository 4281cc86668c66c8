#include "fovea/gateway/outbound/block_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using providers::TextDelta;
using providers::ThinkingDelta;
using providers::ToolInputDelta;
using providers::ToolUseStarted;
using ::testing::ElementsAre;

class Told final : public BlockSink {
public:
    void open(const OpenBlock& block) override { said.push_back("<" + block.name + block.id); }
    void grow(const OpenBlock&, std::string_view more) override { said.emplace_back(more); }
    void close(const OpenBlock& block) override {
        said.push_back(">" + block.whole + "|" + block.signature + "|" + block.provider);
    }
    std::vector<std::string> said = {};
};

std::vector<std::string> told(const std::vector<providers::StreamEvent>& events) {
    Told sink;
    BlockOrder order(sink);
    for (const auto& event : events) order.take(event);
    order.finish();
    return sink.said;
}

TEST(BlockOrder, OneBlockEndsWhereAnotherKindBegins) {  // D4
    EXPECT_THAT(
        told(
            {ThinkingDelta{"h", "", "p"},
             ThinkingDelta{"m", "", "p"},
             TextDelta{"H"},
             TextDelta{"i"},
             ToolUseStarted{"1", "shot"},
             ToolInputDelta{"1", "{}"}}
        ),
        ElementsAre("<", "h", "m", ">hm||p", "<", "H", "i", ">Hi||", "<shot1", "{}", ">{}||")
    );
}

TEST(BlockOrder, ASignatureEndsAThoughtOrIsOne) {  // D4
    EXPECT_THAT(
        told({ThinkingDelta{"h"}, ThinkingDelta{"", "s", "p"}, ThinkingDelta{"", "t", "p"}}),
        ElementsAre("<", "h", ">h|s|p", "<", ">|t|p")
    );
}

TEST(BlockOrder, ACallThatBeginsTooEarlyWaitsForTheOneBefore) {  // D4
    EXPECT_THAT(
        told(
            {ToolUseStarted{"1", "a"},
             ToolInputDelta{"1", R"({"x":"}")"},
             ToolUseStarted{"2", "b"},
             ToolInputDelta{"2", "{"},
             ToolInputDelta{"1", "}"},
             ToolInputDelta{"2", "}"}}
        ),
        ElementsAre("<a1", R"({"x":"}")", "}", R"(>{"x":"}"}||)", "<b2", "{", "}", ">{}||")
    );
}

TEST(BlockOrder, CallsOneAfterTheOtherDoNotWait) {  // D4
    EXPECT_THAT(
        told(
            {ToolUseStarted{"1", "a"},
             ToolInputDelta{"1", "{}"},
             ToolUseStarted{"2", "b"},
             ToolInputDelta{"2", "{}"}}
        ),
        ElementsAre("<a1", "{}", ">{}||", "<b2", "{}", ">{}||")
    );
}

TEST(BlockOrder, WhatStillWaitsComesAtTheEnd) {  // D4
    EXPECT_THAT(
        told(
            {ToolUseStarted{"1", "a"},
             ToolUseStarted{"2", "b"},
             ToolUseStarted{"3", "c"},
             ToolInputDelta{"3", "{}"}}
        ),
        ElementsAre("<a1", ">||", "<b2", ">||", "<c3", "{}", ">{}||")
    );
}

}  // namespace
}  // namespace fovea::gateway
