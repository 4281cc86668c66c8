#include "fovea/mcp/server/tools/tools.hpp"

namespace fovea::mcp {
namespace {

// One more is a file here and a line.
constexpr ServedTool (*kTools[])(const Eyes& eyes) = {
    describe_image_tool,
    compare_images_tool,
    analyze_image_tool,
    vision_analyze_tool,
    video_analyze_tool,
    view_image_tool,
    browser_screenshot_tool,
};

}  // namespace

std::vector<ServedTool> make_tools(const Eyes& eyes) {
    std::vector<ServedTool> tools;
    for (const auto make : kTools) tools.push_back(make(eyes));
    return tools;
}

}  // namespace fovea::mcp
