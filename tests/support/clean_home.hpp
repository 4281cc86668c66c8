// A person with nothing set up: a home and a project folder of their own, no variables but those of
// the test.
//
//     CleanHome person;
//     person.write("home/.config/fovea/config.toml", "model = …");
//     const auto done = person.run({"config", "show"}, {"FOVEA_VISION_MODE=off"});
//
// Everything goes with the object.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/run_program.hpp"

namespace fovea::testing {

class CleanHome {
public:
    static constexpr std::string_view kUserFile = "home/.config/fovea/config.toml";
    static constexpr std::string_view kProjectFile = "project/.fovea/config.toml";

    CleanHome();
    CleanHome(const CleanHome&) = delete;
    CleanHome& operator=(const CleanHome&) = delete;
    ~CleanHome();

    // With its folders; `mode` as for chmod.
    std::string write(std::string_view name, std::string_view text, unsigned mode = 0600) const;

    // fovea, in the project's folder.
    Finished run(
        const std::vector<std::string>& arguments, const std::vector<std::string>& variables = {}
    ) const;

    std::filesystem::path path(std::string_view name) const { return root_ / name; }

private:
    std::filesystem::path root_;
};

}  // namespace fovea::testing
