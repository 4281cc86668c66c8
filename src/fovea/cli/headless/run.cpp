#include "fovea/cli/headless/run.hpp"

#include "fovea/agent/agent.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/headless/claude/conversation.hpp"
#include "fovea/cli/headless/encoders.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/cli/headless/prompt_input.hpp"
#include "fovea/cli/headless/run_exit.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/load.hpp"
#include "fovea/delivery/check_documents.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/event_pump.hpp"
#include "fovea/host/held_session.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/protocol/frame_feed.hpp"
#include "fovea/protocol/user_content.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace fovea::cli {
namespace {

using agent::Ending;
using agent::Fault;

// Programs that write their input and close it do both at once.
constexpr std::chrono::milliseconds kEndOfInput{250};
// So long a run that was told to end waits for somebody to read what it says of it.
constexpr std::chrono::milliseconds kPatience{2000};

class HeadlessRun {
public:
    HeadlessRun(
        const HeadlessArguments& arguments, const host::Parts& services, const Interrupt& interrupt
    )
        : arguments_(arguments),
          services_(services),
          interrupt_(interrupt),
          encoder_(make_encoder(arguments)),
          on_signal_(interrupt.token(), [this] {
              give_up_on_readers(kPatience);
              stop_.request_stop();
          }) {}

    int run() {
        if (const auto problem = go()) fail(*problem);
        // As Claude Code ends: by the signal's own code, and without a result.
        if (is_claude(arguments_) && interrupt_.signal() != 0) return 128 + interrupt_.signal();
        if (!is_told_) write(agent::Finished{result_});
        const int code = exit_code_of(result_);
        return is_unread_ && code == kSuccess ? kCancelled : code;
    }

private:
    // What ended the run before or beside the agent.
    std::optional<InputProblem> go() {
        auto sources = services_.config_sources;
        if (arguments_.config) sources.only_file = *arguments_.config;
        auto loaded = config::load(sources);
        if (!loaded.ok()) return InputProblem{loaded.error(), Fault::Runtime};
        const Invocation invocation{
            .loaded = loaded.value(),
            .parts = services_,
            .data = arguments_.data,
            .keeping = arguments_.ephemeral ? host::Keeping::Nothing : host::Keeping::Kept};
        auto choices = read_choices();
        if (!choices.ok()) return choices.error();
        result_.model = host::full_model_name(invocation, arguments_.model);
        if (const auto usable = host::check_model(invocation, result_.model); !usable.ok()) {
            return not_opened(usable.error());
        }
        const auto machine = host::Machine::open(
            invocation,
            host::StoreUse::AnswersOnly,
            [this](const auto& notice) { notice_ = notice; }
        );
        if (!machine.ok()) return not_opened(machine.error());
        machine_ = machine.value().get();
        auto session = choose_session(machine_->sessions());
        if (!session.ok()) return session.error();
        result_.session_id = session.value().id();
        is_unconfigured_ = !arguments_.model && loaded.value().origins.at("model") == "default";
        const bool is_claude_stream = arguments_.input == InputFormat::ClaudeStreamJson;
        auto problem =
            is_claude_stream
                ? converse_with_client(
                      invocation, std::move(choices).value(), std::move(session).value()
                  )
                : converse(invocation, std::move(choices).value(), std::move(session).value());
        if (problem) forget_unwritten_session();
        return problem;
    }

    // A session is stored with its first message. What failed before that has none to go on with.
    void forget_unwritten_session() {
        const auto is_stored = machine_->sessions().exists(result_.session_id);
        if (is_stored.ok() && !is_stored.value()) result_.session_id.clear();
    }

    // A model that is none is the fault of whoever named it.
    InputProblem not_opened(const Error& error) const {
        if (error.code != ErrorCode::InvalidInput) return {error, Fault::Runtime};
        if (arguments_.model) return {error, Fault::Usage};
        return {{ErrorCode::ConfigInvalid, error.message}, Fault::Runtime};
    }

    Result<host::AgentChoices, InputProblem> read_choices() {
        host::AgentChoices choices{
            .model = arguments_.model,
            .system_prompt = arguments_.system_prompt,
            .append_system_prompt = arguments_.append_system_prompt.value_or(""),
            .tools = arguments_.tools,
            .allow = arguments_.allowed_tools,
            .deny = arguments_.disallowed_tools,
            .bare = arguments_.bare,
            .may_change_model = arguments_.input == InputFormat::ClaudeStreamJson};
        if (arguments_.system_prompt_file) {
            auto text = read_text_file(*arguments_.system_prompt_file, kMaxSchema);
            if (!text.ok()) return InputProblem{text.error(), Fault::NoInput};
            choices.system_prompt = std::move(text).value();
        }
        return choices;
    }

