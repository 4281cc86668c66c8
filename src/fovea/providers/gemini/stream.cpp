#include "fovea/net/codec/sse.hpp"
#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/gemini/reply.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <optional>
#include <utility>

namespace fovea::providers::gemini {
namespace {

WireFailure garbled(std::string message) {
    return {.kind = FailureKind::Garbled, .message = std::move(message)};
}

// Events have no names, and nothing marks the end: a stream is whole when a reason to finish came.
class Stream final : public StreamReader {
public:
    Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) override {
        if (failed_) return *failed_;
        std::vector<StreamEvent> shown;
        const auto events = parser_.feed(bytes);
        if (!events.ok()) return fail(garbled(events.error().message));
        for (const auto& event : events.value()) {
            const auto handled = handle(event.data, shown);
            if (!handled.ok()) return fail(handled.error());
        }
        return shown;
    }

    Result<Reply, WireFailure> finish() override {
        if (failed_) return *failed_;
        const auto last = parser_.finish();
        if (!last.ok()) return fail(garbled(last.error().message));
        // Half of one at the end is how a broken connection looks.
        const auto rest = parse_wire_json(last.value() ? last.value()->data : std::string());
        if (rest.ok()) {
            std::vector<StreamEvent> shown;
            const auto taken = parts_.take(rest.value(), shown);
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

    Result<void, WireFailure> handle(const std::string& data, std::vector<StreamEvent>& shown) {
        if (data == "[DONE]") return {};  // what some proxies add
        const auto response = TRY(parse_wire_json(data));
        return parts_.take(response, shown);
    }

    net::SseParser parser_;
    ReplyParts parts_;
    std::optional<WireFailure> failed_;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<Stream>();
}

}  // namespace fovea::providers::gemini
