#include "fovea/reading/languages.hpp"

#include <system_error>

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

// "chi_sim" is in tesseract-ocr-chi-sim.
std::string package_of(std::string language) {
    std::ranges::replace(language, '_', '-');
    return "tesseract-ocr-" + language;
}

}  // namespace

std::vector<std::string> split_languages(std::string_view languages) {
    std::vector<std::string> names;
    while (!languages.empty()) {
        const auto plus = std::min(languages.find('+'), languages.size());
        if (plus > 0) names.emplace_back(languages.substr(0, plus));
        languages.remove_prefix(std::min(plus + 1, languages.size()));
    }
    return names;
}

std::string join_languages(std::span<const std::string> names) {
    std::string all;
    for (const auto& name : names) {
        if (!all.empty()) all += '+';
        all += name;
    }
    return all;
}

bool is_language_name(std::string_view name) {
    return !name.empty() && name.size() <= 32 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    });
}

Result<void> check_languages(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
) {
    if (names.empty()) return Error{ErrorCode::InvalidInput, "no language to read text in"};
    for (const auto& name : names) {
        if (!is_language_name(name)) {
            return Error{ErrorCode::InvalidInput, "not the name of a language: \"" + name + "\""};
        }
        const auto file = tessdata_dir / (name + ".traineddata");
        std::error_code failed;
        if (std::filesystem::is_regular_file(file, failed)) continue;
        auto message = "no text recognition data for " + name;
        message.append(" in ").append(tessdata_dir.string());
        message.append("; the Debian package is ").append(package_of(name));
        return Error{ErrorCode::FileNotFound, std::move(message)};
    }
    return {};
}

}  // namespace fovea::reading
