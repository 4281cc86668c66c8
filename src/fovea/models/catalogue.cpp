#include "fovea/models/catalogue.hpp"

#include "fovea/models/image_token_rule_json.hpp"
#include "fovea/models/json_row.hpp"

#include <boost/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

namespace fovea::models {
namespace {

namespace json = boost::json;

constexpr std::string_view kDefaultRule = "default";

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
    model.sampling_params = row.text_or_null("sampling_params");
    model.shutdown = row.text_or_null("shutdown");
    if (const auto* wire = row.object_or_null("wire")) {
        Row differs(*wire);
        model.system_role = differs.text_if("system_role");
        model.image_detail = differs.text_if("image_detail");
        if (!differs.missing().empty()) row.miss("wire");
    }
    auto prices = read_prices(value.get_object());
    if (!prices.ok()) return invalid("model \"" + model.id + "\": " + prices.error().message);
    model.prices = std::move(prices).value();
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

// Reads the entries of an object that a catalogue may leave out.
template <class T>
Result<void> read_entries(
    const json::object& top,
    std::string_view key,
    Result<T> (*read)(const json::value&),
    std::map<std::string, T, std::less<>>& entries
) {
    const auto* value = top.if_contains(key);
    if (value == nullptr) return {};
    if (!value->is_object()) return invalid("\"" + std::string(key) + "\" is not an object");
    for (const auto& entry : value->get_object()) {
        auto one = read(entry.value());
        if (!one.ok()) {
            return invalid(
                std::string(key) + " \"" + std::string(entry.key()) + "\": " + one.error().message
            );
        }
        entries.emplace(entry.key(), std::move(one).value());
    }
    return {};
}

template <class T>
const T* find_entry(const std::map<std::string, T, std::less<>>& entries, std::string_view name) {
    const auto found = entries.find(name);
    return found == entries.end() ? nullptr : &found->second;
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
    if (!as_of->is_string()) return invalid("\"as_of\" is not a string");
    catalogue.as_of_ = std::string(as_of->get_string());

    const auto* rules = TRY(member(top, "image_token_rules"));
    if (!rules->is_object()) return invalid("\"image_token_rules\" is not an object");
    for (const auto& entry : rules->get_object()) {
        catalogue.rules_.emplace(
            entry.key(), TRY(read_image_token_rule(entry.key(), entry.value()))
        );
    }
    catalogue.rules_.emplace(kDefaultRule, PixelsPerTokenRule{});

    TRY(read_entries(top, "limits", read_request_limits, catalogue.limits_));
    TRY(read_entries(top, "wire_kinds", read_wire_kind, catalogue.wire_kinds_));

    const auto* models = TRY(member(top, "models"));
    if (!models->is_array()) return invalid("\"models\" is not an array");
    for (const auto& value : models->get_array()) {
        auto model = TRY(read_model(value));
        if (!model.image_tokens.empty() && catalogue.rule(model.image_tokens) == nullptr) {
            return invalid(
                "model \"" + model.id + "\": unknown image token rule \"" + model.image_tokens +
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
            if (!plain || !qualified) return invalid("two models have the id \"" + name + "\"");
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
    return find_entry(rules_, name);
}

const RequestLimits* Catalogue::limits(std::string_view name) const {
    return find_entry(limits_, name);
}

const WireKind* Catalogue::wire_kind(std::string_view kind) const {
    return find_entry(wire_kinds_, kind);
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
