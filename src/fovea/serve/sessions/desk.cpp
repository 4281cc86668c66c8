#include "fovea/serve/sessions/desk.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/file_access.hpp"
#include "fovea/host/turn_queue.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/store/session_id.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kPage = 100;
// Of a live session: the hub reads from its beginning on, and whoever comes later is told what is stored.
constexpr std::size_t kKeptEvents = 32;
// What is cancelled because its session is deleted has so long to come to its end.
constexpr std::chrono::seconds kLastWords{5};

bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& root) {
    const auto [in_root, in_folder] =
        std::mismatch(root.begin(), root.end(), folder.begin(), folder.end());
    return in_root == root.end() || (std::next(in_root) == root.end() && in_root->empty());
}

// A session that is opened in another folder for a message; where the message is refused then, it is let go,
// and opens in its own folder the next time.
class Move {
public:
    Move(host::SessionTable& table, const std::string& session)
        : table_(table), session_(session) {}
    Move(const Move&) = delete;
    Move& operator=(const Move&) = delete;
    ~Move() {
        if (is_begun_) static_cast<void>(table_.let_go(session_));
    }

    bool begin() { return is_begun_ = table_.let_go(session_); }
    bool is_begun() const { return is_begun_; }
    void end() { is_begun_ = false; }

private:
    host::SessionTable& table_;
    const std::string& session_;
    bool is_begun_ = false;
};

}  // namespace

SessionDesk::SessionDesk(
    const host::Situation& situation, host::Machine& machine, DeskSettings settings
)
    : situation_(situation),
      machine_(machine),
      settings_(std::move(settings)),
      owners_(machine.sessions()),
      hub_(std::make_unique<Hub>(
          machine.sessions(),
          machine.blobs(),
          settings_.pool != nullptr ? *settings_.pool : machine.call_threads().pool,
          HubSettings{
              .max_inline = settings_.hub.max_inline,
              .watch =
                  [this](const std::string& session, const host::NumberedEvent& event) {
                      if (settings_.hub.watch) settings_.hub.watch(session, event);
                      const bool is_end = event.event != nullptr &&
                                          std::holds_alternative<agent::Finished>(*event.event);
                      if (is_end) note_end(session, event.kept_as);
                  }}
      )),
      table_(std::make_unique<host::SessionTable>(
          machine,
          host::TableSettings{
              .at_once = settings_.turns_at_once,
              .max_live = settings_.max_live,
              .idle = settings_.idle}
      )) {}

SessionDesk::~SessionDesk() {
    table_.reset();
    hub_.reset();
}

Result<std::string> SessionDesk::checked_workspace(const Principal& who, const std::string& folder)
    const {
    if (folder.empty()) return std::string();
    std::error_code failed;
    const auto real = std::filesystem::canonical(folder, failed);
    const bool is_folder = !failed && std::filesystem::is_directory(real, failed);
    // Where nobody said which folders are open, the owner of the machine may name any.
    bool is_open = host::is_workspace_guessed(situation_.loaded) && who.is_admin();
    for (const auto& root : situation_.settings().workspace.roots) {
        if (host::is_workspace_guessed(situation_.loaded)) break;
        const auto open = std::filesystem::canonical(root, failed);
        if (!failed && lies_in(real, open)) is_open = true;
    }
    if (is_folder && is_open) return real.string();
    return Error{
        ErrorCode::InvalidInput,
        "the workspace " + folder + " is not an existing folder inside workspace.roots"};
}

Result<std::string> SessionDesk::create(const Principal& who, const NewSession& wanted) {
    if (wanted.id) TRY(store::check_session_id(*wanted.id));
    SessionAbout about{.owner = who.name, .model = wanted.model};
    about.workspace = TRY(checked_workspace(who, wanted.workspace));
    if (!about.model.empty()) {
        about.model = host::full_model_name(situation_, about.model);
        TRY(host::check_model(situation_, about.model));
    }
    auto made = TRY(machine_.sessions().create(
        {.id = wanted.id, .entries = {about_entry(about, store::system_now())}}
    ));
    tell_changed(made);
    return made;
}

Result<void> SessionDesk::set_model(const std::string& session, const std::string& model) {
    auto about = TRY(owners_.about(session));
    about.model = model.empty() ? "" : host::full_model_name(situation_, model);
    const auto next =
        host::full_model_name(situation_, model.empty() ? std::nullopt : std::optional(model));
    TRY(host::check_model(situation_, next));
    TRY(owners_.set(session, about));
    if (table_->find(session)) TRY(table_->send(session, host::SetModel{next}));
    tell_changed(session);
    return {};
}

Result<void> SessionDesk::set_title(const std::string& session, const std::string& title) {
    const store::Entry entry{
        .kind = store::EntryKind::Title,
        .time = store::system_now(),
        .body = boost::json::serialize(boost::json::object{{"title", to_utf8(title)}})};
    TRY(machine_.sessions().append(session, {&entry, 1}));
    tell_changed(session);
    return {};
}

