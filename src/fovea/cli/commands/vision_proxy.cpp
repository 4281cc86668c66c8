#include "fovea/cli/commands/vision_proxy.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/proxy/settings_json.hpp"

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

// The file was changed, and something that stands above it may still say otherwise.
void print_setting(
    const proxy::SettingRow& row,
    const proxy::ResolvedSettings& resolved,
    const std::string& written,
    const std::string& file
) {
    print_line(fmt::format("{}: {}", with_dashes(row.name), printable(written)));
    const auto now = text_of(row, resolved.settings);
    const auto& origin = resolved.origins.at(std::string(row.name));
    if (now == written || origin == file) return;
    fmt::print(
        stderr,
        "fovea vision-proxy: {} stays {}: {} sets it, above {}\n",
        with_dashes(row.name),
        printable(now),
        printable(origin),
        printable(file)
    );
}

Result<int> change_setting(const VisionProxyRun& run, const proxy::ChangeSetting& command) {
    const auto& row = *proxy::find_setting(command.name);
    proxy::ProxySettings changed;
    const auto value = row.name == "model"
                           ? models::full_model_name(run.invocation.settings(), command.value)
                           : command.value;
    TRY(proxy::set_from_text(row, value, changed));
    const auto edit = [&](json::object& object) -> Result<void> {
        proxy::write_json(row, changed, object);
        return {};
    };
    TRY(run.file.change(edit));
    const auto resolved = TRY(run.settings());
    print_setting(row, resolved, text_of(row, changed), run.file.path().string());
    return kSuccess;
}

Result<int> show_model(const VisionProxyRun& run) {
    const auto resolved = TRY(run.settings());
    print_line(printable(resolved.settings.model));
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
    : invocation(given), file(proxy::settings_file_of(given.parts.config_sources)) {}

Result<proxy::ResolvedSettings> VisionProxyRun::settings() const {
    return proxy::load_settings(
        {.loaded = invocation.loaded, .file = file.path(), .environment = environment()}
    );
}

const config::Environment& VisionProxyRun::environment() const {
    return invocation.parts.config_sources.environment;
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