    // Another run of the same session comes first, where there is one.
    Result<agent::Session, InputProblem> choose_session(store::SessionStore& sessions) {
        auto held = host::hold_session(
            sessions,
            {.resume = arguments_.resume,
             .most_recent = arguments_.go_on,
             .id = arguments_.session_id},
            {.tell = [](const std::string& words) { tell(words); }},
            stop_.get_token()
        );
        if (held.ok()) {
            lease_ = std::move(held.value().lease);
            begins_ = held.value().begins;
            return std::move(held.value().session);
        }
        const auto& error = held.error();
        if (error.code == ErrorCode::FileNotFound) return InputProblem{error, Fault::NoInput};
        const bool wrong = error.code == ErrorCode::InvalidInput;
        return InputProblem{error, wrong ? Fault::Usage : Fault::Runtime};
    }

    Result<agent::AgentSettings> limited(const host::Equipment& equipment) const {
        auto settings = equipment.settings();
        if (const auto problem = limit(settings, arguments_)) return problem->error;
        return settings;
    }

    std::optional<InputProblem> converse(
        const Invocation& invocation, host::AgentChoices choices, agent::Session session
    ) {
        agent::AgentSettings tried;  // what is wrong with the limits is told before anything begins
        if (const auto problem = limit(tried, arguments_)) return problem;
        const auto live = host::LiveSession::open(
            invocation,
            *machine_,
            std::move(session),
            {.begins = begins_,
             .choices = std::move(choices),
             .counting = host::Counting::Together,
             .settings_for = [this](host::Equipment& equipment) { return limited(equipment); },
             .log = host::kForPump},
            stop_.get_token()
        );
        if (!live.ok()) return not_opened(live.error());
        live_ = live.value().get();
        if (const auto ready = live_->prepare(); !ready.ok()) return unprepared(ready.error());
        auto problem = answer_all();
        result_ = live_->result();
        return problem;
    }

    std::optional<InputProblem> answer_all() {
        const host::EventPump pump(live_->events(), [this](const agent::Event& event) {
            write(event);
        });
        std::vector<agent::Warned> notices;
        if (notice_) notices.push_back({"not_kept", *notice_});
        live_->start(std::move(notices));
        auto problem = arguments_.input == InputFormat::Text ? answer_prompt() : answer_frames();
        live_->close(stop_.get_token());
        return problem;
    }

    // One turn, to its end.
    void answer(host::Command command, const std::stop_token& stop) {
        if (live_->send(std::move(command)).ok()) live_->work_once(stop);
    }

    // A program that was written for Claude Code.
    std::optional<InputProblem> converse_with_client(
        const Invocation& invocation, host::AgentChoices choices, agent::Session session
    ) {
        if (is_unconfigured_) say_limits();
        auto last = claude::converse(
            {arguments_,
             invocation,
             *machine_,
             std::move(choices),
             std::move(session),
             begins_,
             notice_},
            stop_.get_token()
        );
        if (!last.ok()) return last.error();
        result_ = std::move(last).value();
        is_told_ = true;
        return {};
    }

    static void say_limits() {
        tell(
            "no model is configured, so local/ocr answers: it only reads the text in pictures "
            "(attach one with @path or --image), and does not reason or use tools. Set a model "
            "with model = \"provider/model\" in the configuration, or --model; see fovea models"
        );
    }

    std::optional<InputProblem> answer_prompt() {
        auto piped = read_piped(arguments_);
        if (!piped.ok()) return piped.error();
        const auto& said = live_->view().messages;
        const bool is_open = !said.empty() && said.back().role == content::Role::User;
        const auto& files = live_->equipment().files();
        auto message = prompt_message(
            arguments_,
            std::move(piped).value(),
            machine_->intake(),
            {.typed = files.for_typed(), .piped = files.for_piped()},
            stop_.get_token()
        );
        if (message.ok()) {
            if (const auto bad = unreadable(message.value())) return bad;
            if (is_unconfigured_) say_limits();
            answer(host::Prompt{std::move(message).value()}, stop_.get_token());
        } else if (begins_ == agent::Begins::Resumed && is_open && message.error().fault == Fault::NoInput) {
            answer(host::GoOn{}, stop_.get_token());
        } else {
            return message.error();
        }
        return {};
    }

