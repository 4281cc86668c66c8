#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_events.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/openai_responses/openai_responses.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <map>
#include <optional>
#include <utility>

namespace fovea::providers::openai_responses {
namespace {

// More than any model writes in one response.
constexpr std::size_t kMaxItems = 10'000;

WireFailure failure(FailureKind kind, std::string message) {
    return {.kind = kind, .message = std::move(message)};
}

// An item of the output while it is being written.
struct Item {
    std::string call_id;            // of a call; empty for others
    bool has_arguments = false;     // some came in pieces
    boost::json::value whole = {};  // once it is done
};

class Reader final : public StreamReader {
public:
    Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) override {
        TRY(events_.feed(bytes, taker()));
        return std::exchange(out_, {});
    }

    Result<Reply, WireFailure> finish() override {
        TRY(events_.finish(taker()));
        if (events_.whole()) return read_reply(*events_.whole());
        if (!response_) {
            return failure(FailureKind::Stream, "The stream ended before the answer did.");
        }
        if (const auto* error = openai_error_in(*response_)) return openai_stream_failure(*error);
        auto reply = read_response(*response_, output());
        if (reply.ok() || reply.error().kind != FailureKind::Transient) return reply;
        return failure(FailureKind::Stream, reply.error().message);
    }

private:
    OpenAiEvents::Take taker() {
        return [this](const boost::json::value& event) { return take(event); };
    }

    // The end repeats all items; where a server leaves them out, those that were done count.
    boost::json::array output() const {
        auto items = items_at(*response_, "output");
        if (!items.empty()) return items;
        for (const auto& [index, item] : items_) {
            if (item.whole.is_object()) items.push_back(item.whole);
        }
        return items;
    }

    Result<void, WireFailure> take(const boost::json::value& event) {
        if (response_) return {};
        const auto type = text_at(event, "type");
        if (type == "response.completed" || type == "response.incomplete" ||
            type == "response.failed") {
            return take_end(event);
        }
        if (type == "response.output_text.delta" || type == "response.refusal.delta") {
            add<TextDelta>(text_at(event, "delta"));
        } else if (type == "response.reasoning_summary_text.delta" ||
                   type == "response.reasoning_text.delta") {
            add<ThinkingDelta>(text_at(event, "delta"));
        } else if (type == "response.reasoning_summary_part.added") {
            if (count_at(event, "summary_index") > 0) add<ThinkingDelta>("\n\n");
        } else if (type.starts_with("response.output_item.")) {
            return take_item(event, type.ends_with(".done"));
        } else if (type == "response.function_call_arguments.delta") {
            add_arguments(event, text_at(event, "delta"));
        } else if (type == "response.function_call_arguments.done") {
            const auto item = items_.find(count_at(event, "output_index"));
            if (item != items_.end() && !item->second.has_arguments) {
                add_arguments(event, text_at(event, "arguments"));
            }
        }
        return {};
    }

    Result<void, WireFailure> take_end(const boost::json::value& event) {
        const auto& response = field_at(event, "response");
        if (!response.is_object()) {
            return failure(FailureKind::Garbled, "The stream's end has no response.");
        }
        response_ = response;
        return {};
    }

    Result<void, WireFailure> take_item(const boost::json::value& event, bool done) {
        const auto& from = field_at(event, "item");
        auto& item = items_[count_at(event, "output_index")];
        if (items_.size() > kMaxItems) {
            return failure(FailureKind::Garbled, "The response has too many items.");
        }
        if (text_at(from, "type") == "function_call" && item.call_id.empty()) {
            item.call_id = text_at(from, "call_id");
            if (item.call_id.empty()) item.call_id = text_at(from, "id");
            out_.emplace_back(ToolUseStarted{item.call_id, text_at(from, "name")});
        }
        if (!done) return {};
        item.whole = from;
        auto signature = text_at(from, "encrypted_content");
        if (text_at(from, "type") == "reasoning" && !signature.empty()) {
            out_.emplace_back(ThinkingDelta{{}, std::move(signature), std::string(kKind)});
        }
        return {};
    }

    template <class Delta>
    void add(std::string text) {
        if (!text.empty()) out_.emplace_back(Delta{std::move(text)});
    }

    void add_arguments(const boost::json::value& event, std::string json) {
        const auto item = items_.find(count_at(event, "output_index"));
        if (item == items_.end() || item->second.call_id.empty() || json.empty()) return;
        item->second.has_arguments = true;
        out_.emplace_back(ToolInputDelta{item->second.call_id, std::move(json)});
    }

    OpenAiEvents events_;
    std::map<std::uint64_t, Item> items_;  // by their place in the output
    std::optional<boost::json::value> response_;
    std::vector<StreamEvent> out_;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<Reader>();
}

}  // namespace fovea::providers::openai_responses
