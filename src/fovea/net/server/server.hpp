// Takes TCP connections and moves their bytes, on a fixed number of threads that never block: the ground
// that servers stand on. Knows no protocol.
//
//     auto server = TRY(Server::open({.loops = 2}, pool, [](Connection& connection) {
//         return std::make_unique<Echo>(connection);
//     }));
//     server->port();
//     server->stop(10s);      // nobody new; what is open may end, then it is closed
//
// A connection lives on one loop, and everything that is said about it is said there: a Talk needs no lock.
// Work that blocks goes to the pool and comes back to the loop (Connection::run).
//
// - At `max_connections` nobody is accepted until one goes; the system keeps a few waiting. Who has
//   `max_per_address` already is closed at once.
// - Who does not read what they asked for is not read from any more once `max_unwritten` bytes wait for
//   them, so that they cost no more than that.
// - A connection on which nothing moves for `idle`, and for which no work runs, is closed.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/work_pool.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::net {

struct ServerSettings {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;  // 0: any that is free
    std::string also = {};   // another address, with the same port; left out where it cannot be had
    std::string socket = {};  // path of a Unix socket beside it, for this user alone; empty: none
    int listener =
        -1;  // a TCP socket that listens already, instead of address and port; it is taken
    std::size_t loops = 2;  // threads
    std::size_t max_connections = 4096;
    std::size_t max_per_address = 0;  // of them from one address; 0: any number
    std::size_t max_unwritten = 1u << 20;
    std::chrono::milliseconds idle{60'000};
    // Of all connections together.
    WorkPool::Share work = {.at_once = 16, .waiting = 4096};
    WorkPool::Share long_work = {.at_once = 16, .waiting = 4096};
    WorkPool* long_pool = nullptr;  // for that, beside the other; borrowed; null: the same
};

// Work that may last, such as fetching what is behind an address, keeps only its like waiting.
enum class Pace : std::uint8_t { Soon, Lasts };

class EventLoop;  // event_loop.hpp

// The way onto a connection's loop, for any thread.
class Mailbox {
public:
    virtual ~Mailbox() = default;

    // On the loop, in the order of the calls; not at all once the connection is closed.
    virtual void post(std::function<void()> act) = 0;
};

// What this thread posts while one lives goes to each loop together, a good number at once: to wake a loop for
// each of a thousand connections would take longer than what is done there.
class PostBatch {
public:
    PostBatch();
    PostBatch(const PostBatch&) = delete;
    PostBatch& operator=(const PostBatch&) = delete;
    ~PostBatch();

private:
    friend class Peer;
    struct Parts;

    PostBatch* const outer_;  // it goes on afterwards
    const std::unique_ptr<Parts> parts_;
};

// What a Talk has of its peer; on the connection's loop alone.
class Connection {
public:
    virtual ~Connection() = default;

    // In the order of the calls. Never blocks: who writes much on their own account looks at unwritten(),
    // and goes on when Talk::drained() says so. What goes to many peers is one text that they share.
    void write(std::string bytes) { write(std::make_shared<const std::string>(std::move(bytes))); }
    virtual void write(std::shared_ptr<const std::string> bytes) = 0;
    virtual std::size_t unwritten() const = 0;

    // Nothing more is read; closed once all is written.
    virtual void finish() = 0;
    // Now, with whatever is unwritten.
    virtual void close() = 0;

    // Takes nothing from the peer until resume(): for who cannot keep up.
    virtual void pause() = 0;
    virtual void resume() = 0;

    // From now on it is closed when nothing moves for that long, instead of ServerSettings::idle.
    virtual void set_idle(std::chrono::milliseconds idle) = 0;
    // Talk::late() is called then, once; none: never.
    virtual void set_deadline(std::optional<std::chrono::steady_clock::time_point> when) = 0;

    // For other threads: outlives the connection.
    virtual std::shared_ptr<Mailbox> mailbox() = 0;

    // That it lives on.
    virtual EventLoop& loop() = 0;

    // "127.0.0.1"; empty where the peer has no address.
    virtual const std::string& peer() const = 0;

    // `work` on the pool, then `then` on the loop. Its token stops when the connection is closed; `then` is
    // not called any more after that. False where too much work waits already.
    bool run(std::function<void(const std::stop_token&)> work, std::function<void()> then) {
        return run(Pace::Soon, std::move(work), std::move(then));
    }
    virtual bool run(
        Pace pace, std::function<void(const std::stop_token&)> work, std::function<void()> then
    ) = 0;
};

// One side of a conversation: made when somebody connects, gone when the connection is. Borrows it.
class Talk {
public:
    virtual ~Talk() = default;

    // As they came; valid during the call.
    virtual void take(std::string_view bytes) = 0;

    // The peer writes no more. Answers may still be written.
    virtual void end(Connection& connection) { connection.finish(); }

    // All is written.
    virtual void drained(Connection&) {}

    // The deadline has passed.
    virtual void late(Connection& connection) { connection.finish(); }

    // The server is about to stop: come to an end soon.
    virtual void stop(Connection& connection) { connection.finish(); }
};

class Server {
public:
    using MakeTalk = std::function<std::unique_ptr<Talk>(Connection&)>;

    // ConfigInvalid for an address or a path that is none or cannot be had. Borrows the pool. `make_talk` is called on
    // all loops.
    static Result<std::unique_ptr<Server>> open(
        ServerSettings settings, WorkPool& pool, MakeTalk make_talk
    );
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();  // stops at once

    std::uint16_t port() const;
    std::size_t connections() const;

    // Returns when all connections are gone, those that have not ended after `grace` closed, and waits for
    // their work. Not from a Talk.
    void stop(std::chrono::milliseconds grace);

private:
    class Loop;
    struct Parts;

    explicit Server(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace fovea::net
