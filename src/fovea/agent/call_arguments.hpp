// The texts in a tool's input, in every form in which a rule may have to know them.
//
//     const auto arguments = read_arguments(R"({"path": "./secrets/../secrets/key"})", "/app");
//     arguments->at(0).forms;   // {"./secrets/../secrets/key", "secrets/key", "/app/secrets/key"}
//
// A model writes one file in many ways. A path is therefore looked at as it was written, without `.`
// and `..`, relative to the project and absolute, and where its links lead; a command also in the
// pieces between `;`, `|`, `&` and their kin.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::agent {

enum class ArgumentKind : std::uint8_t { Path, Command, Url, Other };

struct CallArgument {
    std::string name;  // of the nearest member above it: "images" for {"images": ["a.png"]}
    ArgumentKind kind = ArgumentKind::Other;
    bool is_main = false;            // says what the tool works on: path, command, url …
    std::vector<std::string> forms;  // as written, then the others

    // For a path: the forms that are relative to the project, or absolute when it lies outside. All
    // of them have to fit before something is allowed.
    std::vector<std::string> plain_forms;
};

// Every string value at any depth. None for what is no JSON object, or is nested deeper than 200.
std::optional<std::vector<CallArgument>> read_arguments(
    std::string_view input, const std::filesystem::path& project
);

}  // namespace fovea::agent
