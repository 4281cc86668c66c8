#include "fovea/base/json_value.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace fovea {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxExcerpt = 60;

bool is_whole(double number) {
    return std::isfinite(number) && std::floor(number) == number;
}

void write_number(const json::value& value, std::string& out) {
    if (value.is_int64()) {
        out += std::to_string(value.get_int64());
    } else if (value.is_uint64()) {
        out += std::to_string(value.get_uint64());
    } else {
        const auto number = value.get_double();
        constexpr double kExact = 9'007'199'254'740'992.0;  // 2^53
        if (is_whole(number) && std::abs(number) <= kExact) {
            out += std::to_string(static_cast<std::int64_t>(number));
            return;
        }
        char digits[32];
        const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
        out.append(digits, end);
    }
}

void write(const json::value& value, std::string& out) {
    if (value.is_number()) {
        write_number(value, out);
    } else if (const auto* array = value.if_array()) {
        out += '[';
        for (const auto& each : *array) {
            write(each, out);
            out += ',';
        }
        out += ']';
    } else if (const auto* object = value.if_object()) {
        std::vector<const json::key_value_pair*> members;
        for (const auto& member : *object) members.push_back(&member);
        std::sort(members.begin(), members.end(), [](const auto* left, const auto* right) {
            return left->key() < right->key();
        });
        out += '{';
        for (const auto* member : members) {
            out += json::serialize(json::string(member->key()));
            out += ':';
            write(member->value(), out);
            out += ',';
        }
        out += '}';
    } else {
        out += json::serialize(value);
    }
}

}  // namespace

std::string_view json_type(const json::value& value) {
    switch (value.kind()) {
        case json::kind::null: return "null";
        case json::kind::bool_: return "boolean";
        case json::kind::int64:
        case json::kind::uint64: return "integer";
        case json::kind::double_: return is_whole(value.get_double()) ? "integer" : "number";
        case json::kind::string: return "string";
        case json::kind::array: return "array";
        case json::kind::object: return "object";
    }
    return "null";
}

std::string canonical_json(const json::value& value) {
    std::string out;
    write(value, out);
    return out;
}

int compare_numbers(const json::value& left, const json::value& right) {
    const auto order = [](const auto& a, const auto& b) { return a < b ? -1 : b < a ? 1 : 0; };
    if (left.is_int64() && right.is_int64()) return order(left.get_int64(), right.get_int64());
    if (left.is_uint64() && right.is_uint64()) return order(left.get_uint64(), right.get_uint64());
    if (left.is_int64() && right.is_uint64() && left.get_int64() < 0) return -1;
    if (left.is_uint64() && right.is_int64() && right.get_int64() < 0) return 1;
    return order(left.to_number<double>(), right.to_number<double>());
}

bool is_multiple_of(const json::value& number, const json::value& unit) {
    if (number.is_int64() && unit.is_int64()) {
        const auto by = unit.get_int64();
        return by == 1 || number.get_int64() % by == 0;
    }
    const auto value = number.to_number<double>();
    const auto by = unit.to_number<double>();
    // 19.99 is a multiple of 0.01 for whoever wrote it, though neither is what its bits say.
    const auto rounding =
        std::max(std::abs(by) * 1e-9, std::abs(value) * 4 * std::numeric_limits<double>::epsilon());
    return std::abs(std::remainder(value, by)) <= std::min(rounding, std::abs(by) / 4);
}

std::string json_excerpt(const json::value& value) {
    if (value.is_array()) return std::to_string(value.get_array().size()) + " items";
    if (value.is_object()) return std::to_string(value.get_object().size()) + " members";
    return shorten(json_text(value), kMaxExcerpt);
}

}  // namespace fovea
