#include "fovea/base/json_text.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea {
namespace {

namespace json = boost::json;

void append(std::string& out, const json::value& value);

void append(std::string& out, const json::array& array) {
    out += '[';
    for (const auto& item : array) {
        if (&item != &array.front()) out += ',';
        append(out, item);
    }
    out += ']';
}

void append(std::string& out, const json::object& object) {
    out += '{';
    bool first = true;
    for (const auto& member : object) {
        if (!first) out += ',';
        first = false;
        out += json::serialize(json::string_view(member.key()));
        out += ':';
        append(out, member.value());
    }
    out += '}';
}

// As deep as the value, and values are read with a bound on their depth.
void append(std::string& out, const json::value& value) {
    if (const auto* array = value.if_array()) return append(out, *array);
    if (const auto* object = value.if_object()) return append(out, *object);
    if (const auto* number = value.if_double()) {
        out += json_number(*number);
    } else {
        out += json::serialize(value);
    }
}

// \u202e, and \udb40\udc41 beyond U+FFFF.
void append_escaped(std::string& out, char32_t code) {
    constexpr char32_t kPlane = 0x10000;
    if (code < kPlane) {
        out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        return;
    }
    const auto rest = static_cast<unsigned>(code - kPlane);
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

bool is_plain(char c) {
    return c >= ' ' && c < 0x7F;
}

// Of finished JSON: what is not ASCII stands in its strings alone.
std::string unseen_escaped(std::string text) {
    if (std::ranges::all_of(text, is_plain)) return text;
    std::string out;
    out.reserve(text.size());
    for (std::string_view rest = text; !rest.empty();) {
        const auto [code, bytes] = first_character(rest);
        if (is_unseen(code)) {
            append_escaped(out, code);
        } else {
            out += rest.substr(0, bytes);
        }
        rest.remove_prefix(bytes);
    }
    return out;
}

}  // namespace

std::string json_text(const json::value& value) {
    std::string out;
    append(out, value);
    return unseen_escaped(std::move(out));
}

std::string json_number(double number) {
    if (!std::isfinite(number)) return "null";
    if (number == 0) return "0";  // "-0" would be read as an integer, and then be "0"
    return fmt::format("{}", number);
}

}  // namespace fovea
