#include "fovea/tools/tool_input.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::tools {
namespace {

namespace json = boost::json;

Error wrong(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

std::string listed(std::initializer_list<std::string_view> words) {
    std::string text;
    for (const auto word : words) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

Result<std::string> text_in(
    const json::value& value, const std::string& label, std::size_t max_bytes
) {
    if (!value.is_string()) return wrong(label + " must be a string");
    const std::string_view text = value.get_string();
    if (text.empty()) return wrong(label + " must not be empty");
    if (text.size() > max_bytes) {
        return wrong(label + " is longer than " + std::to_string(max_bytes) + " bytes");
    }
    if (text.find('\0') != std::string_view::npos) return wrong(label + " contains a NUL byte");
    return std::string(text);
}

}  // namespace

Result<json::object> read_arguments(std::string_view text) {
    boost::system::error_code failed;
    auto value = json::parse(text, failed, {}, {.max_depth = 64});
    if (failed || !value.is_object()) return wrong("the arguments must be one JSON object");
    return std::move(value.get_object());
}

Result<ToolInput> ToolInput::parse(
    std::string_view text, std::string_view tool, std::initializer_list<std::string_view> known
) {
    return of(TRY(read_arguments(text)), tool, known);
}

Result<ToolInput> ToolInput::of(
    json::object arguments, std::string_view tool, std::initializer_list<std::string_view> known
) {
    for (const auto& member : arguments) {
        if (std::ranges::find(known, std::string_view(member.key())) != known.end()) continue;
        return wrong(
            std::string(tool) + " has an unknown member \"" +
            std::string(member.key()).substr(0, 100) + "\"; expected " + listed(known)
        );
    }
    return ToolInput(std::move(arguments));
}

const json::value* ToolInput::find(std::string_view name) const {
    const auto* value = object_.if_contains(name);
    return value == nullptr || value->is_null() ? nullptr : value;
}

Result<std::optional<std::string>> ToolInput::text(std::string_view name, const TextRule& rule)
    const {
    const auto* value = find(name);
    if (value == nullptr && !rule.required) return std::optional<std::string>();
    if (value == nullptr) return wrong(std::string(name) + " is missing");
    return std::optional(TRY(text_in(*value, std::string(name), rule.max_bytes)));
}

Result<std::vector<std::string>> ToolInput::texts(std::string_view name, const ListRule& rule)
    const {
    std::vector<std::string> found;
    const auto* value = find(name);
    if (value == nullptr) return found;
    const std::string label(name);
    const auto* list = value->if_array();
    if (list == nullptr || list->empty() || list->size() > rule.most) {
        return wrong(label + " must be a list of 1 to " + std::to_string(rule.most) + " strings");
    }
    for (const auto& each : *list) found.push_back(TRY(text_in(each, label, rule.max_bytes)));
    return found;
}

Result<const json::object*> ToolInput::object(std::string_view name) const {
    const auto* value = find(name);
    if (value == nullptr) return nullptr;
    if (!value->is_object()) return wrong(std::string(name) + " must be an object");
    return &value->get_object();
}

Result<std::optional<std::uint64_t>> ToolInput::whole(std::string_view name, const WholeRule& rule)
    const {
    const auto* value = find(name);
    if (value == nullptr) return std::optional<std::uint64_t>();
    boost::system::error_code failed;
    // 10.0 is a whole number too: some models write all numbers so.
    const auto number = value->is_number() ? value->to_number<std::uint64_t>(failed) : 0;
    if (!value->is_number() || failed || number < rule.least || number > rule.most) {
        return wrong(
            std::string(name) + " must be a whole number from " + std::to_string(rule.least) +
            " to " + std::to_string(rule.most)
        );
    }
    return std::optional(number);
}

Result<bool> ToolInput::flag(std::string_view name) const {
    const auto* value = find(name);
    if (value == nullptr) return false;
    if (!value->is_bool()) return wrong(std::string(name) + " must be true or false");
    return value->get_bool();
}

Result<std::string> ToolInput::choice(
    std::string_view name, std::initializer_list<std::string_view> words
) const {
    const auto* value = find(name);
    if (value == nullptr) return std::string(*words.begin());
    const auto* text = value->if_string();
    if (text == nullptr || std::ranges::find(words, std::string_view(*text)) == words.end()) {
        return wrong(std::string(name) + " must be one of " + listed(words));
    }
    return std::string(*text);
}

}  // namespace fovea::tools
