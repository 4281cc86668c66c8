#include "fovea/ingest/alike_path.hpp"

#include "fovea/base/canonical_form.hpp"
#include "fovea/base/utf8.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// Those that Unicode calls space separators.
bool is_space(char32_t character) {
    return character == U' ' || character == 0xA0 || character == 0x1680 ||
           (character >= 0x2000 && character <= 0x200A) || character == 0x202F ||
           character == 0x205F || character == 0x3000;
}

std::string with_plain_spaces(std::string_view name) {
    std::string plain;
    while (!name.empty()) {
        const auto [code, bytes] = first_character(name);
        plain += is_space(code) ? std::string_view(" ") : name.substr(0, bytes);
        name.remove_prefix(bytes);
    }
    return plain;
}

// What is equal for names that are alike.
std::string key_of(std::string_view name) {
    return canonical_form(with_plain_spaces(name));
}

// Most names can be written in one way alone, and no folder is listed for them.
bool has_other_spellings(std::string_view name) {
    return std::ranges::any_of(name, [](char c) {
        return c == ' ' || static_cast<unsigned char>(c) >= 0x80;
    });
}

std::vector<std::string> names_alike(int folder, const std::string& name) {
    std::vector<std::string> found;
    const std::unique_ptr<DIR, CloseFolder> listing(::fdopendir(::dup(folder)));
    if (!listing) return found;
    const auto key = key_of(name);
    while (const dirent* entry = ::readdir(listing.get())) {
        if (key_of(entry->d_name) == key) found.emplace_back(entry->d_name);
    }
    return found;
}

bool is_there(int folder, const std::string& name) {
    struct stat facts {};
    return ::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

}  // namespace

bool are_alike(std::string_view name, std::string_view other) {
    return key_of(name) == key_of(other);
}

Result<std::optional<fs::path>> alike_path(const fs::path& path, const OpenFolder& open_folder) {
    const std::optional<fs::path> none;
    fs::path found;
    bool differs = false;
    for (const auto& step : path) {
        const auto name = step.string();
        if (!has_other_spellings(name)) {
            found /= step;
            continue;
        }
        const auto folder = open_folder(found.empty() ? "." : found);
        if (!folder) return none;
        if (is_there(folder.number(), name)) {
            found /= step;
            continue;
        }
        const auto names = names_alike(folder.number(), name);
        if (names.empty()) return none;
        if (names.size() > 1) {
            return Error{
                ErrorCode::InvalidInput,
                std::to_string(names.size()) + " files have a name like \"" + to_utf8(name) +
                    "\", with different spaces or accents; copy the exact name"};
        }
        found /= names.front();
        differs = true;
    }
    return differs ? std::optional(found) : none;
}

}  // namespace fovea::ingest
