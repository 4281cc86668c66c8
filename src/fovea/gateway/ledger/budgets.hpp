// What each token may spend: requests in a minute, dollars in a day (UTC); and what it spent, by model and day. Kept in a
// file of the data folder, so that a restart forgives nothing.
//
//     if (auto wait = budgets.refuse("ci", {}, now)) …     // 429, with so many seconds to wait
//     budgets.spend("ci", "anthropic/claude-opus-5", usage, 0.02, now);
//
// Any thread.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace fovea::gateway {

struct Spent {
    std::uint64_t requests = 0;
    providers::Usage usage = {};  // with cost_usd
};

class Budgets {
public:
    using Time = std::chrono::system_clock::time_point;
    struct Refusal {
        std::chrono::seconds wait;
        std::string why;
    };

    // An empty path: nothing is kept.
    Budgets(config::GatewaySettings settings, std::filesystem::path file);

    // What a token has of its own goes before the settings; 0: no limit.
    struct Own {
        std::optional<double> usd_per_day = {};
        std::optional<std::int64_t> requests_per_minute = {};
    };
    // Counts the request where it is not refused.
    std::optional<Refusal> refuse(const std::string& token, const Own& own, Time now);
    void spend(
        const std::string& token,
        const std::string& model,
        const providers::Usage& usage,
        double usd,
        Time now
    );

    // Rows of one token, of all for "".
    boost::json::array rows(const std::string& token) const;
    void save();

private:
    using Key = std::tuple<std::string, std::string, std::string>;  // day, token, model

    void load();
    const std::string& day_text(Time now);  // with the lock

    const config::GatewaySettings settings_;
    const std::filesystem::path file_;
    mutable std::mutex mutex_;  // guards what follows
    std::map<Key, Spent> spent_;
    std::map<std::pair<std::string, std::string>, double> today_;  // day and token
    struct Minute {
        Time begun = {};
        std::int64_t requests = 0;
    };
    std::map<std::string, Minute> minutes_;
    bool is_changed_ = false;
    std::chrono::sys_days last_day_ = {};
    std::string last_day_text_;
};

}  // namespace fovea::gateway
