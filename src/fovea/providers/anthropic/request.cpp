#include "fovea/providers/adapt.hpp"
#include "fovea/providers/anthropic/accepted_turns.hpp"
#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/anthropic/thinking.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/turns.hpp"
#include "fovea/providers/write_object.hpp"
#include "fovea/providers/write_wishes.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace fovea::providers::anthropic {
namespace {

using content::ContentBlock;
using content::DocumentBlock;
using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

constexpr std::string_view kVersion = "2023-06-01";

constexpr std::size_t kMaxCacheMarks = 4;

// One on the whole request, which Anthropic moves along to its last block, so that no byte of an
// earlier message changes when the conversation goes on; one on the system prompt or the tools. What
// is left goes to pictures that ask for one, then to what is before the first picture.
constexpr std::size_t kOwnCacheMarks = 2;

bool is_empty_text(const ContentBlock& block) {
    const auto* text = std::get_if<TextBlock>(&block);
    return text != nullptr && text->text.find_first_not_of(" \t\r\n") == std::string::npos;
}

class Writer {
public:
    Writer(WireRequest& wire, const ModelTraits& traits, BlobSource& blobs)
        : wire_(wire), json_(wire.body), traits_(traits), blobs_(blobs) {}

    Result<void> write(Request request, ReplyForm delivery) {
        json_.begin_object();
        json_.field("model", request.model);
        json_.field("max_tokens", max_tokens_of(request, traits_));
        const bool caches = request.cache == PromptCache::Asked && traits_.cache_marks;
        if (caches) write_mark();
        write_system(request, caches);
        json_.key("messages");
        json_.begin_array();
        const auto messages = accepted_turns(std::move(request.messages));
        if (messages.empty()) {
            return Error{ErrorCode::InvalidInput, "There is no message to send."};
        }
        // The last marks are worth the most: they cover the longest part of the prompt.
        const auto marks = count_marks(messages);
        const auto room = caches ? kMaxCacheMarks - kOwnCacheMarks : kMaxCacheMarks;
        unmarked_ = marks > room ? marks - room : 0;
        if (caches) settled_ = settled_ends(messages);
        settled_.resize(std::min(settled_.size(), room - std::min(room, marks)));
        for (std::size_t i = 0; i < messages.size(); ++i) {
            TRY(write(messages[i], "messages." + std::to_string(i) + ".content."));
        }
        json_.end_array();
        TRY(write_tools(request, caches));
        const bool thinks = write_thinking(request, messages);
        write_choice(request, thinks);
        TRY(write_output(request, thinks));
        auto sampling = request.wishes;
        if (sampling.temperature) sampling.temperature = std::min(*sampling.temperature, 1.0);
        // Neither goes together with thinking.
        if (thinks) sampling.temperature.reset(), sampling.top_p.reset(), sampling.top_k.reset();
        write_sampling(json_, sampling);
        write_stops(json_, request.wishes, "stop_sequences");
        if (!request.wishes.end_user.empty()) {
            json_.key("metadata");
            json_.begin_object();
            json_.field("user_id", request.wishes.end_user);
            json_.end_object();
        }
        if (delivery == ReplyForm::Stream) json_.field("stream", true);
        json_.end_object();
        return {};
    }

private:
    // Marked for itself, it is also found by other conversations, and by this one after an earlier
    // message changed.
    void write_system(const Request& request, bool caches) {
        const auto system = system_text(request);
        has_system_ = system.find_first_not_of(" \t\r\n") != std::string::npos;
        if (!has_system_) return;
        if (!caches) return json_.field("system", system);
        json_.key("system");
        json_.begin_array();
        json_.begin_object();
        json_.field("type", "text");
        json_.field("text", system);
        write_mark();
        json_.end_object();
        json_.end_array();
    }

    Result<void> write(const Message& message, const std::string& path) {
        json_.begin_object();
        json_.field("role", message.role == Role::Assistant ? "assistant" : "user");
        json_.key("content");
        json_.begin_array();
        for (const auto& block : message.content) {
            const auto i = static_cast<std::size_t>(&block - message.content.data());
            is_settled_ = std::ranges::find(settled_, &block) != settled_.end();
            TRY(write(block, path + std::to_string(i)));
        }
        json_.end_array();
        json_.end_object();
        return {};
    }

