#include "fovea/gateway/way/whole_answer.hpp"

#include "fovea/base/ascii.hpp"

namespace fovea::gateway {
namespace {

constexpr std::string_view kBlank = " \r\n\t";

bool has(std::string_view body, std::string_view words) {
    return body.find(words) != body.npos;
}

// A line of a stream of events; what stands in its data has no line ends of its own.
bool has_line(std::string_view body, std::string_view line) {
    if (body.starts_with(line)) return true;
    return has(body, "\n" + std::string(line));
}

std::string_view last_line(std::string_view body) {
    const auto end = body.find_last_not_of(kBlank);
    if (end == body.npos) return {};
    body = body.substr(0, end + 1);
    return body.substr(body.find_last_of('\n') + 1);
}

bool is_whole_stream(Dialect dialect, std::string_view body) {
    switch (dialect) {
        case Dialect::Anthropic:
            return has_line(body, "event: message_stop") && !has_line(body, "event: error");
        case Dialect::OpenaiChat:
            return last_line(body) == "data: [DONE]" && !has_line(body, "data: {\"error\"");
        case Dialect::OpenaiResponses:
            return has_line(body, "event: response.completed") && !has_line(body, "event: error");
        case Dialect::Ollama: break;
    }
    return false;
}

}  // namespace

bool is_whole_answer(Dialect dialect, std::string_view type, std::string_view body) {
    const auto kind = lowered(type);
    if (has(kind, "event-stream")) return is_whole_stream(dialect, body);
    if (has(kind, "ndjson")) return has(last_line(body), "\"done\":true");
    return true;
}

}  // namespace fovea::gateway