Result<std::string> SessionDesk::branch(
    const Principal& who, const std::string& session, std::uint64_t before
) {
    auto about = TRY(owners_.about(session));
    about.owner = who.name;
    std::vector<store::Entry> entries;
    bool is_message = false;
    for (auto& entry : TRY(machine_.sessions().read(session))) {
        is_message = entry.seq == before && entry.kind == store::EntryKind::Message;
        if (entry.seq >= before) break;
        // Turns, their ends and whose it was are the other session's.
        if (entry.kind != store::EntryKind::Telemetry) entries.push_back(std::move(entry));
    }
    if (!is_message) {
        return Error{
            ErrorCode::InvalidInput, "\"before_seq\" is the seq of no message of the session"};
    }
    about.brought = entries.size();
    entries.push_back(about_entry(about, store::system_now()));
    auto made = TRY(machine_.sessions().create({.entries = std::move(entries)}));
    tell_changed(made);
    return made;
}

Result<void> SessionDesk::adopt(const Principal& who, const std::string& session) {
    // What somebody else's file promises is history: nobody here asked for it.
    const auto entries = TRY(machine_.sessions().read(session));
    for (const auto& turn : TRY(host::unfinished_turns(entries))) {
        TRY(host::withdraw_turn(machine_.sessions(), session, turn.id));
    }
    const auto last = entries.empty() ? 0 : entries.back().seq;
    TRY(owners_.set(session, {.owner = who.name, .brought = last}));
    tell_changed(session);
    return {};
}

Result<std::vector<store::SessionInfo>> SessionDesk::list(
    const Principal& who, std::size_t most, const std::string& after
) {
    std::vector<store::SessionInfo> theirs;
    std::string last = after;
    for (;;) {
        const auto page = TRY(machine_.sessions().list({.most = kPage, .after = last}));
        for (const auto& info : page) {
            if (!owners_.admit(who, info.id).ok()) continue;
            theirs.push_back(info);
            if (theirs.size() == most) return theirs;
        }
        if (page.size() < kPage) return theirs;
        last = page.back().id;
    }
}

const host::Situation& SessionDesk::situation_for(const SessionAbout& about) {
    if (about.workspace.empty()) return situation_;
    const std::scoped_lock lock(mutex_);
    auto& own = own_situations_[about.workspace];
    if (!own) {
        own = std::make_unique<OwnSituation>();
        own->loaded = situation_.loaded;
        own->loaded.settings.workspace.roots = {about.workspace};
        own->loaded.origins["workspace.roots"] = "session";
        own->situation.emplace(host::Situation{
            .loaded = own->loaded,
            .parts = situation_.parts,
            .data = situation_.data,
            .keeping = situation_.keeping,
            .folder = about.workspace});
    }
    return *own->situation;
}

Result<std::shared_ptr<host::LiveSession>> SessionDesk::live(
    const std::string& session, const SessionAbout& about, const std::stop_token& stop
) {
    host::LiveOptions options{
        .ask_timeout = settings_.ask_timeout, .keeps_endings = true, .log = {.kept = kKeptEvents}};
    if (!about.model.empty()) options.choices.model = about.model;
    auto live =
        TRY(table_->open(situation_for(about), {.id = session, .options = std::move(options)}, stop)
        );
    // What was accepted before comes before what is sent now, and once.
    const auto posting = posting_of(session);
    const std::scoped_lock lock(posting->mutex);
    if (posting->attached.lock() == live) return live;
    posting->attached = live;
    hub_->attach(live);
    const auto entries = TRY(machine_.sessions().read(session));
    for (auto& turn : TRY(host::unfinished_turns(entries))) {
        TRY(table_->send(session, host::command_for(std::move(turn))));
    }
    return live;
}

std::shared_ptr<SessionDesk::Posting> SessionDesk::posting_of(const std::string& session) {
    const std::scoped_lock lock(mutex_);
    auto& place = postings_[session];
    if (!place) place = std::make_shared<Posting>();
    return place;
}

Result<std::optional<std::uint64_t>> SessionDesk::known_turn(
    Posting& posting, const std::string& session, const std::string& key
) {
    if (key.empty()) return std::optional<std::uint64_t>();
    if (!posting.keys) {
        const auto entries = TRY(machine_.sessions().read(session));
        posting.keys = host::keys_of_turns(entries);
    }
    const auto found = posting.keys->find(key);
    if (found == posting.keys->end()) return std::optional<std::uint64_t>();
    return std::optional(found->second);
}

