#include "fovea/providers/adapt.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/turns.hpp"
#include "fovea/providers/write_object.hpp"
#include "fovea/providers/write_wishes.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::providers::ollama {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

// The blocks of one message, sorted into the fields it has here.
struct Fields {
    std::string text;
    std::string thinking;
    std::vector<content::BlobRef> images;
    std::vector<const ToolUseBlock*> calls;
    std::vector<const ToolResultBlock*> results;
};

void add_line(std::string& text, std::string_view line) {
    if (!text.empty()) text += "\n";
    text += line;
}

Fields fields_of(const Message& message) {
    Fields fields;
    for (const auto& block : message.content) {
        if (const auto* text = std::get_if<TextBlock>(&block)) add_line(fields.text, text->text);
        if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) {
            add_line(fields.thinking, thinking->text);
        }
        if (const auto* image = std::get_if<ImageBlock>(&block)) {
            if (const auto* blob = content::blob_of(image->source)) fields.images.push_back(*blob);
        }
        if (const auto* use = std::get_if<ToolUseBlock>(&block)) fields.calls.push_back(use);
        if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
            fields.results.push_back(result);
        }
    }
    return fields;
}

class Writer {
public:
    Writer(WireRequest& wire, const ModelTraits& traits, BlobSource& blobs)
        : wire_(wire), json_(wire.body), traits_(traits), blobs_(blobs) {}

    Result<void> write(Request request, ReplyForm delivery) {
        const auto system = system_text(request);
        const auto turns = ordered_turns(std::move(request.messages));
        if (turns.empty()) return Error{ErrorCode::InvalidInput, "There is no message to send."};
        json_.begin_object();
        json_.field("model", request.model);
        json_.field("stream", delivery == ReplyForm::Stream);
        // Otherwise the oldest messages are dropped without a word when the context is full.
        json_.field("truncate", false);
        json_.key("messages");
        json_.begin_array();
        write_system(system);
        for (const auto& turn : turns) TRY(write(turn));
        json_.end_array();
        TRY(write_tools(request));
        if (request.json_schema && traits_.native_schema) {
            json_.key("format");
            TRY(write_object(json_, *request.json_schema, "the schema of the answer"));
        } else if (request.wishes.json_object) {
            json_.field("format", "json");
        }
        // Models that think do so unasked, and the others refuse to be asked.
        if (request.wishes.effort == Effort::None) json_.field("think", false);
        json_.key("options");
        json_.begin_object();
        if (request.max_output_tokens > 0) {
            json_.field("num_predict", request.max_output_tokens);
        }
        write_sampling(json_, request.wishes);
        write_stops(json_, request.wishes, "stop");
        json_.end_object();
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

    void write_system(const std::string& system) {
        if (system.find_first_not_of(" \t\r\n") == std::string::npos) return;
        begin_message("system");
        json_.field("content", system);
        end_message();
    }

    Result<void> write(const Message& message) {
        const auto fields = fields_of(message);
        if (message.role == Role::Assistant) return write_model(fields);
        for (std::size_t i = 0; i < fields.results.size(); ++i) {
            write_result(*fields.results[i], i < calls_.size() ? calls_[i] : "");
        }
        if (fields.text.empty() && fields.images.empty()) return {};
        begin_message("user");
        json_.field("content", fields.text);
        TRY(write_images(fields));
        end_message();
        return {};
    }

    Result<void> write_model(const Fields& fields) {
        calls_.clear();
        begin_message("assistant");
        json_.field("content", fields.text);
        if (!fields.thinking.empty()) json_.field("thinking", fields.thinking);
        TRY(write_images(fields));
        if (!fields.calls.empty()) {
            json_.key("tool_calls");
            json_.begin_array();
            for (const auto* use : fields.calls) TRY(write(*use));
            json_.end_array();
        }
        end_message();
        return {};
    }

    Result<void> write_images(const Fields& fields) {
        if (fields.images.empty()) return {};
        const auto path = "messages." + std::to_string(messages_) + ".images.";
        json_.key("images");
        json_.begin_array();
        for (std::size_t i = 0; i < fields.images.size(); ++i) {
            const auto size = TRY(blobs_.size(fields.images[i]));
            json_.base64(fields.images[i], size);
            wire_.images.push_back({path + std::to_string(i), fields.images[i]});
        }
        json_.end_array();
        return {};
    }

    Result<void> write(const ToolUseBlock& use) {
        calls_.push_back(use.name);
        json_.begin_object();
        json_.key("function");
        json_.begin_object();
        json_.field("name", use.name);
        json_.key("arguments");
        TRY(write_object(json_, use.input, "the input of a tool call"));
        json_.end_object();
        json_.end_object();
        return {};
    }

    void write_result(const ToolResultBlock& result, std::string_view name) {
        std::string text = result.is_error ? "Error:" : "";
        for (const auto& output : result.content) {
            if (const auto* words = std::get_if<TextBlock>(&output)) add_line(text, words->text);
        }
        begin_message("tool");
        json_.field("tool_name", name);
        json_.field("content", text);
        end_message();
    }

    Result<void> write_tools(const Request& request) {
        // The API has no word for calling none.
        if (request.tools.empty() || request.wishes.tool_choice == ToolChoice::None) return {};
        json_.key("tools");
        json_.begin_array();
        for (const auto& tool : request.tools) {
            json_.begin_object();
            json_.field("type", "function");
            json_.key("function");
            json_.begin_object();
            json_.field("name", tool.name);
            json_.field("description", tool.description);
            json_.key("parameters");
            TRY(write_object(json_, tool.input_schema, "the schema of a tool"));
            json_.end_object();
            json_.end_object();
        }
        json_.end_array();
        return {};
    }

    WireRequest& wire_;
    JsonWriter json_;
    const ModelTraits& traits_;
    BlobSource& blobs_;
    std::size_t messages_ = 0;        // written so far
    std::vector<std::string> calls_;  // names of the last calls: results must repeat them
};

}  // namespace

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
) {
    auto possible = traits;
    possible.pdf = false;
    possible.url_images = false;
    possible.tool_result_images = false;

    WireRequest wire;
    wire.path = "/api/chat";
    wire.headers = {{"content-type", "application/json"}};
    TRY(Writer(wire, possible, blobs).write(adapt(request, possible, kKind), delivery));
    return wire;
}

}  // namespace fovea::providers::ollama
