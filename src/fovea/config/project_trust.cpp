#include "fovea/config/project_trust.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/config/secrets.hpp"

#include <system_error>

#include <algorithm>
#include <fstream>

namespace fovea::config {
namespace {

namespace fs = std::filesystem;

// Which model answers, among those that the user's own settings and keys reach, and how pictures
// are treated on the way. Not here, and why: providers (but for those on this machine), provider, base_url, api_key, store.* (where
// keys, pictures and sessions go), hooks, plugins and mcp.servers (programs), local.tessdata (is read before the
// reader locks itself up), workspace.roots, tools.enabled, permissions.allow and .ask (what models may do),
// browser.* (which servers of the user's own pages may be opened on, and by which program), serve.* (who can reach the daemon), cleanup and cache (what of the user's own is thrown away).
constexpr std::string_view kHarmless[] = {
    "agents",
    "auxiliary.vision.model",
    "images.aging_full_turns",
    "images.aging_low_turns",
    "images.aging_policy",
    "images.downscale",
    "images.low_res_size",
    "images.max_bytes",
    "images.max_edge",
    "images.max_file_bytes",
    "images.max_per_message",
    "images.max_per_session",
    "images.max_pixels",
    "images.max_size_bytes",
    "local.languages",
    "local.timeout_s",
    "model",
    "models",
    "permissions.deny",
    "routing.fallback",
    "routing.strict",
    "tools.disabled",
    "vision.grounding",
    "vision.mode",
    "vision.model",
    "vision.timeout_s",
};

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

// Links are followed up to the project's folder and not inside of it: a stranger's `.fovea` that
// leads to a trusted project is still the stranger's, because programs start in his folder.
fs::path place_of(const fs::path& file) {
    std::error_code failed;
    const auto folder = fs::weakly_canonical(project_folder(file), failed);
    const auto inside = file.parent_path().filename() / file.filename();
    return failed ? fs::path() : folder / inside;
}

std::string decision_name(const fs::path& file, std::string_view text) {
    return sha256(as_bytes("fovea trust 1\n" + file.string() + "\n" + sha256(as_bytes(text)).hex()))
        .hex();
}

// "http://127.0.0.1:4010/v1": whatever is sent there stays on this machine. Strict on purpose: what is
// not plainly one of these is not one.
bool is_on_this_machine(std::string_view url) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
    }
    for (const std::string_view host : {"127.0.0.1", "localhost", "[::1]"}) {
        if (!url.starts_with(host)) continue;
        const auto rest = url.substr(host.size());
        const auto path = rest.find('/');
        const auto port = rest.substr(0, path);
        const bool plain =
            port.empty() || (port.starts_with(':') && port.size() > 1 &&
                             port.find_first_not_of("0123456789", 1) == std::string_view::npos);
        return plain;
    }
    return false;
}

// Servers of the project on this machine, such as a mock or Ollama.
bool are_local_providers(const Node& node) {
    const auto* entries = std::get_if<Table>(&node.value);
    if (entries == nullptr) return false;
    return std::ranges::all_of(*entries, [](const Member& entry) {
        const auto* fields = std::get_if<Table>(&entry.node.value);
        if (fields == nullptr) return false;
        const auto base = std::ranges::find(*fields, "base_url", &Member::name);
        if (base == fields->end()) return false;
        const auto* url = std::get_if<std::string>(&base->node.value);
        return url != nullptr && is_on_this_machine(*url);
    });
}

}  // namespace

std::string_view name_of(Trust trust) {
    switch (trust) {
        case Trust::Undecided: return "undecided";
        case Trust::Limited: return "limited";
        case Trust::Trusted: return "trusted";
    }
    return "undecided";
}

bool is_harmless(std::string_view name, const Node& node) {
    if (name == "local_only") {  // a project may keep pictures in, not let them out
        const auto* flag = std::get_if<bool>(&node.value);
        return flag != nullptr && *flag;
    }
    if (name == "providers") return are_local_providers(node);
    return std::ranges::find(kHarmless, name) != std::end(kHarmless);
}

fs::path project_folder(const fs::path& file) {
    std::error_code ignored;
    return fs::absolute(file, ignored).lexically_normal().parent_path().parent_path();
}

Trust TrustStore::find(const fs::path& file, std::string_view text) const {
    const auto place = place_of(file);
    if (folder_.empty() || place.empty()) return Trust::Undecided;
    const auto decision = folder_ / decision_name(place, text);
    const auto is_ours = is_private_file(decision.string());
    if (!is_ours.ok() || !is_ours.value()) return Trust::Undecided;
    std::string word;
    std::ifstream in(decision);
    std::getline(in, word);
    if (word == name_of(Trust::Trusted)) return Trust::Trusted;
    return word == name_of(Trust::Limited) ? Trust::Limited : Trust::Undecided;
}

Result<void> TrustStore::decide(const fs::path& file, std::string_view text, Trust trust) const {
    if (folder_.empty()) {
        return invalid(
            "there is no folder to keep the decision in: neither XDG_CONFIG_HOME nor HOME is set"
        );
    }
    const auto place = place_of(file);
    if (place.empty()) return invalid("the folder of " + file.string() + " cannot be found");
    const auto decision = folder_ / decision_name(place, text);
    std::error_code failed;
    if (trust == Trust::Undecided) {
        fs::remove(decision, failed);
    } else {
        fs::create_directories(folder_, failed);
        if (!failed) fs::permissions(folder_, fs::perms::owner_all, failed);
    }
    if (failed) {
        return invalid(
            "the decision cannot be kept in " + folder_.string() + ": " + failed.message()
        );
    }
    if (trust == Trust::Undecided) return {};
    const auto words = std::string(name_of(trust)) + "\n" + place.string() + "\n";
    const auto written = write_file(decision, as_bytes(words), Readers::OwnerOnly);
    if (!written.ok()) return invalid(written.error().message);
    return {};
}

}  // namespace fovea::config
