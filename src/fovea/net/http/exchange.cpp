#include "fovea/net/http/exchange.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <charconv>

namespace fovea::net {

namespace {

using Kind = HttpFailure::Kind;

// All heads of one response together, and its trailers; real ones stay below 20 kB.
constexpr std::size_t kMaxHead = 256U << 10;

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc()) return std::nullopt;
    return value;
}

// "HTTP/1.1 200 OK", "HTTP/2 200".
std::optional<int> status_in(std::string_view line) {
    if (!line.starts_with("HTTP/")) return std::nullopt;
    const auto space = line.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    return number_in<int>(trimmed(line.substr(space)));
}

}  // namespace

Exchange::Exchange(
    const HttpRequest& request,
    const HttpEvents& events,
    const std::stop_token& stop,
    std::string place
)
    : request_(request), events_(events), stop_(stop), place_(std::move(place)) {}

void Exchange::end(Kind kind, const std::string& why) {
    if (!ended_) ended_ = HttpFailure{kind, before_first_byte(), place_ + ": " + why};
}

bool Exchange::start_step() {
    ++steps_;
    if (stop_.stop_requested()) end(Kind::Cancelled, "cancelled");
    return !ended_ && !thrown_ && !response_.stopped;
}

template <class Receiver, class What>
bool Exchange::hand_over(const Receiver& receiver, const What& what) {
    if (!receiver) return true;
    try {
        response_.stopped = receiver(what) == Flow::Stop;
    } catch (...) {
        thrown_ = std::current_exception();
    }
    return !thrown_ && !response_.stopped;
}

bool Exchange::add_header(std::string_view line) {
    // A folded line (RFC 9112, 5.2) continues the one before.
    if ((line.front() == ' ' || line.front() == '\t') && !response_.headers.empty()) {
        response_.headers.back().value.append(" ").append(trimmed(line));
        return true;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) {
        end(Kind::Protocol, "a header line without a colon");
        return false;
    }
    response_.headers.push_back(
        {lowered(trimmed(line.substr(0, colon))), std::string(trimmed(line.substr(colon + 1)))}
    );
    return true;
}

bool Exchange::finish_head() {
    in_head_ = false;
    if (response_.status < 200) return true;  // an interim response: the real one follows
    head_done_ = true;
    return hand_over(events_.on_head, response_);
}

bool Exchange::take_header_line(std::string_view line) {
    first_byte_ = true;
    if (!start_step()) return false;
    head_bytes_ += line.size();
    if (head_bytes_ > kMaxHead) {
        end(Kind::TooLarge, "the head has more than " + std::to_string(kMaxHead) + " bytes");
        return false;
    }
    if (head_done_) return true;  // trailers
    if (in_head_) return trimmed(line).empty() ? finish_head() : add_header(line);

    const auto status = status_in(line);
    if (!status) {
        end(Kind::Protocol, "the response does not start with a status line");
        return false;
    }
    response_.status = *status;
    response_.headers.clear();
    in_head_ = true;
    return true;
}

bool Exchange::take_body(std::string_view piece) {
    if (!start_step()) return false;
    // A server that says it beforehand need not send it first.
    const auto length = find_header(response_.headers, "content-length");
    const auto promised = length ? number_in<std::uint64_t>(*length).value_or(0) : 0;
    const auto limit = request_.max_response_bytes;
    if (promised > limit || piece.size() > limit - response_.body_bytes) {
        end(Kind::TooLarge, "the response has more than " + std::to_string(limit) + " bytes");
        return false;
    }
    response_.body_bytes += piece.size();
    return hand_over(events_.on_body, piece);
}

std::optional<std::size_t> Exchange::give_body(std::span<char> into) {
    if (!start_step()) return std::nullopt;
    const auto left = request_.body->size() - sent_bytes_;
    if (left == 0) return 0;
    into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size())));
    const auto read = request_.body->read(into);
    if (!read.ok()) {
        end(Kind::BodyUnreadable, "the request's body: " + read.error().message);
        return std::nullopt;
    }
    if (read.value() == 0 || read.value() > into.size()) {
        end(Kind::BodyUnreadable, "the request's body has another size than it said");
        return std::nullopt;
    }
    sent_bytes_ += read.value();
    return read.value();
}

bool Exchange::rewind_body() {
    sent_bytes_ = 0;
    if (request_.body == nullptr || request_.body->rewind()) return true;
    end(Kind::BodyUnreadable, "the request's body can be read only once");
    return false;
}

}  // namespace fovea::net
