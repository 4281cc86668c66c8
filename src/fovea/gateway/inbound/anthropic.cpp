#include "fovea/providers/anthropic/anthropic.hpp"

#include "fovea/gateway/inbound/readers.hpp"
#include "fovea/gateway/signature.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::value;
using content::Role;
using content::TextBlock;
using providers::field_at;
using providers::has_field;
using providers::text_at;
using providers::ToolChoice;

class Reader {
public:
    Reader(const value& body, Reading& to) : body_(body), to_(to) {}

    Result<void> read() {
        TRY(read_system(field_at(body_, "system")));
        TRY(to_.conversation("messages", [this](const auto& message, const auto& place) {
            return read_message(message, place);
        }));
        TRY(read_tools());
        TRY(read_choice());
        TRY(read_wishes());
        TRY(read_thinking());
        to_.drop_others(
            {"model",
             "messages",
             "system",
             "max_tokens",
             "tools",
             "tool_choice",
             "temperature",
             "top_p",
             "top_k",
             "stop_sequences",
             "stream",
             "thinking",
             "output_config",
             "output_format",
             "metadata",
             "cache_control"},
            {"service_tier", "inference_geo", "betas", "anthropic_version", "anthropic_beta"}
        );
        return {};
    }

private:
    Result<void> read_system(const value& system) {
        note_mark(body_);
        if (system.is_null()) return {};
        if (system.is_string()) {
            to_.add_system(to_.text(system));
            return {};
        }
        if (!system.is_array()) return error_at("system", "neither a string nor a list of blocks");
        for (const auto& block : system.get_array()) {
            note_mark(block);
            to_.add_system(to_.text(block, "text"));
        }
        return {};
    }

    Result<void> read_message(const value& message, const std::string& place) {
        const auto role = text_at(message, "role");
        const bool model = role == "assistant";
        if (!model && role != "user" && role != "system") {
            return error_at(at(place, "role"), "neither \"user\" nor \"assistant\"");
        }
        Blocks blocks;
        TRY(read_content(field_at(message, "content"), at(place, "content"), blocks));
        if (role == "system") {
            to_.add_system(content::text_of(blocks));
        } else {
            to_.add_message(model ? Role::Assistant : Role::User, std::move(blocks));
        }
        return {};
    }

    Result<void> read_content(const value& content, const std::string& place, Blocks& blocks) {
        return to_.content(
            content,
            place,
            blocks,
            [this](const auto& block, const auto& here, Blocks& to) {
                return read_block(block, here, to);
            }
        );
    }

    Result<void> read_block(const value& block, const std::string& place, Blocks& blocks) {
        note_mark(block);
        const auto type = text_at(block, "type");
        if (type == "text") {
            to_.add_text(to_.text(block, "text"), blocks);
        } else if (type == "image") {
            TRY(read_image(field_at(block, "source"), at(place, "source"), blocks));
        } else if (type == "document") {
            TRY(read_document(block, place, blocks));
        } else if (type == "tool_use") {
            blocks.emplace_back(content::ToolUseBlock{
                TRY(to_.needed_text(block, "id", place)),
                TRY(to_.needed_text(block, "name", place)),
                providers::readable_input(to_.json(field_at(block, "input")))});
        } else if (type == "tool_result") {
            content::ToolResultBlock result{
                .tool_use_id = TRY(to_.needed_text(block, "tool_use_id", place)),
                .content = {},
                .is_error = providers::flag_at(block, "is_error")};
            Blocks inner;
            const auto& content = field_at(block, "content");
            if (!content.is_null()) {
                TRY(read_content(content, at(place, "content"), inner));
            }
            result.content = tool_outputs(std::move(inner));
            blocks.emplace_back(std::move(result));
        } else if (type == "thinking") {
            blocks.emplace_back(thinking_of(
                Dialect::Anthropic, to_.text(block, "thinking"), to_.text(block, "signature")
            ));
        } else if (type == "redacted_thinking") {
            const auto data =
                std::string(providers::anthropic::kRedacted) + std::string(to_.text(block, "data"));
            blocks.emplace_back(thinking_of(Dialect::Anthropic, {}, data));
        } else if (type == "search_result") {
            read_search_result(block, blocks);
        } else if (type.empty()) {
            return error_at(at(place, "type"), "missing");
        } else {
            to_.drop(type);
        }
        return {};
    }

    Result<void> read_image(const value& source, const std::string& place, Blocks& blocks) {
        const auto type = text_at(source, "type");
        if (type == "base64") {
            const auto data = to_.text(source, "data");
            if (data.empty()) return error_at(at(place, "data"), "missing");
            blocks.push_back(to_.image(data, text_at(source, "media_type")));
        } else if (type == "url") {
            blocks.push_back(TRY(to_.image_at(to_.text(source, "url"), at(place, "url"))));
        } else if (type == "file") {
            to_.add_stored_file("image", blocks);
        } else {
            return error_at(at(place, "type"), "none of \"base64\", \"url\" and \"file\"");
        }
        return {};
    }

