#include "fovea/ingest/guessed_root.hpp"

#include <system_error>

#include <algorithm>
#include <vector>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

fs::path real(const fs::path& folder) {
    std::error_code failed;
    const auto path = fs::canonical(folder, failed);
    return failed ? fs::path() : path;
}

}  // namespace

std::optional<Error> refused_guess(const std::string& folder, const std::vector<fs::path>& homes) {
    const auto guess = real(folder);
    if (guess.empty()) return std::nullopt;  // whoever opens it says what is wrong
    const auto holds = [&](const fs::path& home) {
        const auto path = real(home);
        return std::ranges::mismatch(guess, path).in1 == guess.end();
    };
    const bool is_home =
        std::ranges::any_of(homes, [&](const fs::path& home) { return real(home) == guess; });
    if (guess != "/" && std::ranges::none_of(homes, holds)) return std::nullopt;
    return Error{
        ErrorCode::FileNotFound,
        "files cannot be read: no workspace is configured, and " +
            (guess == "/" ? std::string("/")
             : is_home    ? "your home folder"
                          : "a folder above your home") +
            " is not used as the workspace by default. Start in a project folder, or set "
            "workspace.roots (FOVEA_WORKSPACE_ROOTS=FOLDER)"};
}

}  // namespace fovea::ingest
