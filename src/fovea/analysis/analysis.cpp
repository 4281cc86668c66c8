#include "fovea/analysis/analysis.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/fence/fence.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cmath>

namespace fovea::analysis {
namespace {

namespace json = boost::json;

// A box for every line of a page would bury the answer.
constexpr std::size_t kMaxCitations = 50;

double tenth(double number) {
    return std::round(number * 10) / 10;
}

json::object to_json(const Citation& citation, bool several) {
    json::object object;
    if (several) object["file"] = citation.file;
    if (citation.page) object["page"] = *citation.page;
    if (citation.time) object["time_s"] = static_cast<double>(citation.time->count()) / 1000;
    if (citation.box) {
        json::array box;
        for (const auto side : *citation.box) box.push_back(tenth(side));
        object["box"] = std::move(box);
    }
    if (!citation.label.empty()) object["label"] = to_utf8(citation.label);
    return object;
}

json::object envelope(
    const Analysis& analysis, std::span<const Material> files, std::string text, bool with_parsed
) {
    json::object object{{"text", std::move(text)}};
    if (!analysis.value.empty()) object["value"] = to_utf8(analysis.value);
    if (analysis.parsed && with_parsed) {
        boost::system::error_code broken;
        object["parsed"] = json::parse(*analysis.parsed, broken);
    }
    object["model"] = analysis.model;
    object["cost_usd"] = analysis.usage.cost_usd;
    object["input_tokens"] = analysis.usage.input_tokens;
    object["output_tokens"] = analysis.usage.output_tokens;
    if (analysis.from_cache) object["cached"] = true;
    if (!analysis.complete) object["complete"] = false;
    json::array citations;
    for (const auto& citation : analysis.citations) {
        if (citations.size() == kMaxCitations) break;
        citations.push_back(to_json(citation, files.size() > 1));
    }
    if (!citations.empty()) object["citations"] = std::move(citations);
    json::array notes;
    for (const auto& note : analysis.notes) notes.push_back(json::string(to_utf8(note)));
    if (!notes.empty()) object["notes"] = std::move(notes);
    return object;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t max_characters) {
    if (first_characters(text, max_characters).size() == text.size()) return to_utf8(text);
    const auto mark =
        fmt::format("\n[… truncated: {} of {} characters]", max_characters, count_characters(text));
    return shorten_characters(text, max_characters, mark);
}

std::string time_text(std::chrono::milliseconds time) {
    const auto tenths = (time.count() + 50) / 100;
    const auto hours = tenths / 36'000;
    const auto minutes = tenths / 600 % 60;
    const auto seconds = tenths / 10 % 60;
    if (hours > 0) {
        return fmt::format("{}:{:02}:{:02}.{}", hours, minutes, seconds, tenths % 10);
    }
    return fmt::format("{}:{:02}.{}", minutes, seconds, tenths % 10);
}

boost::json::object to_json(
    const Analysis& analysis, std::span<const Material> files, std::size_t max_characters
) {
    return envelope(analysis, files, clipped(analysis.text, max_characters), true);
}

std::string fenced(
    const Analysis& analysis, std::span<const Material> files, std::size_t max_characters
) {
    std::vector<proxy::FencedFile> names;
    for (const auto& file : files) {
        const auto* blob = content::blob_of(file.source);
        names.push_back(
            {blob == nullptr ? std::nullopt : std::optional(blob->sha256), file.filename}
        );
    }
    // The same JSON as text and as value would be one too many, and half of a value is none.
    auto object = envelope(analysis, files, clipped(analysis.text, max_characters), false);
    if (analysis.parsed && analysis.parsed->size() <= max_characters) {
        object = envelope(analysis, files, {}, true);
        object.erase("text");
    }
    return proxy::analysis_fence(names, json_text(object));
}

}  // namespace fovea::analysis
