#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/picture_view.hpp"
#include "fovea/mcp/server/tools/arguments.hpp"
#include "fovea/mcp/server/tools/tools.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

extern const std::string_view kViewImageWords;  // prompts/view_image.md

namespace {

namespace json = boost::json;

constexpr std::uint32_t kSmallestEdge = 16;

Result<Answer> view_image(const Call& call, const Eyes& eyes, const std::stop_token& stop) {
    const auto& arguments = call.arguments;
    auto image = TRY(find_picture(text_argument(arguments, "image"), call, eyes, stop));
    TRY(apply_crop(arguments, image));
    auto edge = kMaxViewEdge;
    if (const auto* given = arguments.if_contains("max_edge")) {
        edge = given->to_number<std::uint32_t>();
    }
    auto view = TRY(view_picture(image, edge, eyes, stop));
    Answer answer{.text = view_words(image, view)};
    answer.links.push_back(link_of(image));
    answer.picture = ShownPicture{std::move(view.bytes), std::move(view.mime)};
    return answer;
}

}  // namespace

ServedTool view_image_tool(const Eyes& eyes) {
    const json::object input{
        {"type", "object"},
        {"properties",
         {{"image", picture_argument()},
          {"crop", crop_argument()},
          {"max_edge",
           {{"type", "integer"},
            {"minimum", kSmallestEdge},
            {"maximum", kMaxViewEdge},
            {"description", "pixels of the longest edge"}}}}},
        {"required", json::array{"image"}},
        {"additionalProperties", false}};
    return {
        .name = "view_image",
        .description = std::string(kViewImageWords),
        .input_schema = input,
        .output_schema = std::nullopt,  // hosts drop the picture beside structured content
        .reach = Reach::Others,         // the picture may lie behind a URL
        .run = [&eyes](
                   const Call& call, const std::stop_token& stop
               ) { return view_image(call, eyes, stop); },
        .adapt = crop_as_object};
}

}  // namespace fovea::mcp
