#include "fovea/cli/headless/claude/conversation.hpp"

#include "fovea/agent/agent.hpp"
#include "fovea/cli/headless/claude/print_frame.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/delivery/check_documents.hpp"
#include "fovea/host/event_pump.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/protocol/claude/control.hpp"
#include "fovea/protocol/claude/encoder.hpp"
#include "fovea/protocol/claude/message_feed.hpp"
#include "fovea/protocol/user_content.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fovea::cli::claude {
namespace {

using agent::Ending;
using agent::Fault;

protocol::claude::Wishes first_wishes(const HeadlessArguments& arguments) {
    protocol::claude::Wishes wishes;
    if (arguments.permission_mode) wishes.permission_mode = *arguments.permission_mode;
    return wishes;
}

class Conversation {
public:
    Conversation(Parties parties, const std::stop_token& stop)
        : parties_(std::move(parties)),
          on_stop_(stop, [this] { ended_.request_stop(); }),
          stop_(ended_.get_token()),
          control_(first_wishes(parties_.arguments), control_services()),
          encoder_(protocol::claude::make_encoder(
              {.partial = parties_.arguments.include_partial_messages,
               .replay = parties_.arguments.replay_user_messages,
               .hooks = parties_.arguments.include_hook_events,
               .sink = print_frame,
               .permission_mode = [this] { return control_.wishes().permission_mode; }}
          )),
          feed_(STDIN_FILENO) {}

    Result<agent::RunResult, InputProblem> run() {
        feed_.start(control_);  // first: a client may not wait as long as MCP servers take to start
        if (const auto problem = begin()) return *problem;
        const host::EventPump pump(live_->events(), [this](const agent::Event& event) {
            write(event);
        });
        for (;;) {
            auto message = feed_.next(stop_);
            if (!message.ok()) {
                refuse({message.error(), Fault::Usage});
                break;
            }
            if (!message.value()) break;
            answer(*message.value());
        }
        live_->close(stop_);
        return last_;
    }

private:
    protocol::claude::ControlServices control_services() {
        return {
            .send = print_frame,
            .check_model = [this](const std::string& model
                           ) { return host::check_model(parties_.situation, model); },
            .servers =
                [this] {
                    const std::scoped_lock lock(write_mutex_);
                    return started_.mcp_servers;
                },
            .interrupt = [this] { return feed_.interrupt(); },
            .warn = [](const std::string& words) { tell(words); },
            .asks_client = parties_.arguments.asks_client};
    }

    std::optional<InputProblem> begin() {
        auto choices = parties_.choices;
        choices.ask = [this](
                          const content::ToolUseBlock& call,
                          const std::string& why,
                          const std::stop_token& stop
                      ) {
            feed_.begin_question();
            auto decision = control_.ask(call, why, stop);
            feed_.end_question();
            return decision;
        };
        auto live = host::LiveSession::open(
            parties_.situation,
            parties_.machine,
            std::move(parties_.session),
            {.begins = parties_.begins,
             .choices = std::move(choices),
             .settings_for = [this](host::Equipment&) -> Result<agent::AgentSettings> {
                 return settings_;
             },
             .log = host::kForPump},
            stop_
        );
        if (!live.ok()) return InputProblem{live.error(), Fault::Runtime};
        live_ = std::move(live).value();
        notice_ = parties_.notice;
        for (const auto& words : live_->equipment().left_out_tools()) tell(words);
        auto started = live_->equipment().started();
        const std::scoped_lock lock(write_mutex_);
        started_ = std::move(started);
        return {};
    }

