#include "fovea/cli/commands/send.hpp"

#include "fovea/agent/event_words.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/held_lease.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/host/vision.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/people/delivery_text.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/protocol/error_json.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/turn/run_turn.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

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
        : arguments_(arguments),
          invocation_(invocation),
          model_(host::full_model_name(invocation, arguments.model)),
          stop_(std::move(stop)) {}

    Result<void> run() {
        TRY(host::check_model(invocation_, model_));
        machine_ = TRY(host::Machine::open(
            invocation_,
            arguments_.session ? host::StoreUse::KeepsSession : host::StoreUse::AnswersOnly
        ));
        vision_ = TRY(host::Vision::open(invocation_, *machine_));
        TRY(arguments_.session ? begin_turn() : arguments_.messages ? read_file() : ask_once());
        auto conversation = session_ ? delivery::conversation_of(view())
                                     : delivery::Conversation{.messages = view().messages};
        conversation.max_output_tokens =
            static_cast<std::uint32_t>(arguments_.max_tokens.value_or(4096));
        const auto called = TRY(turn::run_turn(
            conversation,
            model_,
            {view(), session_ ? session_->descriptions() : no_descriptions_},
            {.settings = invocation_.settings(),
             .delivery = machine_->services(),
             .picturing = [this](const auto& target) { return machine_->picturing(target); },
             .server_says = machine_->server_says(stop_),
             .vision = vision_->settings(),
             .look = vision_->look(),
             .take_url = machine_->take_url()},
            {.delivery =
                 arguments_.stream ? providers::ReplyForm::Stream : providers::ReplyForm::Whole,
             .timeout = time_of_call()},
            events(),
            stop_
        ));
        finish(called);
        unkept_ = called.unkept;
        return {};
    }

    // An answer that was given, but could not be stored: why.
    const std::optional<Error>& unkept() const { return unkept_; }

