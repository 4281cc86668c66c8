// One request to a provider's server: sent, read, and sent again where that helps (P4).
//
//     const Endpoint endpoint{.base_url = "https://api.anthropic.com", .key = key};
//     const auto reply = send_request(client, dialect, endpoint, wire, blobs, settings, events, stop);
//
// 408, 409, 429, 5xx, an overloaded server and a connection that broke before its first byte are
// tried again after the wait that the server asks for; each wait is told before it begins. A stream
// that breaks after words of it were handed on is not: they would come twice. A web page in place of
// an answer is told at once, with the URL. The time is that of
// the whole exchange, waits included. No key enters a message, also where a server sends it back.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/secrets.hpp"
#include "fovea/net/http/retry.hpp"
#include "fovea/net/http/sender.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::providers {

struct Endpoint {
    std::string base_url;
    Headers headers = {};  // of the configuration
    std::optional<config::Secret> key = {};
};

// A wait that is about to begin.
struct RetryNotice {
    int attempt = 1;  // that failed, from 1
    std::chrono::milliseconds wait{0};
    WireFailure failure;
};

struct ExchangeEvents {
    std::function<void(const StreamEvent&)> on_event = {};
    std::function<void(const RetryNotice&)> on_retry = {};
    // How much of the request is on its way: at its beginning, now and then where it is long, and once all is.
    std::function<void(std::uint64_t done, std::uint64_t total)> on_sending = {};
};

struct ExchangeSettings {
    ReplyForm delivery = ReplyForm::Whole;
    std::chrono::milliseconds timeout{600'000};
    net::RetryPolicy retries = {};
    std::function<double()> dice = {};  // from 0 to 1; empty: chance
};

Result<Reply, WireFailure> send_request(
    net::HttpSender& client,
    const Dialect& dialect,
    const Endpoint& endpoint,
    const WireRequest& request,
    BlobSource& blobs,
    const ExchangeSettings& settings,
    const ExchangeEvents& events,
    const std::stop_token& stop
);

// What a person is told. `provider` is its name in the configuration, `model` what it was asked for.
Error error_of(const WireFailure& failure, std::string_view provider, std::string_view model = {});

}  // namespace fovea::providers
