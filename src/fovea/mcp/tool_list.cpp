#include "fovea/mcp/tool_list.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string_view>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::string_view kAnyObject = R"({"type":"object","properties":{}})";

std::string schema_in(const json::object& tool) {
    const auto* value = tool.if_contains("inputSchema");
    const auto* schema = value == nullptr ? nullptr : value->if_object();
    if (schema == nullptr) return std::string(kAnyObject);
    auto whole = *schema;
    const auto* type = whole.if_contains("type");
    if (type == nullptr) whole["type"] = "object";
    if (type != nullptr && *type != json::value("object")) return std::string(kAnyObject);
    // Several providers refuse an object schema that does not list its properties.
    if (!whole.contains("properties")) whole["properties"] = json::object();
    auto text = json_text(whole);
    return text.size() > kMaxSchema ? std::string(kAnyObject) : text;
}

std::optional<ToolInfo> read_tool(const json::value& value) {
    const auto* tool = value.if_object();
    if (tool == nullptr) return std::nullopt;
    const auto name = text_in(*tool, "name");
    if (name.empty() || name.size() > kMaxToolName) return std::nullopt;
    auto words = text_in(*tool, "description");
    if (words.empty()) words = text_in(*tool, "title");
    return ToolInfo{std::string(name), clean_words(words, kMaxDescription), schema_in(*tool)};
}

}  // namespace

std::optional<std::string> add_page(const json::object& page, ToolList& list) {
    const auto* tools = page.if_contains("tools");
    if (tools == nullptr || !tools->is_array()) return std::nullopt;
    for (const auto& each : tools->get_array()) {
        auto tool = read_tool(each);
        const bool wanted =
            tool && list.tools.size() < kMaxTools &&
            std::ranges::find(list.tools, tool->name, &ToolInfo::name) == list.tools.end();
        if (wanted) {
            list.tools.push_back(std::move(*tool));
        } else {
            ++list.left_out;
        }
    }
    const auto cursor = text_in(page, "nextCursor");
    if (cursor.empty()) return std::nullopt;
    if (list.tools.size() >= kMaxTools) {
        list.left_out = std::max<std::size_t>(list.left_out, 1);  // nobody knows how many
        return std::nullopt;
    }
    return std::string(cursor);
}

}  // namespace fovea::mcp
