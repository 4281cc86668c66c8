#include "fovea/providers/adapt.hpp"
#include "fovea/providers/call_form.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/openai_parts.hpp"
#include "fovea/providers/strict_schema.hpp"
#include "fovea/providers/turns.hpp"
#include "fovea/providers/write_object.hpp"
#include "fovea/providers/write_wishes.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::providers::openai_chat {
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

template <class T>
std::vector<const T*> all_of(const Message& message) {
    std::vector<const T*> found;
    for (const auto& block : message.content) {
        if (const auto* one = std::get_if<T>(&block)) found.push_back(one);
    }
    return found;
}

// This API takes PDFs only, and only OpenRouter fetches them.
bool can_carry(const DocumentBlock& document, std::string_view kind) {
    if (content::blob_of(document.source) == nullptr) return kind != kKind;
    return document.mime == "application/pdf";
}

// What may stand in a message of the user: the parts, with what the API does not take as text.
std::vector<ContentBlock> user_parts(Message message, std::string_view kind) {
    std::vector<ContentBlock> parts;
    for (auto& block : message.content) {
        const auto* document = std::get_if<DocumentBlock>(&block);
        if (document != nullptr && !can_carry(*document, kind)) {
            parts.emplace_back(TextBlock{placeholder(*document)});
        } else if (is_part(block)) {
            parts.push_back(std::move(block));
        }
    }
    return parts;
}

// Only users may show pictures here: in what the model said they become words.
std::string assistant_text(const Message& message) {
    std::vector<ContentBlock> texts;
    for (const auto& block : message.content) {
        if (std::holds_alternative<TextBlock>(block)) texts.push_back(block);
        if (const auto* image = std::get_if<ImageBlock>(&block)) {
            texts.emplace_back(TextBlock{placeholder(*image)});
        }
        if (const auto* document = std::get_if<DocumentBlock>(&block)) {
            texts.emplace_back(TextBlock{placeholder(*document)});
        }
    }
    return content::text_of(texts);
}

class Writer {
public:
    Writer(std::string_view kind, WireRequest& wire, const ModelTraits& traits, BlobSource& blobs)
        : kind_(kind), wire_(wire), json_(wire.body), traits_(traits), blobs_(blobs) {}

    Result<void> write(Request request, ReplyForm delivery) {
        json_.begin_object();
        json_.field("model", request.model);
        json_.key("messages");
        json_.begin_array();
        write_system(system_text(request));
        auto turns = ordered_turns(std::move(request.messages));
        shape_calls(turns, {.max_id = 40, .exact_id = traits_.call_id_length});
        if (!traits_.user_after_tools) turns = with_reply_to_tools(std::move(turns));
        for (auto& message : turns) {
            if (message.role == Role::Assistant) {
                TRY(write_assistant(message));
            } else {
                TRY(write_user(std::move(message)));
            }
        }
        json_.end_array();
        if (request.max_output_tokens > 0) {
            json_.field(traits_.max_tokens_field, request.max_output_tokens);
        }
        TRY(write_tools(request));
        write_choice(request);
        TRY(write_schema(request));
        write_sampling(json_, request.wishes);
        write_stops(json_, request.wishes, "stop");
        write_rest(request.wishes);
        if (delivery == ReplyForm::Stream) {
            json_.field("stream", true);
            json_.key("stream_options");
            json_.begin_object();
            json_.field("include_usage", true);
            json_.end_object();
        }
        json_.end_object();
        return {};
    }

private:
    void begin_message(std::string_view role) {
        json_.begin_object();
        json_.field("role", role);
    }

    void end_message() {
        json_.end_object();
        ++messages_;
    }

    void write_system(const std::string& text) {
        if (text.empty()) return;
        begin_message(traits_.system_role);
        json_.field("content", text);
        end_message();
    }

    Result<void> write_assistant(const Message& message) {
        const auto text = assistant_text(message);
        const auto calls = all_of<ToolUseBlock>(message);
        if (text.empty() && calls.empty()) return {};
        begin_message("assistant");
        json_.key("content");
        if (text.empty()) {
            json_.json(nullptr);
        } else {
            json_.string(text);
        }
        if (!calls.empty()) {
            write_reasoning(message);
            TRY(write_calls(calls));
        }
        end_message();
        return {};
    }

    // DeepSeek wants its reasoning back in turns with calls, and only there (seen 2026-10).
    void write_reasoning(const Message& message) {
        std::string text;
        for (const auto* thinking : all_of<ThinkingBlock>(message)) text += thinking->text;
        if (!text.empty()) json_.field("reasoning_content", text);
    }

    Result<void> write_calls(const std::vector<const ToolUseBlock*>& calls) {
        json_.key("tool_calls");
        json_.begin_array();
        for (const auto* call : calls) {
            json_.begin_object();
            json_.field("id", call->id);
            json_.field("type", "function");
            json_.key("function");
            json_.begin_object();
            json_.field("name", call->name);
            TRY(write_arguments(json_, *call));
            json_.end_object();
            json_.end_object();
        }
        json_.end_array();
        return {};
    }

    Result<void> write_user(Message message) {
        for (const auto* result : all_of<ToolResultBlock>(message)) {
            begin_message("tool");
            json_.field("tool_call_id", result->tool_use_id);
            TRY(write_content(user_parts({Role::User, tool_outputs(*result)}, kind_)));
            end_message();
        }
        const auto parts = user_parts(std::move(message), kind_);
        if (parts.empty()) return {};
        begin_message("user");
        TRY(write_content(parts));
        end_message();
        return {};
    }

