#include "fovea/mcp/server/answer_json.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

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

void cut(Answer& answer, std::size_t max_bytes) {
    answer.text = cut_words(answer.text, max_bytes);
    if (!answer.structured) return;
    if (auto* text = answer.structured->if_contains("text"); text != nullptr && text->is_string()) {
        *text = cut_words(std::string(text->get_string()), max_bytes);
    }
}

json::object build(const Answer& answer, const Era& era) {
    json::array content;
    if (!answer.text.empty()) content.push_back(words(answer.text));
    if (answer.structured) content.push_back(words(json::serialize(*answer.structured)));
    if (answer.picture) content.push_back(picture_json(*answer.picture));
    if (era.knows_links()) {
        std::set<std::string> told;
        for (const auto& link : answer.links) {
            if (told.insert(link.uri).second) content.push_back(link_json(link));
        }
    }
    json::object result{{"content", std::move(content)}, {"isError", false}};
    if (answer.structured) result["structuredContent"] = *answer.structured;
    return result;
}

}  // namespace

std::string cut_words(const std::string& text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) return to_utf8(text);
    const auto line = text.rfind('\n');
    const bool closes = line != std::string::npos && text.compare(line + 1, 2, "</") == 0;
    const auto kept = beginning(text, max_bytes);
    auto out = to_utf8(kept) + "\n[cut: " + std::to_string(text.size() - kept.size()) + " of " +
               std::to_string(text.size()) + " bytes are left out]";
    if (closes) out += text.substr(line);
    return out;
}

json::object to_json(Answer answer, const Era& era) {
    cut(answer, kMaxWords);
    auto result = build(answer, era);
    for (auto most = kMaxWords / 2; json::serialize(result).size() > kMaxResult; most /= 2) {
        if (most < kFewestWords) {
            return to_json(Error{ErrorCode::LimitExceeded, "the result is larger than 1 MiB"});
        }
        cut(answer, most);
        result = build(answer, era);
    }
    return result;
}

json::object to_json(const Error& error) {
    const auto text = std::string(wire_name(error.code)) + ": " + error.message;
    return {{"content", json::array{words(cut_words(text, kMaxWords))}}, {"isError", true}};
}

}  // namespace fovea::mcp
