#include "fovea/gateway/turns/turn_sender.hpp"

#include "fovea/gateway/way/wire_head.hpp"

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxRefusal = 1u << 20;

bool is_success(int status) {
    return status >= 200 && status < 300;
}

}  // namespace

net::HttpRequest TurnSender::as_program_says(const net::HttpRequest& request) const {
    auto own = request;
    own.headers.clear();
    for (const auto& [name, value] : program_.headers) own.headers.push_back({name, value});
    if (!program_.query.empty()) {
        own.url += (own.url.find('?') == own.url.npos ? "?" : "&") + program_.query;
    }
    return own;
}

Result<net::HttpResponse, net::HttpFailure> TurnSender::told_already(const net::HttpEvents& events
) {
    refused_ = std::exchange(program_.refusal, std::nullopt);
    net::HttpResponse response{
        .status = refused_->status,
        .headers = refused_->headers,
        .body_bytes = refused_->body.size()};
    if (events.on_head) events.on_head(response);
    if (events.on_body) events.on_body(refused_->body);
    return response;
}

// False where something else was said already.
bool TurnSender::pass_on(const net::HttpResponse& head) {
    has_passed_ = true;
    if (program_.answer != nullptr && !program_.streams) {
        waiting_ = head;
        return true;
    }
    using Raw = ReplyStream::Raw;
    has_passed_ = stream_.begin_raw(
        head.status,
        head_to_client({.status = head.status, .headers = head.headers}),
        program_.answer != nullptr ? Raw::Events : Raw::Bytes
    );
    return has_passed_;
}

Result<net::HttpResponse, net::HttpFailure> TurnSender::send(
    const net::HttpRequest& request, const net::HttpEvents& events, const std::stop_token& stop
) {
    if (refused_) ++resent_;
    was_spliced_ = program_.written != nullptr && program_.written->is_spliced;
    if (program_.on_send) program_.on_send();
    // Nobody is asked again behind the words of an answer.
    if (has_passed_ || (stream_.is_raw() && !was_spliced_)) {
        return net::HttpFailure{
            net::HttpFailure::Kind::Interrupted, false, "the answer broke off in the middle"};
    }
    if (was_spliced_ && program_.refusal && !program_.written->is_changed) {
        return told_already(events);
    }
    refused_.reset();
    waiting_.reset();
    bool is_raw = false;
    bool is_read = true;  // by who made the request
    const net::HttpEvents watched{
        .on_head =
            [&](const net::HttpResponse& head) {
                if (head.status >= 400) {
                    refused_ = PassedRefusal{.status = head.status, .headers = head.headers};
                }
                if (was_spliced_ && program_.passes_answers && is_success(head.status)) {
                    is_raw = pass_on(head);
                    program_.written->passes = is_raw;
                }
                return events.on_head ? events.on_head(head) : net::Flow::Continue;
            },
        .on_body =
            [&](std::string_view piece) {
                if (refused_ && refused_->body.size() < kMaxRefusal) refused_->body += piece;
                if (is_raw && program_.answer != nullptr) {
                    stream_.write_raw(program_.answer->feed(piece));
                } else if (is_raw) {
                    stream_.write_raw(piece);
                }
                auto flow = net::Flow::Continue;
                if (is_read && events.on_body) flow = events.on_body(piece);
                // Whatever we think of it: it is the program that reads it.
                if (flow == net::Flow::Stop) is_read = false;
                return is_raw ? net::Flow::Continue : flow;
            }};
    ++requests_;
    if (request.body != nullptr) bytes_ += request.body->size();
    auto sent = client_.send(was_spliced_ ? as_program_says(request) : request, watched, stop);
    if (is_raw && !sent.ok()) stream_.break_raw();
    return sent;
}

}  // namespace fovea::gateway
