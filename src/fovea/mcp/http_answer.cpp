#include "fovea/mcp/http_answer.hpp"

#include "fovea/mcp/words.hpp"
#include "fovea/net/codec/sse.hpp"

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
        type_ = net::find_header(head.headers, "content-type").value_or("");
        if (events_.on_head) events_.on_head(head);
        return net::Flow::Continue;
    }

    net::Flow take_body(std::string_view piece) {
        bytes_ += piece.size();
        if (body_kind_ == Body::Events && status_ / 100 == 2) return take_stream(piece);
        const auto most = body_kind_ == Body::Json ? kMaxMessage : kMaxErrorBody;
        body_ += piece.substr(0, most - body_.size());
        // What is too large is read on, to tell how large it is; the client has a limit of its own.
        return body_kind_ == Body::Json || bytes_ <= most ? net::Flow::Continue : net::Flow::Stop;
    }

    HttpAnswer finish(const Result<net::HttpResponse, net::HttpFailure>& response) {
        if (is_too_large()) {
            failure_ = too_large();
        } else if (!response.ok() && !failure_) {
            failure_ = Failure{kind_of(response.error().kind), response.error().message};
        }
        if (!failure_ && status_ / 100 != 2) failure_ = refusal();
        if (!failure_ && body_kind_ == Body::Json && !body_.empty()) hand_over(body_);
        if (!failure_ && body_kind_ == Body::Words && !body_.empty()) {
            unread_ = Failure{
                Failure::Kind::Broken,
                "it answered with \"" + clean_line(type_, 100) +
                    "\" instead of JSON or an event stream; check its url"};
        }
        return {status_, failure_, unread_, parser_.last_id(), parser_.retry(), stopped_};
    }

private:
    bool is_too_large() const {
        return is_long_event_ || (body_kind_ == Body::Json && bytes_ > kMaxMessage);
    }

    Failure too_large() const {
        return {Failure::Kind::Broken, "its answer is " + too_large_words(bytes_)};
    }

    // The words of a JSON-RPC error, where the body is one.
    Failure refusal() const {
        auto words = "it answered with HTTP " + std::to_string(status_);
        if (status_ == 401 || status_ == 403) words += "; check the headers in its configuration";
        const auto message = parse_message(body_);
        const auto* response = message.ok() ? std::get_if<Response>(&message.value()) : nullptr;
        const auto* error =
            response == nullptr ? nullptr : std::get_if<RpcError>(&response->outcome);
        if (error == nullptr) return {Failure::Kind::Gone, words};
        return {
            Failure::Kind::Refused, words + ": " + clean_line(error->message, 500), error->code};
    }

    net::Flow take_stream(std::string_view piece) {
        if (is_long_event_) return skip(piece);
        auto found = parser_.feed(piece);
        if (!found.ok()) {
            is_long_event_ = true;
            return skip(piece);
        }
        // From here on the bytes are those of the next event, give or take a piece.
        if (!found.value().empty()) bytes_ = 0;
        for (const auto& event : found.value()) {
            const bool ours = event.name.empty() || event.name == "message";
            if (ours && !event.data.empty()) hand_over(event.data);
            if (stopped_) return net::Flow::Stop;
        }
        return net::Flow::Continue;
    }

    // The rest of an event that is too large: until its line ends its size is not known.
    static net::Flow skip(std::string_view piece) {
        const bool ends = piece.find_first_of("\r\n") != std::string_view::npos;
        return ends ? net::Flow::Stop : net::Flow::Continue;
    }

    void hand_over(const std::string& text) {
        for (auto& message : read_messages(text)) {
            hand_over(std::move(message), text);
            if (stopped_) return;
        }
    }

    void hand_over(Result<Message, BadMessage> message, const std::string& text) {
        if (message.ok()) {
            stopped_ = events_.on_message(std::move(message).value()) == net::Flow::Stop;
            return;
        }
        const auto shown = "it sent something that is not a message: " + clean_line(text, 200);
        if (events_.on_note) events_.on_note(shown);
        unread_ = Failure{Failure::Kind::Broken, shown};
        const auto broken = broken_answer(message.error(), text);
        if (broken && events_.on_broken) {
            stopped_ = events_.on_broken(*broken) == net::Flow::Stop;
        }
    }

    const AnswerEvents& events_;
    net::SseParser parser_;
    int status_ = 0;
    Body body_kind_ = Body::Words;
    std::string type_;  // of the body
    std::string body_;
    std::uint64_t bytes_ = 0;  // of the body, or of the event that comes
    bool is_long_event_ = false;
    std::optional<Failure> failure_;
    std::optional<Failure> unread_;
    bool stopped_ = false;
};

}  // namespace

HttpAnswer ask(
    net::HttpSender& client,
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
