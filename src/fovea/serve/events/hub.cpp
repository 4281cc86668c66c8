#include "fovea/serve/events/hub.hpp"

#include "fovea/host/turn_queue.hpp"
#include "fovea/net/server/server.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <list>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kPage = 256;  // entries in memory at once
constexpr std::size_t kBatch = 64;  // events that are told together
// Of what was missed, the bytes that are told before they were read: it may be a long session with many pictures, and
// many who missed it.
constexpr std::size_t kReplayed = 128u << 10;
constexpr std::size_t kReadAtOnce = 32;  // entries, for those
constexpr std::size_t kKeptParts = 4;    // of what was missed, for others who missed the same

std::string sse_of(const Envelope& envelope) {
    std::string text;
    if (envelope.seq > 0) text += "id: " + std::to_string(envelope.seq) + "\n";
    return text + "event: " + envelope.type + "\ndata: " + envelope.json + "\n\n";
}

// The reply that is being written.
struct Written {
    std::string text = {};
    std::string thinking = {};
    bool has_gap = false;  // pieces of it went by

    bool is_known() const { return !has_gap && !(text.empty() && thinking.empty()); }
    void note(const agent::Event& event) {
        // One that failed on its way begins again.
        if (std::holds_alternative<agent::Finished>(event) ||
            std::holds_alternative<agent::Retrying>(event)) {
            *this = {};
        }
        const auto* delta = std::get_if<agent::Delta>(&event);
        if (delta == nullptr) return;
        if (const auto* piece = std::get_if<providers::TextDelta>(&delta->piece)) {
            text += piece->text;
        }
        if (const auto* piece = std::get_if<providers::ThinkingDelta>(&delta->piece)) {
            thinking += piece->text;
        }
    }
};

}  // namespace

const Packets& Told::packets() const {
    if (packets_) return packets_;
    std::vector<PacketRef> packets;
    packets.reserve(envelopes_.size());
    for (const auto& envelope : envelopes_) packets.push_back(envelope->packet());
    packets_ = row_of(std::move(packets));
    return packets_;
}

const std::shared_ptr<const std::string>& Told::stream() const {
    if (stream_) return stream_;
    std::string text;
    for (const auto& envelope : envelopes_) text += sse_of(*envelope);
    stream_ = std::make_shared<const std::string>(std::move(text));
    return stream_;
}

std::uint64_t Told::last_seq() const {
    std::uint64_t last = 0;
    for (const auto& envelope : envelopes_) last = std::max(last, envelope->seq);
    return last;
}

// Everything but what the mutex guards belongs to whoever works on the room, one at a time.
class Hub::Room : public std::enable_shared_from_this<Hub::Room> {
public:
    Room(
        std::string session,
        store::SessionStore& sessions,
        store::BlobStore& blobs,
        const HubSettings& settings
    )
        : session_(std::move(session)),
          sessions_(sessions),
          settings_(settings),
          live_envelopes_(session_, sessions, blobs, settings.max_inline),
          missed_envelopes_(session_, sessions, blobs, settings.max_inline) {}

    const std::string& session() const { return session_; }

    struct Joining {
        std::optional<std::uint64_t> last_seq;
        std::weak_ptr<Listener> listener;
        bool is_again = false;  // it fell behind
    };
    void add(Joining joining) {
        const std::scoped_lock lock(mutex_);
        joining_.push_back(std::move(joining));
    }
    // Called with the hub's way to have this room worked on.
    using Schedule = std::function<void(const std::shared_ptr<Room>&)>;

    void add(std::unique_ptr<host::EventReader> reader) {
        const std::scoped_lock lock(mutex_);
        new_reader_ = std::move(reader);
    }
    void look_to(std::uint64_t entry) {
        const std::scoped_lock lock(mutex_);
        look_to_ = std::max(look_to_, entry);
    }
    // Whoever comes after that means another session of the same name.
    void end() {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
        new_reader_.reset();
        for (auto& each : std::exchange(joining_, {})) left_over_.push_back(each.listener);
    }
    void remove(const std::shared_ptr<Listener>& listener) {
        const std::scoped_lock lock(mutex_);
        leaving_.push_back(listener);
    }

    void work(const Schedule& schedule) {
        take_commands();
        if (reader_) {
            tell_events();
            // Whatever was written before that entry was told above.
            std::vector<EnvelopeRef> told;
            read_to(std::exchange(looking_to_, 0), told);
            tell(told);
            if (reader_->is_over()) reader_.reset();
        }
        for (auto& each : std::exchange(joined_, {})) {
            each.is_again ? put_back(each, schedule) : admit(each);
        }
        std::erase_if(missing_, [&](Missing& each) { return tell_missed(each, schedule); });
        if (missing_.empty()) parts_.clear();
    }