    std::optional<InputProblem> unreadable(const content::Message& message) {
        const auto read =
            delivery::check_documents(message, machine_->documents(), stop_.get_token());
        if (read.ok()) return {};
        return InputProblem{read.error(), Fault::Input};
    }

    // One message a turn. A turn that fails is told, and the next one is taken; what is wrong with a
    // line ends the run once everything before it is done.
    std::optional<InputProblem> answer_frames();
    std::optional<InputProblem> answer_frame(const protocol::FedFrame& fed);
    void tell_failed_turn(const std::optional<InputProblem>& last);

    void fail(const InputProblem& problem) {
        result_.ending =
            problem.error.code == ErrorCode::Cancelled ? Ending::Cancelled : Ending::Error;
        result_.error = problem.error;
        result_.fault = problem.fault;
    }

    void write(const agent::Event& event) {
        tell(event);
        if (encoder_->encode(event)) return;
        is_unread_ = true;
        stop_.request_stop();
    }

    const HeadlessArguments& arguments_;
    const host::Parts& services_;
    const Interrupt& interrupt_;
    std::unique_ptr<protocol::Encoder> encoder_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> on_signal_;
    std::unique_ptr<store::Lease> lease_;
    // Both while there is a conversation.
    host::Machine* machine_ = nullptr;
    host::LiveSession* live_ = nullptr;
    agent::RunResult result_;
    std::optional<std::string> notice_;    // that nothing of the run is kept
    bool is_told_ = false;                 // each message had its result
    std::atomic<bool> is_unread_ = false;  // whoever read the output went away
    agent::Begins begins_ = agent::Begins::New;
    bool is_unconfigured_ = false;
};

std::optional<InputProblem> HeadlessRun::answer_frames() {
    const auto stop = stop_.get_token();
    protocol::FrameFeed feed(STDIN_FILENO);
    if (is_unconfigured_) say_limits();
    std::optional<InputProblem> last;  // what the last message could not be used for
    for (;;) {
        auto fed = feed.next(stop);
        if (!fed.ok()) return InputProblem{fed.error(), Fault::Usage};
        if (!fed.value()) break;
        last = answer_frame(*fed.value());
        if (last && last->fault == Fault::Usage) return last;
        // The last one's failure is the run's.
        const bool failed = last || live_->failure();
        if (failed && !feed.is_over(kEndOfInput)) tell_failed_turn(last);
    }
    if (stop.stop_requested()) {
        return InputProblem{{ErrorCode::Cancelled, "the run was cancelled"}, Fault::Runtime};
    }
    if (!feed.was_empty()) return last;
    return InputProblem{
        {ErrorCode::InvalidInput, "no input: standard input has no frame"}, Fault::NoInput};
}

std::optional<InputProblem> HeadlessRun::answer_frame(const protocol::FedFrame& fed) {
    auto interrupted = fed.stop;
    const std::stop_callback on_end(stop_.get_token(), [&] { interrupted.request_stop(); });
    const auto stop = interrupted.get_token();
    if (stop.stop_requested()) {
        return InputProblem{
            {ErrorCode::Cancelled, "the message was cancelled before it was processed"},
            Fault::Runtime};
    }
    auto message = protocol::user_message(
        fed.frame.content, machine_->intake(), live_->equipment().files().for_piped(), stop
    );
    if (!message.ok()) {
        // A file that a frame names is an input like any other, there or not.
        auto problem = problem_of(message.error());
        if (problem.fault == Fault::NoInput) problem.fault = Fault::Input;
        if (problem.error.code == ErrorCode::InvalidInput) problem.fault = Fault::Usage;
        return problem;
    }
    if (auto bad = unreadable(message.value())) return bad;
    answer(host::Prompt{std::move(message).value()}, stop);
    return {};
}

void HeadlessRun::tell_failed_turn(const std::optional<InputProblem>& last) {
    const auto error = last ? std::optional(last->error) : live_->failure();
    live_->tell(agent::Warned{
        "turn_failed",
        error ? std::string(wire_name(error->code)) + ": " + error->message : "the turn failed"});
}

}  // namespace

int run_headless(const HeadlessArguments& arguments, const host::Parts& services) {
    const Interrupt interrupt;
    return HeadlessRun(arguments, services, interrupt).run();
}

}  // namespace fovea::cli
