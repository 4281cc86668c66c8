#include "fovea/gateway/splice/answer_splice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string sse(const std::string& json) {
    return "data: " + json + "\n\n";
}

// In pieces of any size the same comes out.
std::string fed(AnswerSplice& splice, const std::string& bytes, Then then) {
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 7) out += splice.feed(bytes.substr(at, 7));
    return out + splice.end_reply(then);
}

struct Shape {
    Dialect dialect;
    std::string plain;         // a reply without a call of ours, with what nobody knows
    std::string calls;         // one with our call alone
    std::string rest;          // what of it the program sees
    std::string answer;        // the reply behind it
    std::string answer_shown;  // and what the program sees of that
    std::string mixed;         // a reply with both
    std::string mixed_shown;
};

const std::vector<Shape> kStreams = {
    {Dialect::Anthropic,
     "event: message_start\n" +
         sse(R"({"type":"message_start","message":{"id":"m","x":[1.50],"usage":{"input_tokens":3}}})"
         ) +
         ": a comment\n\n" +
         sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"odd"}})") +
         sse(R"({"type":"content_block_stop","index":0})") +
         sse(R"({ "type":"message_delta","usage":{"output_tokens":4} })") +
         sse(R"({"type":"message_stop"})"),
     sse(R"({"type":"message_start","message":{"id":"m","usage":{"input_tokens":3,"output_tokens":1}}})"
     ) +
         sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","x":1}})"
         ) +
         sse(R"({"type":"content_block_stop","index":0})") +
         sse(R"({"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"o","name":"analyze_image"}})"
         ) +
         sse(R"({"type":"content_block_delta","index":1,"delta":{"partial_json":"{}"}})") +
         sse(R"({"type":"content_block_stop","index":1})") +
         sse(R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}})"
         ) +
         sse(R"({"type":"message_stop"})"),
     sse(R"({"type":"message_start","message":{"id":"m","usage":{"input_tokens":3,"output_tokens":1}}})"
     ) +
         sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","x":1}})"
         ) +
         sse(R"({"type":"content_block_stop","index":0})"),
     sse(R"({"type":"message_start","message":{"id":"m2","usage":{"input_tokens":30,"cache_read_input_tokens":5}}})"
     ) + sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"text"}})") +
         sse(R"({"type":"content_block_delta","index":0,"delta":{"text":"Red."}})") +
         sse(R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":6},"y":1})"
         ) +
         sse(R"({"type":"message_stop"})"),
     sse(R"({"type":"content_block_start","index":1,"content_block":{"type":"text"}})") +
         sse(R"({"type":"content_block_delta","index":1,"delta":{"text":"Red."}})") +
         sse(R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":10,"input_tokens":33},"y":1})"
         ) +
         sse(R"({"type":"message_stop"})"),
     sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"o","name":"analyze_image"}})"
     ) +
         sse(R"({"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"shot"}})"
         ) +
         sse(R"({"type":"content_block_stop","index":1})") + sse(R"({"type":"message_stop"})"),
     sse(R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"shot"}})"
     ) + sse(R"({"type":"content_block_stop","index":0})") +
         sse(R"({"type":"message_stop"})")},
    {Dialect::OpenaiChat,
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"content":"a","odd":[1.50]}}]})") +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"shot"}}]}}]})"
         ) +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1}})"
         ) +
         "data: [DONE]\r\n\r\n",
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"I look."}}]})") +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"o","function":{"name":"analyze_image","arguments":""}}]}}]})"
         ) +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]})"
         ) +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{"content":" So."},"finish_reason":"tool_calls"}]})"
         ) +
         sse(R"({"id":"c","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":8}}})"
         ) +
         "data: [DONE]\n\n",
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"I look."}}]})") +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{"content":" So."},"finish_reason":null}]})"
         ),
     sse(R"({"id":"c2","choices":[{"index":0,"delta":{"content":"Red."}}]})") +
         sse(R"({"id":"c2","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"odd":1})") +
         sse(R"({"id":"c2","choices":[],"usage":{"prompt_tokens":20,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":9}}})"
         ) +
         "data: [DONE]\n\n",
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"content":"Red."}}]})") +
         sse(R"({"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"odd":1})") +
         sse(R"({"id":"c","choices":[],"usage":{"prompt_tokens":30,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":17}}})"
         ) +
         "data: [DONE]\n\n",
     // All in one event, as small servers do.
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"o","function":{"name":"analyze_image"}},{"index":1,"id":"t","type":"custom"}]},"finish_reason":"tool_calls"}]})"
     ),
     sse(R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","type":"custom"}]},"finish_reason":"tool_calls"}]})"
     )},
    {Dialect::OpenaiResponses,
     sse(R"({"type":"response.created","sequence_number":0,"response":{"id":"r"}})") +
         sse(R"({"type":"response.odd","sequence_number":1,"x":[1.50]})") +
         sse(R"({"type":"response.completed","sequence_number":2,"response":{"id":"r","output":[],"usage":{"input_tokens":1}}})"
         ),
     sse(R"({"type":"response.created","sequence_number":0,"response":{"id":"r"}})") +
         sse(R"({"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"function_call","name":"analyze_image"}})"
         ) +
         sse(R"({"type":"response.output_item.done","sequence_number":2,"output_index":0,"item":{"type":"function_call","name":"analyze_image"}})"
         ) +
         sse(R"({"type":"response.output_item.added","sequence_number":3,"output_index":1,"item":{"type":"message"}})"
         ) +
         sse(R"({"type":"response.output_item.done","sequence_number":4,"output_index":1,"item":{"type":"message","n":1}})"
         ) +
         sse(R"({"type":"response.completed","sequence_number":5,"response":{"id":"r","output":[{"type":"function_call","name":"analyze_image"},{"type":"message","n":1}],"usage":{"input_tokens":10,"output_tokens":2}}})"
         ),
     sse(R"({"type":"response.created","sequence_number":0,"response":{"id":"r"}})") +
         sse(R"({"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message"}})"
         ) +
         sse(R"({"type":"response.output_item.done","sequence_number":2,"output_index":0,"item":{"type":"message","n":1}})"
         ),
     sse(R"({"type":"response.created","sequence_number":0,"response":{"id":"r2"}})") +
         sse(R"({"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message"}})"
         ) +
         sse(R"({"type":"response.output_item.done","sequence_number":2,"output_index":0,"item":{"type":"message","n":2}})"
         ) +
         sse(R"({"type":"response.completed","sequence_number":3,"response":{"id":"r2","output":[{"type":"message","n":2}],"odd":1,"usage":{"input_tokens":20,"output_tokens":3}}})"
         ),
     sse(R"({"type":"response.output_item.added","sequence_number":3,"output_index":1,"item":{"type":"message"}})"
     ) +
         sse(R"({"type":"response.output_item.done","sequence_number":4,"output_index":1,"item":{"type":"message","n":2}})"
         ) +
         sse(R"({"type":"response.completed","sequence_number":5,"response":{"id":"r","output":[{"type":"message","n":1},{"type":"message","n":2}],"odd":1,"usage":{"input_tokens":30,"output_tokens":5}}})"
         ),
     sse(R"({"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"analyze_image"}})"
     ) +
         sse(R"({"type":"response.output_item.added","output_index":1,"item":{"type":"custom_tool_call","call_id":"t"}})"
         ) +
         sse(R"({"type":"response.completed","response":{"output":[{"type":"function_call","name":"analyze_image"},{"type":"custom_tool_call","call_id":"t"}]}})"
         ),
     sse(R"({"type":"response.output_item.added","output_index":0,"item":{"type":"custom_tool_call","call_id":"t"}})"
     ) + sse(R"({"type":"response.completed","response":{"output":[{"type":"custom_tool_call","call_id":"t"}]}})"
         )},
    {Dialect::Ollama,
     "{\"message\":{\"content\":\"a\"},\"odd\":[1.50],\"done\":false}\n{\"message\":{\"content\":"
     "\"\"},\"done\":true,\"eval_count\":1}\n",
     R"({"message":{"content":"I look."},"done":false})"
     "\n"
     R"({"message":{"content":"","tool_calls":[{"function":{"name":"analyze_image","arguments":{}}}]},"done":false})"
     "\n"
     R"({"message":{"content":""},"done":true,"prompt_eval_count":10,"eval_count":2,"total_duration":5})"
     "\n",
     R"({"message":{"content":"I look."},"done":false})"
     "\n",
     R"({"message":{"content":"Red."},"done":false})"
     "\n"
     R"({"message":{"content":""},"done":true,"prompt_eval_count":20,"eval_count":3,"total_duration":6})"
     "\n",
     R"({"message":{"content":"Red."},"done":false})"
     "\n"
     R"({"message":{"content":""},"done":true,"prompt_eval_count":30,"eval_count":5,"total_duration":11})"
     "\n",
     R"({"message":{"content":"","tool_calls":[{"function":{"name":"analyze_image"}},{"id":"t","function":{"name":"shot"}}]},"done":false})"
     "\n"
     R"({"message":{"content":""},"done":true})"
     "\n",
     R"({"message":{"content":"","tool_calls":[{"id":"t","function":{"name":"shot"}}]},"done":false})"
     "\n"
     R"({"message":{"content":""},"done":true})"
     "\n"}};

