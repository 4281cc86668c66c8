#include "support/clean_home.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "support/test_paths.hpp"

namespace fovea::testing {

namespace fs = std::filesystem;

CleanHome::CleanHome() {
    auto name = (fs::temp_directory_path() / "fovea-home-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    root_ = name;
    fs::create_directories(root_ / "home");
    fs::create_directories(root_ / "project");
}

CleanHome::~CleanHome() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

std::string CleanHome::write(std::string_view name, std::string_view text, unsigned mode) const {
    const auto file = path(name);
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    ::chmod(file.c_str(), static_cast<mode_t>(mode));
    return file.string();
}

Finished CleanHome::run(
    const std::vector<std::string>& arguments, const std::vector<std::string>& variables
) const {
    std::vector<std::string> command = {
        "/usr/bin/env",
        "-i",
        "-C",
        path("project").string(),
        "HOME=" + path("home").string(),
        "PATH=/usr/bin:/bin"};
    command.insert(command.end(), variables.begin(), variables.end());
    command.push_back(test_paths::program("fovea"));
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command);
}

}  // namespace fovea::testing
