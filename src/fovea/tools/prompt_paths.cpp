#include "fovea/tools/prompt_paths.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/media/image/image_names.hpp"

#include <algorithm>
#include <cctype>

namespace fovea::tools {
namespace {

constexpr std::size_t kMaxReadings = 32;
constexpr std::size_t kMaxPath = 4096;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool begins_word(std::string_view prompt, std::size_t at) {
    constexpr std::string_view kBefore = "([{<\"'`,;:|>*";
    return at == 0 || is_space(prompt[at - 1]) || kBefore.find(prompt[at - 1]) != kBefore.npos;
}

// Characters that names have in their middle; before others a name may end.
bool belongs_to_name(char c) {
    constexpr std::string_view kSigns = "/._-+~%$&!";
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kSigns.find(c) != kSigns.npos;
}

// A dot, a question mark and their like belong to a name only when it goes on behind them.
bool is_punctuation(char c) {
    return std::string_view(".,;:!?)]}>'\"`*|").find(c) != std::string_view::npos;
}

std::vector<PathReading> quoted_path(std::string_view prompt, std::size_t at) {
    const char quote = prompt[at];
    std::string path;
    for (++at; at < prompt.size() && path.size() < kMaxPath; ++at) {
        if (prompt[at] == '\n') break;
        if (prompt[at] == quote) {
            if (path.empty()) break;
            return {{std::move(path), at + 1}};
        }
        if (prompt[at] == '\\' && at + 1 < prompt.size()) ++at;
        path += prompt[at];
    }
    return {};
}

std::vector<PathReading> plain(std::string_view prompt, std::size_t at) {
    std::string path;
    std::vector<PathReading> readings;  // the shortest first
    const auto may_end = [&](std::size_t place) {
        if (path.find_first_not_of("./") != path.npos) readings.push_back({path, place});
    };
    bool trailing = false;  // behind punctuation a name may have ended
    while (at < prompt.size() && !is_space(prompt[at]) && path.size() < kMaxPath) {
        const char c = prompt[at];
        const bool escaped = c == '\\' && at + 1 < prompt.size();
        const bool inside_character = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
        if (!escaped && !inside_character) {
            const bool last = at + 1 == prompt.size() || is_space(prompt[at + 1]);
            const bool before_sign = is_punctuation(c) && (last || is_punctuation(prompt[at + 1]));
            if (!belongs_to_name(c) || before_sign || trailing) may_end(at);
            trailing = before_sign;
        }
        if (escaped) ++at;
        path += prompt[at++];
    }
    may_end(at);
    std::ranges::reverse(readings);
    if (readings.size() > kMaxReadings) {
        // The whole word, and the shortest: a sentence in a script without spaces is long.
        readings.erase(readings.begin() + 1, readings.end() - (kMaxReadings - 1));
    }
    return readings;
}

}  // namespace

std::optional<PromptPath> next_prompt_path(std::string_view prompt, std::size_t from) {
    for (auto at = prompt.find('@', from); at != prompt.npos; at = prompt.find('@', at + 1)) {
        if (!begins_word(prompt, at) || at + 1 == prompt.size() || is_space(prompt[at + 1])) {
            continue;
        }
        const char next = prompt[at + 1];
        if (next == '@') {
            // Only before a word: "@@ -1,3 +1,4 @@" is a piece of a diff.
            const bool word =
                at + 2 < prompt.size() && !is_space(prompt[at + 2]) && prompt[at + 2] != '@';
            if (word) return PromptPath{at, {}};
            at = std::min(prompt.find_first_not_of('@', at), prompt.size()) - 1;
            continue;
        }
        auto readings =
            next == '"' || next == '\'' ? quoted_path(prompt, at + 1) : plain(prompt, at + 1);
        if (!readings.empty()) return PromptPath{at, std::move(readings)};
    }
    return std::nullopt;
}

bool is_clearly_path(std::string_view path) {
    for (const std::string_view begin : {"./", "../", "~/"}) {
        if (path.size() > begin.size() && path.starts_with(begin)) return true;
    }
    const auto text = lowered(path);
    constexpr std::string_view kPdf = ".pdf";
    const bool is_pdf = text.size() > kPdf.size() && text.ends_with(kPdf);
    const auto ending = is_pdf ? kPdf.size() : media::picture_ending(text);
    if (ending == 0) return false;
    const auto stem = std::string_view(text).substr(0, text.size() - ending);
    const bool size_word = stem.ends_with('x') && stem.size() > 1 &&
                           stem.find_first_not_of("0123456789") == stem.size() - 1;
    return !size_word;
}

}  // namespace fovea::tools
