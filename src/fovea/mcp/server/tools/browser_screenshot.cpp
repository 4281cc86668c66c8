#include "fovea/tools/browser_screenshot.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/picture_view.hpp"
#include "fovea/mcp/server/tools/tools.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

extern const std::string_view kBrowserScreenshotWords;  // prompts/browser_screenshot.md

namespace {

Result<Answer> browser_screenshot(const Call& call, const Eyes& eyes, const std::stop_token& stop) {
    const auto read_page = [&](const std::string& path) -> Result<Bytes> {
        const auto workspace = TRY(call.workspace(stop));
        return workspace->read(path, browser::kMaxLocalPage);
    };
    const auto taken = TRY(tools::take_screenshot(
        json_text(call.arguments), read_page, eyes.intake, eyes.take_shot, stop
    ));
    auto view = TRY(view_picture(taken.image, kMaxViewEdge, eyes, stop));
    Answer answer{.text = tools::shot_words(taken.shot, taken.image)};
    if (view.size != taken.image.size) answer.text += "\n" + view_words(taken.image, view);
    answer.links.push_back(link_of(taken.image));
    answer.picture = ShownPicture{std::move(view.bytes), std::move(view.mime)};
    return answer;
}

}  // namespace

// The same rules as for the program's own model: which origins are open is for the configuration.
ServedTool browser_screenshot_tool(const Eyes& eyes) {
    auto spec = tools::browser_screenshot_spec();
    return {
        .name = std::move(spec.name),
        .description = std::string(kBrowserScreenshotWords),
        .input_schema = boost::json::parse(spec.input_schema).as_object(),
        .output_schema = std::nullopt,  // hosts drop the picture beside structured content
        .reach = Reach::Others,
        .run = [&eyes](const Call& call, const std::stop_token& stop) {
            return browser_screenshot(call, eyes, stop);
        }};
}

}  // namespace fovea::mcp
