#include "fovea/providers/json_writer.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <array>

namespace fovea::providers {
namespace {

constexpr std::string_view kNul = "\\u0000";

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

bool is_escaped(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// The bytes at the front that stand in JSON as they are.
std::size_t plain_length(std::string_view text) {
    std::size_t done = 0;
    while (done < text.size() && !is_escaped(text[done])) {
        const auto length = is_ascii(text[done]) ? 1 : utf8_character_length(text.substr(done));
        if (length == 0) break;
        done += length;
    }
    return done;
}

void append_escaped(std::string& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        default: break;
    }
    const auto code = static_cast<unsigned char>(c);
    out += "\\u00";
    out += kHex[code >> 4U];
    out += kHex[code & 15U];
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    out += '"';
    while (true) {
        const auto length = plain_length(text);
        out += text.substr(0, length);
        text.remove_prefix(length);
        if (text.empty()) break;
        if (is_ascii(text.front()) && text.front() != '\0') {
            append_escaped(out, text.front());
        } else {
            out += kReplacementCharacter;
        }
        text.remove_prefix(1);
    }
    out += '"';
    return out;
}

void JsonWriter::begin_value() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_items_.empty()) return;
    if (has_items_.back()) body_.text(",");
    has_items_.back() = true;
}

void JsonWriter::begin_object() {
    begin_value();
    body_.text("{");
    has_items_.push_back(false);
}

void JsonWriter::end_object() {
    body_.text("}");
    has_items_.pop_back();
}

void JsonWriter::begin_array() {
    begin_value();
    body_.text("[");
    has_items_.push_back(false);
}

void JsonWriter::end_array() {
    body_.text("]");
    has_items_.pop_back();
}

void JsonWriter::key(std::string_view name) {
    begin_value();
    body_.text(json_string(name) + ":");
    after_key_ = true;
}

void JsonWriter::string(std::string_view text) {
    begin_value();
    body_.text(json_string(text));
}

void JsonWriter::decimal(double value) {
    begin_value();
    body_.text(json_number(value));
}

void JsonWriter::number(std::uint64_t value) {
    begin_value();
    body_.text(std::to_string(value));
}

void JsonWriter::flag(bool value) {
    begin_value();
    body_.text(value ? "true" : "false");
}

void JsonWriter::json(const boost::json::value& value) {
    begin_value();
    const auto text = json_text(value);
    const bool holds_nul = text.find(kNul) != std::string::npos;
    body_.text(holds_nul ? mend_json(text) : text);
}

void JsonWriter::base64(
    const content::BlobRef& file, std::uint64_t file_bytes, std::string_view prefix
) {
    begin_value();
    const auto quoted = json_string(prefix);
    body_.text(std::string_view(quoted).substr(0, quoted.size() - 1));
    body_.base64(file, file_bytes);
    body_.text("\"");
}

}  // namespace fovea::providers
