// What became of one request.
#pragma once

#include "fovea/delivery/receipt.hpp"
#include "fovea/providers/provider.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
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
    std::string way = {};    // "pass", "splice", "turn" or "cache"
    std::string why = {};    // it did not pass
    int status = 0;          // of the answer to the client
    std::string spoken =
        {};  // to the model's server, by its kind: "anthropic"; empty: nobody was asked
    std::size_t requests_sent = 0;  // to it, with those that were refused
    std::uint64_t bytes_sent = 0;   // of their bodies
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
    bool is_unfit = false;  // the answer is not of the form that was asked for
    std::string error = {};
};

}  // namespace fovea::gateway
