// Schemas as tools/list shows them. Each tool's definition stands in every request of a host's model,
// so they say what is needed to call a tool and to read what it gives, and nothing else.
//
//     lean_input(schema)     names, types, choices, what is required, descriptions
//     lean_output(schema)    the members that answer, and their types
//
// What is left out of an input (bounds, lengths, that all numbers of a rectangle are needed) is still
// checked by the whole schema, and a call that breaks it is told which rule it broke. What is left out of
// an output is bookkeeping (who answered, tokens, cost), which comes all the same. Whatever satisfies the whole schema satisfies
// the lean one.
#pragma once

#include <boost/json/object.hpp>

namespace fovea::mcp {

boost::json::object lean_input(const boost::json::object& schema);
boost::json::object lean_output(const boost::json::object& schema);

}  // namespace fovea::mcp