private:
    // The person's words are kept before anything is sent: whatever happens, they are not lost.
    Result<void> begin_turn() {
        const auto& wanted = *arguments_.session;
        auto& sessions = machine_->sessions();
        // Turns of several processes come one after the other.
        lease_ = TRY(
            host::wait_for_lease(sessions, wanted, {.longest = time_of_call(), .tell = say}, stop_)
        );
        const bool exists = TRY(sessions.exists(wanted));
        session_ =
            TRY(exists ? agent::Session::open(sessions, wanted)
                       : agent::Session::begin(sessions, wanted));
        if (!arguments_.message && arguments_.images.empty()) return check_open_turn(exists);

        auto message = TRY(new_message());
        TRY(ingest::check_session_room(
            view().images().size(),
            message,
            static_cast<std::size_t>(invocation_.settings().images.max_per_session)
        ));
        // The same words again, and no answer between: the turn that failed is sent once more.
        if (!view().messages.empty() && view().messages.back() == message) return {};
        return session_->append({store::message_entry(message, store::system_now())});
    }

    const delivery::SessionView& view() const { return session_ ? session_->view() : loose_; }

    std::chrono::seconds time_of_call() const {
        return std::chrono::seconds(arguments_.timeout_s.value_or(600));
    }

    Result<void> check_open_turn(bool exists) const {
        if (!exists) {
            return Error{
                ErrorCode::InvalidInput,
                "session " + *arguments_.session + " does not exist; start it with --message"};
        }
        if (view().messages.empty() || view().messages.back().role != content::Role::User) {
            return Error{
                ErrorCode::InvalidInput,
                "session " + *arguments_.session +
                    " has no open turn to send; add one with --message"};
        }
        return {};
    }

    // Words and pictures that belong to no session.
    Result<void> ask_once() {
        loose_.messages.push_back(TRY(new_message()));
        return {};
    }

    Result<content::Message> new_message() {
        const auto images = TRY(ingest::named_images(arguments_.images, arguments_.crops));
        return ingest::turn_message(
            arguments_.message.value_or(""), images, machine_->intake(), stop_
        );
    }

    Result<void> read_file() {
        auto read = TRY(ingest::read_messages_file(
            ingest::parse_source(*arguments_.messages), machine_->intake(), stop_
        ));
        for (const auto& note : read.notes) spdlog::warn("{}", printable(note));
        loose_.messages = std::move(read.messages);
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
            .on_problem = say,
            .on_effort =
                [this](const auto& effort, const auto& target) { add_effort(effort, target); },
            .keep = [this](std::vector<store::Entry> entries) -> Result<void> {
                return session_ ? session_->append(std::move(entries)) : Result<void>();
            }};
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
        const auto& [delivered, target, cost, sight, unkept] = called;
        for (const auto& warning : agent::warnings_of(called, view())) say(warning.message);
        for (const auto& line : people::losses(delivered.receipt, view().messages)) {
            arguments_.json ? spdlog::warn("{}", line) : say(line);
        }
        if (arguments_.json) {
            print_json(called);
        } else {
            print_text(delivered);
        }
    }

    // What was asked on the way is billed with the answer.
    void add_effort(const turn::Effort& effort, const delivery::Target& target) {
        retries_ += effort.retries;
        for (const auto& usage : effort.probes) {
            providers::add_tokens(probes_, usage);
            probes_.cost_usd += delivery::cost_of(usage, target, store::system_now()).usd;
        }
    }

    providers::Usage billed(providers::Usage usage) const {
        providers::add_tokens(usage, probes_);
        return usage;
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
        const auto& [delivered, target, cost, sight, unkept] = called;
        json::array calls;
        for (const auto& block : delivered.reply.content) {
            const auto* use = std::get_if<content::ToolUseBlock>(&block);
            if (use == nullptr) continue;
            boost::system::error_code broken;
            auto input = json::parse(use->input, broken);
            calls.push_back(
                {{"id", use->id},
                 {"name", use->name},
                 {"input", broken ? json::value(use->input) : std::move(input)}}
            );
        }
        json::array refused;
        for (const auto& each : delivered.refused) {
            json::object row;
            protocol::put_file(row, each.image, "image");
            row["reason"] = to_utf8(each.reason);
            refused.push_back(std::move(row));
        }
        json::object vision;
        if (sight) {
            vision = {
                {"model", vision_->settings().model},
                {"calls", sight->calls},
                {"input_tokens", sight->usage.input_tokens},
                {"output_tokens", sight->usage.output_tokens},
                {"cost_usd", sight->usage.cost_usd}};
        }
        json::object answer{
            {"vision", std::move(vision)},
            {"text", to_utf8(content::text_of(delivered.reply.content))},
            {"model", target.name},
            {"session_id", session_ ? json::value(session_->id()) : json::value()},
            {"stop_reason", protocol::name_of(delivered.reply.finish)},
            {"finish", protocol::name_of(delivered.reply.finish)},  // old name: docs/json.md
            {"tool_calls", std::move(calls)},
            {"usage", protocol::usage_json(billed(delivered.reply.usage))},
            {"cost_usd", cost.usd + probes_.cost_usd},
            {"cost_known", cost.is_known},
            {"pricing_as_of", cost.pricing_as_of},
            {"receipt",
             protocol::receipt_json(delivery::receipt_rows(delivered.receipt, view().messages))},
            {"refused", std::move(refused)},
            {"retries", retries_},
        };
        if (unkept) answer["error"] = protocol::error_json(*unkept);
        print_line(json_text(answer));
    }

    const SendArguments& arguments_;
    const Invocation& invocation_;
    const std::string model_;  // "anthropic/claude-opus-5"
    std::stop_token stop_;
    std::unique_ptr<host::Machine> machine_;
    std::unique_ptr<host::Vision> vision_;
    std::unique_ptr<store::Lease> lease_;
    std::optional<agent::Session> session_;
    delivery::SessionView loose_;  // what belongs to no session
    const proxy::Descriptions no_descriptions_;
    providers::Usage probes_;  // questions about single pictures
    int retries_ = 0;
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