TEST(AnswerSplice, AStreamWithoutACallOfOursPassesByteForByteAsItComes) {  // D4, V2
    for (const auto& shape : kStreams) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Stream);

        EXPECT_EQ(splice->feed(shape.plain), shape.plain) << name_of(shape.dialect);
        EXPECT_EQ(splice->end_reply(Then::End), "");
    }
}

TEST(AnswerSplice, CallsOfOursAreLeftOutAndTheNextReplyFollows) {  // V2
    for (const auto& shape : kStreams) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Stream);

        EXPECT_EQ(fed(*splice, shape.calls, Then::GoesOn), shape.rest) << name_of(shape.dialect);
        EXPECT_EQ(fed(*splice, shape.answer, Then::End), shape.answer_shown)
            << name_of(shape.dialect);
    }
}

TEST(AnswerSplice, CallsOfTheProgramBesideOursAreTheOnlyOnes) {  // V2
    for (const auto& shape : kStreams) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Stream);

        EXPECT_EQ(fed(*splice, shape.mixed, Then::End), shape.mixed_shown)
            << name_of(shape.dialect);
    }
    const auto splice = make_answer_splice(Dialect::OpenaiResponses, AnswerForm::Stream);
    splice->feed(kStreams[2].mixed);
    EXPECT_THAT(splice->their_calls(), ElementsAre("t"));
}

