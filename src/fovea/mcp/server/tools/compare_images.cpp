#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/tools/arguments.hpp"
#include "fovea/mcp/server/tools/consent.hpp"
#include "fovea/mcp/server/tools/description.hpp"
#include "fovea/mcp/server/tools/tools.hpp"
#include "fovea/proxy/describe/analyze_input.hpp"
#include "fovea/reading/answer/changes/colour_changes.hpp"
#include "fovea/reading/answer/changes/compared_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::mcp {

extern const std::string_view kCompareImagesWords;  // prompts/compare_images.md

namespace {

namespace json = boost::json;

constexpr auto kMaxRegions = reading::kMaxToldRegions;

std::string words_about(const media::Compared& compared) {
    if (compared.identical) return "identical: every pixel is equal";
    // 1 is for those that are alike, which these are not.
    auto text = fmt::format("not identical; similarity {:.2f} (perceptual)", compared.similarity);
    if (!compared.same_size) {
        return text + fmt::format(
                          "; sizes differ: {}x{} and {}x{}",
                          compared.first.size.width,
                          compared.first.size.height,
                          compared.second.size.width,
                          compared.second.size.height
                      );
    }
    if (compared.regions.empty()) return text + "; no difference beyond compression noise";
    text += fmt::format(
        "; {:.2f} % of the pixels changed, in {} {} (x1, y1, x2, y2):",
        compared.changed_fraction * 100,
        compared.regions.size(),
        compared.regions.size() == 1 ? "region" : "regions"
    );
    for (std::size_t i = 0; i < std::min(compared.regions.size(), kMaxRegions); ++i) {
        const auto& box = compared.regions[i];
        text += fmt::format(
            "\n  [{}, {}, {}, {}]", box.x, box.y, box.x + box.width, box.y + box.height
        );
        const auto colours = reading::colour_change_at(box, compared.recoloured);
        if (!colours.empty()) text += " " + colours;
    }
    return text;
}

// Who looks at both, where words about the difference are wanted.
std::optional<std::string> looker(const json::object& arguments, const Eyes& eyes) {
    const bool wanted =
        flag_argument(arguments, "describe") || !text_argument(arguments, "question").empty();
    if (!wanted) return std::nullopt;
    const auto model = text_argument(arguments, "model");
    return model.empty() ? eyes.model : model;
}

Result<Answer> compare_images(const Call& call, const Eyes& eyes, const std::stop_token& stop) {
    const auto& arguments = call.arguments;
    const auto model = looker(arguments, eyes);
    if (model) TRY(check_model(*model, call, eyes, stop));
    auto before = TRY(find_picture(text_argument(arguments, "before"), call, eyes, stop));
    auto after = TRY(find_picture(text_argument(arguments, "after"), call, eyes, stop));
    const auto compared = TRY(eyes.compare(before, after, stop));
    std::vector<content::ImageBlock> images{std::move(before), std::move(after)};
    Answer answer{.structured = json::object{{"images", json::array()}}};
    if (model) {
        const auto described = TRY(eyes.look(
            {.images = images,
             .question = text_argument(arguments, "question"),
             .model = *model,
             .timeout = eyes.timeout(*model),
             .hints = proxy::Hints::Given},
            stop
        ));
        answer = answer_of(described, images, *model);
        answer.structured->erase("boxes");
    } else {
        json::array pictures;
        for (const auto& image : images) {
            pictures.push_back(picture_json(image));
            answer.links.push_back(link_of(image));
        }
        answer.structured->at("images") = std::move(pictures);
    }
    const auto words = words_about(compared);
    answer.text = answer.text.empty() ? words : words + "\n\n" + answer.text;
    for (auto& member : reading::compared_json(compared, kMaxRegions)) {
        answer.in_words.emplace_back(member.key());
        answer.structured->insert_or_assign(member.key(), std::move(member.value()));
    }
    return answer;
}

json::object output_schema() {
    auto schema = description_schema();
    auto& properties = schema.at("properties").as_object();
    properties.erase("boxes");
    properties["identical"] = {{"type", "boolean"}, {"description", "every pixel is equal"}};
    properties["similarity"] = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    properties["same_size"] = {{"type", "boolean"}};
    properties["changed_fraction"] = {
        {"type", "number"}, {"minimum", 0}, {"maximum", 1}, {"description", "of the pixels"}};
    properties["changed"] = {
        {"type", "array"},
        {"description", "regions as x1, y1, x2, y2; only for pictures of the same size"},
        {"items", {{"type", "array"}, {"items", {{"type", "integer"}}}}}};
    properties["colour_changes"] = {
        {"type", "array"}, {"description", "changed regions where only the colour changed"}};
    schema["required"] = {"identical", "similarity", "same_size", "images"};
    return schema;
}

}  // namespace

ServedTool compare_images_tool(const Eyes& eyes) {
    const json::object input{
        {"type", "object"},
        {"properties",
         {{"before", picture_argument()},
          {"after", picture_argument()},
          {"describe",
           {{"type", "boolean"}, {"description", "let the vision model explain the differences"}}},
          {"question",
           {{"type", "string"},
            {"maxLength", proxy::kMaxQuestion},
            {"description", "about both pictures"}}},
          {"model", model_argument()}}},
        {"required", {"before", "after"}},
        {"additionalProperties", false}};
    return {
        .name = "compare_images",
        .description = std::string(kCompareImagesWords),
        .input_schema = input,
        .output_schema = output_schema(),
        .reach = Reach::Others,
        .run = [&eyes](const Call& call, const std::stop_token& stop) {
            return compare_images(call, eyes, stop);
        }};
}

}  // namespace fovea::mcp
