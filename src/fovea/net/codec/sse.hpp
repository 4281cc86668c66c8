// Splits a text/event-stream into events. Does no I/O: the caller feeds whatever the socket gave, in
// pieces of any size, and takes the events that became complete.
//
//     SseParser parser;
//     for (const SseEvent& event : TRY(parser.feed(bytes))) handle(event);
//     …
//     if (const auto last = TRY(parser.finish())) handle(*last);
//
// One parser per response. Follows the WHATWG standard: lines end with LF, CRLF or CR, those that
// start with a colon are comments, several data lines join with LF, fields it does not know count
// for nothing, and an event without data is none. Bytes are passed on as they came; a piece may end
// inside a character.
//
// A line or an event longer than its limit is an error, so a hostile peer cannot grow the buffer
// without end. After an error the parser stays in it.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::net {

struct SseEvent {
    std::string name;  // empty when the stream gave none
    std::string data;
    std::string id;  // the last id seen so far, also of an earlier event

    bool operator==(const SseEvent&) const = default;
};

// Generous, because a generated picture comes as base64 in one line.
struct SseLimits {
    std::size_t max_line = 32U << 20;
    std::size_t max_event = 32U << 20;  // name, data and id together
};

class SseParser {
public:
    explicit SseParser(SseLimits limits = {}) : limits_(limits) {}

    Result<std::vector<SseEvent>> feed(std::string_view bytes);

    // For a stream that ended whole: the event whose blank line never came. The standard drops it;
    // some servers leave the blank line away at the end, and what was cut short no longer parses as
    // JSON.
    Result<std::optional<SseEvent>> finish();

    // What a client needs to come back after the stream was cut: the last id, also of an event that
    // had no data, and the time that the server wants it to wait.
    const std::string& last_id() const { return event_.id; }
    std::optional<std::chrono::milliseconds> retry() const { return retry_; }

private:
    Result<void> take_line(std::string_view line);
    Result<void> take_field(std::string_view name, std::string_view value);
    void take_retry(std::string_view value);
    std::optional<SseEvent> take_event();
    Error fail(std::string message);

    SseLimits limits_;
    std::string pending_;  // the last line, until its end arrives
    SseEvent event_;       // the event, until its blank line arrives
    std::optional<std::chrono::milliseconds> retry_;
    bool has_data_ = false;
    bool skip_lf_ = false;  // the last line ended with CR: an LF right behind belongs to it
    bool at_start_ = true;  // a byte order mark may come
    std::optional<Error> failed_;
};

}  // namespace fovea::net
