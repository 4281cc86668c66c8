#include "fovea/tui/clipboard/dropped_paths.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/mcp/file_uri.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::tui {
namespace {

// Terminals send CR for a line's end in a paste.
std::vector<std::string_view> lines_in(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        if (const auto line = trimmed(text.substr(0, end)); !line.empty()) lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_windows_path(std::string_view word) {
    const bool has_drive = word.size() > 3 && is_letter(word[0]) && word[1] == ':' &&
                           (word[2] == '\\' || word[2] == '/');
    return has_drive || (word.starts_with("\\\\") && word.size() > 4);
}

// As it stands between two quotes of one kind; else all of it.
std::string_view unquoted(std::string_view word) {
    const bool quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '\'') &&
                        word.front() == word.back();
    return quoted ? word.substr(1, word.size() - 2) : word;
}

// Words by the rules of a POSIX shell, nothing expanded; none where a quote is not closed.
class ShellWords {
public:
    explicit ShellWords(std::string_view text) : rest_(text) {}

    std::optional<std::vector<std::string>> split() {
        while (!rest_.empty()) {
            const char c = take();
            if (kBlanks.find(c) != std::string_view::npos) {
                end_word();
            } else if (c == '\'') {
                if (!take_single()) return std::nullopt;
            } else if (c == '"') {
                if (!take_double()) return std::nullopt;
            } else if (c == '\\') {
                if (rest_.empty()) return std::nullopt;
                add(take());
            } else {
                add(c);
            }
        }
        end_word();
        return std::move(words_);
    }

private:
    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }
    void add(char c) {
        word_ += c;
        in_word_ = true;
    }
    void end_word() {
        if (in_word_) words_.push_back(std::exchange(word_, {}));
        in_word_ = false;
    }
    bool take_single() {
        in_word_ = true;
        const auto end = rest_.find('\'');
        if (end == std::string_view::npos) return false;
        word_ += rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return true;
    }
    bool take_double() {
        in_word_ = true;
        while (!rest_.empty()) {
            const char c = take();
            if (c == '"') return true;
            const bool escapes =
                c == '\\' && !rest_.empty() &&
                std::string_view("\\\"$`").find(rest_.front()) != std::string_view::npos;
            word_ += escapes ? take() : c;
        }
        return false;
    }

    std::string_view rest_;
    std::vector<std::string> words_;
    std::string word_;
    bool in_word_ = false;
};

class Reader {
public:
    explicit Reader(const DropRules& rules) : rules_(rules) {}

    // Each of these takes all of the paste or nothing.
    bool take_lines_as_they_are(const std::vector<std::string_view>& lines) {
        return take_all(lines, [this](std::string_view line) { return own_path(line); });
    }
    // Backslashes undone, blanks as they are: terminals that escape some and not others.
    bool take_escaped_lines(const std::vector<std::string_view>& lines) {
        return take_all(lines, [this](std::string_view line) {
            std::string plain;
            for (std::size_t i = 0; i < line.size(); ++i) {
                if (line[i] == '\\' && i + 1 < line.size()) ++i;
                plain += line[i];
            }
            return own_path(plain);
        });
    }
    bool take_addresses(const std::vector<std::string_view>& lines) {
        std::vector<std::string_view> words;
        for (auto line : lines) {
            // Several on one line, as some terminals drop them: an address has no blanks in it.
            while (!line.empty()) {
                const auto end = std::min(line.find(' '), line.size());
                if (end > 0) words.push_back(unquoted(line.substr(0, end)));
                line.remove_prefix(std::min(end + 1, line.size()));
            }
        }
        return take_all(words, [this](std::string_view word) { return path_of_address(word); });
    }
    bool take_windows_paths(const std::vector<std::string_view>& lines) {
        if (!rules_.from_windows) return false;
        std::vector<std::string> words;
        for (const auto line : lines) {
            for (auto& word : windows_words(line)) words.push_back(std::move(word));
        }
        return take_all(words, [this](const std::string& word) {
            return is_windows_path(word) ? rules_.from_windows(word) : std::string();
        });
    }
    bool take_shell_words(std::string_view text) {
        const auto words = ShellWords(text).split();
        return words && take_all(*words, [this](const std::string& word) {
                   return word.starts_with("file://") ? path_of_address(word) : own_path(word);
               });
    }

