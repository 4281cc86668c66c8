#include "fovea/base/pretty_json.hpp"

#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea {
namespace {

namespace json = boost::json;

void write(const json::value& value, std::size_t level, std::string& out);

// With a point, or a double would come back as an integer.
void write_number(double number, std::string& out) {
    const auto text = json_number(number);
    out += text;
    if (text.find_first_of(".en") == std::string::npos) out += ".0";
}

void start_line(std::size_t level, std::string& out) {
    out += '\n';
    out.append(2 * level, ' ');
}

void write_object(const json::object& object, std::size_t level, std::string& out) {
    out += '{';
    bool first = true;
    for (const auto& field : object) {
        if (!std::exchange(first, false)) out += ',';
        start_line(level + 1, out);
        out += json::serialize(json::string(field.key()));
        out += ": ";
        write(field.value(), level + 1, out);
    }
    if (!first) start_line(level, out);
    out += '}';
}

void write_array(const json::array& array, std::size_t level, std::string& out) {
    const bool short_list =
        std::ranges::all_of(array, [](const json::value& item) { return item.is_number(); });
    out += '[';
    bool first = true;
    for (const auto& item : array) {
        if (!std::exchange(first, false)) out += short_list ? ", " : ",";
        if (!short_list) start_line(level + 1, out);
        write(item, level + 1, out);
    }
    if (!short_list) start_line(level, out);
    out += ']';
}

// As deep as the value, and values are read with a bound on their depth.
void write(const json::value& value, std::size_t level, std::string& out) {
    if (const auto* object = value.if_object()) {
        write_object(*object, level, out);
    } else if (const auto* array = value.if_array()) {
        write_array(*array, level, out);
    } else if (const auto* number = value.if_double()) {
        write_number(*number, out);
    } else {
        out += json::serialize(value);
    }
}

}  // namespace

std::string to_pretty_json(const json::value& value) {
    std::string out;
    write(value, 0, out);
    return out + "\n";
}

}  // namespace fovea
