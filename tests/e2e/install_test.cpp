// ./dev install, and the installed program away from where it was built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/clean_home.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Install : public ::testing::Test {
protected:
    void SetUp() override {
        const fs::path build = test_paths::binary_dir();
        if (build.parent_path() != fs::path(test_paths::source_dir()) / "build")
            GTEST_SKIP() << "not built by ./dev";
        preset_ = build.filename().string();
    }
    // As somebody whose home is empty.
    Finished install(const std::vector<std::string>& arguments, const std::string& path = "")
        const {
        std::vector<std::string> command = {
            "/usr/bin/env",
            "-C",
            person_.path("project").string(),
            "HOME=" + person_.path("home").string(),
            "FOVEA_PRESET=" + preset_,
            "PATH=" + path + "/usr/bin:/bin",
            test_paths::source_dir() + "/dev",
            "install"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return run_program(command);
    }

    CleanHome person_;
    std::string preset_;
};

TEST_F(Install, InstalledProgramWorksFromElsewhereAndTwiceIsAsGoodAsOnce) {  // O5
    const auto prefix = person_.path("project/some where");
    for (int time = 0; time < 2; ++time) {
        const auto done = install({"--prefix", "some where"});
        ASSERT_EQ(done.exit_code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("export PATH=\"" + (prefix / "bin").string() + ":$PATH\""));
    }
    const auto known = install({"--prefix", prefix.string()}, (prefix / "bin").string() + ":");
    EXPECT_THAT(known.err, HasSubstr("try: fovea doctor")) << known.err;
    // What stands beside the build must not be what is found: another folder, another name.
    const auto moved = person_.path("moved");
    fs::rename(prefix, moved);
    fs::create_symlink(moved / "bin/fovea", person_.path("home/eyes"));

    const auto seen = run_program(
        {"/usr/bin/env",
         "-i",
         "-C",
         "/",
         "HOME=" + person_.path("home").string(),
         "PATH=/usr/bin:/bin",
         person_.path("home/eyes").string(),
         "describe",
         test_paths::source_dir() + "/tests/data/sample/screenshot.png"}
    );

    EXPECT_EQ(seen.exit_code, 0) << seen.err;
    EXPECT_FALSE(seen.out.empty());
    EXPECT_TRUE(fs::is_symlink(moved / "bin/fovea-claude"));
    // systemd looks for units there, and for programs nowhere that a person installs to.
    std::ifstream unit(moved / "share/systemd/user/fovea.service");
    const std::string words{std::istreambuf_iterator<char>(unit), {}};
    EXPECT_THAT(words, HasSubstr("\nExecStart=\"" + prefix.string() + "/bin/fovea\" serve\n"));
}

TEST_F(Install, SaysWhatIsWrong) {  // O5
    person_.write("project/file", "");

    EXPECT_THAT(install({"--prefix", "file/x"}).err, HasSubstr("cannot be written"));
    EXPECT_THAT(install({"--prefix"}).err, HasSubstr("wants a folder"));
    EXPECT_THAT(install({"--perfix=x"}).err, HasSubstr("not --perfix=x"));
}

}  // namespace
}  // namespace fovea::testing
