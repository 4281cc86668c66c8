#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/commands/config.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/gateway/way/alias_findings.hpp"
#include "fovea/host/setup_findings.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

namespace fovea::cli {
namespace {

namespace json = boost::json;

std::vector<host::Finding> findings_of(const config::Sources& sources) {
    const auto loaded = config::load(sources);
    if (!loaded.ok()) return {{"settings", host::Verdict::Broken, loaded.error().message}};
    const auto& settings = loaded.value().settings;
    auto findings = host::check_files(loaded.value());
    for (auto& finding : host::check_routes(settings)) findings.push_back(std::move(finding));
    for (auto& finding : host::check_values(settings)) findings.push_back(std::move(finding));
    for (auto& finding : gateway::check_aliases(loaded.value())) {
        findings.push_back(std::move(finding));
    }
    for (auto& finding : host::check_keys(settings, sources.environment)) {
        findings.push_back(std::move(finding));
    }
    return findings;
}

json::object to_json(const host::Finding& finding) {
    return {
        {"check", to_utf8(finding.name)},
        {"verdict", word(finding.verdict)},
        {"detail", to_utf8(finding.detail)}};
}

}  // namespace

int check_config(bool as_json, const config::Sources& sources) {
    bool broken = false;
    json::array list;
    for (const auto& finding : findings_of(sources)) {
        broken = broken || finding.verdict == host::Verdict::Broken;
        list.push_back(to_json(finding));
        if (as_json || finding.verdict == host::Verdict::Ok) continue;
        // A file's error has its own place in front, for editors to jump to.
        const auto title = finding.name == "settings" ? "" : finding.name + ": ";
        fmt::print(
            stderr,
            "{}{}\n",
            finding.verdict == host::Verdict::Weak ? "warning: " : "",
            printable(title + finding.detail)
        );
    }
    if (as_json) {
        print_line(json_text(json::object{{"ok", !broken}, {"checks", std::move(list)}}));
    } else if (!broken) {
        print_line("the configuration is valid");
    }
    return broken ? kConfiguration : kSuccess;
}

}  // namespace fovea::cli