    bool is_empty() {
        std::erase_if(listeners_, [](const auto& each) { return each.expired(); });
        std::erase_if(missing_, [](const auto& each) { return each.listener.expired(); });
        const std::scoped_lock lock(mutex_);
        return listeners_.empty() && missing_.empty() && !reader_ && joining_.empty() &&
               !new_reader_ && !is_over_;
    }

    std::atomic<bool> is_scheduled = false;
    std::mutex working;  // held by whoever does

private:
    void take_commands() {
        std::vector<std::weak_ptr<Listener>> leaving;
        std::vector<std::weak_ptr<Listener>> left_over;
        std::unique_ptr<host::EventReader> reader;
        bool ends = false;
        {
            const std::scoped_lock lock(mutex_);
            joined_ = std::exchange(joining_, {});
            leaving = std::exchange(leaving_, {});
            reader = std::move(new_reader_);
            looking_to_ = std::exchange(look_to_, 0);
            ends = std::exchange(is_over_, false);
            left_over = std::exchange(left_over_, {});
        }
        if (ends) send_away(std::move(left_over));
        if (reader) {
            if (reader_) tell_events();
            catch_up();
            reader_ = std::move(reader);
        }
        for (const auto& gone : leaving) {
            take_out(gone);
            std::erase_if(joined_, [&](const Joining& each) {
                return is_same(each.listener, gone);
            });
        }
    }

    static bool is_same(const std::weak_ptr<Listener>& one, const std::weak_ptr<Listener>& other) {
        return !one.owner_before(other) && !other.owner_before(one);
    }
    // Whether it was there.
    bool take_out(const std::weak_ptr<Listener>& gone) {
        const auto is_it = [&](const auto& each) { return is_same(each, gone); };
        const auto is_missing = [&](const Missing& each) { return is_same(each.listener, gone); };
        return std::erase_if(listeners_, is_it) + std::erase_if(missing_, is_missing) > 0;
    }

    void tell_events() {
        std::vector<EnvelopeRef> told;
        while (const auto next = reader_->next_now()) {
            if (settings_.watch) settings_.watch(session_, *next);
            if (next->stored > last_entry_) read_to(next->stored, told);
            if (!next->event) written_.has_gap = true;
            if (next->event) tell_moment(*next, told);
            if (next->event) tell_unkept(*next, told);
            if (told.size() >= kBatch) tell(std::exchange(told, {}));
        }
        tell(told);
    }

    void tell_moment(const host::NumberedEvent& next, std::vector<EnvelopeRef>& told) {
        const auto time = std::chrono::time_point_cast<std::chrono::milliseconds>(next.time);
        auto envelope = envelope_of_moment(session_, *next.event, time);
        if (const auto* asked = std::get_if<agent::PermissionAsked>(next.event.get())) {
            open_questions_[asked->use.id] = *envelope;
        }
        if (const auto* done = std::get_if<agent::ToolFinished>(next.event.get())) {
            open_questions_.erase(done->result.tool_use_id);
        }
        if (std::holds_alternative<agent::Finished>(*next.event)) open_questions_.clear();
        written_.note(*next.event);
        if (envelope) told.push_back(std::move(*envelope));
    }

    // How a turn ended, where it could not be stored, as on a full disk: whoever waits for it is told still.
    void tell_unkept(const host::NumberedEvent& next, std::vector<EnvelopeRef>& told) {
        const auto* done = std::get_if<agent::Finished>(next.event.get());
        if (done == nullptr || next.kept_as == 0 || next.kept_as == last_ended_) return;
        const auto time = std::chrono::time_point_cast<std::chrono::milliseconds>(next.time);
        for (auto& each :
             live_envelopes_.of(host::ending_entry(done->result, next.kept_as, time))) {
            unkept_.push_back(each);
            told.push_back(std::move(each));
        }
    }

    void send_away(std::vector<std::weak_ptr<Listener>> left_over) {
        if (reader_) tell_events();
        reader_.reset();
        const Told last({envelope_of_deletion(session_, store::system_now())});
        for (auto& each : std::exchange(listeners_, {})) left_over.push_back(std::move(each));
        for (auto& each : std::exchange(missing_, {})) left_over.push_back(each.listener);
        for (const auto& each : left_over) {
            if (const auto listener = each.lock()) listener->is_over(last);
        }
        last_entry_ = last_ended_ = 0;
        unkept_.clear();
        open_questions_.clear();
        written_ = {};
    }

