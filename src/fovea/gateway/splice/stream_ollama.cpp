// Ollama's streams: a line for each piece, calls whole, the end in a line that is done.
#include "fovea/gateway/splice/ollama_calls.hpp"
#include "fovea/gateway/splice/stream_splice.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/wire_json.hpp"

namespace fovea::gateway {

bool counts_in_ollama(std::string_view key) {
    return key.ends_with("_count") || key.ends_with("_duration");
}

std::string ollama_calls(
    std::string_view json, Span calls, bool& has_ours, std::vector<std::string>& their_calls
) {
    std::string kept;
    for (const auto& call : items_of(json, calls)) {
        const auto function = member(json, call, "function");
        if (function && plain_text(json, *function, "name") == kOurTool) {
            has_ours = true;
            continue;
        }
        auto text = std::string(text_of(json, call));
        std::string id(plain_text(json, call, "id"));
        // By an id its program says it again, and the calls beside it are found.
        if (id.empty() && text.size() > 2) {
            id = providers::made_call_id(text + std::to_string(their_calls.size()));
            text.insert(1, "\"id\":" + providers::json_string(id) + ",");
        }
        their_calls.push_back(std::move(id));
        kept += (kept.empty() ? "" : ",") + text;
    }
    return "[" + kept + "]";
}

namespace {

class Splicer final : public StreamSplice {
public:
    Splicer() : StreamSplice(Framing::Lines, TokenCounts(counts_in_ollama)) {}

private:
    bool is_closing(std::string_view line, Span root) const override {
        const auto done = member(line, root, "done");
        return done && text_of(line, *done) == "true";
    }

    Keep look(std::string_view line, Span root, Edits<std::string>& edits) override {
        const bool ends = is_closing(line, root);
        if (ends) {
            counts_.read(line, root);
            counts_.write(line, root, edits);
        }
        const auto message = member(line, root, "message");
        const auto calls = message ? member(line, *message, "tool_calls") : std::nullopt;
        if (!calls || line[calls->begin] != '[') return Keep::All;
        bool has_ours = false;
        const auto kept = ollama_calls(line, *calls, has_ours, their_calls_);
        if (has_ours) found_ours();
        const auto words = member(line, *message, "content");
        const bool is_empty = !words || text_of(line, *words) == "\"\"";
        if (kept == "[]" && has_ours && is_empty && !ends && !member(line, *message, "thinking")) {
            return Keep::Nothing;
        }
        edits.replace(*calls, kept);
        return Keep::All;
    }

    // Some end with words.
    std::string leave_out(std::string_view line, Span root) override {
        counts_.read(line, root);
        const auto message = member(line, root, "message");
        const auto words = message ? member(line, *message, "content") : std::nullopt;
        if (!words || text_of(line, *words) == "\"\"") return {};
        Edits<std::string> edits(line);
        edits.replace(*member(line, root, "done"), "false");
        if (const auto calls = member(line, *message, "tool_calls")) edits.replace(*calls, "[]");
        return edits.apply();
    }
};

}  // namespace

std::unique_ptr<AnswerSplice> splice_ollama_stream() {
    return std::make_unique<Splicer>();
}

}  // namespace fovea::gateway
