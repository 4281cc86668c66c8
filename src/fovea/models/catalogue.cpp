#include "fovea/models/catalogue.hpp"

#include "fovea/models/image_token_rule_json.hpp"

#include <boost/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

namespace fovea::models {
namespace {

namespace json = boost::json;

constexpr std::string_view kDefaultRule = "default";

// Reads one row, field by field. The first field that is missing or of the wrong type is
// remembered; null is allowed where the row may say "not known".
class Row {
public:
    explicit Row(const json::object& object) : object_(object) {}

    std::string text(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_string()) return miss(key), std::string{};
        return std::string(value->get_string());
    }

    std::string text_or_null(std::string_view key) {
        const auto* value = object_.if_contains(key);
        return value == nullptr || value->is_null() ? std::string{} : text(key);
    }

    std::vector<std::string> texts(std::string_view key) {
        std::vector<std::string> read;
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_array()) return miss(key), read;
        for (const auto& item : value->get_array()) {
            if (!item.is_string()) return miss(key), read;
            read.emplace_back(item.get_string());
        }
        return read;
    }

    bool flag(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_bool()) return miss(key), false;
        return value->get_bool();
    }

    std::optional<std::uint32_t> count_or_null(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || value->is_null()) return std::nullopt;
        json::error_code failed;
        const auto read = value->to_number<std::uint32_t>(failed);
        if (failed) return miss(key), std::nullopt;
        return read;
    }

    const std::string& missing() const { return missing_; }

private:
    void miss(std::string_view key) {
        if (missing_.empty()) missing_ = key;
    }

    const json::object& object_;
    std::string missing_;
};

Error invalid(const std::string& why) {
    return {ErrorCode::ConfigInvalid, "model catalogue: " + why};
}

Result<Model> read_model(const json::value& value) {
    if (!value.is_object()) return invalid("a model is not an object");
    Row row(value.get_object());
    Model model;
    model.id = row.text("id");
    model.provider = row.text("provider");
    model.aliases = row.texts("aliases");
    model.surfaces = row.texts("surfaces");
    model.vision = row.flag("vision");
    model.pdf = row.flag("pdf");
    model.video = row.flag("video");
    model.tools = row.flag("tools");
    model.json_schema = row.flag("json_schema");
    model.tool_result_images = row.flag("tool_result_images");
    model.context = row.count_or_null("context");
    model.max_output = row.count_or_null("max_output");
    model.image_tokens = row.text_or_null("image_tokens");
    model.max_image_px = row.count_or_null("max_image_px");
    model.reject_image_px = row.count_or_null("reject_image_px");
    model.grounding = row.text_or_null("grounding");
    model.status = row.text("status");
    model.as_of = row.text("as_of");
    if (!row.missing().empty()) {
        return invalid(
            "model \"" + model.id + "\": \"" + row.missing() + "\" is missing or of the wrong type"
        );
    }
    return model;
}

// A member of the file's top object, or the error that it is missing.
Result<const json::value*> member(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    if (value == nullptr) return invalid("there is no \"" + std::string(key) + "\"");
    return value;
}

}  // namespace

Result<Catalogue> Catalogue::parse(std::string_view text) {
    json::error_code failed;
    const auto file = json::parse({text.data(), text.size()}, failed);
    if (failed) return invalid("not JSON: " + failed.message());
    if (!file.is_object()) return invalid("the file is not an object");
    const auto& top = file.get_object();

    Catalogue catalogue;
    const auto* as_of = TRY(member(top, "as_of"));
    if (!as_of->is_string()) return invalid("\"as_of\" is not a text");
    catalogue.as_of_ = std::string(as_of->get_string());

    const auto* rules = TRY(member(top, "image_token_rules"));
    if (!rules->is_object()) return invalid("\"image_token_rules\" is not an object");
    for (const auto& entry : rules->get_object()) {
        catalogue.rules_.emplace(
            entry.key(), TRY(read_image_token_rule(entry.key(), entry.value()))
        );
    }
    catalogue.rules_.emplace(kDefaultRule, PixelsPerTokenRule{});

    const auto* models = TRY(member(top, "models"));
    if (!models->is_array()) return invalid("\"models\" is not an array");
    for (const auto& value : models->get_array()) {
        auto model = TRY(read_model(value));
        if (!model.image_tokens.empty() && catalogue.rule(model.image_tokens) == nullptr) {
            return invalid(
                "model \"" + model.id + "\": there is no image token rule \"" + model.image_tokens +
                "\""
            );
        }
        auto names = model.aliases;
        names.push_back(model.id);
        for (const auto& name : names) {
            const auto index = catalogue.models_.size();
            const auto plain = catalogue.by_name_.emplace(name, index).second;
            const auto qualified =
                catalogue.by_name_.emplace(model.provider + "/" + name, index).second;
            if (!plain || !qualified) return invalid("two models are called \"" + name + "\"");
        }
        catalogue.models_.push_back(std::move(model));
    }
    return catalogue;
}

const Model* Catalogue::find(std::string_view id) const {
    const auto found = by_name_.find(id);
    return found == by_name_.end() ? nullptr : &models_[found->second];
}

const ImageTokenRule* Catalogue::rule(std::string_view name) const {
    const auto found = rules_.find(name);
    return found == rules_.end() ? nullptr : &found->second;
}

std::map<std::string, std::uint32_t> Catalogue::estimate_all(media::PixelSize size) const {
    std::map<std::string, std::uint32_t> estimates;
    for (const auto& [name, rule] : rules_) {
        const auto tokens = estimate_image_tokens(rule, size);
        if (tokens.ok()) estimates.emplace(name, tokens.value());
    }
    return estimates;
}

const Catalogue& shipped_catalogue() {
    static const Catalogue kShipped = [] {
        auto parsed = Catalogue::parse(kCatalogueJson);
        if (!parsed.ok()) {
            // Only a broken build gets here: the file is ours and a test reads it.
            std::fprintf(stderr, "fovea: %s\n", parsed.error().message.c_str());
            std::abort();
        }
        return std::move(parsed).value();
    }();
    return kShipped;
}

std::map<std::string, std::uint32_t> estimate_all(media::PixelSize size) {
    return shipped_catalogue().estimate_all(size);
}

}  // namespace fovea::models