Result<std::uint64_t> SessionDesk::post(
    const Principal& who, const std::string& session, Posted posted, const std::stop_token& stop
) {
    auto about = TRY(admit(who, session));
    Move move(*table_, session);
    if (const auto folder = TRY(checked_workspace(who, posted.workspace));
        !folder.empty() && folder != about.workspace) {
        if (!move.begin()) {
            return Error{
                ErrorCode::Cancelled,
                "the session is at work in another folder: say this when its turns have ended"};
        }
        about.workspace = folder;
    }
    const auto live = TRY(this->live(session, about, stop));
    const auto posting = posting_of(session);
    const std::scoped_lock lock(posting->mutex);
    if (const auto turn = TRY(known_turn(*posting, session, posted.key))) {
        const auto kept = TRY(machine_.sessions().read(session, *turn, 1));
        if (kept.empty() || !host::is_promise_of(kept.front(), posted.message)) {
            return Error{
                ErrorCode::InvalidInput, "this Idempotency-Key belongs to another message"};
        }
        return *turn;
    }
    if (live->kept_turns().size() >= settings_.max_waiting) {
        return Error{
            ErrorCode::LimitExceeded,
            std::to_string(settings_.max_waiting) + " messages of this session wait already"};
    }
    const auto held = TRY(machine_.sessions().info(session)).images;
    TRY(ingest::check_session_room(
        held, posted.message, static_cast<std::size_t>(situation_.settings().images.max_per_session)
    ));
    if (move.is_begun()) TRY(owners_.set(session, about));
    move.end();
    const auto turn =
        TRY(host::keep_turn(machine_.sessions(), session, posted.message, posted.key));
    if (!posted.key.empty()) (*posting->keys)[posted.key] = turn;
    TRY(table_->send(session, host::Prompt{std::move(posted.message), turn}));
    tell_changed(session);
    return turn;
}

std::vector<std::uint64_t> SessionDesk::waiting(const std::string& session) const {
    const auto live = table_->find(session);
    if (!live) return {};
    auto turns = live->kept_turns();
    // One that has told its end is over, though its thread may be about to leave it still.
    const std::scoped_lock lock(ended_mutex_);
    const auto ended = ended_.find(session);
    if (ended != ended_.end()) std::erase(turns, ended->second);
    return turns;
}

void SessionDesk::note_end(const std::string& session, std::uint64_t turn) {
    if (turn != 0) {
        const std::scoped_lock lock(ended_mutex_);
        ended_[session] = turn;
    }
    tell_changed(session);
}

void SessionDesk::tell_changed(const std::string& session) {
    if (const auto about = owners_.about(session); about.ok()) {
        watchers_.tell(session, about.value().owner);
    }
}

Result<void> SessionDesk::withdraw(const std::string& session, std::uint64_t turn) {
    const Error none{
        ErrorCode::FileNotFound, "no turn " + std::to_string(turn) + " of the session is waiting"};
    if (turn == 0 || !table_->find(session)) return none;
    const auto gone = table_->send(session, host::Withdraw{.kept_as = turn});
    if (!gone.ok()) return none;
    hub_->look(session, TRY(host::withdraw_turn(machine_.sessions(), session, turn)));
    tell_changed(session);
    return {};
}

Result<void> SessionDesk::cancel(const std::string& session) {
    if (!table_->find(session)) return {};  // nothing runs: nothing is left to do
    TRY(table_->send(session, host::Interrupt{}));
    return {};
}

Result<void> SessionDesk::decide(
    const std::string& session, const std::string& call, bool allowed, const std::string& reason
) {
    const auto decided = table_->send(
        session, host::Approve{.tool_use_id = call, .allowed = allowed, .reason = reason}
    );
    if (decided.ok()) return {};
    return Error{ErrorCode::FileNotFound, "no call " + call + " waits for an answer"};
}

Result<void> SessionDesk::remove(const std::string& session) {
    const auto about = owners_.about(session);
    table_->discard(session, kLastWords);
    const auto deleted = machine_.sessions().delete_session(session);
    if (!deleted.ok() && deleted.error().code != ErrorCode::FileNotFound) return deleted.error();
    owners_.forget(session);
    // Of the same name, and opened in between: there is nothing left that it could work on.
    table_->discard(session, std::chrono::milliseconds(0));
    hub_->end(session);
    {
        const std::scoped_lock lock(mutex_, ended_mutex_);
        postings_.erase(session);
        ended_.erase(session);
    }
    if (about.ok()) watchers_.tell(session, about.value().owner);
    return deleted;
}

std::size_t SessionDesk::let_go_idle() {
    const auto gone = table_->let_go_idle();
    {
        const std::scoped_lock lock(ended_mutex_);
        std::erase_if(ended_, [this](const auto& each) { return !table_->find(each.first); });
    }
    const std::scoped_lock lock(mutex_);
    std::erase_if(postings_, [](const auto& each) {
        // Nobody can get hold of one without the lock.
        return each.second.use_count() == 1 && each.second->attached.expired();
    });
    return gone;
}

Result<std::size_t> SessionDesk::resume_all(const std::stop_token& stop) {
    std::size_t resumed = 0;
    std::string last;
    while (!stop.stop_requested()) {
        const auto page = TRY(machine_.sessions().list({.most = kPage, .after = last}));
        for (const auto& info : page) {
            const auto entries = TRY(machine_.sessions().read(info.id));
            const auto turns = host::unfinished_turns(entries);
            if (!turns.ok() || turns.value().empty()) continue;
            const auto about = TRY(owners_.about(info.id));
            if (live(info.id, about, stop).ok()) ++resumed;
        }
        if (page.size() < kPage) break;
        last = page.back().id;
    }
    return resumed;
}

void SessionDesk::stop(std::chrono::milliseconds grace) {
    table_->stop(grace);
}

}  // namespace fovea::serve