    // One message to its result, whatever happens.
    void answer(protocol::claude::FedMessage& message) {
        const std::stop_callback on_end(stop_, [&] { message.stop.request_stop(); });
        const auto stop = message.stop.get_token();
        const auto wishes = control_.wishes();
        auto settings = settings_for(wishes);
        if (!settings.ok()) return refuse(settings.error());
        settings_ = std::move(settings).value();
        auto started = started_;
        started.model = settings_.model;
        live_->tell(std::move(started));
        if (const auto notice = std::exchange(notice_, std::nullopt)) {
            live_->tell(agent::Warned{"not_kept", *notice});
        }
        auto content = protocol::user_message(
            message.line.content,
            parties_.machine.intake(),
            live_->equipment().files().for_piped(),
            stop
        );
        if (!content.ok()) return refuse({content.error(), Fault::Input});
        const auto read =
            delivery::check_documents(content.value(), parties_.machine.documents(), stop);
        if (!read.ok()) return refuse({read.error(), Fault::Input});
        if (const auto ready = live_->prepare(); !ready.ok()) {
            return refuse(unprepared(ready.error()));
        }
        if (live_->send(host::Prompt{std::move(content).value()}).ok()) live_->work_once(stop);
        count(live_->result());
    }

    Result<agent::AgentSettings, InputProblem> settings_for(const protocol::claude::Wishes& wishes
    ) {
        auto& choices = live_->equipment().choices();
        const auto& defaults = parties_.choices;
        choices.system_prompt =
            wishes.system_prompt ? wishes.system_prompt : defaults.system_prompt;
        choices.append_system_prompt = wishes.append_system_prompt.empty()
                                           ? defaults.append_system_prompt
                                           : wishes.append_system_prompt;
        auto settings = live_->equipment().settings();
        if (auto problem = limit(settings, parties_.arguments)) return *problem;
        if (wishes.model) settings.model = host::full_model_name(parties_.situation, wishes.model);
        if (wishes.json_schema) settings.json_schema = wishes.json_schema;
        if (settings.max_budget_usd) {
            settings.max_budget_usd = std::max(0.0, *settings.max_budget_usd - spent_usd_);
        }
        return settings;
    }

    void refuse(const InputProblem& problem) {
        agent::RunResult result{.ending = Ending::Error, .session_id = live_->id()};
        if (problem.error.code == ErrorCode::Cancelled) result.ending = Ending::Cancelled;
        result.error = problem.error;
        result.fault = problem.fault;
        result.model = started_.model;
        live_->tell(agent::Finished{result});
        count(std::move(result));
    }

    void count(agent::RunResult result) {
        spent_usd_ += result.cost_usd;
        const bool interrupted = result.ending == Ending::Cancelled && !stop_.stop_requested();
        last_ = interrupted ? agent::RunResult{} : std::move(result);
    }

    void write(const agent::Event& event) {
        const std::scoped_lock lock(write_mutex_);
        if (is_repeated(event)) return;
        tell(event);
        // As Claude Code ends: by the signal's own code, and without a result.
        if (stop_.stop_requested() && std::holds_alternative<agent::Finished>(event)) return;
        if (!encoder_->encode(event)) ended_.request_stop();
    }

    // Each message has an agent of its own; what is true of the model is told once for all of them.
    bool is_repeated(const agent::Event& event) {
        const auto* warned = std::get_if<agent::Warned>(&event);
        if (warned == nullptr) return false;
        const bool of_model = warned->subtype == "no_price" || warned->subtype == "vision_unknown";
        return of_model && !warned_.insert(warned->message).second;
    }

    Parties parties_;
    std::stop_source ended_;  // by a signal, or because nobody reads any more
    std::stop_callback<std::function<void()>> on_stop_;
    std::stop_token stop_;
    protocol::claude::Control control_;
    std::mutex write_mutex_;  // also guards started_
    std::unique_ptr<protocol::Encoder> encoder_;
    std::set<std::string> warned_;
    agent::Started started_;
    agent::AgentSettings settings_;  // of the next message
    std::unique_ptr<host::LiveSession> live_;
    std::optional<std::string> notice_;  // until the first frame
    agent::RunResult last_;
    double spent_usd_ = 0;
    protocol::claude::MessageFeed feed_;  // last: its thread uses the others
};

}  // namespace

Result<agent::RunResult, InputProblem> converse(Parties parties, const std::stop_token& stop) {
    return Conversation(std::move(parties), stop).run();
}

}  // namespace fovea::cli::claude
