#include "fovea/cli/headless/encoders.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/headless/claude/print_frame.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/protocol/claude/encoder.hpp"
#include "fovea/protocol/result_frame.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace fovea::cli {
namespace {

// The final message's words, and nothing else.
class TextEncoder final : public protocol::Encoder {
public:
    bool encode(const agent::Event& event) override {
        const auto* finished = std::get_if<agent::Finished>(&event);
        if (finished == nullptr) return true;
        const auto& result = finished->result;
        if (result.ending != agent::Ending::Success) {
            say_failure(result);
            return result.unkept_answer.empty() || print(result.unkept_answer);
        }
        return print(result.structured_output ? *result.structured_output : result.text);
    }

private:
    // A terminal would act on what a model wrote; a program gets it as it is.
    static bool print(const std::string& words) {
        return print_line(::isatty(STDOUT_FILENO) != 0 ? printable_lines(words) : words);
    }
    static void say_failure(const agent::RunResult& result) {
        const auto error = result.error.value_or(Error{ErrorCode::Internal, "the run failed"});
        fmt::print(
            stderr,
            "fovea: {}: {}\n",
            result.ending == agent::Ending::Error ? wire_name(error.code)
                                                  : protocol::name_of(result.ending),
            printable(error.message)
        );
        if (!result.unkept_answer.empty()) {
            fmt::print(stderr, "The answer is not stored with the session; here it is.\n");
        }
        if (result.ending != agent::Ending::Error && result.turns > 0 && result.is_resumable) {
            fmt::print(stderr, "To continue: fovea -p --resume {}\n", result.session_id);
        }
    }
};

class JsonEncoder final : public protocol::Encoder {
public:
    bool encode(const agent::Event& event) override {
        const auto* finished = std::get_if<agent::Finished>(&event);
        return finished == nullptr ||
               print_line(json_text(protocol::result_frame(finished->result)));
    }
};

}  // namespace

std::unique_ptr<protocol::Encoder> make_encoder(const HeadlessArguments& arguments) {
    switch (arguments.output) {
        case OutputFormat::Text: break;
        case OutputFormat::Json: return std::make_unique<JsonEncoder>();
        case OutputFormat::StreamJson:
            return protocol::make_stream_json_encoder(
                {.partial = arguments.include_partial_messages,
                 .replay = arguments.replay_user_messages,
                 .hooks = arguments.include_hook_events,
                 .write = print_line}
            );
        case OutputFormat::ClaudeJson:
            return protocol::claude::make_encoder({.sink = claude::print_result});
        case OutputFormat::ClaudeStreamJson:
            return protocol::claude::make_encoder(
                {.partial = arguments.include_partial_messages,
                 .replay = arguments.replay_user_messages,
                 .hooks = arguments.include_hook_events,
                 .sink = claude::print_frame}
            );
    }
    return std::make_unique<TextEncoder>();
}

}  // namespace fovea::cli
