#include "fovea/mcp/variables.hpp"

#include <algorithm>

namespace fovea::mcp {
namespace {

bool is_name(std::string_view text) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    return !text.empty() && std::ranges::all_of(text, fits);
}

Result<void> add_variable(
    std::string_view inside, const config::Environment& environment, Expanded& out
) {
    const auto colon = inside.find(":-");
    const auto name = std::string(inside.substr(0, colon));
    const char* value = environment(name.c_str());
    if (value != nullptr && *value != '\0') {
        out.text += value;
        out.from_variables.emplace_back(value);
        return {};
    }
    if (colon == std::string_view::npos) {
        return Error{ErrorCode::ConfigInvalid, "the variable " + name + " is not set"};
    }
    out.text += inside.substr(colon + 2);
    return {};
}

}  // namespace

Result<Expanded> expand(std::string_view text, const config::Environment& environment) {
    Expanded out;
    while (!text.empty()) {
        const auto start = std::min(text.find("${"), text.size());
        out.text += text.substr(0, start);
        text.remove_prefix(start);
        if (text.empty()) break;
        const auto end = text.find('}');
        const auto inside = end == std::string_view::npos ? "" : text.substr(2, end - 2);
        if (!is_name(inside.substr(0, inside.find(":-")))) {
            out.text += "${";  // not ours
            text.remove_prefix(2);
            continue;
        }
        TRY(add_variable(inside, environment, out));
        text.remove_prefix(end + 1);
    }
    return out;
}

}  // namespace fovea::mcp
