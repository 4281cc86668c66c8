#include "fovea/tui/editor/completion.hpp"

#include "fovea/tui/editor/fuzzy.hpp"

#include <algorithm>

namespace fovea::tui {
namespace {

constexpr std::size_t kMost = 30;

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n';
}

// Where the "@" of the path under the cursor is; npos: there is none.
std::size_t at_sign_before(std::string_view text, std::size_t cursor) {
    const auto at = text.rfind('@', cursor == 0 ? 0 : cursor - 1);
    if (cursor == 0 || at == std::string_view::npos) return std::string_view::npos;
    const bool begins_word = at == 0 || is_blank(text[at - 1]) || text[at - 1] == '(' ||
                             static_cast<unsigned char>(text[at - 1]) >= 0x80;
    const auto word = text.substr(at + 1, cursor - at - 1);
    const bool is_quoted = word.starts_with('"');
    const bool ends = is_quoted ? word.find('"', 1) != std::string_view::npos
                                : std::ranges::any_of(word, is_blank);
    return begins_word && !ends ? at : std::string_view::npos;
}

std::vector<Suggestion> paths_like(std::string_view letters, const CompletionSources& sources) {
    std::vector<Suggestion> list;
    for (auto& path : best_matches(letters, sources.paths, kMost)) {
        auto insert = "@" + quoted_path(path);
        if (!path.ends_with('/')) insert += ' ';
        list.push_back({.insert = std::move(insert), .shown = path, .is_path = true});
    }
    return list;
}

std::vector<Suggestion> names_like(
    std::string_view letters, const std::vector<std::string>& names, bool are_paths
) {
    std::vector<Suggestion> list;
    for (auto& name : best_matches(letters, names, kMost)) {
        list.push_back({.insert = name, .shown = name, .is_path = are_paths});
    }
    return list;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// The words that may stand at a place of a form: "auto|always|off" are three. What a person fills in
// has brackets.
std::vector<std::string> choices_in(std::string_view form, std::size_t place) {
    const auto words = words_of(form);
    std::vector<std::string> choices;
    if (place >= words.size()) return choices;
    auto word = words[place];
    if (word.find_first_of("<>[]\"") != std::string_view::npos) return choices;
    for (;;) {
        const auto end = word.find('|');
        choices.emplace_back(word.substr(0, end));
        if (end == std::string_view::npos) return choices;
        word.remove_prefix(end + 1);
    }
}

// Whether the words that stand there could be the beginning of that form.
bool fits(std::string_view form, const std::vector<std::string_view>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto choices = choices_in(form, i);
        if (choices.empty()) continue;
        if (std::ranges::find(choices, words[i]) == choices.end()) return false;
    }
    return true;
}

std::vector<Suggestion> words_like(
    const CommandWord& command, std::string_view before, std::string_view letters
) {
    std::vector<Suggestion> list;
    const auto words = words_of(before);
    for (const auto& form : command.forms) {
        if (!fits(form, words)) continue;
        for (auto& choice : choices_in(form, words.size())) {
            if (!choice.starts_with(letters)) continue;
            const Suggestion suggestion{.insert = choice + " ", .shown = choice, .hint = form};
            const bool is_there =
                std::ranges::any_of(list, [&](const auto& each) { return each.shown == choice; });
            if (!is_there) list.push_back(suggestion);
        }
    }
    return list;
}

}  // namespace

std::string quoted_path(std::string_view path) {
    const bool is_plain = std::ranges::none_of(path, [](char letter) {
        return is_blank(letter) || letter == '"' || letter == '\'' || letter == '\\';
    });
    if (is_plain) return std::string(path);
    std::string quoted = "\"";
    for (const char letter : path) {
        if (letter == '"' || letter == '\\') quoted += '\\';
        quoted += letter;
    }
    return quoted + "\"";
}

Suggestions suggest(std::string_view text, std::size_t cursor, const CompletionSources& sources) {
    Suggestions found{.begin = cursor, .end = cursor};
    if (text.starts_with('/') && text.find('\n') == std::string_view::npos) {
        const auto end_of_name = std::min(text.find(' '), text.size());
        if (cursor <= end_of_name) {
            found.begin = 0;
            found.end = end_of_name;
            const auto letters = text.substr(1, std::max<std::size_t>(cursor, 1) - 1);
            std::vector<std::pair<int, const CommandWord*>> matches;
            for (const auto& command : sources.commands) {
                const auto score = fuzzy_score(letters, std::string_view(command.name).substr(1));
                if (score) matches.emplace_back(*score, &command);
            }
            std::ranges::stable_sort(matches, [](const auto& a, const auto& b) {
                return a.first > b.first;
            });
            for (const auto& [score, command] : matches) {
                const bool goes_on = command->takes != Takes::Nothing;
                found.list.push_back(
                    {.insert = command->name + (goes_on ? " " : ""),
                     .shown = command->name,
                     .hint = command->hint}
                );
            }
            return found;
        }
        const auto command =
            std::ranges::find(sources.commands, text.substr(0, end_of_name), &CommandWord::name);
        if (command == sources.commands.end()) return found;
        auto begin = text.rfind(' ', cursor - 1) + 1;
        found.begin = begin;
        const auto letters = text.substr(begin, cursor - begin);
        switch (command->takes) {
            case Takes::Nothing: break;
            case Takes::Words:
                found.list = words_like(
                    *command, text.substr(end_of_name + 1, begin - end_of_name - 1), letters
                );
                break;
            case Takes::Path: found.list = names_like(letters, sources.paths, true); break;
            case Takes::Model: found.list = names_like(letters, sources.models, false); break;
        }
        return found;
    }
    const auto at = at_sign_before(text, cursor);
    if (at == std::string_view::npos) return found;
    auto letters = text.substr(at + 1, cursor - at - 1);
    if (letters.starts_with('@')) return found;
    if (letters.starts_with('"')) letters.remove_prefix(1);
    found.begin = at;
    found.list = paths_like(letters, sources);
    return found;
}

}  // namespace fovea::tui
