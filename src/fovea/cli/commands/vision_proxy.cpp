#include "fovea/cli/commands/vision_proxy.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/vision_proxy_layer.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/proxy/policy.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace fovea::cli {
namespace {

namespace json = boost::json;

std::string with_dashes(std::string_view name) {
    std::string changed(name);
    std::ranges::replace(changed, '_', '-');
    return changed;
}

// As the command found it, with what it changed since.
Result<config::Loaded> load_anew(const Invocation& invocation) {
    auto sources = invocation.parts.config_sources;
    for (const auto& place : invocation.loaded.places) {
        if (place.role == config::Role::Only) sources.only_file = place.path;
    }
    return config::load(sources);
}

// The file was changed, and something that stands above it may still say otherwise.
Result<void> print_setting(
    const VisionProxyRun& run, const config::ProxyName& name, const std::string& written
) {
    const auto& key = name.key();
    const auto command = with_dashes(name.name);
    print_line(fmt::format("{}: {}", command, printable(written)));
    const auto loaded = TRY(load_anew(run.invocation));
    const auto now = config::proxy_text(key.get(loaded.settings));
    const auto& origin = loaded.origins.at(std::string(key.name));
    const auto file = run.file.path().string();
    if (now == written || origin == file) return {};
    fmt::print(
        stderr,
        "fovea vision-proxy: {} is still {}: {} sets it and overrides {}\n",
        command,
        printable(now),
        printable(origin),
        printable(file)
    );
    return {};
}

Result<int> change_setting(const VisionProxyRun& run, const proxy::ChangeSetting& command) {
    const auto& name = *config::find_proxy_name(command.name);
    const auto& settings = run.invocation.settings();
    const auto value =
        command.name == "model" ? models::full_model_name(settings, command.value) : command.value;
    config::Settings changed;
    TRY(config::set_from_text(name.key(), value, changed));
    TRY(run.file.change([&](json::object& object) -> Result<void> {
        config::write_proxy_json(name, changed, object);
        return {};
    }));
    TRY(print_setting(run, name, config::proxy_text(name.key().get(changed))));
    return kSuccess;
}

Result<int> show_model(const VisionProxyRun& run) {
    const auto model = TRY(run.model());
    print_line(printable(model));
    return kSuccess;
}

struct Dispatch {
    const VisionProxyRun& run;

    Result<int> operator()(const proxy::ShowHelp&) const {
        print_line(proxy::command_forms());
        return kSuccess;
    }
    Result<int> operator()(const proxy::ShowStatus& command) const {
        return show_status(run, command);
    }
    Result<int> operator()(const proxy::ChangeSetting& command) const {
        return change_setting(run, command);
    }
    Result<int> operator()(const proxy::ShowModel&) const { return show_model(run); }
    Result<int> operator()(const proxy::AddGroundingModel& command) const {
        return change_grounding(run, command);
    }
    Result<int> operator()(const proxy::RemoveGroundingModel& command) const {
        return change_grounding(run, command);
    }
    Result<int> operator()(const proxy::ResetGroundingModels& command) const {
        return change_grounding(run, command);
    }
    Result<int> operator()(const proxy::ListGroundingModels& command) const {
        return list_grounding(run, command);
    }
    Result<int> operator()(const proxy::ChangeConsent& command) const {
        return change_consent(run, command);
    }
    Result<int> operator()(const proxy::DescribePictures& command) const {
        return describe_pictures(run, command);
    }
};

}  // namespace

VisionProxyRun::VisionProxyRun(const Invocation& given)
    : invocation(given), file(config::vision_proxy_file(given.parts.config_sources)) {}

const std::string& VisionProxyRun::origin_of(std::string_view name) const {
    return invocation.loaded.origins.at("vision." + std::string(name));
}

Result<std::string> VisionProxyRun::model() const {
    return proxy::chosen_vision_model(invocation.loaded);
}

Result<proxy::Consents> VisionProxyRun::consents() const {
    return proxy::read_consents(file, invocation.parts.config_sources.environment);
}

std::optional<std::string> ask_at_terminal(const std::string& text) {
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return {};
    fmt::print(stderr, "{}\nAgree? [y/N] ", printable_lines(text));
    std::string answer;
    if (!std::getline(std::cin, answer)) return {};
    return answer;
}

int run_vision_proxy(const std::vector<std::string>& words, const Invocation& invocation) {
    const auto command = proxy::parse_command(words);
    if (!command.ok()) {
        fmt::print(
            stderr,
            "fovea vision-proxy: {}\nTry fovea vision-proxy --help.\n",
            printable(command.error().message)
        );
        return kUsage;
    }
    const VisionProxyRun run(invocation);
    const auto code = std::visit(Dispatch{run}, command.value());
    if (code.ok()) return code.value();
    const bool as_json = std::ranges::find(words, "--json") != words.end();
    return report_failure("fovea vision-proxy", code.error(), as_json);
}

}  // namespace fovea::cli
