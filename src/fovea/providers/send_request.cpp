#include "fovea/providers/send_request.hpp"

#include "fovea/providers/ask_again.hpp"
#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/endpoint_url.hpp"
#include "fovea/providers/not_found.hpp"
#include "fovea/providers/wrong_address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace fovea::providers {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::uint64_t kMaxReply = 64u << 20;
constexpr std::size_t kMaxRefusal = 1u << 20;  // of an error's text; the rest says nothing new
constexpr std::size_t kBeginning = 4096;       // of a reply, to tell what it is
constexpr std::uint64_t kLongBody = 1u << 20;  // that takes a while on a slow line
constexpr std::uint64_t kSteps = 10;           // in which a long one is told of

bool is_success(int status) {
    return status >= 200 && status < 300;
}

FailureKind kind_of(net::HttpFailure::Kind kind) {
    using Kind = net::HttpFailure::Kind;
    switch (kind) {
        case Kind::Timeout: return FailureKind::TimedOut;
        case Kind::Cancelled: return FailureKind::Cancelled;
        case Kind::BodyUnreadable: return FailureKind::Unsent;
        case Kind::Interrupted: return FailureKind::Stream;
        case Kind::TooLarge:
        case Kind::Protocol: return FailureKind::Garbled;
        case Kind::Refused:
        case Kind::Connect:
        case Kind::Tls: return FailureKind::Unreachable;
    }
    return FailureKind::Unreachable;
}

// Anthropic says "A maximum of 100 PDF pages may be provided."; others and gateways word it otherwise, but
// speak of pages and of a limit.
bool is_about_page_count(const WireFailure& failure) {
    if (failure.limit && failure.limit->what == LearntLimit::What::PdfPages) return true;
    const bool refused = failure.status == 413 || (failure.status >= 400 && failure.status < 404) ||
                         failure.status == 422;
    const auto says = [&](std::string_view words) {
        return failure.message.find(words) != std::string::npos;
    };
    return refused && says("pages") &&
           (says("maximum") || says("limit") || says("exceed") || says("too many") ||
            says("Too many") || says("at most"));
}

bool is_wrong_address(const WireFailure& failure) {
    return failure.kind == FailureKind::NotFound &&
           what_is_missing(failure.message) == Missing::Address;
}

// One sending of the request, and what came of it.
class Attempt {
public:
    Attempt(
        const Dialect& dialect,
        ReplyForm delivery,
        const std::string& url,
        const ExchangeEvents& events
    )
        : dialect_(dialect), delivery_(delivery), url_(url), events_(events) {}

    net::HttpEvents receivers() {
        return {
            .on_head = [this](const net::HttpResponse& head) { return begin(head); },
            .on_body = [this](std::string_view piece) { return take(piece); },
        };
    }

    Result<Reply, WireFailure> finish(const Result<net::HttpResponse, net::HttpFailure>& sent) {
        const bool may_be = told_ || may_be_answer(beginning_);
        if (broken_) return may_be ? *broken_ : not_an_answer(status_, url_, beginning_);
        if (!sent.ok()) {
            return WireFailure{
                .kind = kind_of(sent.error().kind), .status = 0, .message = sent.error().message};
        }
        const auto& response = sent.value();
        if (!is_success(response.status)) return refusal(response);
        if (is_page_) return not_an_answer(response.status, url_, beginning_);
        auto reply = stream_ ? stream_->finish() : dialect_.read_reply(text_);
        if (!reply.ok() && !may_be) return not_an_answer(response.status, url_, beginning_);
        return reply;
    }

    bool has_told() const { return told_; }

private:
    WireFailure refusal(const net::HttpResponse& response) const {
        Headers headers;
        for (const auto& header : response.headers) headers.emplace_back(header.name, header.value);
        auto failure = dialect_.read_failure(response.status, headers, text_);
        question_address(failure, url_, headers, text_);
        return failure;
    }

    net::Flow begin(const net::HttpResponse& head) {
        status_ = head.status;
        is_refusal_ = !is_success(head.status);
        // Some servers know no streams and answer whole.
        const auto type = net::find_header(head.headers, "content-type").value_or("");
        const bool whole = type.starts_with("application/json");
        if (!is_refusal_ && delivery_ == ReplyForm::Stream && !whole) {
            stream_ = dialect_.open_stream();
        }
        return net::Flow::Continue;
    }

