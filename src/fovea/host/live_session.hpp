// A session while somebody works on it: commands in, events out.
//
//     const auto live = TRY(LiveSession::open(situation, machine, session, options, stop));
//     const auto reader = live->events().read_from(1);
//     live->start();
//     TRY(live->send(Prompt{message}));                   // its turn comes after those before it
//     TRY(live->send(SetModel{"anthropic/claude-opus-5"}));   // for the turns after this one
//     TRY(live->send(Interrupt{}));                       // the running turn, and those that wait
//     while (live->work_once(stop)) {}                    // does what waits (session_table.hpp)
//
// Commands come from any thread and return at once. Turns are worked on by one thread at a time; each
// begins with UserSaid and ends with a Finished of its own, whatever happens in it. Nothing is told before
// a Started: what hooks say earlier waits for it.
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/base/result.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/event_log.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/open_questions.hpp"
#include "fovea/host/situation.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace fovea::host {

struct Prompt {
    content::Message message;
    std::uint64_t kept_as = 0;  // turn_queue.hpp; 0: nowhere
};
struct GoOn {  // with a turn that was begun before and has no answer
    std::uint64_t kept_as = 0;
};
struct Approve {
    std::string tool_use_id;
    bool allowed = false;
    std::string reason = {};
    bool always = false;  // also later calls of that tool, as long as the session is live
};
// What becomes of calls about which a rule says that a person is to be asked. What a rule denies stays
// denied.
enum class Asking : std::uint8_t { Asks, AllowsAll, DeniesAll };
struct SetAsking {
    Asking asking = Asking::Asks;
};
struct Compact {};  // all but the last exchange becomes a summary, when its turn comes
struct Interrupt {};
struct Withdraw {  // a turn that still waits, by its number or by what it is kept as
    std::uint64_t turn = 0;
    std::uint64_t kept_as = 0;
};
struct SetModel {
    std::string model;
};

using Command =
    std::variant<Prompt, GoOn, Approve, SetAsking, Compact, Interrupt, Withdraw, SetModel>;

// Whether each turn is counted, limited and told by itself, or all of them together, by who asks for it.
enum class Counting : std::uint8_t { EachTurn, Together };

struct LiveOptions {
    agent::Begins begins = agent::Begins::New;
    AgentChoices choices = {};
    Counting counting = Counting::EachTurn;
    // What the next turn may do; by default as configured. Together: asked for once.
    std::function<Result<agent::AgentSettings>(Equipment&)> settings_for = {};
    // How long a person has who is asked about a call of a tool; none: nobody is there to be asked.
    std::optional<std::chrono::milliseconds> ask_timeout = {};
    // Runs what waits for that person: whoever counts turns lets others run meanwhile. Empty: it just runs.
    std::function<void(const std::function<void()>& wait, const std::stop_token& stop)> aside = {};
    std::set<std::string> always = {};  // tools that a person allowed for good before
    // Whether the end of each turn becomes an entry of the session (turn_queue.hpp).
    bool keeps_endings = false;
    EventLogSettings log = {};
};

class LiveSession {
public:
    // Borrows the situation and the machine. ConfigInvalid as Equipment says. `stop` ends the wait for MCP
    // servers, and turns that are counted together.
    static Result<std::unique_ptr<LiveSession>> open(
        const Situation& situation,
        Machine& machine,
        agent::Session session,
        LiveOptions options,
        const std::stop_token& stop
    );
    ~LiveSession();
    LiveSession(const LiveSession&) = delete;
    LiveSession& operator=(const LiveSession&) = delete;

    const std::string& id() const { return id_; }
    EventLog& events() { return log_; }
    Equipment& equipment() { return *equipment_; }
    const delivery::SessionView& view() const { return session_.view(); }

    // Whether a turn can be begun at all: as Agent::prepare() says.
    Result<void> prepare();

    // Tells that it is at work, and what a person should know of that.
    void start(std::vector<agent::Warned> notices = {});

    // Something that whoever drives the session has to say, in its place among the events.
    void tell(agent::Event event) { emit(std::move(event)); }

