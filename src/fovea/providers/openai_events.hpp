// The events of a stream of either OpenAI API, one JSON value each, from bytes in pieces of any
// size. Errors in the stream, texts that are no JSON and streams without end come out as failures;
// after one there is nothing more to take.
//
//     TRY(events.feed(bytes, [&](const boost::json::value& event) { return take(event); }));
//
// A server that does not stream answers with one JSON object all the same: that is kept, and
// whole() has it.
#pragma once

#include "fovea/net/codec/sse.hpp"
#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::providers {

class OpenAiEvents {
public:
    using Take = std::function<Result<void, WireFailure>(const boost::json::value& event)>;

    Result<void, WireFailure> feed(std::string_view bytes, const Take& take);

    // After the last byte: takes an event whose blank line never came.
    Result<void, WireFailure> finish(const Take& take);

    bool done() const { return done_; }  // [DONE] came; what follows counts for nothing

    const std::optional<std::string>& whole() const { return whole_; }

private:
    Result<void, WireFailure> parse(std::string_view bytes, const Take& take);
    Result<void, WireFailure> take_event(const net::SseEvent& event, const Take& take);
    Result<void, WireFailure> keep(Result<void, WireFailure> result);

    net::SseParser parser_;
    std::size_t bytes_ = 0;
    bool started_ = false;  // a byte came that is not a space
    bool done_ = false;
    std::optional<std::string> whole_;
    std::optional<WireFailure> failed_;
};

}  // namespace fovea::providers
