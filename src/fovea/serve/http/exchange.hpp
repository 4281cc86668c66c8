// One request on its way, and what the pool does for it: whatever may block.
//
// Shared between a connection's loop and the pool. While the pool works on it, the loop keeps its hands off.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/serve/http/message.hpp"
#include "fovea/serve/http/route.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::serve {

struct Exchange {
    Call call;
    const Route* route = nullptr;
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    std::optional<Response> response = {};
    std::optional<Error> failed = {};
    std::string piece = {};  // of the body that came, or of the answer that goes

    // Where the body goes, or `failed`.
    void open_sink();
    // What came of the body, or `failed`. Its memory stays.
    void feed_sink(bool is_last);
    // Puts the answer into `response`. What a route throws, for want of memory or by a mistake of ours, ends its
    // request and nothing else.
    void answer(const std::stop_token& stop);
    // Empty where it cannot be read.
    void read_piece(const Response::Pieces& pieces, std::uint64_t from, std::size_t most);
};

}  // namespace fovea::serve
