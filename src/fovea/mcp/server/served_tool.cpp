#include "fovea/mcp/server/served_tool.hpp"

#include "fovea/mcp/server/lean_schema.hpp"

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
            return Error{ErrorCode::InvalidInput, "two tools have the name " + tool.name};
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
        {"description", tool.description},
        {"inputSchema", lean_input(tool.input_schema)}};
    if (tool.output_schema) shown["outputSchema"] = lean_output(*tool.output_schema);
    // Looking changes nothing; so the hints about what is changed have no meaning here.
    json::object annotations{{"readOnlyHint", true}};
    if (tool.reach == Reach::ThisMachine) annotations["openWorldHint"] = false;
    shown["annotations"] = std::move(annotations);
    return shown;
}

}  // namespace fovea::mcp
