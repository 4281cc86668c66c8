// One request and its response, seen from the wire: what a transport calls with the lines and pieces
// that came, and asks for those that go. Owns no socket and no clock.
//
// Each step says whether to go on. When one says no, ended() tells why, or thrown() what a receiver
// threw, or the response is `stopped`.
#pragma once

#include "fovea/net/http/message.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::net {

class Exchange {
public:
    Exchange(
        const HttpRequest& request,
        const HttpEvents& events,
        const std::stop_token& stop,
        std::string place
    );

    // A line of the head with its line end: the status line, then the headers, then the blank one.
    // Interim responses (1xx) may come before, trailers after the body.
    bool take_header_line(std::string_view line);
    bool take_body(std::string_view piece);

    // How much of the request's body was put into `into`; nothing when the source failed.
    std::optional<std::size_t> give_body(std::span<char> into);
    bool rewind_body();

    // The first end counts.
    void end(HttpFailure::Kind kind, const std::string& why);

    const std::optional<HttpFailure>& ended() const { return ended_; }
    const std::exception_ptr& thrown() const { return thrown_; }
    const HttpResponse& response() const { return response_; }
    bool before_first_byte() const { return !first_byte_; }

    // Grows with every step: as long as it does, the connection is alive.
    std::uint64_t steps() const { return steps_; }

private:
    bool start_step();
    bool finish_head();
    bool add_header(std::string_view line);
    template <class Receiver, class What>
    bool hand_over(const Receiver& receiver, const What& what);

    const HttpRequest& request_;
    const HttpEvents& events_;
    const std::stop_token& stop_;
    std::string place_;

    HttpResponse response_;
    std::optional<HttpFailure> ended_;
    std::exception_ptr thrown_;
    std::size_t head_bytes_ = 0;
    std::uint64_t sent_bytes_ = 0;
    std::uint64_t steps_ = 0;
    bool first_byte_ = false;
    bool in_head_ = false;  // behind a status line
    bool head_done_ = false;
};

}  // namespace fovea::net
