#include "fovea/cli/headless/claude/conversation.hpp"

#include "fovea/agent/agent.hpp"
#include "fovea/cli/headless/claude/control.hpp"
#include "fovea/cli/headless/claude/message_feed.hpp"
#include "fovea/cli/headless/limits.hpp"
#include "fovea/cli/headless/notices.hpp"
#include "fovea/delivery/check_documents.hpp"
#include "fovea/protocol/claude/encoder.hpp"
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

Wishes first_wishes(const HeadlessArguments& arguments) {
    Wishes wishes;
    if (arguments.permission_mode) wishes.permission_mode = *arguments.permission_mode;
    return wishes;
}

class Conversation {
public:
    Conversation(const Parties& parties, const std::stop_token& stop)
        : parties_(parties),
          on_stop_(stop, [this] { ended_.request_stop(); }),
          stop_(ended_.get_token()),
          control_(first_wishes(parties.arguments), control_services()),
          encoder_(protocol::claude::make_encoder(
              {.partial = parties.arguments.include_partial_messages,
               .replay = parties.arguments.replay_user_messages,
               .hooks = parties.arguments.include_hook_events,
               .sink = print_frame,
               .permission_mode = [this] { return control_.wishes().permission_mode; }}
          )),
          feed_(STDIN_FILENO) {}

    Result<agent::RunResult, InputProblem> run() {
        feed_.start(control_);  // first: a client may not wait as long as MCP servers take to start
        if (const auto problem = begin()) return *problem;
        for (;;) {
            auto message = feed_.next(stop_);
            if (!message.ok()) {
                refuse({message.error(), Fault::Usage});
                break;
            }
            if (!message.value()) break;
            answer(*message.value());
        }
        parties_.opened.finish(stop_);
        return last_;
    }

private:
    ControlServices control_services() {
        return {
            .check_model = [this](const std::string& model
                           ) { return host::check_model(parties_.opened.situation(), model); },
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
        auto& opened = parties_.opened;
        opened.choices().ask = [this](
                                   const content::ToolUseBlock& call,
                                   const std::string& why,
                                   const std::stop_token& stop
                               ) {
            feed_.begin_question();
            auto decision = control_.ask(call, why, stop);
            feed_.end_question();
            return decision;
        };
        const auto begun = opened.begin(
            parties_.session,
            parties_.begins,
            [this](const agent::Event& event) { write(event); },
            stop_
        );
        if (!begun.ok()) return InputProblem{begun.error(), Fault::Runtime};
        defaults_ = opened.choices();
        notice_ = parties_.notice;
        for (const auto& words : opened.left_out_tools()) tell(words);
        auto started = opened.started();
        const std::scoped_lock lock(write_mutex_);
        started_ = std::move(started);
        return {};
    }

    // One message to its result, whatever happens.
    void answer(FedMessage& message) {
        const std::stop_callback on_end(stop_, [&] { message.stop.request_stop(); });
        const auto stop = message.stop.get_token();
        const auto wishes = control_.wishes();
        auto settings = settings_for(wishes);
        if (!settings.ok()) return refuse(settings.error());
        auto started = started_;
        started.model = settings.value().model;
        write(started);
        if (const auto notice = std::exchange(notice_, std::nullopt)) {
            write(agent::Warned{"not_kept", *notice});
        }
        auto content = protocol::user_message(
            message.line.content,
            parties_.opened.machine().intake(),
            parties_.opened.files().for_piped(),
            stop
        );
        if (!content.ok()) return refuse({content.error(), Fault::Input});
        const auto read =
            delivery::check_documents(content.value(), parties_.opened.machine().documents(), stop);
        if (!read.ok()) return refuse({read.error(), Fault::Input});
        agent::Agent agent(
            std::move(settings).value(),
            parties_.session,
            parties_.opened.services(stop),
            parties_.opened.toolbox(),
            parties_.opened.gates(),
            [this](const agent::Event& event) { write(event); }
        );
        if (const auto ready = agent.prepare(); !ready.ok()) {
            return refuse(unprepared(ready.error()));
        }
        agent.answer(std::move(content).value(), stop);
        end(agent.result());
    }

    Result<agent::AgentSettings, InputProblem> settings_for(const Wishes& wishes) {
        auto& choices = parties_.opened.choices();
        choices.system_prompt =
            wishes.system_prompt ? wishes.system_prompt : defaults_.system_prompt;
        choices.append_system_prompt = wishes.append_system_prompt.empty()
                                           ? defaults_.append_system_prompt
                                           : wishes.append_system_prompt;
        auto settings = parties_.opened.settings();
        if (auto problem = limit(settings, parties_.arguments)) return *problem;
        if (wishes.model)
            settings.model = host::full_model_name(parties_.opened.situation(), wishes.model);
        if (wishes.json_schema) settings.json_schema = wishes.json_schema;
        if (settings.max_budget_usd) {
            settings.max_budget_usd = std::max(0.0, *settings.max_budget_usd - spent_usd_);
        }
        return settings;
    }

    void refuse(const InputProblem& problem) {
        agent::RunResult result{.ending = Ending::Error, .session_id = parties_.session.id()};
        if (problem.error.code == ErrorCode::Cancelled) result.ending = Ending::Cancelled;
        result.error = problem.error;
        result.fault = problem.fault;
        result.model = started_.model;
        end(std::move(result));
    }

    void end(agent::RunResult result) {
        spent_usd_ += result.cost_usd;
        if (!stop_.stop_requested()) write(agent::Finished{result});
        const bool interrupted = result.ending == Ending::Cancelled && !stop_.stop_requested();
        last_ = interrupted ? agent::RunResult{} : std::move(result);
    }

    // Frames have the session's name from the first init on; what hooks say before waits for it.
    void write(const agent::Event& event) {
        const std::scoped_lock lock(write_mutex_);
        if (is_repeated(event)) return;
        tell(event);
        if (!greeted_ && std::holds_alternative<agent::HookFired>(event)) {
            early_.push_back(event);
            return;
        }
        bool alive = encoder_->encode(event);
        if (!std::exchange(greeted_, true)) {
            for (const auto& each : early_) alive = encoder_->encode(each) && alive;
        }
        if (!alive) ended_.request_stop();
    }

    // Each message has an agent of its own; what is true of the model is told once for all of them.
    bool is_repeated(const agent::Event& event) {
        const auto* warned = std::get_if<agent::Warned>(&event);
        if (warned == nullptr) return false;
        const bool of_model = warned->subtype == "no_price" || warned->subtype == "vision_unknown";
        return of_model && !warned_.insert(warned->message).second;
    }

    const Parties& parties_;
    std::stop_source ended_;  // by a signal, or because nobody reads any more
    std::stop_callback<std::function<void()>> on_stop_;
    std::stop_token stop_;
    Control control_;
    std::mutex write_mutex_;  // hooks in the background write, too; also guards started_
    std::unique_ptr<protocol::Encoder> encoder_;
    std::vector<agent::Event> early_;
    std::set<std::string> warned_;
    bool greeted_ = false;
    agent::Started started_;
    host::AgentChoices defaults_;
    std::optional<std::string> notice_;  // until the first frame
    agent::RunResult last_;
    double spent_usd_ = 0;
    MessageFeed feed_;  // last: its thread uses the others
};

}  // namespace

Result<agent::RunResult, InputProblem> converse(
    const Parties& parties, const std::stop_token& stop
) {
    return Conversation(parties, stop).run();
}

}  // namespace fovea::cli::claude
