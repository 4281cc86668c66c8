// A reply that comes in pieces: they are cut into events, and each is handed to the parts of the reply until those say
// that it is whole.
//
//     struct Parts {
//         Result<void, WireFailure> take(const net::SseEvent& event, std::vector<StreamEvent>& shown);
//         bool ended() const;
//         Result<Reply, WireFailure> reply();
//     };
//     return std::make_unique<WireStream<net::SseParser, Parts>>();
//
// What has failed stays failed.
#pragma once

#include "fovea/net/codec/sse.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::providers {

inline std::string_view data_of(const net::SseEvent& event) {
    return event.data;
}
inline std::string_view data_of(const std::string& line) {
    return line;
}

template <class Splitter, class Parts>
class WireStream final : public StreamReader {
public:
    Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) override {
        if (failed_) return *failed_;
        std::vector<StreamEvent> shown;
        const auto events = splitter_.feed(bytes);
        if (!events.ok()) return fail(garbled(events.error().message));
        for (const auto& event : events.value()) {
            const auto taken = parts_.take(event, shown);
            if (!taken.ok()) return fail(taken.error());
        }
        return shown;
    }

    Result<Reply, WireFailure> finish() override {
        if (failed_) return *failed_;
        const auto last = splitter_.finish();
        if (!last.ok()) return fail(garbled(last.error().message));
        // Half of one at the end is how a broken connection looks.
        if (last.value() && parse_wire_json(data_of(*last.value())).ok()) {
            std::vector<StreamEvent> shown;
            const auto taken = parts_.take(*last.value(), shown);
            if (!taken.ok()) return fail(taken.error());
        }
        if (!parts_.ended()) {
            return fail({.kind = FailureKind::Stream, .message = "The stream ended too early."});
        }
        return parts_.reply();
    }

private:
    WireFailure fail(WireFailure failure) {
        failed_ = std::move(failure);
        return *failed_;
    }

    Splitter splitter_;
    Parts parts_;
    std::optional<WireFailure> failed_;
};

}  // namespace fovea::providers