TEST(AnswerSplice, WhatIsNoEventPassesAsItIs) {
    for (const auto& shape : kStreams) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Stream);
        const std::string odd = "{\"error\":1}\n\n\ndata: [1]\n\ndata: {\"a\n\nhalf";

        EXPECT_EQ(fed(*splice, odd, Then::End), odd);
    }
}

// ---- whole

struct WholeShape {
    Dialect dialect;
    std::string calls;
    std::string answer;
    std::string shown;
    std::string mixed;
    std::string mixed_shown;
};

const std::vector<WholeShape> kWhole = {
    {Dialect::Anthropic,
     R"({"content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"o","name":"analyze_image"}],"usage":{"input_tokens":1}})",
     R"({ "content":[{"type":"odd"}],"x":[1.50],"usage":{"input_tokens":2,"output_tokens":3}})",
     R"({ "content":[{"type":"text","text":"I look."},{"type":"odd"}],"x":[1.50],"usage":{"input_tokens":3,"output_tokens":3}})",
     R"({"content":[{"type":"tool_use","id":"o","name":"analyze_image"},{"type":"tool_use","id":"t","name":"shot"}]})",
     R"({"content":[{"type":"tool_use","id":"t","name":"shot"}]})"},
    {Dialect::OpenaiChat,
     R"({"choices":[{"message":{"content":"I \"look\". ","tool_calls":[{"id":"o","function":{"name":"analyze_image"}}]}}],"usage":{"prompt_tokens":1}})",
     R"({"choices":[{"message":{"content":"Red.","odd":1}}],"usage":{"prompt_tokens":2}})",
     R"({"choices":[{"message":{"content":"I \"look\". Red.","odd":1}}],"usage":{"prompt_tokens":3}})",
     R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"o","function":{"name":"analyze_image"}},{"id":"t","type":"custom"}]}}]})",
     R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"t","type":"custom"}]}}]})"},
    {Dialect::OpenaiResponses,
     R"({"output":[{"type":"function_call","call_id":"o","name":"analyze_image"}],"usage":{"input_tokens":1}})",
     R"({"output":[{"type":"odd"}],"store":true,"usage":{"input_tokens":2}})",
     R"({"output":[{"type":"odd"}],"store":true,"usage":{"input_tokens":3}})",
     R"({"output":[{"type":"function_call","call_id":"o","name":"analyze_image"},{"type":"custom_tool_call","call_id":"t"}]})",
     R"({"output":[{"type":"custom_tool_call","call_id":"t"}]})"},
    {Dialect::Ollama,
     R"({"message":{"content":"I look. ","tool_calls":[{"function":{"name":"analyze_image"}}]},"done":true,"eval_count":1})",
     R"({"message":{"content":"Red."},"odd":1,"done":true,"eval_count":2})",
     R"({"message":{"content":"I look. Red."},"odd":1,"done":true,"eval_count":3})",
     R"({"message":{"content":"","tool_calls":[{"id":"t","function":{"name":"shot"}},{"function":{"name":"analyze_image"}}]},"done":true})",
     R"({"message":{"content":"","tool_calls":[{"id":"t","function":{"name":"shot"}}]},"done":true})"}};

