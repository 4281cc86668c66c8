#include "fovea/gateway/inbound/openai_fields.hpp"
#include "fovea/gateway/inbound/readers.hpp"
#include "fovea/gateway/signature.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <array>
#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::value;
using content::Role;
using content::TextBlock;
using providers::field_at;
using providers::has_field;
using providers::text_at;

// Fields that an answer repeats.
constexpr std::array<std::string_view, 12> kRepeated = {
    "instructions",
    "max_output_tokens",
    "metadata",
    "parallel_tool_calls",
    "reasoning",
    "store",
    "temperature",
    "text",
    "tool_choice",
    "tools",
    "top_p",
    "truncation"};

class Reader {
public:
    Reader(const value& body, Reading& to) : body_(body), to_(to) {}

    Result<void> read() {
        // What they name lies with OpenAI.
        for (const auto* stored : {"previous_response_id", "conversation", "prompt"}) {
            if (has_field(body_, stored)) to_.request.lies_with_server = stored;
        }
        if (providers::flag_at(body_, "background")) {
            return error_at("background", "background responses are not supported");
        }
        to_.add_system(to_.text(body_, "instructions"));
        TRY(read_input());
        TRY(read_tools(body_, ToolShape::Flat, to_));
        TRY(read_tool_choice(body_, ToolShape::Flat, to_));
        TRY(read_wishes());
        const auto& format = field_at(field_at(body_, "text"), "format");
        TRY(read_format(format, field_at(format, "schema"), "text.format", to_));
        repeat();
        to_.drop_others(
            {"model",
             "input",
             "instructions",
             "tools",
             "tool_choice",
             "parallel_tool_calls",
             "temperature",
             "top_p",
             "max_output_tokens",
             "reasoning",
             "text",
             "user",
             "safety_identifier",
             "prompt_cache_key",
             "previous_response_id",
             "conversation",
             "prompt",
             "stream"},
            {"store",
             "include",
             "metadata",
             "service_tier",
             "truncation",
             "background",
             "stream_options",
             "prompt_cache_retention",
             "client_metadata"}
        );
        return {};
    }

private:
    Result<void> read_input() {
        const auto& input = field_at(body_, "input");
        if (input.is_string()) {
            Blocks blocks;
            to_.add_text(to_.text(input), blocks);
            to_.add_message(Role::User, std::move(blocks));
            if (to_.request.messages.empty()) return error_at("input", "empty");
            return {};
        }
        if (!input.is_array()) return error_at("input", "neither a string nor a list of items");
        return to_.conversation("input", [this](const auto& item, const auto& place) {
            return read_item(item, place);
        });
    }

    Result<void> read_item(const value& item, const std::string& place) {
        auto type = text_at(item, "type");
        if (type.empty() && has_field(item, "role")) type = "message";
        if (type == "message") return read_message(item, place);
        if (type == "function_call" || type == "custom_tool_call") {
            auto id = TRY(to_.needed_text(item, "call_id", place));
            auto name = TRY(to_.needed_text(item, "name", place));
            const auto space = text_at(item, "namespace");
            if (!space.empty()) name = name_in_space(space, name);
            auto input = type == "function_call" ? read_arguments(field_at(item, "arguments"), to_)
                                                 : free_text_input(to_.text(item, "input"));
            to_.add_message(
                Role::Assistant,
                {content::ToolUseBlock{std::move(id), std::move(name), std::move(input)}}
            );
        } else if (type == "function_call_output" || type == "custom_tool_call_output") {
            content::ToolResultBlock result;
            result.tool_use_id = TRY(to_.needed_text(item, "call_id", place));
            Blocks blocks;
            TRY(read_content(field_at(item, "output"), at(place, "output"), blocks));
            result.content = tool_outputs(std::move(blocks));
            to_.add_message(Role::User, {std::move(result)});
        } else if (type == "reasoning") {
            read_reasoning(item);
        } else if (type == "additional_tools") {  // Codex has all of its tools there
            TRY(read_tools(item, ToolShape::Flat, to_));
        } else if (type == "item_reference") {
            to_.request.lies_with_server = place;
        } else if (type.empty()) {
            return error_at(at(place, "type"), "missing");
        } else {
            to_.drop(type);
        }
        return {};
    }