    // A string where that is enough: every server takes it.
    Result<void> write_content(const std::vector<ContentBlock>& parts) {
        json_.key("content");
        if (is_text_only(parts)) {
            json_.string(content::text_of(parts));
            return {};
        }
        json_.begin_array();
        for (std::size_t i = 0; i < parts.size(); ++i) TRY(write_part(parts[i], i));
        json_.end_array();
        return {};
    }

    Result<void> write_part(const ContentBlock& part, std::size_t index) {
        json_.begin_object();
        if (const auto* text = std::get_if<TextBlock>(&part)) {
            json_.field("type", "text");
            json_.field("text", text->text);
        } else if (const auto* image = std::get_if<ImageBlock>(&part)) {
            TRY(write_image(*image, index));
        } else if (const auto* document = std::get_if<DocumentBlock>(&part)) {
            TRY(write_document(*document));
        }
        json_.end_object();
        return {};
    }

    Result<void> write_image(const ImageBlock& image, std::size_t index) {
        json_.field("type", "image_url");
        json_.key("image_url");
        json_.begin_object();
        TRY(write_file("url", image.source, image.mime));
        if (!traits_.image_detail.empty()) json_.field("detail", traits_.image_detail);
        json_.end_object();
        write_mark(image.cache_control);
        wire_.images.push_back(
            {"messages[" + std::to_string(messages_) + "].content[" + std::to_string(index) +
                 "].image_url",
             image.source}
        );
        return {};
    }

    Result<void> write_document(const DocumentBlock& document) {
        json_.field("type", "file");
        json_.key("file");
        json_.begin_object();
        json_.field(
            "filename", document.filename.empty() ? std::string("document.pdf") : document.filename
        );
        TRY(write_file("file_data", document.source, document.mime));
        json_.end_object();
        write_mark(document.cache_control);
        return {};
    }

    Result<void> write_file(
        std::string_view key, const content::FileRef& source, const std::string& mime
    ) {
        json_.key(key);
        if (const auto* blob = content::blob_of(source)) {
            return write_data_url(json_, *blob, mime, blobs_);
        }
        json_.string(std::get<content::UrlRef>(source).url);
        return {};
    }

    void write_mark(bool wanted) {
        if (kind_ == kKind) write_cache_mark(json_, wanted, traits_);
    }

    Result<void> write_tools(const Request& request) {
        if (request.tools.empty()) return {};
        json_.key("tools");
        json_.begin_array();
        for (const auto& tool : request.tools) {
            json_.begin_object();
            json_.field("type", "function");
            json_.key("function");
            json_.begin_object();
            json_.field("name", tool.name);
            if (!tool.description.empty()) json_.field("description", tool.description);
            json_.key("parameters");
            TRY(write_object(json_, tool.input_schema, "the schema of the tool " + tool.name));
            if (tool.strict && is_strict_schema(tool.input_schema)) json_.field("strict", true);
            json_.end_object();
            json_.end_object();
        }
        json_.end_array();
        return {};
    }

    void write_choice(const Request& request) {
        const auto& asked = request.wishes;
        if (request.tools.empty()) return;
        if (asked.tool_choice == ToolChoice::One) {
            json_.key("tool_choice");
            json_.begin_object();
            json_.field("type", "function");
            json_.key("function");
            json_.begin_object();
            json_.field("name", asked.chosen_tool);
            json_.end_object();
            json_.end_object();
        } else if (asked.tool_choice != ToolChoice::Auto) {
            json_.field("tool_choice", choice_word(asked.tool_choice));
        }
        if (asked.parallel_calls) json_.field("parallel_tool_calls", *asked.parallel_calls);
    }

    void write_rest(const Wishes& asked) {
        // What compatible servers do not know some refuse: there only an explicit word goes out.
        const auto effort = kind_ == kKind ? effort_of(asked) : asked.effort;
        if (traits_.reasoning == Reasoning::Effort && effort != Effort::Unset) {
            json_.field("reasoning_effort", name_of(effort));
        }
        if (!asked.verbosity.empty()) json_.field("verbosity", asked.verbosity);
        if (!asked.end_user.empty()) json_.field("safety_identifier", asked.end_user);
        if (!asked.cache_key.empty()) json_.field("prompt_cache_key", asked.cache_key);
    }

    Result<void> write_schema(const Request& request) {
        if (request.wishes.json_object && !request.json_schema) {
            json_.key("response_format");
            json_.begin_object();
            json_.field("type", "json_object");
            json_.end_object();
        }
        if (!request.json_schema || !traits_.native_schema) return {};
        json_.key("response_format");
        json_.begin_object();
        json_.field("type", "json_schema");
        json_.key("json_schema");
        json_.begin_object();
        json_.field("name", "answer");
        json_.field("strict", is_strict_schema(*request.json_schema));
        json_.key("schema");
        TRY(write_object(json_, *request.json_schema, "the schema of the answer"));
        json_.end_object();
        json_.end_object();
        return {};
    }

    std::string_view kind_;
    WireRequest& wire_;
    JsonWriter json_;
    const ModelTraits& traits_;
    BlobSource& blobs_;
    std::size_t messages_ = 0;  // written so far
};

}  // namespace

Result<WireRequest> write_request(
    std::string_view kind,
    const Request& request,
    const ModelTraits& traits,
    ReplyForm delivery,
    BlobSource& blobs
) {
    WireRequest wire;
    wire.path = "/v1/chat/completions";
    wire.headers = {{"content-type", "application/json"}};
    TRY(Writer(kind, wire, traits, blobs).write(adapt(request, traits, kind), delivery));
    return wire;
}

}  // namespace fovea::providers::openai_chat
