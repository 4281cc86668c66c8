// What became of the last requests: what came, what went, what it cost. Kept in memory, the oldest go first; no text and no
// picture of a request is in it.
#pragma once

#include "fovea/gateway/ledger/counters.hpp"
#include "fovea/gateway/ledger/record.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace fovea::gateway {

boost::json::object to_json(const Record& record);

class Records {
public:
    static constexpr std::size_t kMost = 1000;

    void add(Record record);
    std::optional<Record> find(const std::string& id) const;
    void tell_counts();

private:
    mutable std::mutex mutex_;
    std::deque<Record> records_;
    Counters counts_;
};

}  // namespace fovea::gateway
