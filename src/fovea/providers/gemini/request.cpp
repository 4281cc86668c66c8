#include "fovea/providers/adapt.hpp"
#include "fovea/providers/call_form.hpp"
#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/gemini/request_settings.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/turns.hpp"
#include "fovea/providers/write_object.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::providers::gemini {
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

// Gemini 3 refuses a call that it did not sign, and a conversation may have begun with another
// model. For those the API takes this in place of a signature (ai.google.dev, "Thought signatures").
constexpr std::string_view kNoSignature = "skip_thought_signature_validator";

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
        if (plain) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += kHex[byte >> 4U];
        encoded += kHex[byte & 15U];
    }
    return encoded;
}

std::string path_of(std::string_view model, ReplyForm delivery) {
    constexpr std::string_view kPrefix = "models/";
    if (model.starts_with(kPrefix)) model.remove_prefix(kPrefix.size());
    return "/v1beta/models/" + percent_encoded(model) +
           (delivery == ReplyForm::Stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
}

bool begins_with_a_call(const std::vector<Message>& turns) {
    if (turns.empty() || turns.front().role != Role::Assistant) return false;
    return std::ranges::any_of(turns.front().content, [](const ContentBlock& block) {
        return std::holds_alternative<ToolUseBlock>(block);
    });
}

// Calls and thoughts are the model's and results the user's; elsewhere they are refused, and so is a
// call before the user said anything.
std::vector<Message> accepted_turns(std::vector<Message> messages) {
    for (auto& message : messages) {
        const bool model = message.role == Role::Assistant;
        std::erase_if(message.content, [&](const ContentBlock& block) {
            if (std::holds_alternative<ToolResultBlock>(block)) return model;
            if (std::holds_alternative<ToolUseBlock>(block)) return !model;
            const auto* thinking = std::get_if<ThinkingBlock>(&block);
            if (thinking == nullptr) return false;
            return !model || (thinking->text.empty() && thinking->signature.empty());
        });
    }
    auto turns = ordered_turns(std::move(messages));
    shape_calls(turns, {.max_id = 0, .max_name = 128, .name_marks = "_-.:", .digits_first = false});
    if (begins_with_a_call(turns)) {
        turns.insert(turns.begin(), {Role::User, {TextBlock{"[The conversation begins here.]"}}});
    }
    return turns;
}

class Writer {
public:
    Writer(WireRequest& wire, const ModelTraits& traits, BlobSource& blobs)
        : wire_(wire), json_(wire.body), traits_(traits), blobs_(blobs) {}

    Result<void> write(Request request) {
        const auto system = system_text(request);
        const auto turns = accepted_turns(std::move(request.messages));
        if (turns.empty()) return Error{ErrorCode::InvalidInput, "There is no message to send."};
        json_.begin_object();
        write_system(system);
        json_.key("contents");
        json_.begin_array();
        for (const auto& turn : turns) TRY(write(turn));
        json_.end_array();
        TRY(write_settings(json_, request, traits_));
        json_.end_object();
        return {};
    }

private:
    void write_system(const std::string& system) {
        if (system.find_first_not_of(" \t\r\n") == std::string::npos) return;
        json_.key("systemInstruction");
        json_.begin_object();
        json_.key("parts");
        json_.begin_array();
        write_text(system);
        json_.end_array();
        json_.end_object();
    }

    void begin_content(std::string_view role) {
        json_.begin_object();
        json_.field("role", role);
        json_.key("parts");
        json_.begin_array();
        parts_ = 0;
    }

    void end_content() {
        json_.end_array();
        json_.end_object();
        ++contents_;
    }

    std::string path() const {
        return "contents[" + std::to_string(contents_) + "].parts[" + std::to_string(parts_) + "]";
    }

    Result<void> write(const Message& message) {
        if (message.role == Role::Assistant) return write_model(message);
        std::vector<ContentBlock> rest;
        std::vector<const ToolResultBlock*> results;
        for (const auto& block : message.content) {
            const auto* result = std::get_if<ToolResultBlock>(&block);
            if (result != nullptr) results.push_back(result);
            if (result == nullptr) rest.push_back(block);
        }
        if (!results.empty()) {
            begin_content("user");
            for (std::size_t i = 0; i < results.size(); ++i) {
                TRY(write(*results[i], i < calls_.size() ? calls_[i] : "", rest));
                ++parts_;
            }
            end_content();
        }
        // Apart from the results: what else stands beside them is not documented to work.
        if (!rest.empty()) {
            begin_content("user");
            for (const auto& block : rest) TRY(write_part(block, {}));
            end_content();
        }
        return {};
    }

    Result<void> write_model(const Message& message) {
        calls_.clear();
        begin_content("model");
        std::string signature;
        for (const auto& block : message.content) {
            const auto* thinking = std::get_if<ThinkingBlock>(&block);
            if (thinking == nullptr || !thinking->text.empty()) {
                TRY(write_part(block, std::exchange(signature, {})));
                continue;
            }
            // A signature on its own: on the part behind it, or on an empty one.
            if (!signature.empty()) TRY(write_part(TextBlock{}, signature));
            signature = thinking->signature;
        }
        if (!signature.empty()) TRY(write_part(TextBlock{}, signature));
        end_content();
        return {};
    }

    Result<void> write_part(const ContentBlock& block, std::string signature) {
        json_.begin_object();
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            json_.field("text", text->text);
        } else if (const auto* image = std::get_if<ImageBlock>(&block)) {
            TRY(write_file(image->source, image->mime, path()));
        } else if (const auto* document = std::get_if<DocumentBlock>(&block)) {
            TRY(write_file(document->source, document->mime, {}));
        } else if (const auto* video = std::get_if<content::VideoBlock>(&block)) {
            TRY(write_file(video->source, video->mime, {}));
        } else if (const auto* use = std::get_if<ToolUseBlock>(&block)) {
            TRY(write_call(*use));
            // The first call of a step is the one that must be signed.
            if (signature.empty() && calls_.empty() && traits_.tool_result_images) {
                signature = kNoSignature;
            }
            calls_.push_back(use->name);
        } else if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) {
            json_.field("text", thinking->text);
            json_.field("thought", true);
            if (!thinking->signature.empty()) signature = thinking->signature;
        }
        if (!signature.empty()) json_.field("thoughtSignature", signature);
        json_.end_object();
        ++parts_;
        return {};
    }

    void write_text(std::string_view text) {
        json_.begin_object();
        json_.field("text", text);
        json_.end_object();
    }

    // `path` is where errors would name a picture; empty for what is none.
    Result<void> write_file(
        const content::FileRef& source, const std::string& mime, const std::string& path
    ) {
        if (const auto* url = std::get_if<content::UrlRef>(&source)) {
            json_.key("fileData");
            json_.begin_object();
            if (!mime.empty()) json_.field("mimeType", mime);
            json_.field("fileUri", url->url);
            json_.end_object();
            if (!path.empty()) wire_.images.push_back({path, source});
            return {};
        }
        const auto& blob = *content::blob_of(source);
        const auto size = TRY(blobs_.size(blob));
        json_.key("inlineData");
        json_.begin_object();
        json_.field("mimeType", mime);
        json_.key("data");
        json_.base64(blob, size);
        json_.end_object();
        if (!path.empty()) wire_.images.push_back({path, blob});
        return {};
    }

    Result<void> write_call(const ToolUseBlock& use) {
        json_.key("functionCall");
        json_.begin_object();
        if (!use.id.empty()) json_.field("id", use.id);
        json_.field("name", use.name);
        json_.key("args");
        TRY(write_object(json_, use.input, "the input of a tool call"));
        json_.end_object();
        return {};
    }

    // Files by URL do not go into a result: they follow in `behind`.
    Result<void> write(
        const ToolResultBlock& result, std::string_view name, std::vector<ContentBlock>& behind
    ) {
        std::string text;
        std::vector<const content::ToolOutput*> files;
        for (const auto& output : result.content) {
            if (const auto* words = std::get_if<TextBlock>(&output)) {
                text += (text.empty() ? "" : "\n") + words->text;
            } else if (is_by_url(output)) {
                behind.emplace_back(TextBlock{"From tool call " + result.tool_use_id + ":"});
                std::visit([&](const auto& file) { behind.emplace_back(file); }, output);
            } else {
                files.push_back(&output);
            }
        }
        json_.begin_object();
        json_.key("functionResponse");
        json_.begin_object();
        if (!result.tool_use_id.empty()) json_.field("id", result.tool_use_id);
        json_.field("name", name);
        json_.key("response");
        json_.begin_object();
        json_.field(result.is_error ? "error" : "output", text);
        json_.end_object();
        TRY(write_files(files));
        json_.end_object();
        json_.end_object();
        return {};
    }

    Result<void> write_files(const std::vector<const content::ToolOutput*>& files) {
        if (files.empty()) return {};
        json_.key("parts");
        json_.begin_array();
        for (std::size_t i = 0; i < files.size(); ++i) {
            json_.begin_object();
            if (const auto* image = std::get_if<ImageBlock>(files[i])) {
                const auto place = path() + ".functionResponse.parts[" + std::to_string(i) + "]";
                TRY(write_file(image->source, image->mime, place));
            } else if (const auto* document = std::get_if<DocumentBlock>(files[i])) {
                TRY(write_file(document->source, document->mime, {}));
            }
            json_.end_object();
        }
        json_.end_array();
        return {};
    }

    static bool is_by_url(const content::ToolOutput& output) {
        const auto* image = std::get_if<ImageBlock>(&output);
        if (image != nullptr) return content::blob_of(image->source) == nullptr;
        const auto* document = std::get_if<DocumentBlock>(&output);
        return document != nullptr && content::blob_of(document->source) == nullptr;
    }

    WireRequest& wire_;
    JsonWriter json_;
    const ModelTraits& traits_;
    BlobSource& blobs_;
    std::size_t contents_ = 0;        // written so far
    std::size_t parts_ = 0;           // of the content that is open
    std::vector<std::string> calls_;  // names of the last calls: results must repeat them
};

}  // namespace

Result<WireRequest> write_request(
    const Request& request, const ModelTraits& traits, ReplyForm delivery, BlobSource& blobs
) {
    if (request.model.empty()) return Error{ErrorCode::InvalidInput, "No model is named."};
    WireRequest wire;
    wire.path = path_of(request.model, delivery);
    wire.headers = {{"content-type", "application/json"}};
    TRY(Writer(wire, traits, blobs).write(adapt(request, traits, kKind)));
    return wire;
}

}  // namespace fovea::providers::gemini
