#include "fovea/browser/devtools.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/shorten.hpp"

#include <boost/json.hpp>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace fovea::browser {

namespace {

namespace json = boost::json;
using Kind = DevToolsFailure::Kind;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kPiece = 256 << 10;
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxWords = 200;  // of a browser's error, in ours

DevToolsFailure ended() {
    return {Kind::Ended, "the browser ended"};
}
DevToolsFailure late() {
    return {Kind::Late, "the browser did not answer in time"};
}
DevToolsFailure garbled() {
    return {Kind::Garbled, "the browser sent an answer that could not be understood"};
}

bool wait_for(int file, short events, DevTools::Time until) {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
        if (left <= milliseconds::zero()) return false;
        pollfd watched{file, events, 0};
        const auto timeout = std::min<std::int64_t>(left.count(), 60'000);
        if (::poll(&watched, 1, static_cast<int>(timeout)) > 0) return true;
    }
}

std::string words_of(const json::value& error) {
    const auto* object = error.if_object();
    const auto* message = object == nullptr ? nullptr : object->if_contains("message");
    if (message == nullptr || !message->is_string()) return "an error without a message";
    return std::string(beginning(message->as_string(), kMaxWords));
}

}  // namespace

DevTools::DevTools(const Fd& to, const Fd& from, Time deadline)
    : to_(to), from_(from), deadline_(deadline) {}

Result<void, DevToolsFailure> DevTools::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::write(to_.number(), bytes.data(), bytes.size());
        if (sent >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
            if (!wait_for(to_.number(), POLLOUT, deadline_)) return late();
        } else if (errno != EINTR) {
            return ended();
        }
    }
    return {};
}

Result<void, DevToolsFailure> DevTools::send(std::string_view method, const json::object& params) {
    return send_to(session_, method, params);
}

Result<void, DevToolsFailure> DevTools::send_to(
    std::string_view session, std::string_view method, const json::object& params
) {
    json::object message{{"id", ++last_id_}, {"method", method}, {"params", params}};
    if (!session.empty()) message["sessionId"] = session;
    auto text = json::serialize(message);
    text += '\0';
    return write(text);
}

Result<void, DevToolsFailure> DevTools::take(std::string_view text) {
    // Titles and addresses of pages may hold half a surrogate pair.
    const auto value = parse_foreign_json(text, kMaxDepth);
    const auto* message = value.ok() ? value.value().if_object() : nullptr;
    if (message == nullptr) return garbled();
    if (const auto* id = message->if_contains("id")) {
        if (!id->is_int64() || id->as_int64() != awaited_ || answer_) return {};
        const auto* result = message->if_contains("result");
        const auto* error = message->if_contains("error");
        if (error != nullptr) {
            answer_ = DevToolsFailure{Kind::Refused, words_of(*error)};
        } else if (result != nullptr && result->is_object()) {
            answer_ = result->as_object();
        } else {
            return garbled();
        }
        return {};
    }
    const auto* method = message->if_contains("method");
    const auto* params = message->if_contains("params");
    if (method == nullptr || !method->is_string()) return garbled();
    if (on_event && params != nullptr && params->is_object()) {
        const auto* session = message->if_contains("sessionId");
        const bool has_one = session != nullptr && session->is_string();
        event_session_ = has_one ? std::string(session->as_string()) : std::string();
        on_event(method->as_string(), params->as_object());
    }
    return {};
}

Result<bool, DevToolsFailure> DevTools::read_some(Time until) {
    if (!wait_for(from_.number(), POLLIN, until)) return false;
    std::vector<char> piece(kPiece);
    const auto got = ::read(from_.number(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return ended();
    const auto texts = frames_.feed({piece.data(), static_cast<std::size_t>(got)});
    if (!texts.ok()) return garbled();
    for (const auto& text : texts.value()) TRY(take(text));
    return true;
}

Result<json::object, DevToolsFailure> DevTools::call(
    std::string_view method, const json::object& params
) {
    return call_until(deadline_, method, params);
}

Result<json::object, DevToolsFailure> DevTools::call_until(
    Time until, std::string_view method, const json::object& params
) {
    answer_.reset();
    awaited_ = last_id_ + 1;  // events may send commands of their own meanwhile
    TRY(send(method, params));
    while (!answer_) {
        const bool came = TRY(read_some(until));
        if (!came) return late();
    }
    return *std::exchange(answer_, std::nullopt);
}

Result<bool, DevToolsFailure> DevTools::wait(const std::function<bool()>& holds, Time until) {
    while (!holds()) {
        const bool came = TRY(read_some(std::min(until, deadline_)));
        if (!came) return holds();
    }
    return true;
}

}  // namespace fovea::browser
