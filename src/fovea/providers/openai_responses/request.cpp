#include "fovea/providers/adapt.hpp"
#include "fovea/providers/call_form.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/openai_parts.hpp"
#include "fovea/providers/openai_responses/openai_responses.hpp"
#include "fovea/providers/strict_schema.hpp"
#include "fovea/providers/turns.hpp"
#include "fovea/providers/write_object.hpp"
#include "fovea/providers/write_wishes.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::providers::openai_responses {
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

// Reasoning models are told by the role of their instructions: they are the ones that know a
// developer. Others refuse to be asked for encrypted reasoning.
bool reasons(const ModelTraits& traits) {
    return traits.system_role == "developer";
}

class Writer {
public:
    Writer(WireRequest& wire, const ModelTraits& traits, BlobSource& blobs)
        : wire_(wire), json_(wire.body), traits_(traits), blobs_(blobs) {}

    Result<void> write(Request request, ReplyForm delivery) {
        json_.begin_object();
        json_.field("model", request.model);
        const auto system = system_text(request);
        if (!system.empty()) json_.field("instructions", system);
        json_.key("input");
        json_.begin_array();
        auto turns = ordered_turns(std::move(request.messages));
        shape_calls(turns, {.exact_id = traits_.call_id_length});
        if (!traits_.user_after_tools) turns = with_reply_to_tools(std::move(turns));
        for (const auto& message : turns) {
            if (message.role == Role::Assistant) {
                TRY(write_assistant(message));
            } else {
                TRY(write_user(message));
            }
        }
        json_.end_array();
        TRY(write_tools(request));
        write_choice(request);
        TRY(write_text(request));
        write_reasoning(request.wishes);
        write_sampling(json_, request.wishes);
        if (request.max_output_tokens > 0) {
            // Fewer are refused.
            json_.field("max_output_tokens", std::max(request.max_output_tokens, 16U));
        }
        if (!request.wishes.end_user.empty()) {
            json_.field("safety_identifier", request.wishes.end_user);
        }
        if (!request.wishes.cache_key.empty()) {
            json_.field("prompt_cache_key", request.wishes.cache_key);
        }
        json_.field("store", false);
        if (reasons(traits_)) {
            json_.key("include");
            json_.begin_array();
            json_.string("reasoning.encrypted_content");
            json_.end_array();
        }
        if (delivery == ReplyForm::Stream) json_.field("stream", true);
        json_.end_object();
        return {};
    }

private:
    void begin_item(std::string_view type) {
        json_.begin_object();
        json_.field("type", type);
    }

    void end_item() {
        json_.end_object();
        ++items_;
    }

