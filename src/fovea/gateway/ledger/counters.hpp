// What all requests of the gateway came to, for who operates it (base/tally.hpp): requests by their way and how they ended, tokens
// and pictures. Kept apart and handed over now and then, since a request that passes takes a few microseconds in all.
#pragma once

#include "fovea/gateway/ledger/record.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace fovea::gateway {

class Counters {
public:
    void count(const Record& record);
    // To the tally of the process; starts anew.
    void hand_over();

private:
    std::map<std::pair<std::string, std::string>, std::uint64_t> requests_;  // way, outcome
    std::map<std::string, std::uint64_t> pictures_;  // what they reached the model as
    std::uint64_t input_ = 0;
    std::uint64_t output_ = 0;
    std::uint64_t cache_read_ = 0;
    std::uint64_t cache_write_ = 0;
    std::uint64_t looks_ = 0;
    std::uint64_t healed_ = 0;
    double cost_ = 0;
};

}  // namespace fovea::gateway
