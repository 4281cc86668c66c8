#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/gemini/reply.hpp"
#include "fovea/providers/wire_stream.hpp"

namespace fovea::providers::gemini {
namespace {

// Events have no names, and nothing marks the end: a stream is whole when a reason to finish came.
struct Events {
    Result<void, WireFailure> take(const net::SseEvent& event, std::vector<StreamEvent>& shown) {
        if (event.data == "[DONE]") return {};  // what some proxies add
        const auto response = TRY(parse_wire_json(event.data));
        return parts.take(response, shown);
    }
    bool ended() const { return parts.ended(); }
    Result<Reply, WireFailure> reply() const { return parts.reply(); }

    ReplyParts parts;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<WireStream<net::SseParser, Events>>();
}

}  // namespace fovea::providers::gemini