    Result<void> read_message(const value& item, const std::string& place) {
        const auto role = text_at(item, "role");
        const bool model = role == "assistant";
        const bool system = role == "system" || role == "developer";
        if (!model && !system && role != "user") {
            return error_at(
                at(place, "role"), "none of \"user\", \"assistant\", \"system\" and \"developer\""
            );
        }
        Blocks blocks;
        TRY(read_content(field_at(item, "content"), at(place, "content"), blocks));
        if (system) {
            to_.add_system(content::text_of(blocks));
        } else {
            to_.add_message(model ? Role::Assistant : Role::User, std::move(blocks));
        }
        return {};
    }

    void read_reasoning(const value& item) {
        std::string text;
        for (const auto* list : {"summary", "content"}) {
            for (const auto& part : providers::items_at(item, list)) {
                if (!text.empty()) text += "\n\n";
                text += to_.text(part, "text");
            }
            if (!text.empty()) break;
        }
        const auto signature = to_.text(item, "encrypted_content");
        if (text.empty() && signature.empty()) return;
        to_.add_message(Role::Assistant, {thinking_of(Dialect::OpenaiResponses, text, signature)});
    }

    Result<void> read_content(const value& content, const std::string& place, Blocks& blocks) {
        return to_.content(
            content,
            place,
            blocks,
            [this](const auto& part, const auto& here, Blocks& to) {
                return read_part(part, here, to);
            }
        );
    }

    Result<void> read_part(const value& part, const std::string& place, Blocks& blocks) {
        const auto type = text_at(part, "type");
        if (type == "input_text" || type == "output_text" || type == "text") {
            to_.add_text(to_.text(part, "text"), blocks);
        } else if (type == "refusal") {
            blocks.emplace_back(TextBlock{std::string(to_.text(part, "refusal"))});
        } else if (has_field(part, "file_id")) {
            to_.add_stored_file("file", blocks);
        } else if (type == "input_image") {
            const auto& image = field_at(part, "image_url");
            const auto url = image.is_object() ? to_.text(image, "url") : to_.text(image);
            blocks.push_back(TRY(to_.image_at(url, at(place, "image_url"))));
        } else if (type == "input_file") {
            const bool by_url = has_field(part, "file_url");
            const auto* name = by_url ? "file_url" : "file_data";
            const auto file = to_.text(part, name);
            if (file.empty()) return error_at(place, "none of file_data, file_url and file_id");
            blocks.push_back(TRY(to_.document_at(file, text_at(part, "filename"), at(place, name)))
            );
        } else {
            TRY(to_.add_unknown(type, place, blocks));
        }
        return {};
    }

    Result<void> read_wishes() {
        auto& request = to_.request;
        auto& wishes = request.wishes;
        TRY(to_.sampling(body_, {"temperature", "top_p"}));
        TRY(to_.stream(false));
        to_.end_user();
        const auto& reasoning = field_at(body_, "reasoning");
        wishes.effort = TRY(read_effort(to_.text(reasoning, "effort"), "reasoning.effort"));
        wishes.thinking_summary = text_at(reasoning, "summary");
        wishes.verbosity = text_at(field_at(body_, "text"), "verbosity");
        wishes.cache_key = text_at(body_, "prompt_cache_key");
        request.max_output_tokens = TRY(to_.count(body_, "max_output_tokens"));
        request.caches = is_worth_caching(request);
        return {};
    }

    void repeat() {
        boost::json::object repeated;
        for (const auto name : kRepeated) {
            if (has_field(body_, name)) repeated[name] = field_at(body_, name);
        }
        to_.request.echo = to_.json(repeated);
    }

    const value& body_;
    Reading& to_;
};

}  // namespace

Result<void> read_openai_responses(const boost::json::value& body, Reading& reading) {
    return Reader(body, reading).read();
}

}  // namespace fovea::gateway
