// Arguments that several tools of the server take: their schemas, and their values once they passed
// these.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace fovea::mcp {

// A picture's name.
boost::json::object picture_argument();

// {"region" | "normalized" | "pixels": …}
boost::json::object crop_argument();

boost::json::object model_argument();

// Empty where it is left out.
std::string text_argument(const boost::json::object& arguments, std::string_view name);

bool flag_argument(const boost::json::object& arguments, std::string_view name);

// A crop is one part alone or, where there may be several pictures, a list of them; whoever says the
// other form means the same. What cannot be put into the form stays as it is.
void crop_as_object(boost::json::object& arguments);
void crop_as_list(boost::json::object& arguments);

// Sets image.crop from "crop" where it is given. InvalidInput for a part that is none.
Result<void> apply_crop(const boost::json::object& arguments, content::ImageBlock& image);

}  // namespace fovea::mcp
