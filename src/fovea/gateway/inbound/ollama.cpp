#include "fovea/gateway/inbound/openai_fields.hpp"
#include "fovea/gateway/inbound/readers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <deque>
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
        TRY(read_format());
        TRY(read_options(field_at(body_, "options")));
        TRY(to_.stream(true));
        const auto& think = field_at(body_, "think");
        if (think.is_bool()) to_.request.wishes.thinking = think.get_bool();
        if (think.is_string()) {
            to_.request.wishes.effort = TRY(read_effort(to_.text(think), "think"));
        }
        to_.drop_others(
            {"model", "messages", "tools", "format", "options", "stream", "think"},
            {"keep_alive", "truncate", "shift"}
        );
        return {};
    }

private:
    Result<void> read_message(const value& message, const std::string& place) {
        const auto role = text_at(message, "role");
        Blocks blocks;
        if (role == "system") {
            to_.add_system(to_.text(message, "content"));
        } else if (role == "user") {
            to_.add_text(to_.text(message, "content"), blocks);
            TRY(read_images(message, place, blocks));
            to_.add_message(Role::User, std::move(blocks));
        } else if (role == "assistant") {
            TRY(read_assistant(message, place, blocks));
            to_.add_message(Role::Assistant, std::move(blocks));
        } else if (role == "tool") {
            TRY(read_result(message, place));
        } else {
            return error_at(
                at(place, "role"), "none of \"system\", \"user\", \"assistant\" and \"tool\""
            );
        }
        return {};
    }

    Result<void> read_images(const value& message, const std::string& place, Blocks& blocks) {
        std::size_t index = 0;
        for (const auto& image : providers::items_at(message, "images")) {
            const auto here = at(at(place, "images"), index++);
            const auto data = to_.text(image);
            if (data.empty()) return error_at(here, "not a string of base64");
            // Bare base64 it should be; some send what they have.
            if (data.starts_with("data:") || data.starts_with("http")) {
                blocks.push_back(TRY(to_.image_at(data, here)));
            } else {
                blocks.push_back(to_.image(data, {}));
            }
        }
        return {};
    }

    Result<void> read_assistant(const value& message, const std::string& place, Blocks& blocks) {
        open_.clear();
        const auto thoughts = to_.text(message, "thinking");
        if (!thoughts.empty()) {
            blocks.emplace_back(content::ThinkingBlock{std::string(thoughts), {}, "ollama"});
        }
        to_.add_text(to_.text(message, "content"), blocks);
        std::size_t index = 0;
        for (const auto& call : providers::items_at(message, "tool_calls")) {
            const auto& function = field_at(call, "function");
            const auto here = at(at(place, "tool_calls"), index++);
            auto name = TRY(to_.needed_text(function, "name", at(here, "function")));
            auto id = text_at(call, "id");
            if (id.empty()) id = "call_" + std::to_string(++calls_);
            open_.push_back({id, name});
            blocks.emplace_back(content::ToolUseBlock{
                std::move(id),
                std::move(name),
                read_arguments(field_at(function, "arguments"), to_)});
        }
        return {};
    }

    // By its id, by its tool's name, or the next that is due.
    std::string call_of(const value& message) {
        const auto id = text_at(message, "tool_call_id");
        auto name = text_at(message, "tool_name");
        if (name.empty()) name = text_at(message, "name");
        auto found = open_.begin();
        for (; found != open_.end(); ++found) {
            if (id.empty() ? name.empty() || found->name == name : found->id == id) break;
        }
        if (found == open_.end()) return id.empty() ? "call_unknown" : id;
        auto call = found->id;
        open_.erase(found);
        return call;
    }

    Result<void> read_result(const value& message, const std::string& place) {
        content::ToolResultBlock result{.tool_use_id = call_of(message), .content = {}};
        Blocks blocks;
        to_.add_text(to_.text(message, "content"), blocks);
        TRY(read_images(message, place, blocks));
        result.content = tool_outputs(std::move(blocks));
        to_.add_message(Role::User, {std::move(result)});
        return {};
    }

    Result<void> read_format() {
        const auto& format = field_at(body_, "format");
        if (format.is_object()) {
            to_.request.json_schema = to_.json(format);
        } else if (to_.text(format) == "json") {
            to_.request.wishes.json_object = true;
        } else if (!format.is_null() && !to_.text(format).empty()) {
            return error_at("format", "neither \"json\" nor a schema");
        }
        return {};
    }

    Result<void> read_options(const value& options) {
        if (options.is_null()) return {};
        TRY(to_.sampling(
            options,
            {"temperature",
             "top_p",
             "presence_penalty",
             "frequency_penalty",
             "top_k",
             "seed",
             "stop"}
        ));
        // Below zero: as many as it likes.
        const auto most = TRY(to_.whole(options, "num_predict"));
        if (most && *most > 0)
            to_.request.max_output_tokens = TRY(to_.count(options, "num_predict"));
        for (const auto* name :
             {"min_p", "typical_p", "repeat_penalty", "repeat_last_n", "mirostat"}) {
            if (has_field(options, name)) to_.drop(at("options", name));
        }
        return {};
    }

    struct Call {
        std::string id;
        std::string name;
    };

    const value& body_;
    Reading& to_;
    std::deque<Call> open_;  // of the last turn, without a result so far
    std::size_t calls_ = 0;  // that came without an id
};

}  // namespace

Result<void> read_ollama(const boost::json::value& body, Reading& reading) {
    return Reader(body, reading).read();
}

}  // namespace fovea::gateway
