#include "fovea/mcp/http_answer.hpp"

#include "fovea/mcp/words.hpp"
#include "fovea/net/sse.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

constexpr std::size_t kMaxErrorBody = 64 << 10;

enum class Body { Json, Events, Words };

Body kind_of(const net::HttpResponse& head) {
    const auto type = net::find_header(head.headers, "content-type").value_or("");
    if (type.starts_with("text/event-stream")) return Body::Events;
    return head.status / 100 == 2 && type.starts_with("application/json") ? Body::Json
                                                                          : Body::Words;
}

Failure::Kind kind_of(net::HttpFailure::Kind kind) {
    switch (kind) {
        case net::HttpFailure::Kind::Cancelled: return Failure::Kind::Cancelled;
        case net::HttpFailure::Kind::Timeout: return Failure::Kind::Timeout;
        case net::HttpFailure::Kind::TooLarge:
        case net::HttpFailure::Kind::Protocol: return Failure::Kind::Broken;
        case net::HttpFailure::Kind::Refused:
        case net::HttpFailure::Kind::Connect:
        case net::HttpFailure::Kind::Tls:
        case net::HttpFailure::Kind::Interrupted:
        case net::HttpFailure::Kind::BodyUnreadable: return Failure::Kind::Gone;
    }
    return Failure::Kind::Gone;
}

// Reads one response, in pieces.
class AnswerReader {
public:
    explicit AnswerReader(const AnswerEvents& events)
        : events_(events), parser_({.max_line = kMaxMessage, .max_event = kMaxMessage}) {}

    net::Flow take_head(const net::HttpResponse& head) {
        status_ = head.status;
        body_kind_ = kind_of(head);
        if (events_.on_head) events_.on_head(head);
        return net::Flow::Continue;
    }

    net::Flow take_body(std::string_view piece) {
        if (body_kind_ == Body::Events && status_ / 100 == 2) return take_stream(piece);
        const auto room = (body_kind_ == Body::Json ? kMaxMessage : kMaxErrorBody) - body_.size();
        body_ += piece.substr(0, room);
        if (piece.size() <= room) return net::Flow::Continue;
        if (body_kind_ == Body::Json) failure_ = too_large();
        return net::Flow::Stop;
    }

    HttpAnswer finish(const Result<net::HttpResponse, net::HttpFailure>& response) {
        if (!response.ok() && !failure_) {
            failure_ = Failure{kind_of(response.error().kind), response.error().message};
        }
        if (!failure_ && status_ / 100 != 2) failure_ = refusal();
        if (!failure_ && body_kind_ == Body::Json && !body_.empty()) hand_over(body_);
        return {status_, failure_, parser_.last_id(), parser_.retry(), stopped_};
    }

private:
    static Failure too_large() {
        return {
            Failure::Kind::Broken,
            "it sent a message of more than " + std::to_string(kMaxMessage) + " bytes"};
    }

    // The words of a JSON-RPC error, where the body is one.
    Failure refusal() const {
        auto words = "it answered with HTTP " + std::to_string(status_);
        if (status_ == 401 || status_ == 403) words += "; see the headers in its configuration";
        const auto message = parse_message(body_);
        const auto* response = message.ok() ? std::get_if<Response>(&message.value()) : nullptr;
        const auto* error =
            response == nullptr ? nullptr : std::get_if<RpcError>(&response->outcome);
        if (error == nullptr) return {Failure::Kind::Gone, words};
        return {
            Failure::Kind::Refused, words + ": " + clean_line(error->message, 500), error->code};
    }

    net::Flow take_stream(std::string_view piece) {
        auto found = parser_.feed(piece);
        if (!found.ok()) {
            failure_ = too_large();
            return net::Flow::Stop;
        }
        for (const auto& event : found.value()) {
            const bool ours = event.name.empty() || event.name == "message";
            if (ours && !event.data.empty()) hand_over(event.data);
            if (stopped_) return net::Flow::Stop;
        }
        return net::Flow::Continue;
    }

    void hand_over(const std::string& text) {
        auto message = parse_message(text);
        if (message.ok()) {
            stopped_ = events_.on_message(std::move(message).value()) == net::Flow::Stop;
        } else if (events_.on_note) {
            events_.on_note("it sent what is no message: " + clean_line(text, 200));
        }
    }

    const AnswerEvents& events_;
    net::SseParser parser_;
    int status_ = 0;
    Body body_kind_ = Body::Words;
    std::string body_;
    std::optional<Failure> failure_;
    bool stopped_ = false;
};

}  // namespace

HttpAnswer ask(
    net::HttpClient& client,
    const net::HttpRequest& request,
    const AnswerEvents& events,
    const std::stop_token& stop
) {
    AnswerReader reader(events);
    const auto response = client.send(
        request,
        {.on_head = [&](const net::HttpResponse& head) { return reader.take_head(head); },
         .on_body = [&](std::string_view piece) { return reader.take_body(piece); }},
        stop
    );
    return reader.finish(response);
}

}  // namespace fovea::mcp
