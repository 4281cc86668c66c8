// A test that needs a path at which there is nothing takes one below a device: "/dev/null/file". Any
// other may be there on somebody's machine, and the test then reads, or writes, what is not its own.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "support/test_paths.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> test_sources(const fs::path& folder, bool is_code_beside) {
    std::vector<fs::path> found;
    for (fs::recursive_directory_iterator each(folder), end; each != end; ++each) {
        const auto& path = each->path();
        if (path.filename() == "node_modules") each.disable_recursion_pending();
        if (path.extension() != ".cpp" && path.extension() != ".hpp") continue;
        if (is_code_beside && !path.stem().string().ends_with("_test")) continue;
        if (path.filename() != "missing_paths_test.cpp") found.push_back(path);
    }
    return found;
}

TEST(MissingPaths, AreTakenFromWhereNothingCanBe) {
    static const std::regex trusted(
        R"re(["=]/(non?-?existent|nowhere|no/such|not-there|missing)\b)re"
    );
    const fs::path root = fovea::test_paths::source_dir();
    auto sources = test_sources(root / "src", true);
    const auto crossing = test_sources(root / "tests", false);
    sources.insert(sources.end(), crossing.begin(), crossing.end());
    for (const auto& path : sources) {
        std::ifstream in(path);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            // An expression takes its time, and most lines have no path.
            if (line.find("/n") == line.npos && line.find("/missing") == line.npos) continue;
            EXPECT_FALSE(std::regex_search(line, trusted))
                << fs::relative(path, root).string() << ":" << number << ": " << line;
        }
    }
    EXPECT_GT(sources.size(), 100u);
}

}  // namespace
