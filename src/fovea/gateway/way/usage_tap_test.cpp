#include "fovea/gateway/way/usage_tap.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::gateway {
namespace {

providers::Usage tapped(std::string_view bytes, std::size_t piece) {
    UsageTap tap;
    for (std::size_t at = 0; at < bytes.size(); at += piece) tap.feed(bytes.substr(at, piece));
    return tap.usage();
}

TEST(UsageTap, ReadsWhatEachDialectTellsWhereverItIsCut) {  // D4
    const struct {
        std::string_view answer;
        providers::Usage usage;
    } cases[] = {
        {R"({"id":"x","usage":{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":4}}})",
         {.input_tokens = 10, .output_tokens = 5, .cache_read_tokens = 4}},
        {"event: message_start\ndata: "
         "{\"message\":{\"usage\":{\"input_tokens\":7,\"cache_read_input_tokens\":3,"
         "\"cache_creation_input_tokens\":0,\"output_tokens\":1}}}\n\nevent: message_delta\ndata: "
         "{\"usage\":{\"output_tokens\":20}}\n\n",
         {.input_tokens = 10, .output_tokens = 20, .cache_read_tokens = 3}},
        {"data: {\"usage\":null}\n\ndata: "
         "{\"response\":{\"usage\":{\"input_tokens\":3,\"output_tokens\":4,"
         "\"output_tokens_details\":{\"reasoning_tokens\":2}}}}\n\n",
         {.input_tokens = 3, .output_tokens = 4, .reasoning_tokens = 2}},
        {R"({"done":true,"prompt_eval_count":11,"eval_count":12})",
         {.input_tokens = 11, .output_tokens = 12}},
        {R"({"choices":[{"message":{"content":"the \"usage\": is {unclear"}}]})", {}}};
    for (const auto& [answer, usage] : cases) {
        EXPECT_EQ(tapped(answer, answer.size()), usage) << answer;
    }
    // The counts of Ollama stand together at the end of one line, and come in one piece.
    for (const auto& [answer, usage] : {cases[0], cases[1], cases[2]}) {
        for (std::size_t piece = 1; piece < answer.size(); ++piece) {
            ASSERT_EQ(tapped(answer, piece), usage) << answer << piece;
        }
    }
}

TEST(UsageTap, KeepsNothingOfALongAnswer) {
    UsageTap tap;
    tap.feed("{\"usage\":{\"a\":\"");
    for (int i = 0; i < 1000; ++i) tap.feed(std::string(1000, 'x'));
    tap.feed("\"usage\":{\"input_tokens\":5,\"output_tokens\":6}");
    EXPECT_EQ(tap.usage().output_tokens, 6u);
}

}  // namespace
}  // namespace fovea::gateway
