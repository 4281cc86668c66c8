// The tools of our server, one a file (D7).
//
//     const auto table = TRY(ToolTable::of(make_tools(eyes)));
#pragma once

#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/served_tool.hpp"

#include <vector>

namespace fovea::mcp {

// Each borrows the eyes.
ServedTool describe_image_tool(const Eyes& eyes);
ServedTool compare_images_tool(const Eyes& eyes);
ServedTool analyze_image_tool(const Eyes& eyes);
ServedTool vision_analyze_tool(const Eyes& eyes);
ServedTool video_analyze_tool(const Eyes& eyes);
ServedTool view_image_tool(const Eyes& eyes);
ServedTool browser_screenshot_tool(const Eyes& eyes);

// All of them, in the order in which they are listed.
std::vector<ServedTool> make_tools(const Eyes& eyes);

}  // namespace fovea::mcp
