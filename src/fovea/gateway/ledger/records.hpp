// What became of the last requests: what came, what went, what it cost. Kept in memory, the oldest go first; no text and no
// picture of a request is in it.
#pragma once

#include "fovea/delivery/receipt.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fovea::gateway {

struct Record {
    std::string id;
    std::string token;  // whose: its name
    std::chrono::system_clock::time_point begun = {};
    std::chrono::milliseconds took{0};
    std::string dialect = {};
    std::string asked_model = {};
    std::string model = {};  // who answered: "deepseek/deepseek-chat"
    std::string way = {};    // "pass", "turn" or "cache"
    std::string why = {};    // it did not pass
    int status = 0;          // of the answer to the client
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_out = 0;
    std::size_t images = 0;
    std::vector<delivery::ReceiptRow> receipt = {};
    std::vector<std::string> healed = {};   // a sentence each
    std::vector<std::string> dropped = {};  // fields that nothing was made of
    std::size_t looks = 0;                  // calls of analyze_image that were answered here
    int retries = 0;
    providers::Usage usage = {};
    double cost_usd = 0;
    bool is_priced = false;
    std::string error = {};
};

boost::json::object to_json(const Record& record);

class Records {
public:
    static constexpr std::size_t kMost = 1000;

    void add(Record record);
    std::optional<Record> find(const std::string& id) const;

private:
    mutable std::mutex mutex_;
    std::deque<Record> records_;
};

}  // namespace fovea::gateway