    std::vector<std::string> take() { return std::move(paths_); }

private:
    template <class Words, class PathOf>
    bool take_all(const Words& words, const PathOf& path_of) {
        paths_.clear();
        if (words.empty() || words.size() > kMaxDropped) return false;
        for (const auto& word : words) {
            auto path = path_of(word);
            if (path.empty() || path.find('\0') != std::string::npos || !rules_.is_picture(path)) {
                paths_.clear();
                return false;
            }
            paths_.push_back(std::move(path));
        }
        return true;
    }

    // Empty where it is no absolute path.
    std::string own_path(std::string_view word) const {
        if (word.starts_with('/')) return std::string(word);
        if (word.starts_with("~/") && !rules_.home.empty()) {
            return rules_.home + std::string(word.substr(1));
        }
        return {};
    }

    std::string path_of_address(std::string_view address) const {
        constexpr std::string_view kScheme = "file://";
        if (lowered(address.substr(0, kScheme.size())) != kScheme) return {};
        auto rest = address.substr(kScheme.size());
        const auto slash = rest.find('/');
        if (slash == std::string_view::npos) return {};
        const auto host = lowered(rest.substr(0, slash));
        const bool is_here = host.empty() || host == "localhost" ||
                             (!rules_.host.empty() && host == lowered(rules_.host));
        if (!is_here) return {};
        return mcp::percent_decoded(rest.substr(slash)).value_or(std::string());
    }

    // Backslashes are part of the name; words are apart where quotes or blanks before a drive say so.
    static std::vector<std::string> windows_words(std::string_view line) {
        std::vector<std::string> words;
        while (!line.empty()) {
            line = trimmed(line);
            if (line.empty()) break;
            std::size_t end = line.size();
            if (line.front() == '"' || line.front() == '\'') {
                const auto quote = line.find(line.front(), 1);
                if (quote == std::string_view::npos) return {};
                words.emplace_back(line.substr(1, quote - 1));
                line.remove_prefix(quote + 1);
                continue;
            }
            for (std::size_t i = 1; i + 1 < line.size(); ++i) {
                if (line[i] != ' ') continue;
                const auto next = trimmed(line.substr(i + 1));
                const bool is_quoted = next.starts_with('"') || next.starts_with('\'');
                if (is_windows_path(is_quoted ? next.substr(1) : next)) {
                    end = i;
                    break;
                }
            }
            words.emplace_back(trimmed(line.substr(0, end)));
            line.remove_prefix(end);
        }
        return words;
    }

    const DropRules& rules_;
    std::vector<std::string> paths_;
};

}  // namespace

std::vector<std::string> dropped_paths(std::string_view pasted, const DropRules& rules) {
    const auto text = trimmed(pasted);
    if (text.empty() || text.size() > kMaxDropBytes || !rules.is_picture) return {};
    const auto lines = lines_in(text);
    Reader reader(rules);
    // kitty's own form first: a shell's rules would break names with blanks in them.
    if (reader.take_lines_as_they_are(lines) || reader.take_addresses(lines) ||
        reader.take_windows_paths(lines) || reader.take_shell_words(text) ||
        reader.take_escaped_lines(lines)) {
        return reader.take();
    }
    return {};
}

std::vector<std::string> listed_paths(std::string_view list, const DropRules& rules) {
    if (list.size() > kMaxDropBytes || !rules.is_picture) return {};
    auto lines = lines_in(list);
    if (!lines.empty() && (lines.front() == "copy" || lines.front() == "cut")) {
        lines.erase(lines.begin());
    }
    std::erase_if(lines, [](std::string_view line) { return line.starts_with('#'); });
    Reader reader(rules);
    return reader.take_addresses(lines) ? reader.take() : std::vector<std::string>();
}

}  // namespace fovea::tui
