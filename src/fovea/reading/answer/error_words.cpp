#include "fovea/reading/answer/error_words.hpp"

#include <algorithm>
#include <string>

namespace fovea::reading {
namespace {

struct Sign {
    std::string_view text;  // in lower case; a space at an end stands for the edge of a word
    int strength;
};

constexpr Sign kSigns[] = {
    // Messages of programs.
    {" error:", 90},
    {" error[", 90},
    {" fatal:", 90},
    {" fatal error", 90},
    {" panic:", 90},
    {" panicked at", 90},
    {" npm err!", 88},
    {" npm error ", 88},
    {" error ts", 88},
    {" error cs", 88},
    {" uncaught ", 86},
    {" unhandled ", 84},
    {" caused by:", 82},
    {" undefined reference", 88},
    {" segmentation fault", 90},
    {" core dumped", 82},
    {" assertion failed", 86},
    {" [error]", 84},
    {" failed:", 82},
    {" failed ", 70},
    {" fail:", 82},
    {" fail ", 64},
    {" error ", 60},
    {" errors ", 52},
    {" exception ", 62},
    {" failure ", 60},
    {" aborted ", 60},
    {" crashed ", 60},
    {" out of memory", 70},
    // What programs say to people.
    {" incorrect", 56},
    {" invalid", 54},
    {" denied", 56},
    {" not found", 56},
    {" no such file", 70},
    {" cannot ", 50},
    {" can't ", 50},
    {" could not ", 54},
    {" couldn't ", 54},
    {" unable to ", 54},
    {" refused", 54},
    {" timed out", 56},
    {" timeout", 46},
    {" forbidden", 54},
    {" unauthorized", 54},
    {" expired", 48},
    {" is required", 44},
    {" must be ", 42},
    {" went wrong", 60},
    {" try again", 44},
    {" please enter", 44},
    {" not correct", 58},
    {" not valid", 54},
    {" no space left", 70},
    {" does not exist", 50},
    {" degraded", 30},
    // German and French.
    {" fehler", 60},
    {" fehlgeschlagen", 60},
    {" ungültig", 54},
    {" nicht gefunden", 56},
    {" erreur", 60},
    {" échec", 60},
    {" introuvable", 56},
};

// None of anything, code that deals with errors, and headings.
constexpr std::string_view kHarmless[] = {
    " 0 error",    " 0 fail",         " no error",   " without error", " 0 problem",
    " catch (",    " catch(",         " except ",    " throw ",        " throw new",
    " raise ",     " new error(",     " return err", " on_error",      " traceback (most recent",
    " error rate", " error message ", " if err",     " error log",
};

constexpr int kHarmlessAtMost = 20;

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// In lower case with a space at both ends, so that edges of words look alike everywhere.
std::string padded(std::string_view text) {
    std::string result = " ";
    for (const char c : text) {
        result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result + " ";
}

// A space in the sign matches any edge of a word.
bool has_sign(const std::string& line, std::string_view sign) {
    const bool open_begin = sign.starts_with(' ');
    const bool open_end = sign.ends_with(' ');
    const auto core = sign.substr(open_begin ? 1 : 0, sign.size() - open_begin - open_end);
    for (auto i = line.find(core); i != std::string::npos; i = line.find(core, i + 1)) {
        const bool begins = !open_begin || i == 0 || !is_word(line[i - 1]);
        const auto end = i + core.size();
        if (begins && (!open_end || end >= line.size() || !is_word(line[end]))) return true;
    }
    return false;
}

// "32 errors, 5 warnings" counts messages and is none.
bool is_tally(std::string_view line) {
    const auto at = line.find(" error");
    return at != std::string_view::npos && at > 0 && line[at - 1] >= '0' && line[at - 1] <= '9';
}

// "TypeError: …", "java.lang.NullPointerException", "AssertionError" at the end of a line: a name
// of that kind with a colon or nothing behind it.
bool names_exception(std::string_view text) {
    for (const std::string_view ending : {"Error", "Exception", "Interrupt", "Panic"}) {
        for (auto i = text.find(ending); i != std::string_view::npos;
             i = text.find(ending, i + 1)) {
            const auto end = i + ending.size();
            const bool is_name = i > 0 && is_word(text[i - 1]);
            if (is_name && (end == text.size() || text[end] == ':')) return true;
        }
    }
    return false;
}

}  // namespace

int error_strength(std::string_view text) {
    const auto line = padded(text);
    int strength = names_exception(text) ? 92 : 0;
    for (const auto& sign : kSigns) {
        if (sign.strength > strength && has_sign(line, sign.text)) strength = sign.strength;
    }
    if (strength > kHarmlessAtMost) {
        const auto harmless = [&](std::string_view sign) { return has_sign(line, sign); };
        if (std::ranges::any_of(kHarmless, harmless)) return kHarmlessAtMost;
    }
    if (is_warning(text) || is_tally(line)) return std::min(strength, 35);
    return strength;
}

bool is_warning(std::string_view text) {
    const auto line = padded(text);
    return has_sign(line, " warning:") || has_sign(line, " note:") || has_sign(line, " npm warn") ||
           has_sign(line, " [warn");
}

}  // namespace fovea::reading
