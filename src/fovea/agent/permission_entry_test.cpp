#include "fovea/agent/permission_entry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::agent {
namespace {

using ::testing::Eq;
using ::testing::Optional;

store::Entry telemetry(std::string body) {
    return {.kind = store::EntryKind::Telemetry, .time = {}, .body = std::move(body)};
}

TEST(PermissionEntry, APersonsWordIsReadAsItWasKept) {  // A2
    for (const bool allowed : {true, false}) {
        const PersonsWord word{"filesystem_read", "call_\"1\n", allowed};

        EXPECT_THAT(persons_word_in(permission_entry(word, {})), Optional(word));
    }
}

TEST(PermissionEntry, OtherEntriesHoldNone) {
    EXPECT_THAT(persons_word_in(telemetry(R"({"type":"turn_ended"})")), Eq(std::nullopt));
    EXPECT_THAT(persons_word_in(telemetry(R"({"type":"x","why":"permission"})")), Eq(std::nullopt));
    EXPECT_THAT(persons_word_in(telemetry(R"({"type":"permission")")), Eq(std::nullopt));
    EXPECT_THAT(persons_word_in(telemetry("")), Eq(std::nullopt));
    const store::Entry title{
        .kind = store::EntryKind::Title, .time = {}, .body = R"({"type":"permission"})"};
    EXPECT_THAT(persons_word_in(title), Eq(std::nullopt));
}

// A bundle from elsewhere may hold anything.
TEST(PermissionEntry, WhatSaysNothingIsANo) {
    const auto word =
        persons_word_in(telemetry(R"({"type":"permission","allowed":"yes","tool":7})"));

    ASSERT_TRUE(word);
    EXPECT_EQ(*word, (PersonsWord{"", "", false}));
}

}  // namespace
}  // namespace fovea::agent
