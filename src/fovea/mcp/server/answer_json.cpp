#include "fovea/mcp/server/answer_json.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/describe/error_words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

// A model's window is smaller than this; what is longer is mostly noise.
constexpr std::size_t kMaxWords = 200'000;
constexpr std::size_t kFewestWords = 1000;
constexpr std::size_t kMostBehindFence = 2000;  // a note, or the scale of a view

json::object words(std::string_view text) {
    return {{"type", "text"}, {"text", text}};
}

json::object picture_json(const ShownPicture& picture) {
    json::string data;
    data.resize(base64_size(picture.bytes.size()));
    static_cast<void>(encode_base64(picture.bytes, std::span<char>(data.data(), data.size())).ok());
    return {{"type", "image"}, {"data", std::move(data)}, {"mimeType", picture.mime}};
}

json::object link_json(const Link& link) {
    json::object shown{{"type", "resource_link"}, {"uri", link.uri}, {"name", link.name}};
    if (!link.title.empty()) shown["title"] = link.title;
    if (!link.mime.empty()) shown["mimeType"] = link.mime;
    if (link.bytes > 0) shown["size"] = link.bytes;
    return shown;
}

// How much of an answer a result has, from all of it down to the least that is still one.
struct Measure {
    std::size_t words = kMaxWords;  // bytes
    bool with_rest = true;          // beside structured content, what it has more than the words
    std::size_t rows = 1000;        // of each list in it that only adds to the words
};

bool is_least(const Measure& measure) {
    return measure.rows == 0;
}

Measure less_than(Measure measure) {
    if (measure.with_rest) {
        measure.with_rest = false;
    } else if (measure.words > kFewestWords) {
        measure.words /= 2;
    } else {
        measure.rows /= 2;
    }
    return measure;
}

json::object measured(const json::object& structured, const Measure& measure) {
    auto shown = structured;
    if (auto* text = shown.if_contains("text"); text != nullptr && text->is_string()) {
        *text = cut_words(std::string(text->get_string()), measure.words);
    }
    for (const auto* name : {"boxes", "changed", "citations", "notes"}) {
        auto* list = shown.if_contains(name);
        if (list == nullptr || !list->is_array()) continue;
        if (list->get_array().size() > measure.rows) list->get_array().resize(measure.rows);
    }
    return shown;
}

// An id has 64 digits, and the fence has it already.
void forget_ids_in(std::string_view text, json::object& structured) {
    auto* images = structured.if_contains("images");
    if (images == nullptr || !images->is_array()) return;
    for (auto& image : images->get_array()) {
        auto* row = image.if_object();
        const auto* id = row == nullptr ? nullptr : row->if_contains("id");
        if (id == nullptr || !id->is_string()) continue;
        if (text.find(std::string_view(id->get_string())) != text.npos) row->erase("id");
    }
}

// What the words do not say; nothing where they say it all.
std::string rest_of(json::object structured, const Answer& answer) {
    for (const auto& name : answer.in_words) structured.erase(name);
    forget_ids_in(answer.text, structured);
    return structured.empty() ? std::string() : json_text(structured);
}

json::array content_of(const Answer& answer, const Era& era, const Measure& measure) {
    json::array content;
    if (!answer.text.empty()) content.push_back(words(cut_words(answer.text, measure.words)));
    if (answer.structured && (measure.with_rest || !era.knows_structured())) {
        const auto rest = rest_of(measured(*answer.structured, measure), answer);
        if (!rest.empty()) content.push_back(words(rest));
    }
    if (answer.picture) content.push_back(picture_json(*answer.picture));
    if (era.knows_links()) {
        std::set<std::string> told;
        for (const auto& link : answer.links) {
            if (told.insert(link.uri).second) content.push_back(link_json(link));
        }
    }
    return content;
}

json::object build(const Answer& answer, const Era& era, const Measure& measure) {
    const bool structured = answer.structured && era.knows_structured();
    json::object result;
    if (structured) result["structuredContent"] = measured(*answer.structured, measure);
    const bool alone = structured && era.structured_alone;
    result["content"] = alone ? json::array() : content_of(answer, era, measure);
    result["isError"] = false;
    return result;
}

bool fits(const json::object& result) {
    return json_text(result).size() <= kMaxResult;
}

}  // namespace

std::string cut_words(const std::string& text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) return to_utf8(text);
    auto kept = beginning(text, max_bytes);
    const auto line = text.rfind("\n</");
    const bool is_near = line != std::string::npos && text.size() - line <= kMostBehindFence;
    const bool closes = is_near && std::min(text.find('\n', line + 1), text.size()) > kept.size();
    if (closes) kept = kept.substr(0, line);
    auto out = to_utf8(kept) + "\n[cut: " + std::to_string(text.size() - kept.size()) + " of " +
               std::to_string(text.size()) + " bytes are left out]";
    if (closes) out += text.substr(line);
    return out;
}

json::object to_json(const Answer& answer, const Era& era) {
    for (Measure measure; !is_least(measure); measure = less_than(measure)) {
        auto result = build(answer, era, measure);
        if (fits(result)) return result;
    }
    return to_json(Error{ErrorCode::LimitExceeded, "the result is larger than 1 MiB"});
}

json::object to_json(const Error& error) {
    const auto text = proxy::error_words(error);
    for (auto most = kMaxWords;; most /= 2) {
        json::object result{
            {"content", json::array{words(cut_words(text, most))}}, {"isError", true}};
        if (fits(result)) return result;
    }
}

}  // namespace fovea::mcp
