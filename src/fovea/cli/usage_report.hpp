// What is wrong with a command line, in words for whoever typed it: the misspelt word, and the one that
// was meant.
//
//     try { app.parse(words); } catch (const CLI::ParseError& error) {
//         fmt::print(stderr, "{}\n", usage_problem_of(app, error));
//     }
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace fovea::cli {

// After a parse that failed.
std::string usage_problem_of(const CLI::App& app, const CLI::ParseError& error);

// "; did you mean --prompt?"; empty where none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

// "no command is called "descrbe"; did you mean describe?"; where none is near, all that there are.
std::string no_such_command(const CLI::App& parent, std::string_view word);

// The command that was chosen, below any others: "fovea sessions list" is that of `list`.
const CLI::App& chosen_command(const CLI::App& app);

}  // namespace fovea::cli
