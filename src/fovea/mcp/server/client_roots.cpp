#include "fovea/mcp/server/client_roots.hpp"

#include "fovea/mcp/file_uri.hpp"

#include <boost/json.hpp>
#include <system_error>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fovea::mcp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxRoots = 100;

bool lies_in(const fs::path& folder, const fs::path& root) {
    const auto [at, rest] = std::mismatch(root.begin(), root.end(), folder.begin(), folder.end());
    static_cast<void>(rest);
    return at == root.end();
}

// Without links, so that a name cannot pretend; empty where it is no folder.
fs::path real_folder(const std::string& path) {
    std::error_code failed;
    const auto real = fs::canonical(path, failed);
    return failed || !fs::is_directory(real, failed) ? fs::path() : real;
}

// Some clients put a path behind file:// as it is, blanks, percent signs and all.
fs::path folder_of_uri(std::string_view uri) {
    constexpr std::string_view kScheme = "file://";
    const auto path = path_of_uri(uri);
    auto folder = path ? real_folder(*path) : fs::path();
    if (folder.empty() && uri.starts_with("file:///")) {
        folder = real_folder(std::string(uri.substr(kScheme.size())));
    }
    return folder;
}

Error no_path_is_open(const Error& refused) {
    return {
        refused.code,
        refused.message + ", or name the picture by a URL, a data: URI or its sha256"};
}

}  // namespace

std::vector<std::string> ClientRoots::usable(const boost::json::object& listed) const {
    std::vector<fs::path> limits;
    for (const auto& root : settings_.configured) limits.push_back(real_folder(root));
    std::vector<std::string> found;
    const auto* roots = listed.if_contains("roots");
    if (roots == nullptr || !roots->is_array()) return found;
    for (const auto& root : roots->get_array()) {
        if (found.size() == kMaxRoots) break;
        const auto* uri = root.is_object() ? root.get_object().if_contains("uri") : nullptr;
        if (uri == nullptr || !uri->is_string()) continue;
        const auto folder = folder_of_uri(uri->get_string());
        if (folder.empty()) continue;
        const bool inside = std::ranges::any_of(limits, [&](const fs::path& limit) {
            return !limit.empty() && lies_in(folder, limit);
        });
        if (settings_.rule == RootsRule::Instead || inside) found.push_back(folder.string());
    }
    return found;
}

void ClientRoots::changed() {
    const std::scoped_lock lock(mutex_);
    ++round_;
    known_.reset();
}

Result<std::shared_ptr<const ingest::Workspace>> ClientRoots::workspace(
    const Ask& ask, const std::stop_token& stop
) {
    std::uint64_t round = 0;
    {
        const std::scoped_lock lock(mutex_);
        if (known_) return known_;
        round = round_;
    }
    // Not under the lock: the client takes its time. Two calls may ask at once, and hear the same.
    const auto listed = settings_.rule == RootsRule::Configured ? std::nullopt : ask(stop);
    if (!listed && stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    auto roots = listed ? usable(*listed) : std::vector<std::string>();
    if (roots.empty()) {
        roots = settings_.configured;
        if (settings_.refused_guess) return no_path_is_open(*settings_.refused_guess);
    }
    auto opened = TRY(ingest::Workspace::open(roots));
    auto workspace = std::make_shared<const ingest::Workspace>(std::move(opened));
    const std::scoped_lock lock(mutex_);
    if (round == round_) known_ = workspace;
    return workspace;
}

}  // namespace fovea::mcp
