#include "fovea/base/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace fovea {
namespace {

std::string content_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(WriteFile, ReplacesTheWholeFileAndLeavesNothingBeside) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("fovea-write-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    ASSERT_TRUE(write_file(folder / "a", as_bytes("a longer text")).ok());

    ASSERT_TRUE(write_file(folder / "a", as_bytes("new")).ok());

    EXPECT_EQ(content_of(folder / "a"), "new");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove_all(folder);
}

TEST(WriteFile, FollowsLinksAndReplacesFilesOnly) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("fovea-link-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::filesystem::create_symlink(folder / "target", folder / "link");
    ASSERT_TRUE(write_file(folder / "target", as_bytes("old")).ok());
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);

    EXPECT_TRUE(write_file(folder / "link", as_bytes("new")).ok());
    EXPECT_FALSE(write_file(folder / "pipe", as_bytes("x")).ok());

    EXPECT_EQ(content_of(folder / "target"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
    std::filesystem::remove_all(folder);
}

TEST(WriteFile, SaysWhereItCouldNotWrite) {
    const auto written = write_file("/proc/none/a", as_bytes("x"));

    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, ErrorCode::StoreError);
    EXPECT_NE(written.error().message.find("/proc/none/a"), std::string::npos);
}

}  // namespace
}  // namespace fovea
