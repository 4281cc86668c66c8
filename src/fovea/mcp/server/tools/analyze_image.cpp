#include "fovea/proxy/describe/analyze_image.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/tools/arguments.hpp"
#include "fovea/mcp/server/tools/consent.hpp"
#include "fovea/mcp/server/tools/description.hpp"
#include "fovea/mcp/server/tools/tools.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

extern const std::string_view kAnalyzeImageWords;  // prompts/analyze_image.md

namespace {

namespace json = boost::json;

Result<Answer> analyze_image(const Call& call, const Eyes& eyes, const std::stop_token& stop) {
    const auto input =
        TRY(proxy::parse_analyze_input(json_text(call.arguments), {.max_images = eyes.max_images}));
    const auto model = input.model.value_or(eyes.model);
    const proxy::AnalyzeServices services{
        .find = [&](const std::string& name) { return find_picture(name, call, eyes, stop); },
        .look = eyes.look,
        .check_model = [&](const std::string& asked
                       ) { return check_model(asked, call, eyes, stop); }};
    const auto outcome = proxy::analyze_image(
        input, services, {.model = eyes.model, .timeout = eyes.timeout(model)}, stop
    );
    if (outcome.error) return *outcome.error;
    return answer_of(outcome.description, outcome.images, model);
}

json::object input_schema(const Eyes& eyes) {
    const auto spec = proxy::analyze_tool({.max_images = eyes.max_images});
    auto schema = json::parse(spec.input_schema).as_object();
    auto& properties = schema.at("properties").as_object();
    auto& images = properties.at("images").as_object();
    images["items"] = picture_argument();
    images.erase("description");
    properties.at("question").as_object().erase("description");
    properties.at("crop").as_object()["description"] = "parts, each by one form";
    properties["model"] = model_argument();
    return schema;
}

}  // namespace

ServedTool analyze_image_tool(const Eyes& eyes) {
    return {
        .name = "analyze_image",
        .description = std::string(kAnalyzeImageWords),
        .input_schema = input_schema(eyes),
        .output_schema = description_schema(),
        .reach = Reach::Others,
        .run = [&eyes](
                   const Call& call, const std::stop_token& stop
               ) { return analyze_image(call, eyes, stop); },
        .adapt = crop_as_list};
}

}  // namespace fovea::mcp
