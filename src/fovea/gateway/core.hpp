// What all requests of the gateway share. Outlives them; any thread where nothing else is said.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/base/work_pool.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/ledger/budgets.hpp"
#include "fovea/gateway/ledger/records.hpp"
#include "fovea/gateway/way/answer_cache.hpp"
#include "fovea/gateway/way/held_body.hpp"
#include "fovea/gateway/way/ways.hpp"
#include "fovea/net/upstream/upstream.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::gateway {

// What a server said to a request that was passed on as it came.
struct PassedRefusal {
    int status = 0;
    net::HttpHeaders headers = {};
    std::string body = {};
};

// A request that has to be understood: the whole of it.
struct TurnJob {
    Dialect dialect = Dialect::OpenaiChat;
    Asked asked;
    std::string path_end;
    std::string body;
    std::string why;                            // it is no passage, for the log
    bool has_hidden = false;                    // files in the middle of texts
    std::optional<PassedRefusal> refusal = {};  // that was met already, and need not be met again
    HeldBytes held = {};                        // its body's part of the budget
};

// Where its answer goes, from any thread; bytes for the client, in order. begin() once, then bytes, then end().
class TurnOut {
public:
    virtual ~TurnOut() = default;
    virtual void begin(int status, Headers headers) = 0;
    virtual void write(std::string bytes) = 0;  // waits while the client does not read
    virtual bool would_wait() const { return false; }
    virtual void end() = 0;
    virtual void abort() = 0;  // it never will be whole
};

class Core {
public:
    virtual ~Core() = default;

    virtual const config::Settings& settings() const = 0;
    virtual const net::UpstreamSettings& upstream() const = 0;
    virtual Ways& ways() = 0;
    virtual HoldBudget& hold() = 0;
    virtual Records& records() = 0;
    virtual Budgets& budgets() = 0;
    virtual AnswerCache& answers() = 0;
    virtual Timers& timers() = 0;
    virtual WorkPool::Lane& lookups() = 0;  // of models
    virtual WorkPool::Lane& turns() = 0;

    // Whether a picture of that base64 may have been refused by the endpoint: then somebody has to look. On a loop.
    virtual bool may_be_refused(const std::string& endpoint, const HeldBase64& picture) const = 0;

    // Understands it, asks, heals, answers. Blocks; on the lane of turns.
    virtual void run_turn(
        const TurnJob& job, Record record, TurnOut& out, const std::stop_token& stop
    ) = 0;
};

}  // namespace fovea::gateway
