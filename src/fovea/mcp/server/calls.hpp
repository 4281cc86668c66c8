// The requests of one client that take time, on threads that all clients share: several at once, the others
// in line, each with a stop token of its own.
//
//     calls.start(voice, [=](const std::stop_token& stop) { return outcome; }, bytes);
//     calls.cancel(id);     // it stops, and the client hears nothing more of it
//     calls.wait(1s);       // until none is left
//
// While they run, each is given a beat from time to time (call_voice.hpp).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/work_pool.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/mcp/server/call_voice.hpp"
#include "fovea/mcp/server/heart.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <variant>

namespace fovea::mcp {

struct CallLimits {
    std::size_t at_once = 8;  // of the threads that all clients share
    // More are refused: a client that floods does not grow us.
    std::size_t waiting = 256;
    std::size_t waiting_bytes = 256u << 20;  // of what they were asked; one may always wait
};

// What the calls of all clients run on; outlives them.
struct CallThreads {
    WorkPool& pool;
    Heart& heart;  // a client hears every fifth beat, and the first
};

class Calls {
public:
    using Outcome = std::variant<boost::json::value, RpcError>;
    using Work = std::function<Outcome(const std::stop_token& stop)>;

    Calls(CallThreads threads, CallLimits limits);
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;
    ~Calls();  // stops all, and waits for them

    // kInvalidRequest for an id that is under way, kInternalError when too many wait. `bytes` is what
    // the work keeps in memory until it begins.
    Result<void, RpcError> start(std::shared_ptr<CallVoice> voice, Work work, std::size_t bytes);

    // Of no effect where it is not, or no longer, under way.
    void cancel(const Id& id);
    void cancel_all();

    // Held by a call while it waits for a person, so that the others go on.
    class Pause {
    public:
        explicit Pause(Calls& calls) : aside_(calls.lane_) {}

    private:
        WorkPool::Lane::Aside aside_;
    };

    // False when some are left after the time.
    bool wait(std::chrono::milliseconds time);

private:
    // Shared by the table and by the thread that runs it.
    struct Running {
        std::shared_ptr<CallVoice> voice;
        Work work;
        std::size_t bytes = 0;
        std::stop_source stop;
        WorkPool::Ticket ticket = 0;
    };

    void serve(const std::shared_ptr<Running>& running);
    void beat();
    void leave_line(const Running& running);  // with the lock

    const CallLimits limits_;
    std::mutex mutex_;  // guards what follows
    std::map<Id, std::shared_ptr<Running>> under_way_;
    std::size_t waiting_ = 0;
    std::size_t waiting_bytes_ = 0;
    std::size_t working_ = 0;
    std::condition_variable changed_;
    WorkPool::Lane lane_;  // last, with the listener: they use the others
    Heart::Listener listener_;
};

}  // namespace fovea::mcp
