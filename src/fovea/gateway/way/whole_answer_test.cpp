#include "fovea/gateway/way/whole_answer.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

constexpr const char* kEvents = "text/event-stream; charset=utf-8";

TEST(WholeAnswer, AStreamSaysItsEndInItsOwnWords) {  // D4
    EXPECT_TRUE(is_whole_answer(
        Dialect::Anthropic, kEvents, "event: ping\ndata: {}\n\nevent: message_stop\ndata: {}\n\n"
    ));
    EXPECT_TRUE(
        is_whole_answer(Dialect::OpenaiChat, kEvents, "data: {\"choices\":[]}\n\ndata: [DONE]\n\n")
    );
    EXPECT_TRUE(is_whole_answer(
        Dialect::OpenaiResponses, kEvents, "event: response.completed\r\ndata: {}\r\n\r\n"
    ));
    EXPECT_TRUE(is_whole_answer(
        Dialect::Ollama, "application/x-ndjson", "{\"done\":false}\n{\"done\":true}\n"
    ));
    EXPECT_TRUE(is_whole_answer(Dialect::Ollama, "application/json", "{}"));
}

TEST(WholeAnswer, OneThatFailedOnTheWayIsNone) {  // D4
    EXPECT_FALSE(is_whole_answer(
        Dialect::Anthropic, kEvents, "event: message_start\ndata: {}\n\nevent: error\ndata: {}\n\n"
    ));
    EXPECT_FALSE(is_whole_answer(Dialect::OpenaiChat, kEvents, "data: {\"error\":{}}\n\n"));
    EXPECT_FALSE(
        is_whole_answer(Dialect::OpenaiResponses, kEvents, "event: response.failed\ndata: {}\n\n")
    );
    EXPECT_FALSE(is_whole_answer(Dialect::Ollama, "application/x-ndjson", "{\"error\":\"busy\"}\n")
    );
}

// What an answer talks about is not what it is.
TEST(WholeAnswer, WordsOfAnAnswerAreNoEvents) {  // D4
    EXPECT_TRUE(is_whole_answer(
        Dialect::Anthropic,
        kEvents,
        "event: content_block_delta\ndata: {\"text\":\"\\nevent: error\"}\n\n"
        "event: message_stop\ndata: {}\n\n"
    ));
}

}  // namespace
}  // namespace fovea::gateway
