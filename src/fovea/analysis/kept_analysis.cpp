#include "fovea/analysis/kept_analysis.hpp"

#include <boost/json.hpp>

#include <exception>

namespace fovea::analysis {
namespace {

namespace json = boost::json;

json::object to_json(const Citation& citation) {
    json::object object{{"file", citation.file}, {"label", citation.label}};
    if (citation.page) object["page"] = *citation.page;
    if (citation.time) object["time"] = citation.time->count();
    if (citation.box) object["box"] = json::value_from(*citation.box);
    return object;
}

Citation to_citation(const json::value& value) {
    const auto& object = value.as_object();
    Citation citation{
        .file = object.at("file").to_number<std::size_t>(),
        .label = std::string(object.at("label").as_string())};
    if (const auto* page = object.if_contains("page")) {
        citation.page = page->to_number<std::uint32_t>();
    }
    if (const auto* time = object.if_contains("time")) {
        citation.time = std::chrono::milliseconds(time->to_number<std::int64_t>());
    }
    if (const auto* box = object.if_contains("box")) {
        citation.box = json::value_to<std::array<double, 4>>(*box);
    }
    return citation;
}

}  // namespace

std::optional<Analysis> kept_analysis(const store::ResultCache& known, const std::string& key) {
    const auto text = known.get(key);
    if (!text) return std::nullopt;
    try {
        const auto value = json::parse(*text);
        Analysis analysis{
            .text = std::string(value.at("text").as_string()),
            .value = std::string(value.at("value").as_string()),
            .model = std::string(value.at("model").as_string())};
        if (const auto* parsed = value.as_object().if_contains("parsed")) {
            analysis.parsed = std::string(parsed->as_string());
        }
        analysis.usage.input_tokens = value.at("input_tokens").to_number<std::uint64_t>();
        analysis.usage.output_tokens = value.at("output_tokens").to_number<std::uint64_t>();
        analysis.usage.cost_usd = value.at("cost_usd").to_number<double>();
        for (const auto& each : value.at("citations").as_array()) {
            analysis.citations.push_back(to_citation(each));
        }
        for (const auto& note : value.at("notes").as_array()) {
            analysis.notes.emplace_back(note.as_string());
        }
        return analysis;
    } catch (const std::exception&) {
        return std::nullopt;  // of another version
    }
}

void keep_analysis(
    const store::ResultCache& known, const std::string& key, const Analysis& analysis
) {
    json::array citations;
    for (const auto& citation : analysis.citations) citations.push_back(to_json(citation));
    json::object object{
        {"text", analysis.text},
        {"value", analysis.value},
        {"model", analysis.model},
        {"input_tokens", analysis.usage.input_tokens},
        {"output_tokens", analysis.usage.output_tokens},
        {"cost_usd", analysis.usage.cost_usd},
        {"citations", std::move(citations)},
        {"notes", json::value_from(analysis.notes)}};
    if (analysis.parsed) object["parsed"] = *analysis.parsed;
    known.put(key, json::serialize(object));
}

}  // namespace fovea::analysis
