// What was seen on pictures, for programs. `several`: each says which picture it is on.
#pragma once

#include "fovea/content/seen.hpp"
#include "fovea/media/image/pixels.hpp"

#include <boost/json/fwd.hpp>

#include <vector>

namespace fovea::protocol {

boost::json::array box_json(const media::PixelRect& box);  // [x1, y1, x2, y2]
boost::json::array boxes_json(const std::vector<content::LabelledBox>& boxes, bool several);
boost::json::array words_json(const std::vector<content::SeenWord>& words, bool several);
boost::json::array elements_json(const std::vector<content::SeenElement>& elements, bool several);

}  // namespace fovea::protocol
