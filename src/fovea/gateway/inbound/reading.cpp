#include "fovea/gateway/inbound/reading.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/ingest/data_url.hpp"
#include "fovea/providers/wire_json.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fovea::gateway {
namespace {

using content::ContentBlock;
using content::TextBlock;
using providers::field_at;

bool is_web_address(std::string_view url) {
    return url.starts_with("https://") || url.starts_with("http://");
}

// Behind "data:…;base64,"; nothing where it is not base64.
std::optional<std::string_view> data_of(std::string_view url) {
    constexpr std::string_view kMark = ";base64";
    const auto comma = url.find(',');
    if (comma == std::string_view::npos || !url.substr(0, comma).ends_with(kMark)) {
        return std::nullopt;
    }
    return url.substr(comma + 1);
}

}  // namespace

Error error_at(std::string_view place, std::string_view what) {
    return {ErrorCode::InvalidInput, std::string(place) + ": " + std::string(what)};
}

std::string at(std::string_view place, std::string_view field) {
    return place.empty() ? std::string(field) : std::string(place) + "." + std::string(field);
}

std::string at(std::string_view place, std::size_t index) {
    return std::string(place) + "[" + std::to_string(index) + "]";
}

std::string_view Reading::text(const boost::json::value& object, std::string_view name) const {
    return body_.text(field_at(object, name));
}

Result<std::string> Reading::needed_text(
    const boost::json::value& object, std::string_view name, std::string_view place
) const {
    const auto& value = field_at(object, name);
    if (value.is_null()) return error_at(at(place, name), "missing");
    if (!value.is_string()) return error_at(at(place, name), "not a string");
    return std::string(text(value));
}

Result<std::optional<double>> Reading::decimal(
    const boost::json::value& object, std::string_view name
) const {
    const auto& value = field_at(object, name);
    std::optional<double> number;
    if (value.is_null()) return number;
    if (!value.is_number()) return error_at(name, "not a number");
    number = value.to_number<double>();
    return number;
}

Result<std::optional<std::int64_t>> Reading::whole(
    const boost::json::value& object, std::string_view name
) const {
    const auto& value = field_at(object, name);
    std::optional<std::int64_t> number;
    if (value.is_null()) return number;
    boost::json::error_code failed;
    number = value.to_number<std::int64_t>(failed);
    if (failed) return error_at(name, "not a whole number");
    return number;
}

Result<std::optional<std::uint32_t>> Reading::count(
    const boost::json::value& object, std::string_view name
) const {
    const auto number = TRY(whole(object, name));
    std::optional<std::uint32_t> count;
    if (!number) return count;
    if (*number < 0) return error_at(name, "below zero");
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    count = static_cast<std::uint32_t>(std::min(*number, kMost));
    return count;
}

Result<std::optional<bool>> Reading::flag(const boost::json::value& object, std::string_view name)
    const {
    const auto& value = field_at(object, name);
    std::optional<bool> flag;
    if (value.is_null()) return flag;
    if (!value.is_bool()) return error_at(name, "neither true nor false");
    flag = value.get_bool();
    return flag;
}

Result<std::vector<std::string>> Reading::texts(
    const boost::json::value& object, std::string_view name
) const {
    const auto& value = field_at(object, name);
    std::vector<std::string> all;
    if (value.is_null()) return all;
    if (value.is_string()) {
        all.emplace_back(text(value));
        return all;
    }
    if (!value.is_array()) return error_at(name, "neither a string nor a list of strings");
    for (const auto& item : value.get_array()) {
        if (!item.is_string()) return error_at(name, "a list of something else than strings");
        all.emplace_back(text(item));
    }
    return all;
}

Result<void> Reading::sampling(
    const boost::json::value& object, std::initializer_list<std::string_view> known
) {
    auto& wishes = request.wishes;
    for (const auto name : known) {
        if (name == "temperature") wishes.temperature = TRY(decimal(object, name));
        if (name == "top_p") wishes.top_p = TRY(decimal(object, name));
        if (name == "top_k") wishes.top_k = TRY(count(object, name));
        if (name == "presence_penalty") wishes.presence_penalty = TRY(decimal(object, name));
        if (name == "frequency_penalty") wishes.frequency_penalty = TRY(decimal(object, name));
        if (name == "seed") wishes.seed = TRY(whole(object, name));
        if (name == "stop") wishes.stop = TRY(texts(object, name));
    }
    return {};
}

Result<void> Reading::stream(bool usually) {
    request.streams = TRY(flag(body_.root(), "stream")).value_or(usually);
    return {};
}

void Reading::end_user() {
    for (const auto* const name : {"safety_identifier", "user"}) {
        if (request.wishes.end_user.empty()) request.wishes.end_user = text(body_.root(), name);
    }
}

// ---- lists