    // What was stored since, as far as that entry.
    void read_to(std::uint64_t last, std::vector<EnvelopeRef>& told) {
        while (last_entry_ < last) {
            const auto most = std::min<std::uint64_t>(kPage, last - last_entry_);
            const auto entries =
                sessions_.read(session_, last_entry_ + 1, static_cast<std::size_t>(most));
            if (!entries.ok() || entries.value().empty()) return;
            for (const auto& entry : entries.value()) {
                for (auto& each : live_envelopes_.of(entry)) {
                    if (each->ends) last_ended_ = *each->ends;
                    if (each->type == "message") written_ = {};  // all of it
                    told.push_back(std::move(each));
                }
                last_entry_ = entry.seq;
            }
        }
    }

    // While nobody works on the session here, somebody elsewhere may have. Who is not there yet is told all
    // of it when they come.
    void catch_up() {
        const auto info = sessions_.info(session_);
        if (!info.ok()) return;
        if (listeners_.empty()) {
            last_entry_ = std::max(last_entry_, info.value().entries);
            return;
        }
        std::vector<EnvelopeRef> told;
        read_to(info.value().entries, told);
        tell(told);
    }

    void admit(const Joining& joining) {
        const auto listener = joining.listener.lock();
        if (!listener) return;
        if (!joining.last_seq) {
            if (!reader_) catch_up();
            return take_in(listener);
        }
        missing_.push_back({.listener = listener, .last_seq = *joining.last_seq});
    }

    // Who fell behind is told the rest once what it has is read.
    void put_back(const Joining& joining, const Schedule& schedule) {
        const auto listener = joining.listener.lock();
        if (!listener || !take_out(joining.listener)) return;
        listener->begin_again();
        missing_.push_back({.listener = listener, .last_seq = joining.last_seq.value_or(0)});
        *missing_.back().has_read = false;
        await_reading(missing_.back(), *listener, schedule);
    }

    // From now on it hears what the others do.
    void take_in(const std::shared_ptr<Listener>& listener) {
        listener->is_up_to_date(last_seq_of(last_entry_));
        std::vector<EnvelopeRef> open = unkept_;
        if (written_.is_known()) {
            open.push_back(envelope_of_reply_so_far(
                session_, written_.text, written_.thinking, store::system_now()
            ));
        }
        for (const auto& [id, envelope] : open_questions_) open.push_back(envelope);
        if (!open.empty()) listener->hear(Told(std::move(open)));
        listeners_.push_back(listener);
    }

    // Who has not heard yet what was stored before they came.
    struct Missing {
        std::weak_ptr<Listener> listener;
        std::uint64_t last_seq = 0;  // that they know
        std::shared_ptr<std::atomic<bool>> has_read = std::make_shared<std::atomic<bool>>(true);
    };

    // A part of it, and the rest once that is read. True when nothing is left.
    bool tell_missed(Missing& missing, const Schedule& schedule) {
        const auto listener = missing.listener.lock();
        if (!listener) return true;
        if (!missing.has_read->exchange(false)) return false;
        if (!reader_) catch_up();
        if (next_entry_after(missing.last_seq) <= last_entry_) {
            const auto& part = part_after(missing.last_seq);
            if (!part.told->envelopes().empty()) listener->hear(*part.told);
            missing.last_seq = part.to;
        }
        if (next_entry_after(missing.last_seq) > last_entry_) return take_in(listener), true;
        await_reading(missing, *listener, schedule);
        return false;
    }

    void await_reading(const Missing& missing, Listener& listener, const Schedule& schedule) {
        listener.when_read([weak = weak_from_this(), has_read = missing.has_read, schedule] {
            *has_read = true;
            if (const auto room = weak.lock()) schedule(room);
        });
    }

    // A part of what was missed; many may have missed the same, as when all come back after a restart.
    struct Part {
        std::uint64_t after = 0;  // seq
        std::uint64_t to = 0;     // with that one
        std::shared_ptr<const Told> told;
    };

    const Part& part_after(std::uint64_t seq) {
        const auto known = std::ranges::find(parts_, seq, &Part::after);
        if (known != parts_.end()) return *known;
        if (parts_.size() >= kKeptParts) parts_.pop_front();
        return parts_.emplace_back(make_part(seq));
    }

    Part make_part(std::uint64_t after) {
        std::vector<EnvelopeRef> told;
        std::size_t bytes = 0;
        auto next = next_entry_after(after);
        while (next <= last_entry_ && bytes < kReplayed) {
            const auto entries = sessions_.read(session_, next, kReadAtOnce);
            if (!entries.ok() || entries.value().empty()) {
                next = last_entry_ + 1;
                break;
            }
            for (const auto& entry : entries.value()) {
                if (entry.seq > last_entry_ || bytes >= kReplayed) break;
                next = entry.seq + 1;
                for (auto& each : missed_envelopes_.of(entry)) {
                    if (each->seq <= after) continue;
                    bytes += each->json.size();
                    told.push_back(std::move(each));
                }
            }
        }
        return {after, last_seq_of(next - 1), std::make_shared<const Told>(std::move(told))};
    }

