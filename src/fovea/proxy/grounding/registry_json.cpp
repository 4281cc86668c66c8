// The list as it stands in vision-proxy.json.
#include "fovea/base/json_text.hpp"
#include "fovea/proxy/grounding/registry.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::proxy::grounding {
namespace {

namespace json = boost::json;

Error invalid(std::string_view id, std::string_view what) {
    return {
        ErrorCode::ConfigInvalid,
        "groundingModels[\"" + std::string(id) + "\"]: " + std::string(what)};
}

Result<Format> read_format(std::string_view id, const json::value* value) {
    if (value == nullptr) return invalid(id, "\"format\" is missing; use one of " + known_ids());
    if (!value->is_string()) return invalid(id, "\"format\" is not a string");
    const std::string_view word = value->get_string();
    const auto format = format_named(word);
    if (!format) {
        return invalid(
            id, "\"" + std::string(word) + "\" is not a grounding format; use one of " + known_ids()
        );
    }
    return *format;
}

Result<UserEntry> read_entry(std::string_view id, const json::value& value) {
    if (value.is_string()) return UserEntry{TRY(read_format(id, &value))};
    if (!value.is_object()) return invalid(id, "neither an object with \"format\" nor a format");
    UserEntry entry{TRY(read_format(id, value.get_object().if_contains("format")))};
    auto rest = value.get_object();
    rest.erase("format");
    if (!rest.empty()) entry.other = json_text(rest);
    return entry;
}

}  // namespace

GroundingModels known_models(const std::map<std::string, std::string>& formats) {
    GroundingModels models;
    for (const auto& [id, name] : formats) {
        if (const auto format = format_named(name)) models.entries[id] = {.format = *format};
    }
    return models;
}

Result<GroundingModels> grounding_models_from_json(const json::value& value) {
    if (!value.is_object()) {
        return Error{ErrorCode::ConfigInvalid, "groundingModels: not an object"};
    }
    GroundingModels models;
    for (const auto& field : value.get_object()) {
        models.entries[std::string(field.key())] = TRY(read_entry(field.key(), field.value()));
    }
    return models;
}

json::object to_json(const GroundingModels& models) {
    json::object written;
    for (const auto& [id, entry] : models.entries) {
        json::object fields = {{"format", std::string(id_of(entry.format))}};
        json::error_code failed;
        const auto other = json::parse(entry.other.empty() ? "{}" : entry.other, failed);
        if (!failed && other.is_object()) {
            for (const auto& field : other.get_object()) fields.emplace(field.key(), field.value());
        }
        written.emplace(id, std::move(fields));
    }
    return written;
}

}  // namespace fovea::proxy::grounding
