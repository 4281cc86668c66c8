// What a model said of pictures, as the tools of the server give it.
//
//     return answer_of(description, images, model);
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/mcp/server/served_tool.hpp"
#include "fovea/proxy/describe/describe.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace fovea::mcp {

// Its text stands in a fence everywhere (T4): it was read from pictures, and a client's model reads
// it.
Answer answer_of(
    const proxy::Description& description,
    const std::vector<content::ImageBlock>& images,
    const std::string& model
);

// Of `structured` in such an answer.
boost::json::object description_schema();

}  // namespace fovea::mcp
