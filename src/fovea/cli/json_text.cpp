#include "fovea/cli/json_text.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cmath>

namespace fovea::cli {
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

void append(std::string& out, const json::value& value) {
    if (const auto* array = value.if_array()) return append(out, *array);
    if (const auto* object = value.if_object()) return append(out, *object);
    const auto* number = value.if_double();
    if (number == nullptr) {
        out += json::serialize(value);
    } else if (std::isfinite(*number)) {
        out += fmt::format("{}", *number);  // the shortest that reads back as the same
    } else {
        out += "null";
    }
}

}  // namespace

std::string json_text(const json::value& value) {
    std::string out;
    append(out, value);
    return out;
}

}  // namespace fovea::cli
