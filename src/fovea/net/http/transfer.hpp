// Moves one exchange through one pair of libcurl handles: sets them up, pumps bytes, watches the
// clocks and the stop token. The handles are clean again when run() returns.
#pragma once

#include "fovea/net/http/client.hpp"
#include "fovea/net/http/exchange.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace fovea::net {

class Transfer {
public:
    // `place` is the server's scheme, host and port, for messages. All others outlive the
    // transfer.
    Transfer(
        const HttpRequest& request,
        const HttpEvents& events,
        const std::stop_token& stop,
        const HttpSettings& settings,
        std::string place
    );

    // Once. `multi` is a CURLM*, `easy` a CURL*.
    Result<HttpResponse, HttpFailure> run(void* multi, void* easy, Proxy proxy);

private:
    using Clock = std::chrono::steady_clock;
    struct Callbacks;  // what libcurl calls

    bool set_up(void* easy, void* header_lines, Proxy proxy);
    bool set_guard(void* easy, const Guard& guard);
    bool may_ask(const IpAddress& address);  // ended with Refused when not
    void set_way(void* easy, Proxy proxy);
    void set_callbacks(void* easy);
    int pump(void* multi);  // to the end, ours or libcurl's: a CURLcode
    std::chrono::milliseconds time_left();
    Result<HttpResponse, HttpFailure> outcome(int code) const;

    const HttpRequest& request_;
    const std::stop_token& stop_;
    const HttpSettings& settings_;
    std::string place_;
    Exchange exchange_;

    Clock::time_point deadline_;
    Clock::time_point last_byte_;
    std::uint64_t seen_steps_ = 0;
    int quiet_turns_ = 0;  // of the pump, without a byte of the exchange
    bool connected_ = false;
    std::shared_ptr<void> pins_;      // libcurl's list, until the handle is reset
    std::array<char, 512> detail_{};  // libcurl's sentence; CURL_ERROR_SIZE is 256
};

}  // namespace fovea::net
