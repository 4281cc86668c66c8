// The tools that a server says it has: one page of its answer to tools/list, checked.
//
//     ToolList list;
//     const auto next = add_page(page, list);   // a cursor, when there is more
//
// All of it is a stranger's. Names are kept as they came, because the server wants them back;
// descriptions are cleaned and cut; a schema that is not one of an object, or is too large, becomes
// that of any object. Tools without a name, of the same name as an earlier one and beyond the limit
// are left out, and counted.
#pragma once

#include <boost/json/object.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fovea::mcp {

inline constexpr std::size_t kMaxTools = 512;
inline constexpr std::size_t kMaxToolName = 256;
inline constexpr std::size_t kMaxDescription = 8 << 10;
inline constexpr std::size_t kMaxSchema = 256 << 10;

struct ToolInfo {
    std::string name;
    std::string description;
    std::string input_schema;  // as text

    bool operator==(const ToolInfo&) const = default;
};

struct ToolList {
    std::vector<ToolInfo> tools;
    std::size_t left_out = 0;

    bool operator==(const ToolList&) const = default;
};

std::optional<std::string> add_page(const boost::json::object& page, ToolList& list);

}  // namespace fovea::mcp
