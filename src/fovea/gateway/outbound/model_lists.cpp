#include "fovea/base/digest.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"

#include <boost/json.hpp>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;

// Nobody knows when a model was made; both APIs want a time.
constexpr std::string_view kNoTime = "1970-01-01T00:00:00Z";

object model_of(const ListedModel& model) {
    object listed{
        {"id", model.id},
        {"object", "model"},
        {"created", 0},
        {"owned_by", model.provider},
        {"type", "model"},
        {"display_name", model.id},
        {"created_at", kNoTime},
        {"capabilities", {{"image_input", {{"supported", model.vision}}}}}};
    if (model.context) listed["max_input_tokens"] = *model.context;
    if (model.max_output) listed["max_tokens"] = *model.max_output;
    return listed;
}

object details_of(const ListedModel& model) {
    return {
        {"parent_model", ""},
        {"format", ""},
        {"family", model.provider},
        {"families", array{boost::json::value(model.provider)}},
        {"parameter_size", ""},
        {"quantization_level", ""}};
}

}  // namespace

std::string count_tokens_body(std::uint64_t tokens) {
    return json_text({{"input_tokens", tokens}});
}

std::string models_body(std::span<const ListedModel> models) {
    array data;
    for (const auto& model : models) data.push_back(model_of(model));
    object body{{"object", "list"}, {"data", std::move(data)}, {"has_more", false}};
    if (models.empty()) {
        body["first_id"] = nullptr;
        body["last_id"] = nullptr;
    } else {
        body["first_id"] = models.front().id;
        body["last_id"] = models.back().id;
    }
    return json_text(body);
}

std::string model_body(const ListedModel& model) {
    return json_text(model_of(model));
}

std::string tags_body(std::span<const ListedModel> models) {
    array listed;
    for (const auto& model : models) {
        listed.push_back(
            {{"name", model.id},
             {"model", model.id},
             {"modified_at", kNoTime},
             {"size", 0},
             {"digest", sha256(as_bytes(model.id)).hex()},
             {"details", details_of(model)}}
        );
    }
    return json_text({{"models", std::move(listed)}});
}

std::string show_body(const ListedModel& model) {
    array abilities{"completion"};
    if (model.tools) abilities.emplace_back("tools");
    if (model.vision) abilities.emplace_back("vision");
    object info{{"general.architecture", model.provider}};
    if (model.context) info[model.provider + ".context_length"] = *model.context;
    return json_text(
        {{"modelfile", ""},
         {"parameters", ""},
         {"template", ""},
         {"details", details_of(model)},
         {"model_info", std::move(info)},
         {"capabilities", std::move(abilities)},
         {"modified_at", kNoTime}}
    );
}

}  // namespace fovea::gateway