    Result<void> write_assistant(const Message& message) {
        std::vector<const ThinkingBlock*> thoughts;
        const auto write_thoughts = [&] {
            for (const auto* thinking : thoughts) write_reasoning(*thinking);
            thoughts.clear();
        };
        for (const auto& block : message.content) {
            if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) {
                // The API refuses reasoning that nothing follows.
                if (!thinking->signature.empty()) thoughts.push_back(thinking);
                continue;
            }
            write_thoughts();
            if (const auto* text = std::get_if<TextBlock>(&block)) write_said(text->text);
            // The model cannot show pictures: in its messages they are words.
            if (const auto* image = std::get_if<ImageBlock>(&block)) {
                write_said(placeholder(*image));
            }
            if (const auto* document = std::get_if<DocumentBlock>(&block)) {
                write_said(placeholder(*document));
            }
            if (const auto* use = std::get_if<ToolUseBlock>(&block)) TRY(write_call(*use));
        }
        return {};
    }

    void write_reasoning(const ThinkingBlock& thinking) {
        begin_item("reasoning");
        json_.key("summary");
        json_.begin_array();
        if (!thinking.text.empty()) write_text("summary_text", thinking.text);
        json_.end_array();
        json_.field("encrypted_content", thinking.signature);
        end_item();
    }

    void write_said(const std::string& text) {
        begin_item("message");
        json_.field("role", "assistant");
        // A string: as output_text it would need the id and the status that it once had.
        json_.field("content", text);
        end_item();
    }

    Result<void> write_call(const ToolUseBlock& use) {
        begin_item("function_call");
        json_.field("call_id", use.id);
        json_.field("name", use.name);
        TRY(write_arguments(json_, use));
        end_item();
        return {};
    }

    Result<void> write_user(const Message& message) {
        std::vector<ContentBlock> parts;
        for (const auto& block : message.content) {
            if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
                TRY(write_result(*result));
            } else if (is_part(block)) {
                parts.push_back(block);
            }
        }
        if (parts.empty()) return {};
        begin_item("message");
        json_.field("role", "user");
        json_.key("content");
        TRY(write_parts(parts, "content"));
        end_item();
        return {};
    }

    Result<void> write_result(const ToolResultBlock& result) {
        const auto outputs = tool_outputs(result);
        begin_item("function_call_output");
        json_.field("call_id", result.tool_use_id);
        json_.key("output");
        if (is_text_only(outputs)) {
            json_.string(content::text_of(outputs));
        } else {
            TRY(write_parts(outputs, "output"));
        }
        end_item();
        return {};
    }

    Result<void> write_parts(const std::vector<ContentBlock>& parts, std::string_view place) {
        const auto path = "input[" + std::to_string(items_) + "]." + std::string(place) + "[";
        json_.begin_array();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (const auto* text = std::get_if<TextBlock>(&parts[i])) {
                write_text("input_text", text->text);
            } else if (const auto* image = std::get_if<ImageBlock>(&parts[i])) {
                TRY(write_image(*image, path + std::to_string(i) + "]"));
            } else if (const auto* document = std::get_if<DocumentBlock>(&parts[i])) {
                TRY(write_document(*document));
            }
        }
        json_.end_array();
        return {};
    }

    void write_text(std::string_view type, const std::string& text) {
        json_.begin_object();
        json_.field("type", type);
        json_.field("text", text);
        json_.end_object();
    }

    Result<void> write_image(const ImageBlock& image, std::string path) {
        json_.begin_object();
        json_.field("type", "input_image");
        const auto* blob = content::blob_of(image.source);
        json_.key("image_url");
        if (blob != nullptr) {
            TRY(write_data_url(json_, *blob, image.mime, blobs_));
        } else {
            json_.string(std::get<content::UrlRef>(image.source).url);
        }
        wire_.images.push_back({std::move(path), image.source});
        if (!traits_.image_detail.empty()) json_.field("detail", traits_.image_detail);
        write_cache_mark(json_, image.cache_control, traits_);
        json_.end_object();
        return {};
    }

    Result<void> write_document(const DocumentBlock& document) {
        json_.begin_object();
        json_.field("type", "input_file");
        if (const auto* blob = content::blob_of(document.source)) {
            // The API tells the kind of file by its name.
            json_.field(
                "filename",
                document.filename.empty() ? std::string("document.pdf") : document.filename
            );
            json_.key("file_data");
            TRY(write_data_url(json_, *blob, document.mime, blobs_));
        } else {
            json_.field("file_url", std::get<content::UrlRef>(document.source).url);
        }
        write_cache_mark(json_, document.cache_control, traits_);
        json_.end_object();
        return {};
    }

    Result<void> write_tools(const Request& request) {
        if (request.tools.empty()) return {};
        json_.key("tools");
        json_.begin_array();
        for (const auto& tool : request.tools) {
            json_.begin_object();
            json_.field("type", "function");
            json_.field("name", tool.name);
            if (!tool.description.empty()) json_.field("description", tool.description);
            json_.key("parameters");
            TRY(write_object(json_, tool.input_schema, "the schema of the tool " + tool.name));
            // Strict is what this API takes for granted; it refuses schemas with optional fields.
            json_.field("strict", tool.strict && is_strict_schema(tool.input_schema));
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
            json_.field("name", asked.chosen_tool);
            json_.end_object();
        } else if (asked.tool_choice != ToolChoice::Auto) {
            json_.field("tool_choice", choice_word(asked.tool_choice));
        }
        if (asked.parallel_calls) json_.field("parallel_tool_calls", *asked.parallel_calls);
    }

    void write_reasoning(const Wishes& asked) {
        const auto effort = effort_of(asked);
        if (traits_.reasoning != Reasoning::Effort) return;
        if (effort == Effort::Unset && asked.thinking_summary.empty()) return;
        json_.key("reasoning");
        json_.begin_object();
        if (effort != Effort::Unset) json_.field("effort", name_of(effort));
        if (!asked.thinking_summary.empty()) json_.field("summary", asked.thinking_summary);
        json_.end_object();
    }

    // The form of the answer, and how much of it.
    Result<void> write_text(const Request& request) {
        const bool has_schema = request.json_schema && traits_.native_schema;
        const bool any_json = request.wishes.json_object && !request.json_schema;
        const auto& verbosity = request.wishes.verbosity;
        if (!has_schema && !any_json && verbosity.empty()) return {};
        json_.key("text");
        json_.begin_object();
        if (has_schema) {
            json_.key("format");
            json_.begin_object();
            json_.field("type", "json_schema");
            json_.field("name", "answer");
            json_.field("strict", is_strict_schema(*request.json_schema));
            json_.key("schema");
            TRY(write_object(json_, *request.json_schema, "the schema of the answer"));
            json_.end_object();
        } else if (any_json) {
            json_.key("format");
            json_.begin_object();
            json_.field("type", "json_object");
            json_.end_object();
        }
        if (!verbosity.empty()) json_.field("verbosity", verbosity);
        json_.end_object();
        return {};
    }

    WireRequest& wire_;
    JsonWriter json_;
    const ModelTraits& traits_;
    BlobSource& blobs_;
    std::size_t items_ = 0;  // written so far
};

}  // namespace

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
) {
    WireRequest wire;
    wire.path = "/v1/responses";
    wire.headers = {{"content-type", "application/json"}};
    TRY(Writer(wire, traits, blobs).write(adapt(request, traits, kKind), delivery));
    return wire;
}

}  // namespace fovea::providers::openai_responses
