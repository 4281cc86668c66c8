#include "fovea/net/codec/ndjson.hpp"
#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/ollama/reply.hpp"
#include "fovea/providers/wire_stream.hpp"

namespace fovea::providers::ollama {
namespace {

// One answer a line, the last with "done".
struct Answers {
    Result<void, WireFailure> take(const std::string& line, std::vector<StreamEvent>& shown) {
        const auto answer = TRY(parse_wire_json(line));
        return lines.take(answer, shown);
    }
    bool ended() const { return lines.ended(); }
    Reply reply() const { return lines.reply(); }

    ReplyLines lines;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<WireStream<net::NdjsonLines, Answers>>();
}

}  // namespace fovea::providers::ollama
