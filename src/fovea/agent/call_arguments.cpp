#include "fovea/agent/call_arguments.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

// What the kernel takes as a path at most; anything longer is none.
constexpr std::size_t kMaxPath = 4096;
constexpr std::size_t kMaxDepth = 200;

constexpr std::string_view kPathNames[] = {
    "path", "paths",  "file",        "files",  "file_path", "file_paths", "filename", "directory",
    "dir",  "folder", "root",        "cwd",    "image",     "images",     "source",   "sources",
    "from", "to",     "destination", "target", "pattern",   "glob",       "include",
};
constexpr std::string_view kCommandNames[] = {"command", "cmd", "script"};
constexpr std::string_view kUrlNames[] = {"url", "urls", "file_url", "uri", "href"};

template <std::size_t N>
bool is_one_of(const std::string_view (&names)[N], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void add(std::vector<std::string>& forms, std::string form) {
    if (std::find(forms.begin(), forms.end(), form) == forms.end()) {
        forms.push_back(std::move(form));
    }
}

// "file:///a%20b" as "/a b"; anything else as it is.
std::string without_scheme(std::string_view text) {
    for (const std::string_view scheme : {"file://localhost/", "file:///"}) {
        if (!text.starts_with(scheme)) continue;
        text.remove_prefix(scheme.size() - 1);
        std::string path;
        const auto digit = [](char c) -> int {
            if (c >= '0' && c <= '9') return c - '0';
            if (c >= 'a' && c <= 'f') return c - 'a' + 10;
            return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        };
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool escaped = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
                                 digit(text[i + 2]) >= 0;
            path +=
                escaped ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
            if (escaped) i += 2;
        }
        return path;
    }
    return std::string(text);
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const auto [end, ignored] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

// Relative to the project when it lies inside, else absolute.
std::string plain(const fs::path& path, const fs::path& project) {
    auto text = (is_inside(path, project) ? path.lexically_relative(project) : path).string();
    while (text.size() > 1 && text.ends_with('/')) text.pop_back();
    return text;
}

fs::path without_slash(fs::path path) {
    return path.has_filename() || path == path.root_path() ? path : path.parent_path();
}

void add_path_forms(CallArgument& argument, std::string_view text, const fs::path& project) {
    if (text.empty() || text.size() > kMaxPath || text.find('\0') != std::string_view::npos) return;
    const auto root = without_slash(project.lexically_normal());
    const auto lexical = without_slash((root / without_scheme(text)).lexically_normal());
    add(argument.plain_forms, plain(lexical, root));

    std::error_code failed;
    const auto real_root = fs::weakly_canonical(root, failed);
    const auto real =
        failed ? fs::path() : fs::weakly_canonical(root / without_scheme(text), failed);
    if (!failed) add(argument.plain_forms, plain(without_slash(real), real_root));

    for (const auto& form : argument.plain_forms) add(argument.forms, form);
    add(argument.forms, lexical.string());
    if (!failed) add(argument.forms, real.string());
}

void add_pieces(CallArgument& argument, std::string_view command) {
    constexpr std::string_view kEnds = ";|&()`\n\r{}";
    constexpr std::string_view kBlanks = " \t$!";
    std::size_t at = 0;
    while (at <= command.size()) {
        const auto end = std::min(command.find_first_of(kEnds, at), command.size());
        auto piece = command.substr(at, end - at);
        const auto first = piece.find_first_not_of(kBlanks);
        if (first != std::string_view::npos) add(argument.forms, std::string(piece.substr(first)));
        at = end + 1;
    }
}

class Reader {
public:
    explicit Reader(const fs::path& project) : project_(project) {}

    void read(const json::value& value, std::string_view name) {
        if (const auto* text = value.if_string()) {
            add_text(name, *text);
        } else if (const auto* array = value.if_array()) {
            for (const auto& each : *array) read(each, name);
        } else if (const auto* object = value.if_object()) {
            // {"source": {"data": …}}: what is inside a main argument belongs to it.
            const bool keeps = kind_of(name) != ArgumentKind::Other;
            for (const auto& member : *object) {
                const bool known = kind_of(member.key()) != ArgumentKind::Other;
                read(member.value(), keeps && !known ? name : std::string_view(member.key()));
            }
        }
    }

    std::vector<CallArgument> take() { return std::move(arguments_); }

private:
    void add_text(std::string_view name, std::string_view text) {
        CallArgument argument{.name = std::string(name), .kind = kind_of(name)};
        argument.is_main = argument.kind != ArgumentKind::Other;
        if (text.find("://") != std::string_view::npos && !text.starts_with("file://") &&
            argument.kind == ArgumentKind::Path) {
            argument.kind = ArgumentKind::Url;
        }
        argument.forms.emplace_back(text);
        if (argument.kind == ArgumentKind::Command) add_pieces(argument, text);
        // Also where the name does not say that it is one: a deny is about the file, however a tool
        // calls its argument.
        if (argument.kind != ArgumentKind::Command) add_path_forms(argument, text, project_);
        if (argument.kind != ArgumentKind::Path) argument.plain_forms = {std::string(text)};
        arguments_.push_back(std::move(argument));
    }

    static ArgumentKind kind_of(std::string_view name) {
        if (is_one_of(kPathNames, name)) return ArgumentKind::Path;
        if (is_one_of(kCommandNames, name)) return ArgumentKind::Command;
        return is_one_of(kUrlNames, name) ? ArgumentKind::Url : ArgumentKind::Other;
    }

    const fs::path& project_;
    std::vector<CallArgument> arguments_;
};

}  // namespace

std::optional<std::vector<CallArgument>> read_arguments(
    std::string_view input, const fs::path& project
) {
    boost::system::error_code failed;
    json::parse_options options;
    options.max_depth = kMaxDepth;
    const auto value = json::parse({input.data(), input.size()}, failed, {}, options);
    if (failed || !value.is_object()) return std::nullopt;
    Reader reader(project);
    reader.read(value, "");
    return reader.take();
}

}  // namespace fovea::agent