    net::Flow take(std::string_view piece) {
        beginning_ += piece.substr(0, kBeginning - beginning_.size());
        is_page_ = is_page_ || is_web_page(beginning_);
        if (is_page_ && !is_refusal_) {
            return beginning_.size() < kBeginning ? net::Flow::Continue : net::Flow::Stop;
        }
        if (!stream_) {
            if (is_refusal_) piece = piece.substr(0, kMaxRefusal - text_.size());
            text_ += piece;
            return is_refusal_ && text_.size() >= kMaxRefusal ? net::Flow::Stop
                                                              : net::Flow::Continue;
        }
        auto fed = stream_->feed(piece);
        if (!fed.ok()) {
            broken_ = std::move(fed).error();
            return net::Flow::Stop;
        }
        for (const auto& event : fed.value()) {
            told_ = true;
            if (events_.on_event) events_.on_event(event);
        }
        return net::Flow::Continue;
    }

    const Dialect& dialect_;
    const ReplyForm delivery_;
    const std::string& url_;
    const ExchangeEvents& events_;
    int status_ = 0;
    bool is_refusal_ = false;
    bool is_page_ = false;   // made for people
    bool told_ = false;      // words of the stream were handed on
    std::string beginning_;  // of whatever came
    std::string text_;
    std::unique_ptr<StreamReader> stream_;
    std::optional<WireFailure> broken_;
};

// A body that tells how far it is.
class ToldBody final : public net::BodySource {
public:
    ToldBody(net::BodySource& body, const ExchangeEvents& events) : body_(body), events_(events) {
        begin();
    }

    std::uint64_t size() const override { return body_.size(); }

    Result<std::size_t> read(std::span<char> into) override {
        const auto count = TRY(body_.read(into));
        done_ += count;
        if (count > 0 && done_ >= next_) tell();
        return count;
    }

    bool rewind() override {
        if (!body_.rewind()) return false;
        if (done_ > 0) begin();
        return true;
    }

private:
    void begin() {
        done_ = 0;
        tell();
    }
    void tell() {
        const auto total = size();
        const auto step = total < kLongBody ? total : total / kSteps;
        next_ = std::min(done_ + step, total);
        if (events_.on_sending) events_.on_sending(done_, total);
    }

    net::BodySource& body_;
    const ExchangeEvents& events_;
    std::uint64_t done_ = 0;
    std::uint64_t next_ = 0;  // when it is told again
};

// How long to wait before the next attempt; nothing: there is none.
std::optional<milliseconds> wait_for(
    const ExchangeSettings& settings,
    int retries,
    const Result<net::HttpResponse, net::HttpFailure>& sent,
    const WireFailure& failure
) {
    const double dice = settings.dice ? settings.dice() : chance();
    if (!sent.ok()) {
        // Nothing of the reply was handed on, so one that was cut is as good as none.
        auto broken = sent.error();
        if (broken.kind == net::HttpFailure::Kind::Interrupted) broken.before_first_byte = true;
        return net::retry_after_failure(settings.retries, retries, broken, dice);
    }
    auto response = sent.value();
    // An error inside a reply that began well is as good as a server that was not there.
    if (is_success(response.status)) response.status = 503;
    const auto now = std::chrono::system_clock::now();
    return wait_after_refusal(settings.retries, retries, response, failure, now, dice);
}

void hide_key(std::string& text, const std::optional<config::Secret>& key) {
    if (!key || key->empty()) return;
    const auto& secret = key->reveal();
    for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
        text.replace(at, secret.size(), "***");
    }
}

net::HttpHeaders headers_of(
    const Dialect& dialect, const Endpoint& endpoint, const WireRequest& request
) {
    net::HttpHeaders headers;
    for (const auto& [name, value] : request.headers) headers.push_back({name, value});
    if (endpoint.key) {
        for (auto& [name, value] : dialect.authentication(endpoint.key->reveal()))
            headers.push_back({name, value});
    }
    // What a person configured replaces what would be sent.
    for (const auto& configured : endpoint.headers) {
        const auto same = [&](const net::HttpHeader& header) {
            return std::ranges::equal(header.name, configured.first, [](char a, char b) {
                return (a | 0x20) == (b | 0x20);
            });
        };
        std::erase_if(headers, same);
        headers.push_back({configured.first, configured.second});
    }
    return headers;
}

}  // namespace

