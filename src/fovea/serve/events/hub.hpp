// Brings what happens in sessions to those who listen. A room a session: envelopes are made once, for all in
// it, on the pool; nobody has a thread of their own.
//
//     hub.attach(live);                                   // when a session begins to be worked on
//     hub.join(session, last_seq, listener);              // what was missed, then what comes
//     hub.leave(session, listener);
//
// Who comes back costs what they missed, not what they have. Who cannot keep up says so, and is told the rest of what
// is stored as fast as they read it:
//
//     hub.join_again(session, last_seq, listener);        // pieces of replies in between they do not get
#pragma once

#include "fovea/base/work_pool.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/serve/events/envelope.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/sessions.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fovea::serve {

// Envelopes that are told together, to many: each form of them is made when the first asks for it, and shared.
class Told {
public:
    explicit Told(std::vector<EnvelopeRef> envelopes) : envelopes_(std::move(envelopes)) {}

    const std::vector<EnvelopeRef>& envelopes() const { return envelopes_; }
    const Packets& packets() const;                            // for Socket.IO
    const std::shared_ptr<const std::string>& stream() const;  // for Server-Sent Events
    std::uint64_t last_seq() const;                            // 0: none has a number

private:
    std::vector<EnvelopeRef> envelopes_;
    mutable Packets packets_;
    mutable std::shared_ptr<const std::string> stream_;
};

class Listener {
public:
    virtual ~Listener() = default;

    // From any thread, one call at a time for each room. Never waits: who cannot keep up joins again.
    virtual void hear(const Told& told) = 0;
    // They did, and are told from there on.
    virtual void begin_again() {}
    // Calls it once all that was heard is read, or now; not at all where the listener is gone. From any thread.
    virtual void when_read(std::function<void()> act) { act(); }
    // What was missed is told, and the number of the last of it.
    virtual void is_up_to_date(std::uint64_t /*seq*/) {}
    // The session is no more: this is the last that is heard of it.
    virtual void is_over(const Told& last) { hear(last); }
};

struct HubSettings {
    std::size_t max_inline = 1'000'000;  // bytes of a picture in base64
    // Hears all that happens in all rooms, before those in it do. May be empty; never waits.
    std::function<void(const std::string& session, const host::NumberedEvent& event)> watch = {};
};

class Hub {
public:
    // Borrows them.
    Hub(store::SessionStore& sessions,
        store::BlobStore& blobs,
        WorkPool& pool,
        HubSettings settings = {});
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;
    ~Hub();

    void attach(const std::shared_ptr<host::LiveSession>& live);

    // Without a number: only what comes from now on. Held weakly: whoever is gone has left.
    void join(
        const std::string& session,
        std::optional<std::uint64_t> last_seq,
        const std::shared_ptr<Listener>& listener
    );
    // Who has joined already, and has not left. Nothing for others.
    void join_again(
        const std::string& session,
        std::uint64_t last_seq,
        const std::shared_ptr<Listener>& listener
    );
    void leave(const std::string& session, const std::shared_ptr<Listener>& listener);

    // An entry was stored that no event of the session tells of: as far as that one, all is told now.
    void look(const std::string& session, std::uint64_t entry);

    // It was deleted: all who listen are told, and are out.
    void end(const std::string& session);

    std::size_t rooms() const;

private:
    class Room;

    template <class Act>
    void in_room(const std::string& session, const Act& act);
    void schedule(const std::shared_ptr<Room>& room);
    void work(const std::shared_ptr<Room>& room);

    store::SessionStore& sessions_;
    store::BlobStore& blobs_;
    const HubSettings settings_;
    mutable std::mutex mutex_;  // guards rooms_
    std::map<std::string, std::shared_ptr<Room>> rooms_;
    std::optional<WorkPool::Lane> lane_;  // last: what it runs uses the others
};

}  // namespace fovea::serve
