#include "fovea/gateway/splice/stream_splice.hpp"

#include "fovea/gateway/turns/reply_stream.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMaxEvent = 32u << 20;  // a larger one passes as it is

// Behind the empty line that ends the first event from `from` on; npos: not there yet. `from` moves on.
std::size_t end_of_event(std::string_view bytes, std::size_t& from) {
    for (;;) {
        const auto end = bytes.find('\n', from);
        if (end == bytes.npos) {
            from = bytes.size();
            return bytes.npos;
        }
        auto next = end + 1;
        if (next < bytes.size() && bytes[next] == '\r') ++next;
        if (next >= bytes.size()) {
            from = end;
            return bytes.npos;
        }
        if (bytes[next] == '\n') return next + 1;
        from = end + 1;
    }
}

}  // namespace

std::string StreamSplice::feed(std::string_view bytes) {
    pending_ += bytes;
    std::string out;
    std::size_t begin = 0;
    for (;;) {
        std::size_t end = std::string::npos;
        if (framing_ == Framing::Lines) {
            const auto at = pending_.find('\n', std::max(begin, looked_));
            if (at != std::string::npos) end = at + 1;
        } else {
            auto from = std::max(begin, looked_);
            end = end_of_event(pending_, from);
            looked_ = from;
        }
        if (end == std::string::npos) break;
        out += take(pending_.substr(begin, end - begin));
        begin = looked_ = end;
    }
    pending_.erase(0, begin);
    looked_ = framing_ == Framing::Lines ? pending_.size() : looked_ - begin;
    if (pending_.size() > kMaxEvent) {
        out += std::exchange(pending_, {});
        looked_ = 0;
    }
    return out;
}

std::string StreamSplice::end_reply(Then then) {
    auto out = pending_.empty() ? std::string() : take(std::exchange(pending_, {}));
    looked_ = 0;
    for (const auto& event : std::exchange(held_, {})) {
        if (then == Then::End) {
            out += shown(event);
        } else if (const auto root = json_in(event)) {
            out += leave_out(event, *root);
        }
    }
    counts_.end_reply();
    their_calls_.clear();
    is_first_ = has_ours_ = is_closing_ = false;
    begin_reply();
    return out;
}

std::string StreamSplice::take(std::string event) {
    const auto root = json_in(event);
    // Some call and end in one event.
    const bool calls_us = has_ours_ || event.find(kOurTool) != event.npos;
    if (calls_us && root && is_closing(event, *root)) is_closing_ = true;
    const bool is_done = !root && event.find("[DONE]") != event.npos;
    if (is_closing_ || (has_ours_ && is_done)) {
        held_.push_back(std::move(event));
        return {};
    }
    return shown(event);
}

std::string StreamSplice::shown(const std::string& event) {
    const auto root = json_in(event);
    if (!root) return event;
    Edits<std::string> edits(event);
    if (look(event, *root, edits) == Keep::Nothing) return {};
    return edits.is_empty() ? event : edits.apply();
}

// Of an event with one line of data that is an object.
std::optional<Span> StreamSplice::json_in(std::string_view event) const {
    std::size_t at = 0;
    if (framing_ == Framing::Events) {
        std::size_t count = 0;
        for (std::size_t line = 0; line < event.size();) {
            if (event.substr(line).starts_with("data:")) {
                ++count;
                at = line + 5;
            }
            line = std::min(event.find('\n', line), event.size() - 1) + 1;
        }
        if (count != 1) return std::nullopt;
    }
    const auto value = value_at(event, at);
    if (!value || event[value->begin] != '{') return std::nullopt;
    return value;
}

std::optional<std::uint64_t> number_at(std::string_view json, Span object, std::string_view key) {
    const auto value = member(json, object, key);
    if (!value) return std::nullopt;
    const auto text = text_of(json, *value);
    std::uint64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

}  // namespace fovea::gateway
