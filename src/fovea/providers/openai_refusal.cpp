#include "fovea/providers/openai_refusal.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::providers {
namespace {

// Some servers repeat the picture they refuse.
std::string without_base64(std::string_view text) {
    constexpr std::string_view kMark = ";base64,";
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    std::string kept;
    for (auto at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark)) {
        kept += text.substr(0, at + kMark.size());
        text.remove_prefix(at + kMark.size());
        text.remove_prefix(std::min(text.find_first_not_of(kAlphabet), text.size()));
        kept += "…";
    }
    return kept.append(text);
}

std::string text_of(const boost::json::value& value) {
    if (const auto* text = value.if_string()) return std::string(*text);
    return value.is_null() ? std::string() : json_text(value);
}

// "Provider returned error" is all that OpenRouter says itself; the reason stands below.
std::string message_of(const boost::json::value& error) {
    if (error.is_string()) return text_of(error);
    auto message = text_at(error, "message");
    if (message.empty()) message = text_of(field_at(error, "detail"));
    const auto raw = text_of(field_at(field_at(error, "metadata"), "raw"));
    if (!raw.empty()) message += (message.empty() ? "" : ": ") + raw;
    return message;
}

// The title of a page that some proxy put in place of an answer.
std::string page_title(std::string_view page) {
    const auto low = lowered(page);
    const auto start = low.find("<title>");
    const auto end = low.find("</title>");
    if (start == std::string::npos || end == std::string::npos || end < start + 7) {
        return "a web page instead of an answer";
    }
    return std::string(page.substr(start + 7, end - start - 7));
}

}  // namespace

const boost::json::value* openai_error_in(const boost::json::value& body) {
    const auto& error = field_at(body, "error");
    const auto* text = error.if_string();
    const bool none = text != nullptr ? text->empty() : !error.is_object();
    return none ? nullptr : &error;
}

OpenAiRefusal read_refusal(int status, const boost::json::value& error) {
    OpenAiRefusal refusal{.status = status, .message = without_base64(message_of(error))};
    refusal.param = text_at(error, "param");
    refusal.code = text_at(error, "code");
    refusal.words = lowered(refusal.message + "\n" + text_at(error, "type") + "\n" + refusal.code);
    refusal.moderated = field_at(field_at(error, "metadata"), "reasons").is_array();
    const auto number = count_at(error, "code");
    // Once an answer has begun, the status stays 200 and the code is all there is.
    if (status < 400 && number >= 400 && number <= 599) refusal.status = static_cast<int>(number);
    return refusal;
}

OpenAiRefusal read_refusal_body(int status, std::string_view body) {
    constexpr std::size_t kMaxBody = 1U << 20;
    const auto text = trimmed(body.substr(0, kMaxBody));
    const auto value = parse_wire_json(text);
    if (value.ok() && value.value().is_object()) {
        const auto* error = openai_error_in(value.value());
        auto refusal = read_refusal(status, error == nullptr ? value.value() : *error);
        if (!refusal.message.empty()) return refusal;
        refusal.message = without_base64(text);
        return refusal;
    }
    OpenAiRefusal refusal{.status = status};
    refusal.message = text.starts_with('<') ? page_title(text) : without_base64(text);
    refusal.words = lowered(refusal.message);
    return refusal;
}

}  // namespace fovea::providers
