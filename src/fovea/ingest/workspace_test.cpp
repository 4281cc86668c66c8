#include "fovea/ingest/workspace.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

class InWorkspace : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(folder_ / "root/sub");
        fs::create_directories(folder_ / "outside");
        write("root/a.png", "inside");
        write("root/sub/b.png", "deep");
        write("outside/secret.png", "secret");
        write("root-beside.png", "secret");
    }

    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
    }

    std::string read(const std::string& path, std::size_t max_bytes = 100) {
        const auto workspace = Workspace::open({(folder_ / "root").string()});
        EXPECT_TRUE(workspace.ok());
        const auto bytes = workspace.value().read(path, max_bytes);
        if (!bytes.ok()) return std::string(wire_name(bytes.error().code));
        std::string text;
        for (const auto byte : bytes.value()) text += static_cast<char>(byte);
        return text;
    }

    store::TestFolder folder_;
};

TEST_F(InWorkspace, FilesInsideAreReadByEitherKindOfPath) {  // V11
    EXPECT_EQ(read("a.png"), "inside");
    EXPECT_EQ(read("./sub/b.png"), "deep");
    EXPECT_EQ(read((folder_ / "root/sub/b.png").string()), "deep");
}

TEST_F(InWorkspace, WhereNoMoreFilesCanBeOpenedItSaysThat) {  // D5
    rlimit files{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
    auto none = files;
    none.rlim_cur = 0;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto opened = Workspace::open({(folder_ / "root").string()});
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);

    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::StoreError);
    EXPECT_NE(opened.error().message.find("too many files are open"), std::string::npos)
        << opened.error().message;
}

TEST_F(InWorkspace, WhatLiesOutsideIsAsIfItWereNotThere) {  // V11, PVP-1.3
    EXPECT_EQ(read("../outside/secret.png"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("sub/../../outside/secret.png"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("sub/../a.png"), "FILE_NOT_FOUND");
    EXPECT_EQ(read((folder_ / "outside/secret.png").string()), "FILE_NOT_FOUND");
    EXPECT_EQ(read((folder_ / "root-beside.png").string()), "FILE_NOT_FOUND");
    EXPECT_EQ(read("/etc/passwd"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("nothing.png"), "FILE_NOT_FOUND");
    EXPECT_EQ(read(""), "FILE_NOT_FOUND");
    EXPECT_EQ(read(std::string("a.png\0x", 7)), "FILE_NOT_FOUND");

    const auto workspace = Workspace::open({(folder_ / "root").string()}).value();
    const auto outside = (folder_ / "outside/secret.png").string();
    EXPECT_EQ(
        workspace.read(outside, 9).error().message, "file not found in the workspace: " + outside
    );
}

TEST_F(InWorkspace, LinksAreFollowedOnlyInside) {  // V11, PVP-1.3
    fs::create_symlink("sub/b.png", folder_ / "root/inner");
    fs::create_symlink("../outside/secret.png", folder_ / "root/escape");
    fs::create_symlink(folder_ / "outside", folder_ / "root/door");
    fs::create_symlink("/etc/passwd", folder_ / "root/absolute");

    EXPECT_EQ(read("inner"), "deep");
    EXPECT_EQ(read("escape"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("door/secret.png"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("absolute"), "FILE_NOT_FOUND");
}

TEST_F(InWorkspace, OnlyRegularFiles) {  // V11
    ASSERT_EQ(::mkfifo((folder_ / "root/pipe").c_str(), 0600), 0);

    EXPECT_EQ(read("pipe"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("sub"), "FILE_NOT_FOUND");
    EXPECT_EQ(read("."), "FILE_NOT_FOUND");
}

TEST_F(InWorkspace, TooLargeIsSaid) {  // V11
    EXPECT_EQ(read("a.png", 6), "inside");
    EXPECT_EQ(read("a.png", 5), "FILE_TOO_LARGE");
}

TEST_F(InWorkspace, ASwapDuringTheReadNeverReachesOutside) {  // V11
    fs::create_symlink("sub/b.png", folder_ / "root/flip");
    const auto workspace = Workspace::open({(folder_ / "root").string()}).value();
    std::jthread swapper([this](const std::stop_token& stop) {
        const auto flip = folder_ / "root/flip";
        for (bool out = true; !stop.stop_requested(); out = !out) {
            const auto fresh = folder_ / "root/fresh";
            fs::create_symlink(out ? "../outside/secret.png" : "sub/b.png", fresh);
            fs::rename(fresh, flip);
        }
    });

    for (int i = 0; i < 2000; ++i) {
        const auto bytes = workspace.read("flip", 100);
        if (!bytes.ok()) continue;
        ASSERT_EQ(bytes.value().size(), 4u);  // "deep", never "secret"
    }
}

TEST_F(InWorkspace, ARootThatIsNoFolderIsAConfigurationError) {  // O1
    const auto workspace = Workspace::open({(folder_ / "root/a.png").string()});

    ASSERT_FALSE(workspace.ok());
    EXPECT_EQ(workspace.error().code, ErrorCode::ConfigInvalid);
}

}  // namespace
}  // namespace fovea::ingest
