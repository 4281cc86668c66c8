#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cmath>

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

}  // namespace

std::string json_text(const json::value& value) {
    std::string out;
    append(out, value);
    return out;
}

std::string json_number(double number) {
    if (!std::isfinite(number)) return "null";
    if (number == 0) return "0";  // "-0" would be read as an integer, and then be "0"
    return fmt::format("{}", number);
}

}  // namespace fovea
