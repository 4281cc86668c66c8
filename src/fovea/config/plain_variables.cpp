#include "fovea/config/plain_variables.hpp"

namespace fovea::config {
namespace {

constexpr const char* kPlain[] = {
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PWD",
    "TMPDIR",
    "TZ",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "FORCE_COLOR",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
};

}  // namespace

Variables plain_variables(const Environment& environment, const std::vector<std::string>& also) {
    Variables variables;
    const auto pass_on = [&](const char* name) {
        if (const char* value = environment(name)) variables[name] = value;
    };
    if (!environment) return variables;
    for (const char* name : kPlain) pass_on(name);
    for (const auto& name : also) pass_on(name.c_str());
    return variables;
}

std::vector<std::string> assignments(const Variables& variables) {
    std::vector<std::string> lines;
    lines.reserve(variables.size());
    for (const auto& [name, value] : variables) lines.push_back(name + "=" + value);
    return lines;
}

}  // namespace fovea::config