TEST(AnswerSplice, AWholeAnswerWithoutACallOfOursStaysByteForByte) {  // D4, V2
    for (const auto& shape : kWhole) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Whole);

        EXPECT_EQ(fed(*splice, shape.answer, Then::End), shape.answer);
    }
}

TEST(AnswerSplice, AWholeAnswerHasAllThatWasSaidAndCounted) {  // V2
    for (const auto& shape : kWhole) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Whole);

        EXPECT_EQ(fed(*splice, shape.calls, Then::GoesOn), "");
        EXPECT_EQ(fed(*splice, shape.answer, Then::End), shape.shown);

        const auto mixed = make_answer_splice(shape.dialect, AnswerForm::Whole);
        mixed->feed(shape.mixed);
        EXPECT_THAT(mixed->their_calls(), ElementsAre("t"));
        EXPECT_EQ(mixed->end_reply(Then::End), shape.mixed_shown);
    }
}

TEST(AnswerSplice, WhatIsNoObjectStaysAsItIs) {
    for (const auto& shape : kWhole) {
        const auto splice = make_answer_splice(shape.dialect, AnswerForm::Whole);

        EXPECT_EQ(fed(*splice, "<html>", Then::End), "<html>");
        EXPECT_THAT(splice->their_calls(), IsEmpty());
    }
}

// A program says a call again by its id: one without any would be lost.
TEST(AnswerSplice, CallsOfOllamaGetAnId) {
    const auto splice = make_answer_splice(Dialect::Ollama, AnswerForm::Whole);
    splice->feed(R"({"message":{"tool_calls":[{"function":{"name":"shot"}}]},"done":true})");
    const auto ids = splice->their_calls();

    const auto answer = splice->end_reply(Then::End);

    ASSERT_EQ(ids.size(), 1u);
    EXPECT_EQ(
        answer,
        R"({"message":{"tool_calls":[{"id":")" + ids.front() +
            R"(","function":{"name":"shot"}}]},"done":true})"
    );
}

}  // namespace
}  // namespace fovea::gateway
