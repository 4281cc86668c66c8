#include "fovea/reading/page/text_signs.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fovea::reading {
namespace {

constexpr std::string_view kPromptStarts[] = {">>> ", "❯", "➜", "PS C:\\", "C:\\>", "C:\\Users\\"};

// Pieces that hardly occur outside of terminals.
constexpr std::string_view kOutput[] = {
    "drwx",
    "-rw-",
    "-rwx",
    "On branch ",
    "Your branch is",
    "Traceback (most recent",
    "modified: ",
    "make: ***",
    "make[",
    "npm ERR",
    "npm WARN",
    "npm run",
    " error: ",
    " warning: ",
    "fatal: ",
    "error[E",
    "test result: ",
    "... ok",
    "... FAILED",
    "Compiling ",
    "Building CX",
    "Build succeeded",
    "command not found",
    "Permission denied",
    "No such file or directory",
    "Segmentation fault",
    "Reading package lists",
    "[INFO]",
    "[ERROR]",
    "[WARN",
    " INFO ",
    " WARN ",
    " ERROR ",
    " DEBUG ",
    "exit code ",
    "exited with",
    "sudo ",
    "git commit",
    "git add",
};

constexpr std::string_view kProgramStarts[] = {
    "#include",   "#define",  "#if",        "import ",    "from ",    "def ",    "class ",
    "struct ",    "enum ",    "return ",    "return;",    "if (",     "if(",     "for (",
    "for(",       "while (",  "switch (",   "case ",      "else {",   "else:",   "elif ",
    "const ",     "let ",     "var ",       "function ",  "async ",   "await ",  "export ",
    "fn ",        "pub ",     "impl ",      "use ",       "package ", "func ",   "type ",
    "interface ", "public ",  "private ",   "protected ", "static ",  "void ",   "int ",
    "auto ",      "template", "namespace ", "using ",     "try",      "except",  "catch",
    "throw ",     "raise ",   "with ",      "lambda ",    "assert ",  "@",       "//",
    "/*",         "/**",      "<?php",      "<div",       "</",       "SELECT ", "self.",
    "this.",      "} else",   "for ",       "if ",
};

constexpr std::string_view kProgramSigns[] = {
    "==",
    "!=",
    "+=",
    "-=",
    "=>",
    "->",
    "::",
    "&&",
    "||",
    "();",
    ");",
    "](",
    "()",
    " = ",
    "</",
};

constexpr std::string_view kProgramEnds = ";{}([,";

bool contains(std::string_view text, std::string_view piece) {
    return text.find(piece) != std::string_view::npos;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "anna@host:~/src$": a user, a host, and soon the sign. An address in a text has none.
bool begins_with_user_and_host(std::string_view line) {
    const auto at = line.find('@');
    if (at == std::string_view::npos || at == 0 || at > 24) return false;
    if (line.substr(0, at).find(' ') != std::string_view::npos) return false;
    const auto rest = line.substr(at, 80);
    const auto sign = rest.find_first_of("$#%>");
    const auto colon = rest.find(':');
    if (sign == std::string_view::npos) return false;
    // What follows the sign is a command or nothing.
    const bool ends = sign + 1 == rest.size() || rest[sign + 1] == ' ';
    return ends && (colon < sign || std::ranges::count(rest.substr(0, sign), ' ') <= 2);
}

// "$ make", and not "$ 24.00".
bool begins_with_command(std::string_view line) {
    if (!line.starts_with("$ ") || line.size() < 4) return false;
    const char c = line[2];
    return (c >= 'a' && c <= 'z') || c == '.' || c == '/' || c == '~' || c == '_';
}

// 2025-03-14 09:26:53, [09:26:53], Mar  4 09:26:53.
bool begins_with_time(std::string_view line) {
    const auto head = line.substr(0, 20);
    std::size_t run = 0;  // of a clock: 00:00:00
    for (std::size_t i = 0; i < head.size(); ++i) {
        const bool fits = run % 3 == 2 ? head[i] == ':' : is_digit(head[i]);
        run = fits ? run + 1 : is_digit(head[i]) ? 1 : 0;
        if (run == 8) return true;
    }
    return false;
}

}  // namespace

std::string_view without_number(std::string_view line) {
    line = trimmed(line, " \t");
    std::size_t digits = 0;
    while (digits < line.size() && is_digit(line[digits])) ++digits;
    if (digits == 0 || digits > 5 || digits == line.size() || line[digits] != ' ') return line;
    return trimmed(line.substr(digits), " \t");
}

bool has_prompt(std::string_view line) {
    line = trimmed(line, " \t");
    for (const auto start : kPromptStarts) {
        if (line.starts_with(start)) return true;
    }
    return line == ">>>" || begins_with_command(line) || begins_with_user_and_host(line);
}

bool has_bare_prompt(std::string_view line) {
    line = trimmed(line, " \t");
    if (line.size() < 4 || line[1] != ' ') return false;
    const bool sign = line[0] == '>' || line[0] == '%' || line[0] == ')';
    return sign && line[2] >= 'a' && line[2] <= 'z';
}

bool has_program_output(std::string_view line) {
    line = trimmed(line, " \t");
    if (begins_with_time(line)) return true;
    return std::ranges::any_of(kOutput, [&](auto piece) { return contains(line, piece); });
}

bool has_program_text(std::string_view line) {
    line = without_number(line);
    if (line.size() < 2) return line == "}" || line == "{" || line == ")";
    if (kProgramEnds.find(line.back()) != std::string_view::npos) return true;
    if (line.front() == '"' && contains(line, "\":")) return true;
    const auto starts = [&](auto start) { return line.starts_with(start); };
    if (std::ranges::any_of(kProgramStarts, starts)) return true;
    return std::ranges::any_of(kProgramSigns, [&](auto sign) { return contains(line, sign); });
}

}  // namespace fovea::reading
