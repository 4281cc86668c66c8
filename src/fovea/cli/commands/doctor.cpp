#include "fovea/cli/commands/doctor.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/gateway/way/alias_findings.hpp"
#include "fovea/host/lazy_browser.hpp"
#include "fovea/host/machine_findings.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/host/server_question.hpp"
#include "fovea/host/setup_findings.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/net/http/origin.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace fovea::cli {
namespace {

namespace json = boost::json;

host::Finding kernel() {
    utsname name{};
    const bool known = ::uname(&name) == 0;
    return {
        "kernel",
        host::Verdict::Ok,
        known ? std::string(name.sysname) + " " + name.release : std::string("unknown")};
}

host::Finding check_changes(const config::Loaded& loaded) {
    std::string changed;
    for (const auto& [key, origin] : loaded.origins) {
        if (origin != "default")
            changed += (changed.empty() ? "" : ", ") + key + " (" + origin + ")";
    }
    return {"configuration", host::Verdict::Ok, changed.empty() ? "all defaults" : changed};
}

host::Finding catalogue() {
    const auto& shipped = models::shipped_catalogue();
    return {
        "models",
        host::Verdict::Ok,
        fmt::format("{} in the catalogue, as of {}", shipped.models().size(), shipped.as_of())};
}

// Any answer will do, also a refusal: somebody is there. No key goes along.
std::vector<host::Finding> check_servers(const config::Settings& settings) {
    std::vector<host::Finding> findings;
    net::HttpClient client(host::http_settings(settings));
    for (const auto& name : host::provider_names(settings)) {
        const auto provider = config::find_provider(settings, name);
        if (!provider.ok()) continue;  // told beside its key
        const auto& url = provider.value().base_url;
        const auto got = client.send(
            {.url = url,
             .connect_timeout = providers::kAskTimeout,
             .idle_timeout = providers::kAskTimeout,
             .total_timeout = providers::kAskTimeout},
            {.on_head = [](const net::HttpResponse&) { return net::Flow::Stop; }},
            {}
        );
        const auto origin = net::origin_of(url);
        const auto where = origin.ok() ? origin.value().text() : std::string("the server");
        findings.push_back(
            {"server of " + name,
             got.ok() ? host::Verdict::Ok : host::Verdict::Weak,
             got.ok() ? where + " answers" : got.error().message}
        );
    }
    return findings;
}

std::vector<host::Finding> all_findings(
    const DoctorArguments& arguments, const Invocation& invocation
) {
    const auto& services = invocation.parts;
    const auto& settings = invocation.settings();
    std::vector<host::Finding> all = {kernel()};
    const auto add = [&](std::vector<host::Finding> more) {
        std::ranges::move(more, std::back_inserter(all));
    };
    add(host::check_worker(services));
    add(host::check_reader(settings, services));
    const char* path = std::getenv("PATH");
    add(host::check_programs(path == nullptr ? "" : path));
    host::LazyBrowser browser(invocation);
    add(host::check_browser(browser.get()));
    add(host::check_data_folder(host::RunStore(settings, invocation.data).folder()));
    add(host::check_files(invocation.loaded));
    all.push_back(check_changes(invocation.loaded));
    all.push_back(catalogue());
    add(host::check_routes(settings));
    add(host::check_values(settings));
    add(gateway::check_aliases(invocation.loaded));
    add(host::check_keys(settings, services.config_sources.environment));
    if (arguments.online) add(check_servers(settings));
    return all;
}

}  // namespace

int run_doctor(const DoctorArguments& arguments, const Invocation& invocation) {
    bool broken = false;
    json::array list;
    for (const auto& finding : all_findings(arguments, invocation)) {
        broken = broken || finding.verdict == host::Verdict::Broken;
        list.push_back(
            {{"check", to_utf8(finding.name)},
             {"verdict", word(finding.verdict)},
             {"detail", to_utf8(finding.detail)}}
        );
        if (arguments.json) continue;
        print_line(fmt::format(
            "{:<16} {:<7} {}",
            printable(finding.name),
            word(finding.verdict),
            printable(finding.detail)
        ));
    }
    if (arguments.json) print_line(json_text(json::object{{"checks", std::move(list)}}));
    return broken ? kRuntimeError : kSuccess;
}

}  // namespace fovea::cli
