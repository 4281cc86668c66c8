#include "fovea/models/image_token_rule_json.hpp"

#include <boost/json.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace fovea::models {
namespace {

namespace json = boost::json;

// One rule's fields. A field that is missing or wrong gives zero and is remembered, so that a
// reader takes all of them and checks once.
class Fields {
public:
    explicit Fields(const json::object& object) : object_(object) {}

    double number(std::string_view key) {
        const auto* value = object_.if_contains(key);
        json::error_code failed;
        const auto read = value != nullptr ? value->to_number<double>(failed) : 0;
        if (value == nullptr || failed || !std::isfinite(read) || read < 0) return miss(key);
        return read;
    }

    // Above zero: these are divisors, sizes and limits.
    std::uint32_t count(std::string_view key) {
        const auto read = number(key);
        if (read < 1 || read > std::numeric_limits<std::uint32_t>::max()) {
            return static_cast<std::uint32_t>(miss(key));
        }
        return static_cast<std::uint32_t>(read);
    }

    std::uint32_t thousandths(std::string_view key) {
        const auto read = number(key) * 1000;
        if (read < 1 || read > 1'000'000) return static_cast<std::uint32_t>(miss(key));
        return static_cast<std::uint32_t>(std::lround(read));
    }

    bool flag(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_bool()) return miss(key) != 0;
        return value->get_bool();
    }

    const json::object& object(std::string_view key) {
        static const json::object kNone;
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_object()) {
            miss(key);
            return kNone;
        }
        return value->get_object();
    }

    // The value of `key` as a detail.
    Detail detail(std::string_view key) {
        const auto* value = object_.if_contains(key);
        const auto found = value != nullptr && value->is_string() ? detail_from(value->get_string())
                                                                  : std::nullopt;
        if (!found) miss(key);
        return found.value_or(Detail::Auto);
    }

    double miss(std::string_view key) {
        if (missing_.empty()) missing_ = key;
        return 0;
    }
    const std::string& missing() const { return missing_; }

private:
    const json::object& object_;
    std::string missing_;
};

PatchBudgetRule read_patch_budget(Fields& in) {
    PatchBudgetRule rule{
        .multiplier_thousandths = in.thousandths("multiplier"),
        .reject_patches = in.count("reject_patches"),
        .auto_detail = in.detail("auto"),
        .details = {},
    };
    for (const auto& entry : in.object("detail")) {
        const auto detail = detail_from(entry.key());
        if (!detail || !entry.value().is_object()) {
            in.miss("detail");
            continue;
        }
        Fields limits(entry.value().get_object());
        PatchBudgetRule::Limits read{.max_dim = limits.count("max_dim"), .budget = std::nullopt};
        const auto* budget = entry.value().get_object().if_contains("budget");
        if (budget != nullptr && !budget->is_null()) read.budget = limits.count("budget");
        if (!limits.missing().empty()) in.miss(limits.missing());
        rule.details[static_cast<std::size_t>(*detail)] = read;
    }
    return rule;
}

FlatRule read_flat(Fields& in) {
    FlatRule rule;
    const auto& image = in.object("image");
    Fields numbers(image);
    for (const auto& entry : image) {
        const auto detail = entry.key() == "default" ? Detail::Auto : detail_from(entry.key());
        if (detail) rule.tokens[static_cast<std::size_t>(*detail)] = numbers.count(entry.key());
    }
    if (!numbers.missing().empty()) in.miss(numbers.missing());
    return rule;
}

// The arms read the words of the catalogue into the names of image_tokens.hpp.
std::optional<ImageTokenRule> read_kind(std::string_view kind, Fields& in) {
    if (kind == "patch28") {
        return PatchFitRule{in.count("patch"), in.count("max_edge"), in.count("max_tokens")};
    }
    if (kind == "patch32") return read_patch_budget(in);
    if (kind == "tile512") {
        return TileRule{
            in.count("base"), in.count("per_tile"), in.count("fit"), in.count("short_side")};
    }
    if (kind == "gemini_tile") {
        return CropUnitRule{
            in.count("small_edge"),
            in.count("tokens_per_tile"),
            in.thousandths("crop_unit_divisor")};
    }
    if (kind == "flat") return read_flat(in);
    if (kind == "smart_resize") {
        return SmartResizeRule{in.count("factor"), in.count("min_pixels"), in.count("max_pixels")};
    }
    if (kind == "tile448") {
        return GridRule{
            in.count("tile"),
            in.count("tokens_per_tile"),
            in.count("max_tiles"),
            in.flag("thumbnail")};
    }
    if (kind == "tile384") return OverviewGridRule{in.count("tile"), in.count("grid")};
    if (kind == "fixed") return FixedRule{in.count("tokens")};
    if (kind == "measured") return MeasuredRule{in.count("floor"), in.count("cap")};
    if (kind == "unknown") return UnknownRule{};
    return std::nullopt;
}

// Numbers that are each possible, but not together.
bool contradicts_itself(const ImageTokenRule& rule) {
    if (const auto* fit = std::get_if<PatchFitRule>(&rule)) return fit->patch > fit->max_edge;
    if (const auto* smart = std::get_if<SmartResizeRule>(&rule)) {
        return smart->min_pixels > smart->max_pixels;
    }
    // The grid search is cubic in its tiles; models have a dozen or two.
    if (const auto* grid = std::get_if<GridRule>(&rule)) return grid->max_tiles > 1000;
    if (const auto* measured = std::get_if<MeasuredRule>(&rule))
        return measured->floor > measured->cap;
    return false;
}

}  // namespace

Result<ImageTokenRule> read_image_token_rule(std::string_view name, const json::value& json) {
    const auto invalid = [&](const std::string& why) {
        return Error{
            ErrorCode::ConfigInvalid, "image token rule \"" + std::string(name) + "\": " + why};
    };
    if (!json.is_object()) return invalid("is not an object");
    const auto* kind = json.get_object().if_contains("kind");
    if (kind == nullptr || !kind->is_string()) return invalid("has no \"kind\"");

    Fields fields(json.get_object());
    const auto rule = read_kind(kind->get_string(), fields);
    if (!rule) return invalid("there is no kind \"" + std::string(kind->get_string()) + "\"");
    if (!fields.missing().empty())
        return invalid("\"" + fields.missing() + "\" is missing or impossible");
    if (contradicts_itself(*rule)) return invalid("its numbers contradict each other");
    return *rule;
}

}  // namespace fovea::models
