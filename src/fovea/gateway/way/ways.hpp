// Where a request goes by the model that it names: through the aliases of the configuration to a provider's model, and
// whether that server speaks the program's own dialect.
//
//     if (auto way = ways.known(Dialect::Anthropic, "claude-opus-5")) …   // at once: on a loop
//     auto way = ways.find(Dialect::Anthropic, "claude-opus-5", stop);    // may ask the server what the model can do
//
// Any thread.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/delivery/learnt_limits.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/exchange.hpp"
#include "fovea/net/http/origin.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace fovea::gateway {

struct Way {
    delivery::Target target;  // with what was learnt of its limits
    bool is_spoken = false;   // its server speaks the dialect: bodies may go on as they are
    bool is_renamed = false;  // the server knows the model by another name than the program
    net::Origin origin = {};  // with what follows: of one whose server speaks it
    bool has_proxy = false;   // the environment has one before it
    std::string path = {};    // of its URL
    std::string query = {};   // "?…" of the configured address; empty: none
    Headers headers = {};     // of the configuration, with the key; names in lower case
};

using WayRef = std::shared_ptr<const Way>;

// For the program, of what Ways says: nobody knows the model, or there is no key.
ApiError way_error(const Error& error);

class Ways {
public:
    using ServerSays = std::function<delivery::ServerSays(std::stop_token)>;

    Ways(
        const config::Settings& settings,
        const delivery::LearntLimits& learnt,
        config::Environment environment,
        ServerSays server_says
    )
        : settings_(settings),
          learnt_(learnt),
          environment_(std::move(environment)),
          server_says_(std::move(server_says)) {}

    // What was found less than a minute ago; null otherwise.
    WayRef known(Dialect dialect, std::string_view name) const;

    // InvalidInput for a model that nobody knows, ConfigInvalid for a key that is not there. May block.
    Result<WayRef> find(Dialect dialect, const std::string& name, const std::stop_token& stop);

    // Where a path goes that has no model: to the provider of the model that the body names all the same (empty: none), else to the
    // one that the configuration has for such paths. InvalidInput where it has none or several.
    Result<WayRef> other(Dialect dialect, const std::string& path, const std::string& model);

    // Something was learnt: what is known is looked at anew.
    void forget();

private:
    using Clock = std::chrono::steady_clock;
    struct Known {
        WayRef way;
        Clock::time_point since;
    };

    Result<std::string> provider_for(Dialect dialect) const;
    Result<void> address(Way& way, const std::string& path) const;
    Result<WayRef> make(Dialect dialect, const std::string& name, const std::stop_token& stop);

    const config::Settings& settings_;
    const delivery::LearntLimits& learnt_;
    const config::Environment environment_;
    const ServerSays server_says_;
    mutable std::mutex mutex_;  // guards what follows
    std::map<std::pair<Dialect, std::string>, Known, std::less<>> known_;
};

}  // namespace fovea::gateway