    Result<void> write(const ContentBlock& block, const std::string& path) {
        if (const auto* text = std::get_if<TextBlock>(&block)) return write(*text);
        if (const auto* image = std::get_if<ImageBlock>(&block)) return write(*image, path);
        if (const auto* document = std::get_if<DocumentBlock>(&block)) return write(*document);
        if (const auto* use = std::get_if<ToolUseBlock>(&block)) return write(*use);
        if (const auto* result = std::get_if<ToolResultBlock>(&block)) return write(*result, path);
        if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) return write(*thinking);
        return {};  // video became text in adapt()
    }

    Result<void> write(const TextBlock& block) {
        json_.begin_object();
        json_.field("type", "text");
        json_.field("text", block.text);
        if (std::exchange(is_settled_, false)) write_mark();
        json_.end_object();
        return {};
    }

    Result<void> write(const ImageBlock& image, const std::string& path) {
        json_.begin_object();
        json_.field("type", "image");
        TRY(write_source(image.source, image.mime));
        write_cache_mark(image.cache_control);
        json_.end_object();
        wire_.images.push_back({path, image.source});
        return {};
    }

    Result<void> write(const DocumentBlock& document) {
        constexpr std::size_t kMaxTitle = 500;
        json_.begin_object();
        json_.field("type", "document");
        TRY(write_source(document.source, document.mime));
        if (!document.filename.empty() && document.filename.size() <= kMaxTitle) {
            json_.field("title", document.filename);
        }
        write_cache_mark(document.cache_control);
        json_.end_object();
        return {};
    }

    Result<void> write_source(const content::FileRef& source, const std::string& mime) {
        json_.key("source");
        json_.begin_object();
        if (const auto* url = std::get_if<content::UrlRef>(&source)) {
            json_.field("type", "url");
            json_.field("url", url->url);
        } else if (const auto* blob = content::blob_of(source)) {
            const auto size = TRY(blobs_.size(*blob));
            json_.field("type", "base64");
            json_.field("media_type", mime);
            json_.key("data");
            json_.base64(*blob, size);
        }
        json_.end_object();
        return {};
    }

    Result<void> write(const ToolUseBlock& use) {
        json_.begin_object();
        json_.field("type", "tool_use");
        json_.field("id", use.id);
        json_.field("name", use.name);
        json_.key("input");
        TRY(write_object(json_, use.input, "the input of a tool call"));
        json_.end_object();
        return {};
    }

    Result<void> write(const ToolResultBlock& result, const std::string& path) {
        json_.begin_object();
        json_.field("type", "tool_result");
        json_.field("tool_use_id", result.tool_use_id);
        if (result.is_error) json_.field("is_error", true);
        json_.key("content");
        json_.begin_array();
        std::size_t index = 0;
        for (const auto& output : result.content) {
            const auto block =
                std::visit([](const auto& one) { return ContentBlock{one}; }, output);
            if (is_empty_text(block)) continue;
            TRY(write(block, path + ".tool_result.content." + std::to_string(index++)));
        }
        // An error without content is refused.
        if (index == 0 && result.is_error) TRY(write(TextBlock{"[The tool gave no message.]"}));
        json_.end_array();
        json_.end_object();
        return {};
    }

    Result<void> write(const ThinkingBlock& thinking) {
        json_.begin_object();
        if (thinking.text.empty() && thinking.signature.starts_with(kRedacted)) {
            json_.field("type", "redacted_thinking");
            json_.field("data", std::string_view(thinking.signature).substr(kRedacted.size()));
        } else {
            json_.field("type", "thinking");
            json_.field("thinking", thinking.text);
            json_.field("signature", thinking.signature);
        }
        json_.end_object();
        return {};
    }

    Result<void> write_tools(const Request& request, bool caches) {
        if (request.tools.empty()) return {};
        json_.key("tools");
        json_.begin_array();
        for (const auto& tool : request.tools) {
            json_.begin_object();
            json_.field("name", tool.name);
            if (!tool.description.empty()) json_.field("description", tool.description);
            json_.key("input_schema");
            TRY(write_object(json_, tool.input_schema, "the schema of a tool"));
            if (tool.strict) json_.field("strict", true);
            // The system prompt comes behind the tools in the cache, and covers them.
            if (caches && !has_system_ && &tool == &request.tools.back()) write_mark();
            json_.end_object();
        }
        json_.end_array();
        return {};
    }

