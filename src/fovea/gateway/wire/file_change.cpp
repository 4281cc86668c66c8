#include "fovea/gateway/wire/file_change.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/private_folder.hpp"

#include <system_error>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace fovea::gateway {
namespace {

namespace fs = std::filesystem;

std::multiset<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::multiset<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.insert(line);
    return lines;
}

}  // namespace

std::optional<std::string> read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

fs::path backup_of(const fs::path& path) {
    return path.string() + ".before-fovea";
}

std::string change_text(const FileChange& change) {
    const auto after = change.after.value_or("");
    auto gone = lines_of(change.before.value_or(""));
    auto fresh = lines_of(after);
    std::string text = change.path.string() +
                       (!change.before  ? " (new)"
                        : !change.after ? " (removed)"
                                        : "") +
                       "\n";
    const auto show = [&](const std::string& all, std::multiset<std::string> without, char mark) {
        std::istringstream in(all);
        for (std::string line; std::getline(in, line);) {
            const auto found = without.find(line);
            if (found != without.end()) {
                without.erase(found);
            } else {
                text += std::string("  ") + mark + " " + line + "\n";
            }
        }
    };
    show(change.before.value_or(""), fresh, '-');
    show(after, gone, '+');
    return text;
}

Result<void> apply(const FileChange& change) {
    std::error_code failed;
    fs::create_directories(change.path.parent_path(), failed);
    const auto backup = backup_of(change.path);
    const auto text = change.after.value_or("");
    // Tokens stand in them: nobody else reads either. What is kept is what stood there before anything of ours did; an
    // empty file says that nothing did.
    if (!fs::exists(backup)) {
        const auto before = change.before.value_or("");
        TRY(write_file(backup, as_bytes(before), Readers::OwnerOnly));
    }
    return write_file(change.path, as_bytes(text), Readers::OwnerOnly);
}

Result<void> undo(const FileChange& change) {
    std::error_code failed;
    if (change.after) {
        TRY(write_file(change.path, as_bytes(*change.after), Readers::OwnerOnly));
    } else {
        fs::remove(change.path, failed);
        if (failed) {
            return Error{ErrorCode::StoreError, "cannot remove " + change.path.string()};
        }
    }
    fs::remove(backup_of(change.path), failed);
    return {};
}

}  // namespace fovea::gateway
