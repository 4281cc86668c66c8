// Sessions as the daemon's clients know them: made, spoken to, looked at, ended. What a session does is
// host/; here is who may ask for it, and that what was accepted is kept.
//
//     SessionDesk desk(situation, machine, {.turns_at_once = 4});
//     const auto id = TRY(desk.create(who, {}));
//     const auto turn = TRY(desk.post(who, id, {.message = message}, stop));   // its end comes as an event
#pragma once

#include "fovea/host/machine.hpp"
#include "fovea/host/session_table.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/serve/access/principal.hpp"
#include "fovea/serve/events/hub.hpp"
#include "fovea/serve/sessions/list_watchers.hpp"
#include "fovea/serve/sessions/session_about.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::serve {

struct DeskSettings {
    std::size_t turns_at_once = 4;
    std::chrono::milliseconds ask_timeout{std::chrono::minutes(5)};
    std::size_t max_waiting = 100;  // turns of one session
    std::size_t max_live = 1024;    // sessions at work, or that were lately
    // Those hold files, and keep other programs from going on with the session: not for long.
    std::chrono::milliseconds idle{std::chrono::minutes(1)};
    HubSettings hub = {};
    WorkPool* pool = nullptr;  // of the hub; borrowed; null: the machine's
};

struct NewSession {
    std::optional<std::string> id = {};
    std::string workspace = {};
    std::string model = {};
};

struct Posted {
    content::Message message;
    std::string workspace = {};
    std::string key = {};  // Idempotency-Key
};

class SessionDesk {
public:
    SessionDesk(const host::Situation& situation, host::Machine& machine, DeskSettings settings);
    ~SessionDesk();

    Hub& hub() { return *hub_; }
    host::Machine& machine() { return machine_; }
    const host::Situation& situation() const { return situation_; }
    host::SessionTable& table() { return *table_; }

    // Is told which of the sessions they may see change.
    void watch(const Principal& who, const std::shared_ptr<ListWatcher>& watcher) {
        watchers_.add(who, watcher);
    }

    Result<SessionAbout> admit(const Principal& who, const std::string& session) {
        return owners_.admit(who, session);
    }

    // Its id. InvalidInput for one that is taken, or a folder that is not open to who asks.
    Result<std::string> create(const Principal& who, const NewSession& wanted);
    // Who owns it and what it works with, of one that who asks may see.
    Result<SessionAbout> about(const std::string& session) { return owners_.about(session); }
    // From the next turn on. InvalidInput for a model that is none.
    Result<void> set_model(const std::string& session, const std::string& model);
    // What people know it by.
    Result<void> set_title(const std::string& session, const std::string& title);
    // A new session, theirs, with all that was said before that entry. InvalidInput where it is no message.
    Result<std::string> branch(
        const Principal& who, const std::string& session, std::uint64_t before
    );

    // Stored under that name already; from now on it is theirs.
    Result<void> adopt(const Principal& who, const std::string& session);

    // Theirs, the last used first; after that one.
    Result<std::vector<store::SessionInfo>> list(
        const Principal& who, std::size_t most, const std::string& after
    );

    // The turn's id, once it is stored. LimitExceeded where too much waits already.
    Result<std::uint64_t> post(
        const Principal& who, const std::string& session, Posted posted, const std::stop_token& stop
    );
    // Turns that run or wait, by their ids; none whose end was told.
    std::vector<std::uint64_t> waiting(const std::string& session) const;
    Result<void> withdraw(const std::string& session, std::uint64_t turn);
    Result<void> cancel(const std::string& session);
    // A person's answer to a permission_request.
    Result<void> decide(
        const std::string& session, const std::string& call, bool allowed, const std::string& reason
    );

    // Cancelled first, where it is at work.
    Result<void> remove(const std::string& session);

    // Turns that were accepted before the program ended, and have no end. How many sessions go on.
    Result<std::size_t> resume_all(const std::stop_token& stop);
    std::size_t let_go_idle();

    // As SessionTable::stop().
    void stop(std::chrono::milliseconds grace);

private:
    // What the sessions of one folder work under, where that is not what is configured. They borrow it.
    struct OwnSituation {
        config::Loaded loaded;
        std::optional<host::Situation> situation;
    };

    // Of one session: what is stored first is also first in line.
    struct Posting {
        std::mutex mutex;                                               // guards what follows
        std::optional<std::map<std::string, std::uint64_t>> keys = {};  // none: not read yet
        std::weak_ptr<host::LiveSession> attached = {};
    };
    std::shared_ptr<Posting> posting_of(const std::string& session);

    void note_end(const std::string& session, std::uint64_t turn);
    void tell_changed(const std::string& session);

    Result<std::string> checked_workspace(const Principal& who, const std::string& folder) const;
    const host::Situation& situation_for(const SessionAbout& about);
    Result<std::shared_ptr<host::LiveSession>> live(
        const std::string& session, const SessionAbout& about, const std::stop_token& stop
    );
    Result<std::optional<std::uint64_t>> known_turn(
        Posting& posting, const std::string& session, const std::string& key
    );

    const host::Situation& situation_;
    host::Machine& machine_;
    const DeskSettings settings_;
    SessionOwners owners_;
    std::mutex mutex_;                                                     // guards the next two
    std::map<std::string, std::unique_ptr<OwnSituation>> own_situations_;  // by the folder
    std::map<std::string, std::shared_ptr<Posting>> postings_;             // by the session
    ListWatchers watchers_;
    mutable std::mutex ended_mutex_;              // guards ended_
    std::map<std::string, std::uint64_t> ended_;  // by the session: the last turn that told its end

    std::unique_ptr<Hub> hub_;
    std::unique_ptr<host::SessionTable> table_;
};

}  // namespace fovea::serve
