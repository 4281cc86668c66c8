#include "fovea/gateway/inbound/openai_fields.hpp"
#include "fovea/gateway/inbound/readers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::value;
using content::Role;
using content::TextBlock;
using providers::field_at;
using providers::has_field;
using providers::text_at;

class Reader {
public:
    Reader(const value& body, Reading& to) : body_(body), to_(to) {}

    Result<void> read() {
        TRY(to_.conversation("messages", [this](const auto& message, const auto& place) {
            return read_message(message, place);
        }));
        TRY(read_tools(body_, ToolShape::Nested, to_));
        TRY(read_tool_choice(body_, ToolShape::Nested, to_));
        TRY(read_wishes());
        const auto& format = field_at(body_, "response_format");
        TRY(read_format(
            format, field_at(field_at(format, "json_schema"), "schema"), "response_format", to_
        ));
        const auto& top = field_at(body_, "top_logprobs");
        if (providers::flag_at(body_, "logprobs") || !top.is_null()) to_.drop("logprobs");
        to_.drop_others(
            {"model",
             "messages",
             "tools",
             "tool_choice",
             "parallel_tool_calls",
             "temperature",
             "top_p",
             "top_k",
             "presence_penalty",
             "frequency_penalty",
             "seed",
             "stop",
             "n",
             "max_tokens",
             "max_completion_tokens",
             "reasoning_effort",
             "verbosity",
             "user",
             "safety_identifier",
             "prompt_cache_key",
             "response_format",
             "stream",
             "stream_options",
             "logprobs",
             "top_logprobs"},
            {"store", "metadata", "service_tier", "prompt_cache_retention", "prompt_cache_options"}
        );
        return {};
    }

private:
    Result<void> read_message(const value& message, const std::string& place) {
        const auto role = text_at(message, "role");
        const auto content = at(place, "content");
        if (role == "system" || role == "developer") {
            Blocks words;
            TRY(read_content(field_at(message, "content"), content, words));
            to_.add_system(content::text_of(words));
        } else if (role == "user") {
            Blocks blocks;
            TRY(read_content(field_at(message, "content"), content, blocks));
            to_.add_message(Role::User, std::move(blocks));
        } else if (role == "assistant") {
            TRY(read_assistant(message, place));
        } else if (role == "tool" || role == "function") {
            TRY(read_result(message, role, place));
        } else {
            return error_at(
                at(place, "role"), "none of \"system\", \"user\", \"assistant\" and \"tool\""
            );
        }
        return {};
    }

    Result<void> read_assistant(const value& message, const std::string& place) {
        Blocks blocks;
        // DeepSeek's and others' word for thoughts.
        auto thoughts = to_.text(message, "reasoning_content");
        if (thoughts.empty()) thoughts = to_.text(message, "reasoning");
        if (!thoughts.empty()) {
            blocks.emplace_back(content::ThinkingBlock{
                std::string(thoughts), {}, "openai_compatible"});
        }
        const auto& content = field_at(message, "content");
        if (!content.is_null()) {
            TRY(read_content(content, at(place, "content"), blocks));
        }
        const auto refusal = to_.text(message, "refusal");
        if (!refusal.empty()) blocks.emplace_back(TextBlock{std::string(refusal)});
        std::size_t index = 0;
        for (const auto& call : providers::items_at(message, "tool_calls")) {
            TRY(read_call(call, at(at(place, "tool_calls"), index++), blocks));
        }
        const auto& single = field_at(message, "function_call");
        if (single.is_object()) {
            const auto name = TRY(to_.needed_text(single, "name", at(place, "function_call")));
            blocks.emplace_back(content::ToolUseBlock{
                "call_" + name, name, read_arguments(field_at(single, "arguments"), to_)});
        }
        to_.add_message(Role::Assistant, std::move(blocks));
        return {};
    }

