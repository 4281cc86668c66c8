// One session at work for one terminal: everything that is opened for it, and its end.
//
//     auto talk = TRY(Conversation::open(parts, arguments, {.id = id}, stop));
//     talk->listen([&](const host::NumberedEvent& event) { … });   // on a thread of its own
//     TRY(talk->send(host::Prompt{message}));
//
// Opened on whichever thread has the time. The settings are read anew each time.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"
#include "fovea/host/event_log.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/session_table.hpp"
#include "fovea/tui/app/arguments.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::tui {

// Which session; neither: a new one.
struct SessionChoice {
    std::optional<std::string> id = {};  // as a person names it
    bool most_recent = false;
    std::optional<std::string> new_name = {};
    std::optional<std::string> model = {};  // over the arguments'
    bool is_quiet = false;                  // what was said before stands on the screen already
    std::set<std::string> always = {};      // tools that a person allowed in it
    std::function<void(const std::string& words)> on_wait = {};  // host::AgentChoices
};

class Conversation {
public:
    // FileNotFound for a session that is not there; otherwise as what is opened says.
    // `ask_consent`: a person who is asked before pictures go to somebody new; called by the turns' thread.
    static Result<std::unique_ptr<Conversation>> open(
        const host::Parts& parts,
        const TerminalArguments& arguments,
        const SessionChoice& choice,
        const proxy::AskPerson& ask_consent,
        const std::stop_token& stop
    );
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    using Take = std::function<void(const host::NumberedEvent&)>;
    void listen(Take take);

    const std::string& id() const { return live_->id(); }
    bool is_resumed() const { return is_resumed_; }
    const host::Situation& situation() const { return situation_; }
    const config::Settings& settings() const { return loaded_.settings; }
    host::Machine& machine() { return *machine_; }
    host::LiveSession& live() { return *live_; }
    const std::string& model() const { return model_; }
    void set_model(std::string model) { model_ = std::move(model); }
    // That nobody chose: the built-in reader answers.
    bool is_unconfigured() const { return is_unconfigured_; }
    const std::vector<std::string>& notices() const { return notices_; }

    // As LiveSession::send().
    Result<std::uint64_t> send(host::Command command) {
        return table_->send(live_->id(), std::move(command));
    }

private:
    Conversation(const host::Parts& parts, const TerminalArguments& arguments);
    Result<void> begin(
        const TerminalArguments& arguments,
        const SessionChoice& choice,
        const proxy::AskPerson& ask_consent,
        const std::stop_token& stop
    );
    void go_on_with(const std::string& model);

    config::Loaded loaded_;
    host::Situation situation_;
    std::unique_ptr<host::Machine> machine_;
    std::unique_ptr<host::SessionTable> table_;
    std::shared_ptr<host::LiveSession> live_;  // the table has it too
    std::unique_ptr<host::EventReader> reader_;
    std::vector<std::string> notices_;
    std::string model_;
    bool is_resumed_ = false;
    bool is_unconfigured_ = false;
    std::jthread listener_;  // last: it uses the others
};

// The configuration that a terminal's arguments ask for.
Result<config::Loaded> load_settings(const host::Parts& parts, const TerminalArguments& arguments);

}  // namespace fovea::tui
