// A test that needs a path at which there is nothing takes one below a device: "/dev/null/file". Any
// other may be there on somebody's machine, and the test then reads, or writes, what is not its own.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "support/test_paths.hpp"

namespace {

namespace fs = std::filesystem;

bool is_test_source(const fs::path& path) {
    const auto text = path.string();
    if (text.find("/node_modules/") != std::string::npos) return false;
    return path.extension() == ".cpp" || path.extension() == ".hpp";
}

TEST(MissingPaths, AreTakenFromWhereNothingCanBe) {
    static const std::regex trusted(
        R"re(["=]/(non?-?existent|nowhere|no/such|not-there|missing)\b)re"
    );
    const fs::path root = fovea::test_paths::source_dir();
    int files = 0;
    for (const auto* const folder : {"src", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto& path = entry.path();
            if (!is_test_source(path) || path.filename() == "missing_paths_test.cpp") continue;
            const bool is_code = *folder == 's' && !path.stem().string().ends_with("_test");
            if (is_code) continue;
            ++files;
            std::ifstream in(path);
            std::string line;
            for (int number = 1; std::getline(in, line); ++number) {
                EXPECT_FALSE(std::regex_search(line, trusted))
                    << fs::relative(path, root).string() << ":" << number << ": " << line;
            }
        }
    }
    EXPECT_GT(files, 100);
}

}  // namespace