Result<void> Reading::each(
    const boost::json::value& list, std::string_view place, const TakeItem& take
) {
    if (list.is_null()) return error_at(place, "missing");
    if (!list.is_array()) return error_at(place, "not a list");
    std::size_t index = 0;
    for (const auto& item : list.get_array()) TRY(take(item, at(place, index++)));
    return {};
}

Result<void> Reading::conversation(std::string_view name, const TakeItem& take) {
    TRY(each(field_at(body_.root(), name), name, take));
    if (request.messages.empty()) return error_at(name, "at least one of the user is needed");
    return {};
}

Result<void> Reading::content(
    const boost::json::value& content, const std::string& place, Blocks& to, const TakePart& take
) const {
    if (content.is_string()) {
        add_text(text(content), to);
        return {};
    }
    if (!content.is_array()) return error_at(place, "neither a string nor a list of parts");
    return each(content, place, [&](const auto& part, const auto& here) {
        return take(part, here, to);
    });
}

// ---- content

Result<void> Reading::add_unknown(const std::string& type, const std::string& place, Blocks& to) {
    if (type.empty()) return error_at(at(place, "type"), "missing");
    drop(type);
    to.emplace_back(TextBlock{"[" + type + ", not passed on]"});
    return {};
}

void Reading::add_stored_file(std::string_view kind, Blocks& to) {
    drop(std::string(kind) + " by file_id");
    to.emplace_back(TextBlock{"[" + std::string(kind) + " of the Files API, not available here]"});
}

void Reading::add_text(std::string_view text, Blocks& to) {
    if (!text.empty()) to.emplace_back(TextBlock{std::string(text)});
}

Result<ContentBlock> Reading::image_at(std::string_view url, std::string_view place) const {
    if (is_web_address(url)) return files_.take_image_at(url);
    if (!ingest::is_data_url(url)) {
        return error_at(place, "neither an https address nor a data URL");
    }
    const auto data = data_of(url);
    if (!data) return error_at(place, "a data URL that is not base64");
    return image(*data, ingest::mime_of_data_url(url.substr(0, url.size() - data->size())));
}

Result<ContentBlock> Reading::document_at(
    std::string_view url, std::string_view filename, std::string_view place
) const {
    if (is_web_address(url)) return files_.take_document_at(url, filename);
    if (!ingest::is_data_url(url)) return document(url, {}, filename);
    const auto data = data_of(url);
    if (!data) return error_at(place, "a data URL that is not base64");
    const auto mime = ingest::mime_of_data_url(url.substr(0, url.size() - data->size()));
    // Some send pictures as files.
    return mime.starts_with("image/") ? image(*data, mime) : document(*data, mime, filename);
}

ContentBlock Reading::image(std::string_view base64, std::string_view mime) const {
    return files_.take_image({.base64 = base64, .mime = mime, .filename = {}});
}

ContentBlock Reading::document(
    std::string_view base64, std::string_view mime, std::string_view filename
) const {
    return files_.take_document({.base64 = base64, .mime = mime, .filename = filename});
}

void Reading::add_system(std::string_view words) {
    if (words.empty()) return;
    if (!request.messages.empty()) {
        request.messages.push_back({content::Role::System, {TextBlock{std::string(words)}}});
        return;
    }
    if (!request.system.empty()) request.system += "\n\n";
    request.system += words;
}

void Reading::add_message(content::Role role, Blocks content) {
    if (!content.empty()) request.messages.push_back({role, std::move(content)});
}

void Reading::drop(std::string name) {
    constexpr std::size_t kMost = 50;
    auto& dropped = request.dropped;
    if (dropped.size() >= kMost || std::ranges::find(dropped, name) != dropped.end()) return;
    dropped.push_back(std::move(name));
}

void Reading::drop_others(
    std::initializer_list<std::string_view> read,
    std::initializer_list<std::string_view> meaningless
) {
    constexpr std::size_t kMostLetters = 64;
    const auto knows = [](const auto& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    for (const auto& member : body_.root().get_object()) {
        const std::string_view name = member.key();
        if (member.value().is_null() || knows(read, name) || knows(meaningless, name)) continue;
        drop(to_utf8(name.substr(0, kMostLetters)));
    }
}

std::vector<content::ToolOutput> tool_outputs(Blocks blocks) {
    std::vector<content::ToolOutput> outputs;
    for (auto& block : blocks) {
        if (auto* text = std::get_if<TextBlock>(&block)) {
            outputs.emplace_back(std::move(*text));
        } else if (auto* image = std::get_if<content::ImageBlock>(&block)) {
            outputs.emplace_back(std::move(*image));
        } else if (auto* document = std::get_if<content::DocumentBlock>(&block)) {
            outputs.emplace_back(std::move(*document));
        }
    }
    return outputs;
}

}  // namespace fovea::gateway
