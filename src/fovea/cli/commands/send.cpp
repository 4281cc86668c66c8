#include "fovea/cli/commands/send.hpp"

#include "fovea/agent/event_words.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/single_turn.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/people/delivery_text.hpp"
#include "fovea/protocol/turn_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace fovea::cli {
namespace {

// What is said to a person while the work goes on.
void say(const std::string& line) {
    fmt::print(stderr, "fovea send: {}\n", printable(line));
}

// A terminal would act on what a model wrote; a program gets it as it is.
std::string shown(const std::string& text) {
    return ::isatty(STDOUT_FILENO) != 0 ? printable_lines(text) : text;
}

class Sending {
public:
    Sending(const SendArguments& arguments, const Invocation& invocation, std::stop_token stop)
        : arguments_(arguments), invocation_(invocation), stop_(std::move(stop)) {}

    Result<void> run() {
        turn_ = TRY(host::SingleTurn::open(
            invocation_,
            {.model = host::full_model_name(invocation_, arguments_.model),
             .session = arguments_.session,
             .max_tokens = static_cast<std::uint32_t>(arguments_.max_tokens.value_or(4096)),
             .timeout = std::chrono::seconds(arguments_.timeout_s.value_or(600)),
             .form =
                 arguments_.stream ? providers::ReplyForm::Stream : providers::ReplyForm::Whole},
            stop_
        ));
        if (arguments_.session) TRY(turn_->resume(say));
        TRY(take_words());
        const auto called = TRY(turn_->run(events()));
        finish(called);
        unkept_ = called.unkept;
        return {};
    }

    // An answer that was given, but could not be stored: why.
    const std::optional<Error>& unkept() const { return unkept_; }

private:
    Result<void> take_words() {
        if (arguments_.messages && !arguments_.session) return read_file();
        if (arguments_.session && !arguments_.message && arguments_.images.empty()) {
            return check_open_turn();
        }
        const auto images = TRY(ingest::named_images(arguments_.images, arguments_.crops));
        return turn_->say(TRY(ingest::turn_message(
            arguments_.message.value_or(""), images, turn_->machine().intake(), stop_
        )));
    }

    Result<void> check_open_turn() const {
        if (turn_->is_new()) {
            return Error{
                ErrorCode::InvalidInput,
                "session " + *arguments_.session + " does not exist; start it with --message"};
        }
        if (turn_->has_open_turn()) return {};
        return Error{
            ErrorCode::InvalidInput,
            "session " + *arguments_.session + " has no open turn to send; add one with --message"};
    }

    Result<void> read_file() {
        auto read = TRY(ingest::read_messages_file(
            ingest::parse_source(*arguments_.messages), turn_->machine().intake(), stop_
        ));
        for (const auto& note : read.notes) spdlog::warn("{}", printable(note));
        turn_->show(std::move(read.messages));
        return {};
    }

    turn::TurnEvents events() {
        return {
            .on_piece = [this](const auto& piece) { print_event(piece); },
            .on_retry = say_retry,
            .on_learnt = [](const auto& limit,
                            const auto& target) { say(agent::learnt_words(limit, target)); },
            .on_reroute = [](const auto&, const auto& to, const Error& why
                          ) { say(why.message + "; trying " + to.name); },
            .on_problem = say};
    }

    void print_event(const providers::StreamEvent& event) {
        const auto* text = std::get_if<providers::TextDelta>(&event);
        if (text == nullptr || arguments_.json) return;
        streamed_ = true;
        print_piece(shown(text->text));
    }

    static void say_retry(const providers::RetryNotice& notice, const delivery::Target& target) {
        say(fmt::format(
            "{}; trying again in {:.1f} s",
            providers::error_of(notice.failure, target.provider).message,
            static_cast<double>(notice.wait.count()) / 1000
        ));
    }

    void finish(const turn::Answered& called) {
        if (streamed_) print_line("");
        for (const auto& warning : agent::warnings_of(called, turn_->view())) say(warning.message);
        for (const auto& line : people::losses(called.delivered.receipt, turn_->view().messages)) {
            arguments_.json ? spdlog::warn("{}", line) : say(line);
        }
        if (arguments_.json) {
            print_json(called);
        } else {
            print_text(called.delivered);
        }
    }

    void print_text(const delivery::Delivered& delivered) const {
        if (streamed_) {  // the words are on the screen already, the calls are not
            const auto calls = people::calls_text(delivered.reply.content);
            if (!calls.empty()) print_line(shown(calls));
            return;
        }
        print_line(shown(people::reply_text(delivered.reply.content)));
    }

    void print_json(const turn::Answered& called) const {
        print_line(json_text(protocol::turn_json(
            called,
            turn_->view(),
            {.session_id = turn_->session_id(),
             .vision_model = turn_->vision().settings().model,
             .probes = turn_->probes(),
             .retries = turn_->retries()}
        )));
    }

    const SendArguments& arguments_;
    const Invocation& invocation_;
    const std::stop_token stop_;
    std::unique_ptr<host::SingleTurn> turn_;
    bool streamed_ = false;
    std::optional<Error> unkept_;
};

}  // namespace

int run_send(const SendArguments& arguments, const Invocation& invocation) {
    const bool says = arguments.message || !arguments.images.empty();
    if (!arguments.session && !arguments.messages && !says) {
        return report_usage(
            "fovea send", "--message, --image, --session or --messages is required", arguments.json
        );
    }
    if (const auto images = ingest::named_images(arguments.images, arguments.crops); !images.ok()) {
        return report_usage("fovea send", images.error().message, arguments.json);
    }
    const Interrupt interrupt;
    Sending sending(arguments, invocation, interrupt.token());
    const auto done = sending.run();
    if (!done.ok()) return report_failure("fovea send", done.error(), arguments.json);
    if (!sending.unkept()) return kSuccess;
    if (arguments.json) return exit_code_of(sending.unkept()->code);  // it is in the answer
    return report_failure("fovea send: the answer is not stored", *sending.unkept(), false);
}

}  // namespace fovea::cli
