#include "fovea/config/checks.hpp"

#include "fovea/net/http/server_origin.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

namespace fovea::config {
namespace {

Error invalid(std::string_view name, const std::string& message) {
    return {ErrorCode::ConfigInvalid, std::string(name) + message};
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_word_character(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

bool is_visible(char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7f;
}

Result<void> check_place(
    std::string_view name, const std::string& where, const Texts& beginnings, const char* allowed
) {
    const auto fits = [&](const std::string& beginning) {
        return where.starts_with(beginning) && where.size() > beginning.size();
    };
    if (std::ranges::any_of(beginnings, fits)) return {};
    return invalid(
        name, " must be " + std::string(allowed) + ", not \"" + without_password(where) + "\""
    );
}

}  // namespace

Result<void> check_base_url(std::string_view name, const std::string& url) {
    if (url.empty()) return {};
    const auto origin = net::server_origin(url);
    if (origin.ok()) return {};
    const auto& why = origin.error().message;
    const auto* before_url = why.starts_with("must") ? ", not \"" : ": \"";
    return invalid(name, " " + why + before_url + without_password(url) + "\"");
}

Result<void> check_model_name(std::string_view name, const std::string& model) {
    if (!model.empty() && model.size() <= 200 && std::ranges::all_of(model, is_visible)) return {};
    return invalid(
        name, " must be provider/model, such as \"local/ocr\", not \"" + model.substr(0, 200) + "\""
    );
}

Result<void> check_model_names(std::string_view name, const Texts& models) {
    for (const auto& model : models) TRY(check_model_name(name, model));
    return {};
}

Result<void> check_aliases(std::string_view name, const TextMap& aliases) {
    for (const auto& [alias, model] : aliases) {
        const auto place = std::string(name) + ".\"" + alias + "\"";
        if (alias.empty() || std::ranges::count(alias, '*') > 1 ||
            std::ranges::count(model, '*') > 1) {
            return Error{ErrorCode::ConfigInvalid, place + " has more than one * or no name"};
        }
        TRY(check_model_name(place, model));
    }
    return {};
}

Result<void> check_variable_name(std::string_view name, const std::string& variable) {
    // Most keys have dashes or dots, which no variable's name has.
    if (!variable.empty() && variable.size() <= 128 &&
        std::ranges::all_of(variable, is_word_character) &&
        (is_letter(variable[0]) || variable[0] == '_'))
        return {};
    return invalid(
        name,
        " must be the name of an environment variable such as ANTHROPIC_API_KEY, not the key itself"
    );
}

Result<void> check_headers(std::string_view name, const TextMap& headers) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^`|~";
    for (const auto& [header, value] : headers) {
        const auto in_name = [&](char c) {
            return is_word_character(c) || kMarks.find(c) != std::string_view::npos;
        };
        const auto in_value = [](char c) {
            return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
        };
        if (header.empty() || !std::ranges::all_of(header, in_name))
            return invalid(name, " has an invalid header name, \"" + header + "\"");
        if (!std::ranges::all_of(value, in_value))
            return invalid(
                name, "." + header + " contains a line break or another control character"
            );
    }
    return {};
}

Result<void> check_formats(std::string_view name, const TextMap& formats) {
    for (const auto& [model, format] : formats) {
        if (!model.empty() && !format.empty()) continue;
        return invalid(name, ": \"" + model + "\" needs a format, such as \"qwen_pixels\"");
    }
    return {};
}

Result<void> check_languages(std::string_view name, const Texts& languages) {
    const auto is_name = [](const std::string& language) {
        return !language.empty() && language.size() <= 32 &&
               std::ranges::all_of(language, [](char c) { return is_letter(c) || c == '_'; });
    };
    if (!languages.empty() && languages.size() <= 8 && std::ranges::all_of(languages, is_name)) {
        return {};
    }
    return invalid(name, " must be a list of one to eight names such as [\"eng\", \"deu\"]");
}

// Named so that the allowlist can grow by configuration alone (M12). No converter is built in yet,
// so every name is refused with that sentence rather than silently ignored.
Result<void> check_accept(std::string_view name, const Texts& formats) {
    constexpr std::string_view kKnown[] = {"heic", "avif", "bmp", "tiff", "svg"};
    for (const auto& format : formats) {
        if (std::ranges::find(kKnown, format) == std::end(kKnown)) {
            return invalid(name, " must be heic, avif, bmp, tiff or svg, not \"" + format + "\"");
        }
        return invalid(
            name,
            " has \"" + format + "\", which this version cannot convert yet; leave the list empty"
        );
    }
    return {};
}

Result<void> check_sessions_store(std::string_view name, const std::string& where) {
    return check_place(
        name,
        where,
        {"sqlite:", "postgres://", "postgresql://"},
        "\"sqlite:FILE\" or \"postgres://…\""
    );
}

Result<void> check_blob_store(std::string_view name, const std::string& where) {
    return check_place(name, where, {"file:", "s3://"}, "\"file:FOLDER\" or \"s3://…\"");
}

Result<void> check_not_empty(std::string_view name, const std::string& text) {
    if (!text.empty()) return {};
    return invalid(name, " must not be empty");
}

Result<void> check_roots(std::string_view name, const Texts& roots) {
    const auto is_empty = [](const std::string& root) { return root.empty(); };
    if (!roots.empty() && std::ranges::none_of(roots, is_empty)) return {};
    return invalid(name, " must be a list of at least one folder");
}

Result<void> check_folders(std::string_view name, const Texts& folders) {
    const auto is_empty = [](const std::string& folder) { return folder.empty(); };
    if (std::ranges::none_of(folders, is_empty)) return {};
    return invalid(name, " has an empty entry; give a folder's path");
}

Result<void> check_origins(std::string_view name, const Texts& lines) {
    const auto is_origin = [&](const std::string& origin) {
        const auto behind_scheme = origin.find("://") + 3;
        return check_base_url(name, origin).ok() && !origin.empty() &&
               origin.find_first_of("/?#@%\\", behind_scheme) == std::string::npos;
    };
    // A page's own, and behind it those of the servers that it asks.
    for (const auto& line : lines) {
        std::istringstream words(line);
        std::vector<std::string> origins(std::istream_iterator<std::string>(words), {});
        if (!origins.empty() && std::ranges::all_of(origins, is_origin)) continue;
        return invalid(
            name,
            " takes origins such as \"http://localhost:3000\", not \"" + without_password(line) +
                "\""
        );
    }
    return {};
}

Result<void> check_tool_patterns(std::string_view name, const Texts& patterns) {
    constexpr std::string_view kMarks = "-.:/*?";
    const auto in_name = [&](char c) {
        return is_word_character(c) || kMarks.find(c) != std::string_view::npos;
    };
    for (const auto& pattern : patterns) {
        if (!pattern.empty() && pattern.size() <= 200 && std::ranges::all_of(pattern, in_name))
            continue;
        return invalid(
            name,
            " has \"" + pattern.substr(0, 200) +
                "\", which is not a valid name; use tools or toolsets such as \"filesystem_*\" or "
                "\"vision\""
        );
    }
    return {};
}

}  // namespace fovea::config
