#include "fovea/gateway/inbound/body_json.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace fovea::gateway {
namespace {

// Deeper than any schema of a tool, and shallow enough for what walks a value recursively.
constexpr std::size_t kMaxDepth = 200;

constexpr auto kBase64 = [] {
    std::array<bool, 256> is{};
    for (unsigned c = 'A'; c <= 'Z'; ++c) is[c] = true;
    for (unsigned c = 'a'; c <= 'z'; ++c) is[c] = true;
    for (unsigned c = '0'; c <= '9'; ++c) is[c] = true;
    for (const unsigned char c : std::string_view("+/-_=")) is[c] = true;
    return is;
}();

bool is_base64(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return kBase64[static_cast<unsigned char>(c)]; });
}

// What follows "data:image/png;base64,"; all of a text without it.
std::string_view without_head(std::string_view text) {
    constexpr std::size_t kMaxHead = 200;
    if (!text.starts_with("data:")) return text;
    const auto comma = text.substr(0, kMaxHead).find(',');
    return comma == std::string_view::npos ? text : text.substr(comma + 1);
}

bool is_file(std::string_view text) {
    if (text.size() < kLeastLifted) return false;
    const auto head = text.substr(0, text.size() - without_head(text).size());
    return head.find('\\') == std::string_view::npos && is_base64(without_head(text));
}

// Where the string that begins behind `at` ends: at its quote, or at the end of the body.
std::size_t end_of_string(std::string_view body, std::size_t at) {
    while (true) {
        const auto quote = body.find('"', at);
        if (quote == std::string_view::npos) return body.size();
        auto escapes = quote;
        while (escapes > at && body[escapes - 1] == '\\') --escapes;
        if ((quote - escapes) % 2 == 0) return quote;
        at = quote + 1;
    }
}

// A text that comes nowhere in the body. Escaped it may: whoever writes it so names a file of his own.
// Empty for a body that holds all that are tried: nothing is lifted out of it then.
std::string unused_mark(std::string_view body) {
    constexpr int kMost = 8;
    for (int number = 0; number < kMost; ++number) {
        auto mark = "file-" + std::to_string(number) + "-in-this-body:";
        if (body.find(mark) == std::string_view::npos) return mark;
    }
    return {};
}

}  // namespace

Result<BodyJson> BodyJson::parse(std::string_view body) {
    BodyJson json;
    std::string small;
    std::size_t copied = 0;
    for (auto at = body.find('"'); at != std::string_view::npos; at = body.find('"', at)) {
        const auto end = end_of_string(body, at + 1);
        const auto text = body.substr(at + 1, end - at - 1);
        if (end < body.size() && is_file(text)) {
            if (json.mark_.empty()) json.mark_ = unused_mark(body);
            if (json.mark_.empty()) break;
            small += body.substr(copied, at + 1 - copied);
            small += json.mark_ + std::to_string(json.lifted_.size());
            json.lifted_.push_back(text);
            copied = end;
        }
        if (end == body.size()) break;
        at = end + 1;
    }
    small += body.substr(copied);
    auto root = parse_foreign_json(small, kMaxDepth);
    if (!root.ok()) {
        return Error{ErrorCode::InvalidInput, "The body is not JSON: " + root.error().message};
    }
    json.root_ = std::move(root).value();
    if (!json.root_.is_object()) {
        return Error{ErrorCode::InvalidInput, "The body is not a JSON object."};
    }
    return json;
}

std::optional<std::size_t> BodyJson::lifted_in(const boost::json::value& value) const {
    const auto* string = value.if_string();
    if (string == nullptr || mark_.empty()) return std::nullopt;
    const std::string_view text = *string;
    if (!text.starts_with(mark_)) return std::nullopt;
    const auto digits = text.substr(mark_.size());
    std::size_t number = 0;
    const auto* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number >= lifted_.size()) return std::nullopt;
    return number;
}

std::string_view BodyJson::text(const boost::json::value& value) const {
    if (const auto lifted = lifted_in(value)) return lifted_[*lifted];
    const auto* string = value.if_string();
    return string == nullptr ? std::string_view() : std::string_view(*string);
}

void BodyJson::restore(boost::json::value& value) const {
    if (const auto lifted = lifted_in(value)) {
        value = lifted_[*lifted];
    } else if (auto* object = value.if_object()) {
        for (auto& member : *object) restore(member.value());
    } else if (auto* array = value.if_array()) {
        for (auto& item : *array) restore(item);
    }
}

std::string BodyJson::json(const boost::json::value& value) const {
    if (lifted_.empty()) return json_text(value);
    auto whole = value;
    restore(whole);
    return json_text(whole);
}

}  // namespace fovea::gateway
