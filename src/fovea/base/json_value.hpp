// Values of JSON as JSON Schema compares and names them. Internal to base/.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>

namespace fovea {

// "integer" for whole numbers, also when they are written 1.0.
std::string_view json_type(const boost::json::value& value);

// The same text for equal values, another for others: 1 and 1.0 are equal, and so are objects whose
// members stand in another order.
std::string canonical_json(const boost::json::value& value);

// -1, 0 or 1; exact for whole numbers, which a double would round.
int compare_numbers(const boost::json::value& left, const boost::json::value& right);

bool is_multiple_of(const boost::json::value& number, const boost::json::value& unit);

// The value for a message: a text in quotes, cut when long.
std::string json_excerpt(const boost::json::value& value);

}  // namespace fovea
