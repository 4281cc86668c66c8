// What is known of a client by its name, where the protocol leaves no way to ask.
//
//     reads_structured_alone({{"name", "claude-code"}, {"version", "2.1.280"}})   // true
//
// A result says the same as words and as structured content, and hosts take one of them: most the
// words; some hand the structured content alone to their model and drop the words. Those are told it
// once. Whoever is not known to do so gets both.
#pragma once

#include <boost/json/object.hpp>

namespace fovea::mcp {

// `client` is its clientInfo.
bool reads_structured_alone(const boost::json::object& client);

}  // namespace fovea::mcp