    void tell(const std::vector<EnvelopeRef>& envelopes) {
        if (envelopes.empty()) return;
        const Told told(envelopes);
        const net::PostBatch together;
        for (const auto& each : listeners_) {
            if (const auto listener = each.lock()) listener->hear(told);
        }
    }

    const std::string session_;
    store::SessionStore& sessions_;
    const HubSettings& settings_;
    EntryEnvelopes live_envelopes_;
    EntryEnvelopes missed_envelopes_;
    std::deque<Part> parts_;                     // while somebody is missing something
    std::unique_ptr<host::EventReader> reader_;  // of the session at work
    std::uint64_t last_entry_ = 0;               // that was told
    std::uint64_t last_ended_ = 0;               // turn whose end was stored
    std::vector<EnvelopeRef> unkept_;            // ends that were not
    std::vector<std::weak_ptr<Listener>> listeners_;
    std::vector<Joining> joined_;
    std::list<Missing> missing_;
    std::map<std::string, EnvelopeRef> open_questions_;
    Written written_;
    std::uint64_t looking_to_ = 0;

    std::mutex mutex_;  // guards what follows
    std::vector<Joining> joining_;
    std::vector<std::weak_ptr<Listener>> leaving_;
    std::unique_ptr<host::EventReader> new_reader_;
    std::uint64_t look_to_ = 0;
    bool is_over_ = false;
    std::vector<std::weak_ptr<Listener>> left_over_;  // who was about to join then
};

Hub::Hub(
    store::SessionStore& sessions, store::BlobStore& blobs, WorkPool& pool, HubSettings settings
)
    : sessions_(sessions), blobs_(blobs), settings_(std::move(settings)) {
    lane_.emplace(pool, WorkPool::Share{.at_once = 8, .waiting = 1u << 20});
}

Hub::~Hub() {
    lane_.reset();
}

template <class Act>
void Hub::in_room(const std::string& session, const Act& act) {
    std::shared_ptr<Room> room;
    {
        // With the lock: a room that somebody is about to enter does not go.
        const std::scoped_lock lock(mutex_);
        auto& place = rooms_[session];
        if (!place) place = std::make_shared<Room>(session, sessions_, blobs_, settings_);
        room = place;
        act(room);
    }
    schedule(room);
}

void Hub::attach(const std::shared_ptr<host::LiveSession>& live) {
    in_room(live->id(), [&](const std::shared_ptr<Room>& room) {
        std::weak_ptr<Room> weak = room;
        room->add(live->events().read_from(1, [this, weak] {
            if (const auto awake = weak.lock()) schedule(awake);
        }));
    });
}

void Hub::join(
    const std::string& session,
    std::optional<std::uint64_t> last_seq,
    const std::shared_ptr<Listener>& listener
) {
    in_room(session, [&](const auto& room) { room->add(Room::Joining{last_seq, listener}); });
}

void Hub::join_again(
    const std::string& session, std::uint64_t last_seq, const std::shared_ptr<Listener>& listener
) {
    in_room(session, [&](const auto& room) {
        room->add(Room::Joining{.last_seq = last_seq, .listener = listener, .is_again = true});
    });
}

void Hub::leave(const std::string& session, const std::shared_ptr<Listener>& listener) {
    in_room(session, [&](const auto& room) { room->remove(listener); });
}

void Hub::look(const std::string& session, std::uint64_t entry) {
    in_room(session, [&](const auto& room) { room->look_to(entry); });
}

void Hub::end(const std::string& session) {
    in_room(session, [](const auto& room) { room->end(); });
}

std::size_t Hub::rooms() const {
    const std::scoped_lock lock(mutex_);
    return rooms_.size();
}

void Hub::schedule(const std::shared_ptr<Room>& room) {
    if (room->is_scheduled.exchange(true)) return;
    if (!lane_->add([this, room] { work(room); })) room->is_scheduled = false;
}

void Hub::work(const std::shared_ptr<Room>& room) {
    room->is_scheduled = false;  // what comes from here on is worked on again
    {
        const std::scoped_lock working(room->working);
        room->work([this](const std::shared_ptr<Room>& again) { schedule(again); });
    }
    const std::scoped_lock lock(mutex_);
    // Who works on it now looks themselves afterwards.
    const std::unique_lock working(room->working, std::try_to_lock);
    if (!working || !room->is_empty()) return;
    const auto found = rooms_.find(room->session());
    if (found != rooms_.end() && found->second == room) rooms_.erase(found);
}

}  // namespace fovea::serve
