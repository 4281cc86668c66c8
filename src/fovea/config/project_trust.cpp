#include "fovea/config/project_trust.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/config/secrets.hpp"

#include <system_error>

#include <fstream>

namespace fovea::config {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::string_view name_of(Trust trust) {
    switch (trust) {
        case Trust::Undecided: return "undecided";
        case Trust::Limited: return "limited";
        case Trust::Trusted: return "trusted";
    }
    return "undecided";
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
        return invalid("the decision cannot be saved: neither XDG_CONFIG_HOME nor HOME is set");
    }
    const auto place = place_of(file);
    if (place.empty()) return invalid("the folder of " + file.string() + " was not found");
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
            "the decision cannot be saved in " + folder_.string() + ": " + failed.message()
        );
    }
    if (trust == Trust::Undecided) return {};
    const auto words = std::string(name_of(trust)) + "\n" + place.string() + "\n";
    const auto written = write_file(decision, as_bytes(words), Readers::OwnerOnly);
    if (!written.ok()) return invalid(written.error().message);
    return {};
}

}  // namespace fovea::config
