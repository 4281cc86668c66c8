#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/tools/arguments.hpp"
#include "fovea/mcp/server/tools/consent.hpp"
#include "fovea/mcp/server/tools/description.hpp"
#include "fovea/mcp/server/tools/tools.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

extern const std::string_view kDescribeImageWords;  // prompts/describe_image.md

namespace {

namespace json = boost::json;

Result<Answer> describe_image(const Call& call, const Eyes& eyes, const std::stop_token& stop) {
    const auto& arguments = call.arguments;
    auto model = text_argument(arguments, "model");
    if (model.empty()) model = eyes.model;
    // First: nothing is read for a model that may not be asked.
    TRY(check_model(model, call, eyes, stop));
    auto image = TRY(find_picture(text_argument(arguments, "image"), call, eyes, stop));
    TRY(apply_crop(arguments, image));
    proxy::DescribeRequest request{
        .images = {std::move(image)},
        .question = {},
        .model = model,
        .timeout = eyes.timeout(model)};
    if (flag_argument(arguments, "boxes")) request.boxes = proxy::Boxes::Wanted;
    request.again = flag_argument(arguments, "again");
    auto description = TRY(eyes.look(request, stop));
    if (request.boxes == proxy::Boxes::Unasked) {
        description.boxes.clear();
        description.elements.clear();  // the text tells them too
    }
    return answer_of(description, request.images, model);
}

}  // namespace

ServedTool describe_image_tool(const Eyes& eyes) {
    const json::object input{
        {"type", "object"},
        {"properties",
         {{"image", picture_argument()},
          {"crop", crop_argument()},
          {"boxes",
           {{"type", "boolean"}, {"description", "also where things are, x1, y1, x2, y2"}}},
          {"again", {{"type", "boolean"}, {"description", "look again, not from memory"}}},
          {"model", model_argument()}}},
        {"required", json::array{"image"}},
        {"additionalProperties", false}};
    return {
        .name = "describe_image",
        .description = std::string(kDescribeImageWords),
        .input_schema = input,
        .output_schema = description_schema(),
        .reach = Reach::Others,
        .run = [&eyes](
                   const Call& call, const std::stop_token& stop
               ) { return describe_image(call, eyes, stop); },
        .adapt = crop_as_object};
}

}  // namespace fovea::mcp
