// JSON that people, models and other programs read: numbers as people write them. Boost.JSON would
// write 0.25 as 2.5E-1 and 45.0 as 4.5E1, which models copy and people stumble over.
//
//     json_text({{"page", 3}, {"time_s", 45.0}});   // {"page":3,"time_s":45}
//
// Characters that nobody sees (unseen.hpp) are written as \u202e, so that a terminal that shows the JSON obeys none
// of them.
//
// Written once, it stays the same: what json_text makes of what it wrote is that very text (for numbers
// of up to 15 digits, beyond which Boost.JSON reads inexactly). A whole number need not come back as a
// double. What only this program reads again (journals, keys, kept results) may be written by
// Boost.JSON.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea {

std::string json_text(const boost::json::value& value);

// The shortest digits that read back as the same number, "45" for 45.0; "null" for what is none.
std::string json_number(double number);

}  // namespace fovea
