#include "fovea/tui/markdown/code_lines.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace fovea::tui {
namespace {

constexpr std::string_view kSlashes[] = {
    "c",     "c++",    "cc",    "cpp",  "h",          "hpp",        "cs",    "csharp",
    "css",   "dart",   "go",    "java", "javascript", "js",         "json5", "jsonc",
    "jsx",   "kotlin", "kt",    "objc", "php",        "proto",      "rs",    "rust",
    "scala", "scss",   "swift", "ts",   "tsx",        "typescript", "zig"};
constexpr std::string_view kHashes[] = {"awk",    "bash", "cmake",    "conf", "dockerfile", "fish",
                                        "ini",    "make", "makefile", "perl", "pl",         "py",
                                        "python", "r",    "rb",       "ruby", "sh",         "shell",
                                        "toml",   "yaml", "yml",      "zsh"};
constexpr std::string_view kDashes[] = {"ada", "haskell", "hs", "lua", "sql"};
constexpr std::string_view kDiffs[] = {"diff", "patch"};

// Of many languages together; a word of another language's is bold for nothing, and no harm is done.
constexpr std::string_view kWords[] = {
    "and",        "as",       "async",    "auto",      "await",     "begin",     "bool",
    "break",      "by",       "case",     "catch",     "char",      "class",     "const",
    "constexpr",  "continue", "create",   "def",       "default",   "defer",     "del",
    "delete",     "do",       "done",     "double",    "elif",      "else",      "elsif",
    "end",        "enum",     "esac",     "except",    "export",    "extends",   "extern",
    "false",      "fi",       "final",    "finally",   "float",     "fn",        "for",
    "from",       "func",     "function", "global",    "group",     "if",        "impl",
    "implements", "import",   "in",       "insert",    "int",       "interface", "into",
    "is",         "join",     "lambda",   "let",       "local",     "long",      "loop",
    "match",      "mod",      "module",   "mut",       "namespace", "new",       "nil",
    "none",       "not",      "null",     "nullptr",   "operator",  "or",        "order",
    "package",    "pass",     "private",  "protected", "pub",       "public",    "raise",
    "return",     "select",   "self",     "set",       "short",     "static",    "struct",
    "super",      "switch",   "table",    "template",  "then",      "this",      "throw",
    "trait",      "true",     "try",      "type",      "typedef",   "typename",  "union",
    "unless",     "unsigned", "until",    "update",    "use",       "using",     "values",
    "var",        "virtual",  "void",     "where",     "while",     "with",      "yield"};

template <std::size_t N>
bool is_among(const std::string_view (&words)[N], std::string_view word) {
    return std::ranges::find(words, word) != std::end(words);
}

bool is_word_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_blank(char c) {
    return c == ' ';
}

constexpr Style kCode = style_of(Role::Code);
constexpr Style kWord = bold_of(Role::Code);
constexpr Style kComment = {.colour = Colour::of(Role::Quiet), .italic = true};

std::string without_tabs(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c == '\t') {
            plain.append(4 - plain.size() % 4, ' ');
        } else {
            plain += c;
        }
    }
    return plain;
}

}  // namespace

CodeLines::CodeLines(std::string_view language) {
    const auto name = lowered(language.substr(0, language.find_first_of(" \t,{:")));
    if (is_among(kSlashes, name)) family_ = Family::Slashes;
    if (is_among(kHashes, name)) family_ = Family::Hashes;
    if (is_among(kDashes, name)) family_ = Family::Dashes;
    if (is_among(kDiffs, name)) family_ = Family::Diff;
    has_triple_quotes_ = name == "py" || name == "python";
}

StyledLine CodeLines::diff_line(const std::string& text) const {
    if (text.starts_with("+++") || text.starts_with("---")) return StyledLine(text, kWord);
    if (text.starts_with('+')) return StyledLine(text, style_of(Role::Good));
    if (text.starts_with('-')) return StyledLine(text, style_of(Role::Error));
    if (text.starts_with("@@")) return StyledLine(text, style_of(Role::Accent));
    return StyledLine(text, kCode);
}

StyledLine CodeLines::line(std::string_view given) {
    const auto text = without_tabs(given);
    if (family_ == Family::Plain) return StyledLine(text, kCode);
    if (family_ == Family::Diff) return diff_line(text);
    const std::string_view to_end = family_ == Family::Slashes  ? "//"
                                    : family_ == Family::Dashes ? "--"
                                                                : "#";
    StyledLine line;
    std::string_view rest = text;
    const auto take = [&](std::size_t count, const Style& style) {
        line.add(std::string(rest.substr(0, count)), style);
        rest.remove_prefix(std::min(count, rest.size()));
    };
    bool at_word = true;  // a # inside of a word begins no comment
    while (!rest.empty()) {
        if (!until_.empty()) {
            const auto end = rest.find(until_);
            const auto style = in_comment_ ? kComment : kCode;
            take(end == std::string_view::npos ? rest.size() : end + until_.size(), style);
            if (end != std::string_view::npos) until_.clear();
        } else if (rest.starts_with(to_end) && (family_ != Family::Hashes || at_word)) {
            take(rest.size(), kComment);
        } else if (family_ == Family::Slashes && rest.starts_with("/*")) {
            until_ = "*/";
            in_comment_ = true;
            take(2, kComment);
        } else if (has_triple_quotes_ && (rest.starts_with("\"\"\"") || rest.starts_with("'''"))) {
            until_ = rest.substr(0, 3);
            in_comment_ = false;
            take(3, kCode);
        } else if (rest.front() == '"' || rest.front() == '\'' || rest.front() == '`') {
            std::size_t end = 1;
            while (end < rest.size() && rest[end] != rest.front()) end += rest[end] == '\\' ? 2 : 1;
            take(std::min(end + 1, rest.size()), kCode);
        } else if (is_word_letter(rest.front())) {
            const auto* last = std::ranges::find_if_not(rest, is_word_letter);
            const auto length = static_cast<std::size_t>(last - rest.begin());
            const auto word = rest.substr(0, length);
            const bool is_key = is_among(kWords, word) ||
                                (family_ == Family::Dashes && is_among(kWords, lowered(word)));
            take(length, is_key ? kWord : kCode);
        } else {
            take(1, kCode);
        }
        at_word = line.spans.empty() || is_blank(line.spans.back().text.back());
    }
    return line;
}

}  // namespace fovea::tui
