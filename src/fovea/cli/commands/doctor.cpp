#include "fovea/cli/commands/doctor.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/json_text.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/sandbox/layers.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <string>
#include <vector>

namespace fovea::cli {
namespace {

namespace json = boost::json;

enum class Verdict { Ok, Weak, Broken };

struct Finding {
    std::string name;
    Verdict verdict;
    std::string detail;
};

std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::Ok: return "ok";
        case Verdict::Weak: return "weak";
        case Verdict::Broken: return "broken";
    }
    return "broken";
}

std::vector<Finding> check_worker(const Services& services) {
    const auto program = media::find_worker_program();
    if (!program.ok()) return {{"worker", Verdict::Broken, program.error().message}};
    auto workers = services.open_workers(1);
    if (!workers.ok()) return {{"worker", Verdict::Broken, workers.error().message}};
    const auto layers = workers.value()->layers();
    if (!layers.ok()) return {{"worker", Verdict::Broken, layers.error().message}};

    std::vector<Finding> findings = {{"worker", Verdict::Ok, program.value().string()}};
    const auto add = [&](const char* name,
                         bool active,
                         const std::string& what,
                         const std::string& missing) {
        findings.push_back({name, active ? Verdict::Ok : Verdict::Weak, active ? what : missing});
    };
    const auto& found = layers.value();
    add("seccomp",
        found.seccomp,
        "system calls outside a short list end the worker",
        "not active: this kernel has no seccomp filters");
    add("landlock",
        found.landlock_abi > 0,
        fmt::format("ABI {}: no file can be opened", found.landlock_abi),
        "not active: this kernel was built or booted without Landlock");
    add("memory", found.memory_limit, "limited", "not limited");
    add("privileges",
        found.no_new_privs && found.not_dumpable,
        "none can be gained, no debugger can attach",
        "weaker than wanted");
    add("lifetime", found.dies_with_parent, "ends with this program", "may outlive this program");
    for (const auto& sentence : sandbox::weaknesses(found))
        findings.push_back({"note", Verdict::Weak, sentence});
    return findings;
}

// local/ocr: the program that reads, its language data, and that it runs locked up.
std::vector<Finding> check_reader(const config::Settings& settings, const Services& services) {
    auto readers = services.open_readers(settings, 1);
    if (!readers.ok()) return {{"reader", Verdict::Broken, readers.error().message}};
    const auto layers = readers.value()->layers();
    if (!layers.ok()) return {{"reader", Verdict::Broken, layers.error().message}};
    std::string languages;
    for (const auto& language : settings.local.languages) languages += " " + language;
    return {{"reader", Verdict::Ok, "local/ocr reads" + languages}};
}

std::string kernel_name() {
    utsname name{};
    return ::uname(&name) == 0 ? std::string(name.sysname) + " " + name.release : "unknown";
}

std::vector<Finding> check_configuration(const config::Loaded& loaded) {
    std::string changed;
    for (const auto& [key, origin] : loaded.origins) {
        if (origin != "default")
            changed += (changed.empty() ? "" : ", ") + key + " (" + origin + ")";
    }
    return {{"configuration", Verdict::Ok, changed.empty() ? "all defaults" : changed}};
}

}  // namespace

int run_doctor(
    const DoctorArguments& arguments, const config::Loaded& loaded, const Services& services
) {
    std::vector<Finding> findings = {{"kernel", Verdict::Ok, kernel_name()}};
    for (auto& finding : check_worker(services)) findings.push_back(std::move(finding));
    for (auto& finding : check_reader(loaded.settings, services)) {
        findings.push_back(std::move(finding));
    }
    for (auto& finding : check_configuration(loaded)) findings.push_back(std::move(finding));
    findings.push_back(
        {"models",
         Verdict::Ok,
         fmt::format(
             "{} in the catalogue, as of {}",
             models::shipped_catalogue().models().size(),
             models::shipped_catalogue().as_of()
         )}
    );
    bool broken = false;
    json::array list;
    for (const auto& finding : findings) {
        broken = broken || finding.verdict == Verdict::Broken;
        list.push_back(
            {{"check", finding.name},
             {"verdict", word(finding.verdict)},
             {"detail", finding.detail}}
        );
        if (!arguments.json) {
            print_line(
                fmt::format("{:<14} {:<7} {}", finding.name, word(finding.verdict), finding.detail)
            );
        }
    }
    if (arguments.json) {
        print_line(json_text(json::object{{"checks", std::move(list)}}));
    }
    return broken ? kRuntimeError : kSuccess;
}

}  // namespace fovea::cli
