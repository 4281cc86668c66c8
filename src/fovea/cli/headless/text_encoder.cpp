#include "fovea/base/json_text.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/headless/claude/encoder.hpp"
#include "fovea/cli/headless/encoder.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/cli/headless/result_frame.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/cli/text.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace fovea::cli {
namespace {

// The final message's words, and nothing else.
class TextEncoder final : public Encoder {
public:
    bool encode(const agent::Event& event) override {
        const auto* finished = std::get_if<agent::Finished>(&event);
        if (finished == nullptr) return true;
        const auto& result = finished->result;
        if (result.ending != agent::Ending::Success) {
            say_failure(result);
            return true;
        }
        const auto& words = result.structured_output ? *result.structured_output : result.text;
        // A terminal would act on what a model wrote; a program gets it as it is.
        return print_line(::isatty(STDOUT_FILENO) != 0 ? printable_lines(words) : words);
    }

private:
    static void say_failure(const agent::RunResult& result) {
        const auto error = result.error.value_or(Error{ErrorCode::Internal, "the run failed"});
        fmt::print(
            stderr,
            "fovea: {}: {}\n",
            result.ending == agent::Ending::Error ? wire_name(error.code) : name_of(result.ending),
            printable(error.message)
        );
        if (result.ending != agent::Ending::Error && result.turns > 0 && result.is_resumable) {
            fmt::print(stderr, "Go on with: fovea -p --resume {}\n", result.session_id);
        }
    }
};

class JsonEncoder final : public Encoder {
public:
    bool encode(const agent::Event& event) override {
        const auto* finished = std::get_if<agent::Finished>(&event);
        return finished == nullptr || print_line(json_text(result_frame(finished->result)));
    }
};

}  // namespace

std::unique_ptr<Encoder> make_text_encoder() {
    return std::make_unique<TextEncoder>();
}

std::unique_ptr<Encoder> make_json_encoder() {
    return std::make_unique<JsonEncoder>();
}

std::unique_ptr<Encoder> make_encoder(const HeadlessArguments& arguments) {
    switch (arguments.output) {
        case OutputFormat::Text: return make_text_encoder();
        case OutputFormat::Json: return make_json_encoder();
        case OutputFormat::StreamJson: return make_stream_json_encoder(arguments);
        case OutputFormat::ClaudeJson: return claude::make_encoder({.sink = claude::print_result});
        case OutputFormat::ClaudeStreamJson:
            return claude::make_encoder(
                {.partial = arguments.include_partial_messages,
                 .replay = arguments.replay_user_messages,
                 .hooks = arguments.include_hook_events}
            );
    }
    return make_text_encoder();
}

}  // namespace fovea::cli
