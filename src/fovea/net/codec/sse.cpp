#include "fovea/net/codec/sse.hpp"

#include "fovea/net/codec/line_ends.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace fovea::net {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

Error SseParser::fail(std::string message) {
    failed_ = Error{ErrorCode::LimitExceeded, std::move(message)};
    pending_ = {};
    event_ = {};
    return *failed_;
}

Result<void> SseParser::take_field(std::string_view name, std::string_view value) {
    if (name == "data") {
        if (has_data_) event_.data += '\n';
        event_.data += value;
        has_data_ = true;
    } else if (name == "event") {
        event_.name = value;
    } else if (name == "id" && value.find('\0') == std::string_view::npos) {
        event_.id = value;
    } else if (name == "retry") {
        take_retry(value);
    }
    if (event_.name.size() + event_.data.size() + event_.id.size() > limits_.max_event) {
        return fail(
            "the event stream has an event of more than " + std::to_string(limits_.max_event) +
            " bytes"
        );
    }
    return {};
}

// Digits alone; a day is the most that is believed.
void SseParser::take_retry(std::string_view value) {
    constexpr std::int64_t kDay = 86'400'000;
    std::int64_t time = 0;
    const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), time);
    if (status != std::errc{} || end != value.data() + value.size() || time < 0) return;
    retry_ = std::chrono::milliseconds(std::min(time, kDay));
}

// Any line but a blank one.
Result<void> SseParser::take_line(std::string_view line) {
    const auto colon = line.find(':');
    if (colon == 0) return {};  // a comment
    auto value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    return take_field(line.substr(0, colon), value);
}

std::optional<SseEvent> SseParser::take_event() {
    SseEvent next;
    next.id = event_.id;
    std::swap(event_, next);
    const bool whole = std::exchange(has_data_, false);
    if (!whole) return std::nullopt;
    return next;
}

Result<std::vector<SseEvent>> SseParser::feed(std::string_view bytes) {
    if (failed_) return *failed_;
    std::vector<SseEvent> events;
    LineEnds ends(bytes);
    std::size_t start = 0;
    while (start < bytes.size()) {
        if (std::exchange(skip_lf_, false) && bytes[start] == '\n') {
            ++start;
            continue;
        }
        const auto end = ends.next(start);
        const auto piece = bytes.substr(start, end - start);
        if (pending_.size() + piece.size() > limits_.max_line) {
            return fail(
                "the event stream has a line of more than " + std::to_string(limits_.max_line) +
                " bytes"
            );
        }
        if (end == bytes.size()) {
            pending_ += piece;
            break;
        }
        skip_lf_ = bytes[end] == '\r';
        start = end + 1;

        std::string joined;
        auto line = piece;
        if (!pending_.empty()) {
            joined = std::exchange(pending_, {}).append(piece);
            line = joined;
        }
        if (std::exchange(at_start_, false) && line.starts_with(kByteOrderMark)) {
            line.remove_prefix(kByteOrderMark.size());
        }
        if (!line.empty()) {
            TRY(take_line(line));
        } else if (auto event = take_event()) {
            events.push_back(std::move(*event));
        }
    }
    return events;
}

Result<std::optional<SseEvent>> SseParser::finish() {
    auto events = TRY(feed("\n\n"));
    if (events.empty()) return std::optional<SseEvent>();
    return std::optional(std::move(events.front()));
}

}  // namespace fovea::net
