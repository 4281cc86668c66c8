#include "fovea/reading/answer/error_words.hpp"

#include <algorithm>
#include <string>

namespace fovea::reading {
namespace {

// What programs say to each other and to people, also in German and French. In lower case; a space at an
// end stands for the edge of a word, and a bar separates them.
struct Sign {
    int strength;
    std::string_view texts;
};

constexpr Sign kSigns[] = {
    {90, " error:| error[| fatal:| fatal error| panic:| panicked at| segmentation fault"},
    {88, " npm err!| npm error | error ts| error cs| undefined reference"},
    {86, " uncaught | assertion failed"},
    {84, " unhandled | [error]"},
    {82, " caused by:| core dumped| failed:| fail:"},
    {70, " failed | out of memory| no such file| no space left"},
    {64, " fail "},
    {62, " exception "},
    {60,
     " error | failure | aborted | crashed | went wrong| fehler| fehlgeschlagen| erreur| échec"},
    {58, " not correct| not enough | insufficient | nicht genug"},
    {56, " incorrect| denied| not found| timed out| nicht gefunden| introuvable"},
    {54,
     " not defined | undefined | invalid| could not | couldn't | unable to | refused| forbidden| "
     "unauthorized| not valid| "
     "ungültig"},
    {52, " errors "},
    {50, " cannot | can't | does not exist"},
    {48, " expired"},
    {46, " timeout"},
    {44, " is required| please try again| please enter"},
    {42, " must be "},
    {30, " degraded"},
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

bool has_any(const std::string& line, std::string_view signs) {
    while (!signs.empty()) {
        const auto end = std::min(signs.find('|'), signs.size());
        if (has_sign(line, signs.substr(0, end))) return true;
        signs.remove_prefix(std::min(end + 1, signs.size()));
    }
    return false;
}

// "32 errors, 5 warnings" counts messages and is none.
bool is_tally(std::string_view line) {
    const auto at = line.find(" error");
    if (at == std::string_view::npos || at == 0 || line[at - 1] < '0' || line[at - 1] > '9')
        return false;
    const auto before = line.substr(0, at);
    return before.substr(before.rfind(' ') + 1).find(':') ==
           std::string_view::npos;  // no time of day
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
        if (sign.strength > strength && has_any(line, sign.texts)) strength = sign.strength;
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
