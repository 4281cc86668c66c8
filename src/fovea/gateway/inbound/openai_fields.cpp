#include "fovea/gateway/inbound/openai_fields.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::value;
using providers::field_at;
using providers::has_field;
using providers::text_at;
using providers::ToolChoice;

// What a function or a custom tool is described by.
const value& inner_of(const value& tool, std::string_view type, ToolShape shape) {
    return shape == ToolShape::Nested ? field_at(tool, type) : tool;
}

// Grammars are told in words: the model that knows them is elsewhere.
std::string description_of(const value& custom) {
    auto words = text_at(custom, "description");
    const auto& format = field_at(custom, "format");
    const auto& grammar = has_field(format, "grammar") ? field_at(format, "grammar") : format;
    const auto definition = text_at(grammar, "definition");
    if (definition.empty()) return words;
    if (!words.empty()) words += "\n\n";
    return words + "The input follows this grammar (" + text_at(grammar, "syntax") + "):\n" +
           definition;
}

// Of one tool; of a namespace, of each in it.
class ToolReader {
public:
    ToolReader(ToolShape shape, Reading& reading) : shape_(shape), reading_(reading) {}

    Result<void> read(const value& tool, const std::string& place) {
        const auto type = has_field(tool, "type") ? text_at(tool, "type") : std::string("function");
        if (type == "namespace" && space_.empty()) return read_space(tool, place);
        const auto& inner = inner_of(tool, type, shape_);
        const auto inner_place = shape_ == ToolShape::Nested ? at(place, type) : place;
        if (type == "function") {
            const auto& schema = field_at(inner, "parameters");
            add(
                {.name = TRY(reading_.needed_text(inner, "name", inner_place)),
                 .description = text_at(inner, "description"),
                 .input_schema = schema.is_object() ? reading_.json(schema)
                                                    : R"({"type":"object","properties":{}})",
                 .strict = providers::flag_at(inner, "strict")}
            );
        } else if (type == "custom") {
            const auto name = TRY(reading_.needed_text(inner, "name", inner_place));
            add(
                {.name = name,
                 .description = description_of(inner),
                 .input_schema = std::string(kFreeTextSchema)}
            );
            reading_.request.free_text_tools.push_back(name);
        } else {
            reading_.drop(place + " (" + type + ")");
        }
        return {};
    }

private:
    Result<void> read_space(const value& space, const std::string& place) {
        space_ = TRY(reading_.needed_text(space, "name", place));
        TRY(Reading::each(
            field_at(space, "tools"),
            at(place, "tools"),
            [this](const auto& tool, const auto& here) { return read(tool, here); }
        ));
        space_.clear();
        return {};
    }

    // The same may come again further behind.
    void add(providers::ToolSpec tool) {
        auto& request = reading_.request;
        const auto theirs = tool.name;
        if (!space_.empty()) tool.name = name_in_space(space_, theirs);
        if (std::ranges::find(request.tools, tool.name, &providers::ToolSpec::name) !=
            request.tools.end()) {
            return;
        }
        if (!space_.empty()) request.renamed_tools.push_back({tool.name, theirs, space_});
        request.tools.push_back(std::move(tool));
    }

    const ToolShape shape_;
    Reading& reading_;
    std::string space_;  // that is being read; empty: none
};

}  // namespace

std::string free_text_input(std::string_view text) {
    return json_text({{"input", text}});
}

Result<void> read_tools(const value& body, ToolShape shape, Reading& reading) {
    const auto& tools = field_at(body, "tools");
    if (tools.is_null()) return {};
    return Reading::each(tools, "tools", [&](const auto& tool, const auto& place) {
        return ToolReader(shape, reading).read(tool, place);
    });
}

Result<void> read_tool_choice(const value& body, ToolShape shape, Reading& reading) {
    auto& wishes = reading.request.wishes;
    wishes.parallel_calls = TRY(reading.flag(body, "parallel_tool_calls"));
    const auto& choice = field_at(body, "tool_choice");
    if (choice.is_null()) return {};
    const auto word = choice.is_string() ? reading.text(choice) : std::string_view();
    const auto type = text_at(choice, "type");
    if (word == "none") {
        wishes.tool_choice = ToolChoice::None;
    } else if (word == "required") {
        wishes.tool_choice = ToolChoice::Required;
    } else if (type == "function" || type == "custom") {
        wishes.tool_choice = ToolChoice::One;
        wishes.chosen_tool =
            TRY(reading.needed_text(inner_of(choice, type, shape), "name", "tool_choice"));
        const auto space = text_at(choice, "namespace");
        if (!space.empty()) wishes.chosen_tool = name_in_space(space, wishes.chosen_tool);
    } else if (choice.is_object()) {
        reading.drop("tool_choice (" + type + ")");
    } else if (word != "auto") {
        return error_at("tool_choice", "none of \"auto\", \"none\" and \"required\"");
    }
    return {};
}

bool is_worth_caching(const ParsedRequest& request) {
    return !request.tools.empty() || !request.wishes.cache_key.empty();
}

Result<providers::Effort> read_effort(std::string_view word, std::string_view place) {
    const auto effort = providers::effort_named(word);
    if (effort == providers::Effort::Unset && !word.empty()) {
        return error_at(place, "not a known effort, such as \"low\", \"medium\" or \"high\"");
    }
    return effort;
}

Result<void> read_format(
    const value& format, const value& schema, std::string_view place, Reading& reading
) {
    const auto type = text_at(format, "type");
    if (type.empty() || type == "text") return {};
    if (type == "json_object") {
        reading.request.wishes.json_object = true;
        return {};
    }
    if (type != "json_schema") return error_at(at(place, "type"), "unknown");
    if (!schema.is_object()) return error_at(at(place, "schema"), "not an object");
    reading.request.json_schema = reading.json(schema);
    return {};
}

std::string read_arguments(const value& arguments, const Reading& reading) {
    return arguments.is_string() ? providers::readable_input(reading.text(arguments))
                                 : providers::readable_input(arguments);
}

}  // namespace fovea::gateway
