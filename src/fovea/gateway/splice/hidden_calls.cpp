#include "fovea/gateway/splice/hidden_calls.hpp"

#include "fovea/gateway/splice/edits.hpp"
#include "fovea/gateway/splice/json_spans.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

using content::ToolResultBlock;
using content::ToolUseBlock;
using providers::json_string;

// Each with a comma behind it, or before it.
enum class Comma : std::uint8_t { Behind, Before };

std::string words_of(const ToolResultBlock& result) {
    std::string words;
    for (const auto& output : result.content) {
        if (const auto* const text = std::get_if<content::TextBlock>(&output)) {
            words += (words.empty() ? "" : "\n") + text->text;
        }
    }
    return words;
}

class Restorer {
public:
    Restorer(Dialect dialect, std::string_view body, const FindHidden& find)
        : dialect_(dialect), body_(body), find_(find), edits_(body) {}

    std::optional<std::string> run() {
        const auto root = value_at(body_, 0);
        const bool is_input = dialect_ == Dialect::OpenaiResponses;
        const auto list =
            root ? member(body_, *root, is_input ? "input" : "messages") : std::nullopt;
        if (!list) return std::nullopt;
        const auto messages = items_of(body_, *list);
        for (std::size_t i = 0; i < messages.size(); ++i) {
            switch (dialect_) {
                case Dialect::Anthropic: look_at_anthropic(messages, i); break;
                case Dialect::OpenaiChat:
                case Dialect::Ollama: look_at_calls(messages[i]); break;
                case Dialect::OpenaiResponses: look_at_item(messages[i]); break;
            }
        }
        if (edits_.is_empty() || has_no_place_) return std::nullopt;
        return edits_.apply();
    }

private:
    void look_at_anthropic(const std::vector<Span>& messages, std::size_t i) {
        if (plain_text(body_, messages[i], "role") != "assistant") return;
        const auto said = member(body_, messages[i], "content");
        if (!said) return;
        for (const auto& block : items_of(body_, *said)) {
            if (plain_text(body_, block, "type") != "tool_use") continue;
            const auto hidden = find_(std::string(plain_text(body_, block, "id")));
            if (!hidden) continue;
            const auto next =
                i + 1 < messages.size() ? member(body_, messages[i + 1], "content") : std::nullopt;
            if (!next || items_of(body_, *next).empty()) {
                has_no_place_ = true;
                return;
            }
            edits_.insert(block.begin, calls_of(*hidden, Comma::Behind));
            edits_.insert(next->begin + 1, results_of(*hidden, Comma::Behind));
            return;
        }
    }

    // Calls in a list of their message, results in messages behind it.
    void look_at_calls(Span message) {
        const auto calls = member(body_, message, "tool_calls");
        if (!calls) return;
        for (const auto& call : items_of(body_, *calls)) {
            const auto hidden = find_(std::string(plain_text(body_, call, "id")));
            if (!hidden) continue;
            edits_.insert(call.begin, calls_of(*hidden, Comma::Behind));
            edits_.insert(message.end, results_of(*hidden, Comma::Before));
            return;
        }
    }

    // All are items of one list; several of the program's may have stood beside the same of ours.
    void look_at_item(Span item) {
        if (!plain_text(body_, item, "type").ends_with("_call")) return;
        const auto hidden = find_(std::string(plain_text(body_, item, "call_id")));
        if (!hidden) return;
        const auto calls = calls_of(*hidden, Comma::Behind);
        if (std::exchange(last_, calls) == calls) return;
        edits_.insert(item.begin, calls + results_of(*hidden, Comma::Behind));
    }

    static std::string joined(std::string all, std::string_view one, Comma comma) {
        if (comma == Comma::Before) all += ",";
        all += one;
        if (comma == Comma::Behind) all += ",";
        return all;
    }

    std::string calls_of(const HiddenCalls& hidden, Comma comma) const {
        std::string all;
        for (const auto& block : hidden.calls) {
            const auto* const call = std::get_if<ToolUseBlock>(&block);
            if (call != nullptr) all = joined(std::move(all), json_of(*call), comma);
        }
        return all;
    }
    std::string results_of(const HiddenCalls& hidden, Comma comma) const {
        std::string all;
        for (const auto& block : hidden.results) {
            const auto* const result = std::get_if<ToolResultBlock>(&block);
            if (result != nullptr) all = joined(std::move(all), json_of(*result), comma);
        }
        return all;
    }

    std::string json_of(const ToolUseBlock& call) const {
        const auto id = json_string(call.id);
        const auto name = json_string(call.name);
        const auto read = providers::parse_wire_json(call.input);
        const auto input = read.ok() && read.value().is_object() ? call.input : std::string("{}");
        switch (dialect_) {
            case Dialect::Anthropic:
                return R"({"type":"tool_use","id":)" + id + R"(,"name":)" + name + R"(,"input":)" +
                       input + "}";
            case Dialect::OpenaiChat:
                return R"({"id":)" + id + R"(,"type":"function","function":{"name":)" + name +
                       R"(,"arguments":)" + json_string(input) + "}}";
            case Dialect::OpenaiResponses:
                return R"({"type":"function_call","call_id":)" + id + R"(,"name":)" + name +
                       R"(,"arguments":)" + json_string(input) + "}";
            case Dialect::Ollama:
                return R"({"id":)" + id + R"(,"function":{"name":)" + name + R"(,"arguments":)" +
                       input + "}}";
        }
        return {};
    }

    std::string json_of(const ToolResultBlock& result) const {
        const auto id = json_string(result.tool_use_id);
        const auto words = words_of(result);
        const auto told = json_string(result.is_error ? "Error: " + words : words);
        switch (dialect_) {
            case Dialect::Anthropic:
                return R"({"type":"tool_result","tool_use_id":)" + id +
                       (result.is_error ? R"(,"is_error":true)" : "") + R"(,"content":)" +
                       json_string(words) + "}";
            case Dialect::OpenaiChat:
                return R"({"role":"tool","tool_call_id":)" + id + R"(,"content":)" + told + "}";
            case Dialect::OpenaiResponses:
                return R"({"type":"function_call_output","call_id":)" + id + R"(,"output":)" +
                       told + "}";
            case Dialect::Ollama:
                return R"({"role":"tool","tool_call_id":)" + id +
                       R"(,"tool_name":"analyze_image","content":)" + told + "}";
        }
        return {};
    }

    const Dialect dialect_;
    const std::string_view body_;
    const FindHidden& find_;
    Edits<std::string> edits_;
    std::string last_;  // calls that were put back
    bool has_no_place_ = false;
};

}  // namespace

std::optional<std::string> restore_calls(
    Dialect dialect, std::string_view body, const FindHidden& find
) {
    return Restorer(dialect, body, find).run();
}

}  // namespace fovea::gateway
