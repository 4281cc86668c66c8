// A conversation as lines: events in; finished lines, which never change, and a few that are alive, out.
//
//     Transcript transcript;
//     transcript.take(event, columns);
//     painter.paint(transcript.take_finished(), {.lines = transcript.live(columns) + …});
//
// Pictures are the owner's: it is told where one belongs (on_pictures), and its lines may come later. Knows no terminal.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/tui/app/answer_text.hpp"
#include "fovea/tui/app/event_lines.hpp"
#include "fovea/tui/app/outflow.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fovea::tui {

class Transcript {
public:
    // Pictures stand here: whoever shows them reserves their places.
    using OnPictures = std::function<void(const std::vector<content::ImageBlock>&)>;
    void set_on_pictures(OnPictures on_pictures) { on_pictures_ = std::move(on_pictures); }

    void take(const agent::Event& event, int columns);

    // A message of before, in few lines; a call once its result is shown.
    void show_earlier(const content::Message& message, int columns);

    // Lines of the surroundings: what a command said. In the middle of a turn they stand below what there is of the
    // answer, and behind it once it is there.
    void print(StyledText lines);

    // A place for lines that are made elsewhere; what comes after them waits (outflow.hpp).
    std::uint64_t reserve();
    void fill(std::uint64_t place, StyledText lines) { outflow_.fill(place, std::move(lines)); }
    // A blank line, unless one stands there.
    void begin_block();

    StyledText take_finished() { return outflow_.take(); }
    // Finished, and waiting for a picture above.
    StyledText held() const { return outflow_.held(); }
    StyledText take_all();
    // The end of the answer, and the calls that run.
    StyledText live(int columns) const;

    // The answer as it stands is given up: what was shown of it stays.
    void end_answer(int columns);

    bool is_running() const { return is_running_; }
    // What is going on, in a word: "thinking", "answering", the name of a tool.
    std::string doing() const;

    // Calls and thoughts since the last time, in full. Empty: there are none.
    StyledText unfold(int columns);

    // Of the last turn that ended.
    const std::optional<agent::RunResult>& last_result() const { return last_; }
    void forget_result() { last_.reset(); }

private:
    void add(StyledText lines);
    void add_late();
    void show_earlier_result(const content::ToolResultBlock& result, int columns);
    void end_thinking();

    void on(const agent::UserSaid& event, int columns);
    void on(const agent::Delta& event, int columns);
    void on(const agent::Replied& event, int columns);
    void on(const agent::CallProgressed& event);
    void on(const agent::ToolRequested& event);
    void on(const agent::ToolProgressed& event);
    void on(const agent::ToolFinished& event, int columns);
    void on(const agent::Finished& event, int columns);

    struct Running {
        content::ToolUseBlock call;
        std::string progress;
    };
    struct Folded {
        std::string thought;
        std::optional<CallDone> call;
    };

    OnPictures on_pictures_;
    Outflow outflow_;
    AnswerText answer_;
    bool has_streamed_ = false;  // words of the reply under way
    std::string thinking_;
    std::chrono::steady_clock::time_point thinking_since_;
    std::vector<Running> calls_;
    std::string before_words_;  // what the call of the model is doing
    std::string starting_;      // the tool whose call is being written
    std::vector<Folded> folded_;
    std::map<std::string, content::ToolUseBlock> earlier_calls_;  // whose results come
    bool is_running_ = false;
    bool ends_blank_ = true;      // the last line that was finished
    StyledText late_;             // waits for the end of the answer
    std::set<std::string> told_;  // that are told once
    std::optional<agent::RunResult> last_;
};

}  // namespace fovea::tui
