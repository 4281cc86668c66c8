// The requests of one client that take time, on threads of their own: several at once, the others in
// line, each with a stop token of its own.
//
//     calls.start(voice, [=](const std::stop_token& stop) { return outcome; });
//     calls.cancel(id);     // it stops, and the client hears nothing more of it
//     calls.wait(1s);       // until none is left
//
// While they run, each is given a beat from time to time (call_voice.hpp).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/mcp/server/call_voice.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <variant>
#include <vector>

namespace fovea::mcp {

struct CallLimits {
    std::size_t at_once = 8;
    // More are refused: a client that floods does not grow us.
    std::size_t waiting = 256;
    std::size_t waiting_bytes = 256u << 20;  // of what they were asked; one may always wait
    std::chrono::milliseconds beat{1000};    // a client hears every fifth, and the first
};

class Calls {
public:
    using Outcome = std::variant<boost::json::value, RpcError>;
    using Work = std::function<Outcome(const std::stop_token& stop)>;

    explicit Calls(CallLimits limits);
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;
    ~Calls();  // stops all, and waits for them

    // kInvalidRequest for an id that is under way, kInternalError when too many wait. `bytes` is what
    // the work keeps in memory until it begins.
    Result<void, RpcError> start(std::shared_ptr<CallVoice> voice, Work work, std::size_t bytes);

    // Of no effect where it is not, or no longer, under way.
    void cancel(const Id& id);
    void cancel_all();

    // False when some are left after the time.
    bool wait(std::chrono::milliseconds time);

private:
    // Shared by the table and by the thread that runs it.
    struct Running {
        std::shared_ptr<CallVoice> voice;
        Work work;
        std::size_t bytes = 0;
        std::stop_source stop;
    };

    void serve();
    void beat(const std::stop_token& stop);

    CallLimits limits_;
    std::mutex mutex_;  // guards what follows
    std::map<Id, std::shared_ptr<Running>> under_way_;
    std::deque<std::shared_ptr<Running>> line_;
    std::size_t line_bytes_ = 0;
    std::size_t idle_ = 0;
    std::size_t working_ = 0;
    bool ends_ = false;
    std::condition_variable_any changed_;
    std::vector<std::jthread> threads_;
    std::jthread heart_;
};

}  // namespace fovea::mcp