    // Of the last turn, or of all together. To be called by who works on them.
    agent::RunResult result() const;
    // Why the last turn was none of success.
    std::optional<Error> failure() const;

    // The number of the turn that a Prompt, GoOn or Compact begins, from 1; 0 for others. FileNotFound for a turn or
    // a question that is not there, InvalidInput for a model that is none, Cancelled once it is closed.
    Result<std::uint64_t> send(Command command);

    // The turn that has waited longest, to its end. Whether more wait.
    bool work_once(const std::stop_token& stop);

    bool has_work() const;
    bool is_idle() const;  // nothing runs, nothing waits
    std::vector<std::uint64_t> waiting() const;
    // Tools of which somebody said "always", for whoever opens the session anew.
    std::set<std::string> always() const;
    // What the turns that run or wait are kept as, in their order.
    std::vector<std::uint64_t> kept_turns() const;

    // Ends what runs beside, and the events. Nothing is taken any more.
    void close(const std::stop_token& stop);

private:
    struct Turn {
        std::uint64_t number = 0;
        std::optional<content::Message> message;  // none: to go on
        std::uint64_t kept_as = 0;
        std::stop_source stop = {};
        bool compacts = false;
    };

    LiveSession(Machine& machine, agent::Session session, LiveOptions options);

    Result<void> begin(const Situation& situation, const std::stop_token& stop);
    Result<std::uint64_t> take(Prompt& prompt) {
        return enqueue(std::move(prompt.message), prompt.kept_as);
    }
    Result<std::uint64_t> take(GoOn& turn) { return enqueue(std::nullopt, turn.kept_as); }
    Result<std::uint64_t> take(Approve& answer);
    Result<std::uint64_t> take(SetAsking& wanted);
    Result<std::uint64_t> take(Compact&) { return enqueue(std::nullopt, 0, true); }
    Result<std::uint64_t> take(Interrupt&);
    Result<std::uint64_t> take(Withdraw& turn);
    Result<std::uint64_t> take(SetModel& wanted);
    Result<std::uint64_t> enqueue(
        std::optional<content::Message> message, std::uint64_t kept_as, bool compacts = false
    );
    agent::Decision ask(
        const content::ToolUseBlock& call, const std::string& why, const std::stop_token& stopped
    );
    // Without asking, where somebody decided for all such calls.
    std::optional<agent::Decision> decided(const content::ToolUseBlock& call) const;

    void answer(Turn& turn, const std::stop_token& stop);
    Result<agent::Agent*> agent_for_turn(const std::stop_token& stop);
    Result<agent::AgentSettings> next_settings();
    void finish(agent::RunResult result);
    void fail(const Error& error);
    void fail_safely(const char* why);
    void emit(agent::Event event);
    void add(agent::Event event);
    void tell_early();

    Machine& machine_;
    const std::string id_;
    LiveOptions options_;
    agent::Session session_;
    EventLog log_;
    OpenQuestions questions_;
    std::unique_ptr<Equipment> equipment_;
    std::stop_token run_;  // that it was opened with
    std::optional<agent::Agent> agent_;
    agent::RunResult last_;
    bool has_failed_ = false;                 // the last one, beside the agent
    std::atomic<std::uint64_t> kept_as_ = 0;  // the turn that is worked on, or was last
    std::atomic<std::uint64_t> turn_ = 0;     // that is worked on, or was last

    std::atomic<bool> is_greeted_ = false;  // from then on nothing waits
    std::mutex greeting_;                   // guards early_
    std::vector<agent::Event> early_;

    mutable std::mutex mutex_;  // guards all below
    std::deque<Turn> waiting_;
    std::optional<std::stop_source> running_;
    std::uint64_t running_kept_as_ = 0;
    std::uint64_t last_turn_ = 0;
    std::optional<std::string> model_;  // that somebody set
    Asking asking_ = Asking::Asks;
    std::map<std::string, std::string> asked_;  // id of a call that waits -> its tool
    std::set<std::string> always_;              // tools
    bool is_closed_ = false;
};

}  // namespace fovea::host