    // Whether the model was told to think.
    bool write_thinking(const Request& request, const std::vector<Message>& messages) {
        if (traits_.reasoning == Reasoning::NotAsked || !wants_thinking(request.wishes)) {
            return false;
        }
        const bool adaptive = traits_.reasoning == Reasoning::Effort;
        const auto most = max_tokens_of(request, traits_);
        const auto budget = std::min(budget_of(request.wishes), most - std::min(most, 1U));
        if (!adaptive && (budget < kLeastBudget || !may_be_given_budget(messages))) return false;
        json_.key("thinking");
        json_.begin_object();
        json_.field("type", adaptive ? "adaptive" : "enabled");
        if (!adaptive) json_.field("budget_tokens", budget);
        json_.end_object();
        return true;
    }

    // Who thinks is not to be forced to a call.
    void write_choice(const Request& request, bool thinks) {
        const auto& asked = request.wishes;
        const bool forced =
            asked.tool_choice == ToolChoice::Required || asked.tool_choice == ToolChoice::One;
        const auto choice = thinks && forced ? ToolChoice::Auto : asked.tool_choice;
        const bool one_by_one = asked.parallel_calls == false && choice != ToolChoice::None;
        if (request.tools.empty() || (choice == ToolChoice::Auto && !one_by_one)) return;
        json_.key("tool_choice");
        json_.begin_object();
        switch (choice) {
            case ToolChoice::Auto: json_.field("type", "auto"); break;
            case ToolChoice::None: json_.field("type", "none"); break;
            case ToolChoice::Required: json_.field("type", "any"); break;
            case ToolChoice::One:
                json_.field("type", "tool");
                json_.field("name", asked.chosen_tool);
                break;
        }
        if (one_by_one) json_.field("disable_parallel_tool_use", true);
        json_.end_object();
    }

    Result<void> write_output(const Request& request, bool thinks) {
        const auto effort = effort_word(request, thinks);
        const bool has_schema = request.json_schema && traits_.native_schema;
        if (effort.empty() && !has_schema) return {};
        json_.key("output_config");
        json_.begin_object();
        if (!effort.empty()) json_.field("effort", effort);
        if (has_schema) {
            json_.key("format");
            json_.begin_object();
            json_.field("type", "json_schema");
            json_.key("schema");
            TRY(write_object(json_, *request.json_schema, "the schema of the answer"));
            json_.end_object();
        }
        json_.end_object();
        return {};
    }

    // Models that cannot be kept from thinking think little.
    std::string_view effort_word(const Request& request, bool thinks) const {
        if (traits_.reasoning != Reasoning::Effort) return {};
        const auto effort = effort_of(request.wishes);
        if (effort == Effort::None || effort == Effort::Minimal) return "low";
        return thinks || request.wishes.effort != Effort::Unset ? name_of(effort) : "";
    }

    void write_cache_mark(bool wanted) {
        if (!wanted || !traits_.cache_marks) return;
        if (unmarked_ > 0) {
            --unmarked_;
            return;
        }
        write_mark();
    }

    void write_mark() {
        json_.key("cache_control");
        json_.begin_object();
        json_.field("type", "ephemeral");
        json_.end_object();
    }

    WireRequest& wire_;
    JsonWriter json_;
    const ModelTraits& traits_;
    BlobSource& blobs_;
    bool has_system_ = false;
    std::vector<const ContentBlock*> settled_;  // blocks that end what changes no more
    bool is_settled_ = false;                   // the one that is being written is such
    std::size_t unmarked_ = 0;                  // how many of the first marks are left away
};

}  // namespace

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
) {
    WireRequest wire;
    wire.path = "/v1/messages";
    const auto version =
        traits.api_version.empty() ? kVersion : std::string_view(traits.api_version);
    wire.headers = {
        {"content-type", "application/json"}, {"anthropic-version", std::string(version)}};
    TRY(Writer(wire, traits, blobs).write(adapt(request, traits, kKind), delivery));
    return wire;
}

}  // namespace fovea::providers::anthropic