    Result<void> read_document(const value& block, const std::string& place, Blocks& blocks) {
        const auto& source = field_at(block, "source");
        const auto type = text_at(source, "type");
        const auto title = text_at(block, "title");
        const auto context = text_at(block, "context");
        if (!context.empty()) blocks.emplace_back(TextBlock{context});
        if (type == "base64") {
            const auto data = to_.text(source, "data");
            if (data.empty()) return error_at(at(place, "source.data"), "missing");
            blocks.push_back(to_.document(data, text_at(source, "media_type"), title));
        } else if (type == "url") {
            const auto url = to_.text(source, "url");
            blocks.push_back(TRY(to_.document_at(url, title, at(place, "source.url"))));
        } else if (type == "text") {
            add_titled(title, to_.text(source, "data"), blocks);
        } else if (type == "content") {
            TRY(read_content(field_at(source, "content"), at(place, "source.content"), blocks));
        } else if (type == "file") {
            to_.add_stored_file("document", blocks);
        } else {
            return error_at(at(place, "source.type"), "unknown");
        }
        if (providers::flag_at(field_at(block, "citations"), "enabled")) to_.drop("citations");
        return {};
    }

    static void add_titled(const std::string& title, std::string_view text, Blocks& blocks) {
        const auto head = title.empty() ? std::string() : title + ":\n";
        blocks.emplace_back(TextBlock{head + std::string(text)});
    }

    void read_search_result(const value& block, Blocks& blocks) {
        std::string text;
        for (const auto& part : providers::items_at(block, "content")) {
            text += (text.empty() ? "" : "\n") + std::string(to_.text(part, "text"));
        }
        add_titled(text_at(block, "title") + " (" + text_at(block, "source") + ")", text, blocks);
    }

    Result<void> read_tools() {
        const auto& tools = field_at(body_, "tools");
        if (tools.is_null()) return {};
        return to_.each(tools, "tools", [this](const auto& tool, const auto& place) {
            return read_tool(tool, place);
        });
    }

    Result<void> read_tool(const value& tool, const std::string& place) {
        note_mark(tool);
        const auto type = text_at(tool, "type");
        if ((!type.empty() && type != "custom") || !has_field(tool, "input_schema")) {
            to_.drop(place + " (" + (type.empty() ? text_at(tool, "name") : type) + ")");
            return {};
        }
        to_.request.tools.push_back(
            {.name = TRY(to_.needed_text(tool, "name", place)),
             .description = text_at(tool, "description"),
             .input_schema = to_.json(field_at(tool, "input_schema")),
             .strict = providers::flag_at(tool, "strict")}
        );
        return {};
    }

    Result<void> read_choice() {
        const auto& choice = field_at(body_, "tool_choice");
        if (choice.is_null()) return {};
        auto& wishes = to_.request.wishes;
        const auto type = text_at(choice, "type");
        if (type == "any") {
            wishes.tool_choice = ToolChoice::Required;
        } else if (type == "none") {
            wishes.tool_choice = ToolChoice::None;
        } else if (type == "tool") {
            wishes.tool_choice = ToolChoice::One;
            wishes.chosen_tool = TRY(to_.needed_text(choice, "name", "tool_choice"));
        } else if (type != "auto") {
            return error_at("tool_choice.type", "none of \"auto\", \"any\", \"tool\" and \"none\"");
        }
        if (providers::flag_at(choice, "disable_parallel_tool_use")) wishes.parallel_calls = false;
        return {};
    }

    Result<void> read_wishes() {
        auto& wishes = to_.request.wishes;
        TRY(to_.sampling(body_, {"temperature", "top_p", "top_k"}));
        wishes.stop = TRY(to_.texts(body_, "stop_sequences"));
        wishes.end_user = text_at(field_at(body_, "metadata"), "user_id");
        to_.request.max_output_tokens = TRY(to_.count(body_, "max_tokens"));
        // 0 asks for nothing but a warm cache; the least that others give is one token.
        if (to_.request.max_output_tokens == 0U) to_.request.max_output_tokens = 1;
        return to_.stream(false);
    }

    Result<void> read_thinking() {
        auto& wishes = to_.request.wishes;
        const auto& thinking = field_at(body_, "thinking");
        if (has_field(thinking, "type")) wishes.thinking = text_at(thinking, "type") != "disabled";
        wishes.thinking_tokens = TRY(to_.count(thinking, "budget_tokens")).value_or(0);
        const auto& output = field_at(body_, "output_config");
        wishes.effort = providers::effort_named(text_at(output, "effort"));
        const auto& format = has_field(output, "format") ? field_at(output, "format")
                                                         : field_at(body_, "output_format");
        if (format.is_null()) return {};
        if (text_at(format, "type") != "json_schema" || !field_at(format, "schema").is_object()) {
            return error_at("output_config.format", "no \"json_schema\" with a \"schema\"");
        }
        to_.request.json_schema = to_.json(field_at(format, "schema"));
        return {};
    }

    void note_mark(const value& block) {
        if (has_field(block, "cache_control")) to_.request.caches = true;
    }

    const value& body_;
    Reading& to_;
};

}  // namespace

Result<void> read_anthropic(const boost::json::value& body, Reading& reading) {
    return Reader(body, reading).read();
}

}  // namespace fovea::gateway