Result<Reply, WireFailure> send_request(
    net::HttpSender& client,
    const Dialect& dialect,
    const Endpoint& endpoint,
    const WireRequest& request,
    BlobSource& blobs,
    const ExchangeSettings& settings,
    const ExchangeEvents& events,
    const std::stop_token& stop
) {
    const auto deadline = Clock::now() + settings.timeout;
    const auto url = endpoint_url(endpoint.base_url, request.path);
    const auto headers = headers_of(dialect, endpoint, request);
    for (int retries = 0;; ++retries) {
        const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
        BodyReader reader(request.body, blobs);
        ToldBody body(reader, events);
        Attempt attempt(dialect, settings.delivery, url, events);
        const auto sent = client.send(
            {.method = "POST",
             .url = url,
             .headers = headers,
             .body = &body,
             // A model that thinks says nothing until it is done, unless it streams.
             .idle_timeout = settings.delivery == ReplyForm::Whole ? std::max(left, milliseconds{1})
                                                                   : milliseconds{120'000},
             .total_timeout = std::max(left, milliseconds{1}),
             .max_response_bytes = kMaxReply},
            attempt.receivers(),
            stop
        );
        auto reply = attempt.finish(sent);
        if (reply.ok()) return reply;
        auto failure = std::move(reply).error();
        if (is_wrong_address(failure)) {
            failure.message = shown_address(url) + ": " + failure.message;
        }
        hide_key(failure.message, endpoint.key);
        if (attempt.has_told()) return failure;
        const auto wait = wait_for(settings, retries, sent, failure);
        if (!wait || Clock::now() + *wait >= deadline) return failure;
        if (events.on_retry) events.on_retry({retries + 1, *wait, failure});
        if (!net::sleep_until(Clock::now() + *wait, stop)) {
            return WireFailure{.kind = FailureKind::Cancelled, .message = "cancelled"};
        }
    }
}

namespace {

// A wait that is worth a word: nobody here waits for so long.
std::string asks_to_wait(const WireFailure& failure) {
    using namespace std::chrono;
    if (!failure.retry_after || *failure.retry_after < 1min) return {};
    const auto wait = ceil<minutes>(*failure.retry_after);
    const auto hours = wait / 1h;
    const auto rest = (wait % 1h).count();
    std::string words = "; it asks to wait ";
    if (hours > 0) words += fmt::format("{} h", hours);
    if (rest > 0) words += fmt::format("{}{} min", hours > 0 ? " " : "", rest);
    return words;
}

std::string no_such_model(std::string_view model) {
    return model.empty() ? "does not know the model"
                         : fmt::format("does not know the model \"{}\"", model);
}

}  // namespace

Error error_of(const WireFailure& failure, std::string_view provider, std::string_view model) {
    const auto says = [&](std::string_view what) {
        return fmt::format(
            "{} {}{}: {}{}",
            provider,
            what,
            failure.status > 0 ? fmt::format(" (HTTP {})", failure.status) : "",
            failure.message,
            asks_to_wait(failure)
        );
    };
    if (is_about_page_count(failure)) {
        return {ErrorCode::PdfTooManyPages, says("refused a document")};
    }
    switch (failure.kind) {
        case FailureKind::Cancelled: return {ErrorCode::Cancelled, "the request was cancelled"};
        case FailureKind::Unsent: return {ErrorCode::StoreError, failure.message};
        case FailureKind::ImageRejected: return {ErrorCode::LlmError, says("refused a picture")};
        case FailureKind::TooLarge:
            return {ErrorCode::LlmError, says("refused the request as too large")};
        case FailureKind::RateLimited:
            return {ErrorCode::LlmError, says("is rate limiting requests")};
        case FailureKind::Quota: return {ErrorCode::LlmError, says("has no credit left")};
        case FailureKind::Auth:
            return {
                ErrorCode::LlmError,
                says(failure.status == 403 ? "denies access" : "does not accept the key")};
        case FailureKind::Transient: return {ErrorCode::LlmError, says("failed")};
        case FailureKind::Stream: return {ErrorCode::LlmError, says("ended its reply too early")};
        case FailureKind::Unsupported: return {ErrorCode::LlmError, says("cannot do that")};
        case FailureKind::NotFound:
            switch (what_is_missing(failure.message)) {
                case Missing::Address:
                    return {
                        ErrorCode::LlmError,
                        says("found nothing at this URL") + "; check its base_url"};
                case Missing::File:
                    return {ErrorCode::LlmError, says("did not find a file of the request")};
                case Missing::Model: return {ErrorCode::LlmError, says(no_such_model(model))};
            }
            break;
        case FailureKind::BadRequest: return {ErrorCode::LlmError, says("refused the request")};
        case FailureKind::Garbled: return {ErrorCode::LlmError, says("sent an invalid reply")};
        case FailureKind::Unreachable: return {ErrorCode::LlmError, says("cannot be reached")};
        case FailureKind::TimedOut:
            return {ErrorCode::LlmError, says("did not answer in time (timeout)")};
    }
    return {ErrorCode::Internal, failure.message};
}

}  // namespace fovea::providers
