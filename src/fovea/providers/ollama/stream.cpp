#include "fovea/net/codec/ndjson.hpp"
#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/ollama/reply.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <optional>
#include <utility>

namespace fovea::providers::ollama {
namespace {

WireFailure garbled(std::string message) {
    return {.kind = FailureKind::Garbled, .message = std::move(message)};
}

// One answer a line, the last with "done".
class Stream final : public StreamReader {
public:
    Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) override {
        if (failed_) return *failed_;
        std::vector<StreamEvent> shown;
        const auto split = splitter_.feed(bytes);
        if (!split.ok()) return fail(garbled(split.error().message));
        for (const auto& line : split.value()) {
            const auto handled = handle(line, shown);
            if (!handled.ok()) return fail(handled.error());
        }
        return shown;
    }

    Result<Reply, WireFailure> finish() override {
        if (failed_) return *failed_;
        const auto last = splitter_.finish();
        if (!last.ok()) return fail(garbled(last.error().message));
        // Half of one at the end is how a broken connection looks.
        const auto rest = parse_wire_json(last.value() ? *last.value() : std::string());
        if (rest.ok()) {
            std::vector<StreamEvent> shown;
            const auto taken = lines_.take(rest.value(), shown);
            if (!taken.ok()) return fail(taken.error());
        }
        if (!lines_.ended()) {
            return fail({.kind = FailureKind::Stream, .message = "The stream ended too early."});
        }
        return lines_.reply();
    }

private:
    WireFailure fail(WireFailure failure) {
        failed_ = std::move(failure);
        return *failed_;
    }

    Result<void, WireFailure> handle(const std::string& line, std::vector<StreamEvent>& shown) {
        const auto answer = TRY(parse_wire_json(line));
        return lines_.take(answer, shown);
    }

    net::NdjsonLines splitter_;
    ReplyLines lines_;
    std::optional<WireFailure> failed_;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<Stream>();
}

}  // namespace fovea::providers::ollama
