// What could be meant by the word before the cursor: a file behind "@", a command behind "/", what a command takes.
//
//     const auto suggested = suggest(buffer.text(), buffer.cursor(), sources);
//     buffer.replace(suggested.begin, suggested.end, suggested.list[0].insert);
//
// Pure; opens nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

enum class Takes : std::uint8_t { Nothing, Words, Path, Model };

struct CommandWord {
    std::string name;  // "/model"
    std::string hint;
    Takes takes = Takes::Nothing;
    std::vector<std::string> forms = {};  // "mode auto|always|off": what may follow
};

struct CompletionSources {
    const std::vector<CommandWord>& commands;
    const std::vector<std::string>& paths;
    const std::vector<std::string>& models;
};

struct Suggestion {
    std::string insert;
    std::string shown;
    std::string hint = {};
    bool is_path = false;

    bool operator==(const Suggestion&) const = default;
};

struct Suggestions {
    std::size_t begin = 0;  // what is replaced
    std::size_t end = 0;
    std::vector<Suggestion> list;

    bool empty() const { return list.empty(); }
};

Suggestions suggest(std::string_view text, std::size_t cursor, const CompletionSources& sources);

// As it stands behind "@" in a prompt: in quotes where it has to be.
std::string quoted_path(std::string_view path);

}  // namespace fovea::tui
