// Sends the requests of a turn, and knows how the last of them was answered. Where a request is its program's own
// (splice/), its headers are, too, and the answer may go on to the program as it comes.
//
//     TurnSender sender(client, {.spliced = &last, .headers = …}, stream);
//     … {.client = sender} …
//     sender.refusal();    // of the last request: what the server said, in its own words
//
// One thread.
#pragma once

#include "fovea/gateway/core.hpp"
#include "fovea/gateway/splice/answer_splice.hpp"
#include "fovea/gateway/splice/spliced_dialect.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"
#include "fovea/net/http/sender.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace fovea::gateway {

class TurnSender final : public net::HttpSender {
public:
    struct OfProgram {
        LastWritten* written = nullptr;  // null: no request is its own
        Headers headers = {};
        std::string query = {};          // "beta=true"
        bool passes_answers = false;     // in the server's bytes
        AnswerSplice* answer = nullptr;  // through which they pass; null: as they come
        bool streams = false;
        std::function<void()> on_send = {};
        std::optional<PassedRefusal> refusal =
            {};  // of the request as it came; it is not sent again
    };

    // Borrows the client, the note and the stream.
    TurnSender(net::HttpSender& client, OfProgram program, ReplyStream& stream)
        : client_(client), program_(std::move(program)), stream_(stream) {}

    Result<net::HttpResponse, net::HttpFailure> send(
        const net::HttpRequest& request, const net::HttpEvents& events, const std::stop_token& stop
    ) override;

    // None where it was no error, or nobody answered.
    const std::optional<PassedRefusal>& refusal() const { return refused_; }
    // Whether the last request was the program's own.
    bool was_spliced() const { return was_spliced_; }
    // Requests that were sent because the one before was refused.
    std::size_t resent() const { return resent_; }

    // All that were sent, and the bytes of their bodies.
    std::size_t requests() const { return requests_; }
    std::uint64_t bytes() const { return bytes_; }

    // Another reply of the same answer follows.
    void next_reply() { has_passed_ = false; }
    // Of the last reply that waits for its end (answer_splice.hpp); none: it is written anew.
    const std::optional<net::HttpResponse>& waiting() const { return waiting_; }

private:
    bool pass_on(const net::HttpResponse& head);

    net::HttpRequest as_program_says(const net::HttpRequest& request) const;
    Result<net::HttpResponse, net::HttpFailure> told_already(const net::HttpEvents& events);

    net::HttpSender& client_;
    OfProgram program_;
    ReplyStream& stream_;
    std::optional<PassedRefusal> refused_;
    std::optional<net::HttpResponse> waiting_;
    bool has_passed_ = false;  // something of this reply went to the program
    bool was_spliced_ = false;
    std::size_t resent_ = 0;
    std::size_t requests_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace fovea::gateway
