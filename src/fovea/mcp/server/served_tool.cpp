#include "fovea/mcp/server/served_tool.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::mcp {

namespace json = boost::json;

Result<ToolTable> ToolTable::of(std::vector<ServedTool> tools) {
    std::vector<Row> rows;
    for (auto& tool : tools) {
        if (std::ranges::find(rows, tool.name, [](const Row& row) { return row.tool.name; }) !=
            rows.end()) {
            return Error{ErrorCode::InvalidInput, "two tools are called " + tool.name};
        }
        auto input = TRY(JsonSchema::compile(json::value(tool.input_schema)));
        if (tool.output_schema) TRY(JsonSchema::compile(json::value(*tool.output_schema)));
        rows.push_back({std::move(tool), std::move(input)});
    }
    return ToolTable(std::move(rows));
}

const ToolTable::Row* ToolTable::find(std::string_view name) const {
    const auto found =
        std::ranges::find_if(rows_, [&](const Row& row) { return row.tool.name == name; });
    return found == rows_.end() ? nullptr : &*found;
}

json::object to_json(const ServedTool& tool) {
    json::object shown{
        {"name", tool.name},
        {"title", tool.title},
        {"description", tool.description},
        {"inputSchema", tool.input_schema}};
    if (tool.output_schema) shown["outputSchema"] = *tool.output_schema;
    // Looking changes nothing, and looking again gives the same.
    shown["annotations"] = {
        {"title", tool.title},
        {"readOnlyHint", true},
        {"destructiveHint", false},
        {"idempotentHint", true},
        {"openWorldHint", tool.reach == Reach::Others}};
    return shown;
}

}  // namespace fovea::mcp
