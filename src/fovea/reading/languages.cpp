#include "fovea/reading/languages.hpp"

#include <system_error>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::array<std::string_view, 44> kLanguages = {
    "afr", "bel", "bos", "bre", "bul", "cat", "ces", "cos", "cym", "dan", "deu",
    "ell", "eng", "epo", "est", "eus", "fao", "fin", "fra", "fry", "gle", "glg",
    "hrv", "hun", "isl", "ita", "lat", "lav", "lit", "ltz", "mkd", "mlt", "nld",
    "nor", "pol", "por", "ron", "rus", "slk", "slv", "spa", "srp", "swe", "ukr"};

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

bool needs_no_data(std::span<const std::string> names) {
    return !names.empty() && std::ranges::all_of(names, [](const std::string& name) {
        return std::ranges::find(kLanguages, name) != kLanguages.end();
    });
}

Result<void> check_languages(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
) {
    if (needs_no_data(names)) return {};
    return check_language_data(names, tessdata_dir);
}

Result<void> check_language_data(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
) {
    if (names.empty()) return Error{ErrorCode::InvalidInput, "no language to read text in"};
    for (const auto& name : names) {
        if (!is_language_name(name)) {
            return Error{ErrorCode::InvalidInput, "not a valid language name: \"" + name + "\""};
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