    Result<void> read_call(const value& call, const std::string& place, Blocks& blocks) {
        const bool custom = text_at(call, "type") == "custom";
        const auto& inner = field_at(call, custom ? "custom" : "function");
        const auto inner_place = at(place, custom ? "custom" : "function");
        auto id = TRY(to_.needed_text(call, "id", place));
        auto name = TRY(to_.needed_text(inner, "name", inner_place));
        auto input = custom ? free_text_input(to_.text(inner, "input"))
                            : read_arguments(field_at(inner, "arguments"), to_);
        blocks.emplace_back(content::ToolUseBlock{std::move(id), std::move(name), std::move(input)}
        );
        return {};
    }

    Result<void> read_result(
        const value& message, std::string_view role, const std::string& place
    ) {
        content::ToolResultBlock result;
        result.tool_use_id = role == "tool"
                                 ? TRY(to_.needed_text(message, "tool_call_id", place))
                                 : "call_" + TRY(to_.needed_text(message, "name", place));
        Blocks blocks;
        TRY(read_content(field_at(message, "content"), at(place, "content"), blocks));
        result.content = tool_outputs(std::move(blocks));
        to_.add_message(Role::User, {std::move(result)});
        return {};
    }

    Result<void> read_content(const value& content, const std::string& place, Blocks& blocks) {
        if (content.is_null()) return {};
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
        // Not OpenAI's, but what programs say that know who answers.
        if (has_field(part, "cache_control")) to_.request.caches = true;
        const auto type = text_at(part, "type");
        if (type == "text" || type == "input_text") {
            to_.add_text(to_.text(part, "text"), blocks);
        } else if (type == "image_url") {
            const auto& image = field_at(part, "image_url");
            const auto url = image.is_string() ? to_.text(image) : to_.text(image, "url");
            blocks.push_back(TRY(to_.image_at(url, at(place, "image_url.url"))));
        } else if (type == "file") {
            TRY(read_file(field_at(part, "file"), at(place, "file"), blocks));
        } else if (type == "refusal") {
            blocks.emplace_back(TextBlock{std::string(to_.text(part, "refusal"))});
        } else {
            TRY(to_.add_unknown(type, place, blocks));
        }
        return {};
    }

    Result<void> read_file(const value& file, const std::string& place, Blocks& blocks) {
        const auto data = to_.text(file, "file_data");
        if (!data.empty()) {
            blocks.push_back(
                TRY(to_.document_at(data, text_at(file, "filename"), at(place, "file_data")))
            );
        } else if (has_field(file, "file_id")) {
            to_.add_stored_file("file", blocks);
        } else {
            return error_at(place, "neither file_data nor file_id");
        }
        return {};
    }

    Result<void> read_wishes() {
        auto& request = to_.request;
        auto& wishes = request.wishes;
        TRY(to_.sampling(
            body_,
            {"temperature",
             "top_p",
             "top_k",
             "presence_penalty",
             "frequency_penalty",
             "seed",
             "stop"}
        ));
        TRY(to_.stream(false));
        to_.end_user();
        wishes.effort = TRY(read_effort(to_.text(body_, "reasoning_effort"), "reasoning_effort"));
        wishes.verbosity = text_at(body_, "verbosity");
        wishes.cache_key = text_at(body_, "prompt_cache_key");
        request.caches = request.caches || is_worth_caching(request);
        request.max_output_tokens = TRY(to_.count(body_, "max_completion_tokens"));
        if (!request.max_output_tokens) {
            request.max_output_tokens = TRY(to_.count(body_, "max_tokens"));
        }
        request.wants_usage =
            providers::flag_at(field_at(body_, "stream_options"), "include_usage");
        if (TRY(to_.count(body_, "n")).value_or(1) > 1) {
            return error_at("n", "only one answer at a time can be had here");
        }
        return {};
    }

    const value& body_;
    Reading& to_;
};

}  // namespace

Result<void> read_openai_chat(const boost::json::value& body, Reading& reading) {
    return Reader(body, reading).read();
}

}  // namespace fovea::gateway
