// Events of a conversation in words, as lines: what a person said, what a tool did, what a turn cost. Pure.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

// "› why does it fail? [▣ shot.png 1920×1080]"
StyledText lines_of_said(const content::Message& message, int columns);

// "1920×1080"
std::string size_text(media::PixelSize size);
// "1,240"
std::string number_text(std::uint64_t number);
// "1,240 tokens"
std::string tokens_text(std::uint64_t number);
// "$0.004"
std::string cost_text(double usd);
// "3 s", "0.4 s", "2 min 5 s"
std::string time_text(std::chrono::milliseconds time);

// "as pixels", "not seen"
std::string_view state_words(store::ImageState state);
Role role_of(store::ImageState state);

struct CallDone {
    content::ToolUseBlock call;
    content::ToolResultBlock result;
    std::chrono::milliseconds took{0};
};

// "● filesystem_read CMakeLists.txt (214 lines)"
StyledLine line_of_call(const CallDone& done);
// The call and its result in full, as far as anybody reads.
StyledText lines_of_call(const CallDone& done, int columns);

// A sentence of ours, with a mark for what it is.
StyledText notice_lines(const std::string& words, Role role, int columns);

// "1 picture as pixels · 3,410 in (2,900 cached) · $0.004"; empty where there is nothing to tell.
StyledText receipt_lines(const agent::RunResult& result, int columns);

// One picture, what it reached the model as, and why it was no more.
StyledText receipt_row_lines(const delivery::ReceiptRow& row, int columns);

// Why a turn has no answer; empty for one that has.
StyledText ending_lines(const agent::RunResult& result, int columns);

// "describing 2 pictures", "sending 3.1 MiB to openai/gpt-5": what a call of the model is doing.
std::string doing_text(const turn::CallProgress& progress);

// What a person should know of an event beside what is shown of it; empty for most.
std::string notice_of(const agent::Event& event);

}  // namespace fovea::tui
