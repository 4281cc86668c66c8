#include "fovea/ingest/workspace.hpp"
#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class WalkWorkspace : public testing::Test {
protected:
    void SetUp() override {
        for (const auto* name :
             {"root/b.txt", "root/a/z.txt", "root/a/deep/x.txt", "root/.git/config", "outside/s"}) {
            write(name);
        }
    }
    void write(const std::string& name) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << name;
    }
    Workspace workspace(const std::vector<std::string>& roots = {"root"}) const {
        std::vector<std::string> paths;
        for (const auto& root : roots) paths.push_back((folder_ / root).string());
        return Workspace::open(paths).value();
    }
    static std::vector<std::string> walk(const Workspace& in, const std::string& path = "") {
        std::vector<std::string> found;
        const auto end = in.walk(path, [&](const WalkedFile& file) {
            EXPECT_TRUE(in.open_file(file.path).ok()) << file.path;
            found.push_back(file.path);
            return Walk::On;
        });
        if (!end.ok()) found = {std::string(wire_name(end.error().code))};
        return found;
    }

    store::TestFolder folder_;
};

TEST_F(WalkWorkspace, FilesComeByTheirNamesWithoutThoseOfGit) {  // T1
    const auto all = workspace();

    EXPECT_THAT(walk(all), ElementsAre("a/deep/x.txt", "a/z.txt", "b.txt"));
    EXPECT_THAT(walk(all, "a"), ElementsAre("a/deep/x.txt", "a/z.txt"));
    EXPECT_THAT(walk(all, "./a/deep/"), ElementsAre("a/deep/x.txt"));
    EXPECT_THAT(walk(all, (folder_ / "root/a").string()), ElementsAre("a/deep/x.txt", "a/z.txt"));
    EXPECT_THAT(walk(all, (folder_ / "root").string()), walk(all));
    EXPECT_THAT(walk(all, "a/z.txt"), ElementsAre("a/z.txt"));
}

TEST_F(WalkWorkspace, WhatLiesOutsideIsAsIfItWereNotThere) {  // V11
    const auto all = workspace();

    EXPECT_THAT(walk(all, ".."), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(walk(all, "a/../.."), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(walk(all, "/etc"), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(walk(all, (folder_ / "outside").string()), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(walk(all, "nothing"), ElementsAre("FILE_NOT_FOUND"));
}

TEST_F(WalkWorkspace, LinksNeitherLeaveNorLoop) {  // V11
    fs::create_directory_symlink(folder_ / "outside", folder_ / "root/door");
    fs::create_directory_symlink("..", folder_ / "root/a/up");
    fs::create_directory_symlink(".", folder_ / "root/self");
    fs::create_symlink("../outside/s", folder_ / "root/escape");
    fs::create_symlink("a/z.txt", folder_ / "root/inner");
    ASSERT_EQ(::mkfifo((folder_ / "root/pipe").c_str(), 0600), 0);

    EXPECT_THAT(walk(workspace()), ElementsAre("a/deep/x.txt", "a/z.txt", "b.txt", "inner"));
    EXPECT_THAT(walk(workspace(), "door"), ElementsAre("FILE_NOT_FOUND"));
}

TEST_F(WalkWorkspace, SeveralRootsAreWalkedInTheirOrderAndOnce) {  // V11
    const auto both = workspace({"root/a", "outside", "root/a/deep"});

    EXPECT_THAT(walk(both), ElementsAre("deep/x.txt", "z.txt", (folder_ / "outside/s").string()));
}

TEST_F(WalkWorkspace, EndsWhenToldAndAtTheLimit) {  // T1
    const auto all = workspace();
    std::vector<std::string> found;
    const auto visit = [&](const WalkedFile& file) {
        found.push_back(file.path);
        return Walk::Enough;
    };

    EXPECT_EQ(all.walk("", visit).value(), WalkEnd::Enough);
    EXPECT_THAT(found, ElementsAre("a/deep/x.txt"));

    const auto keep_on = [](const WalkedFile&) { return Walk::On; };
    EXPECT_EQ(all.walk("", keep_on, {.max_entries = 2}).value(), WalkEnd::Limited);

    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(all.walk("", keep_on, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
}

TEST_F(WalkWorkspace, AFolderSwappedForALinkNeverLeadsOut) {  // V11
    write("outside/secret/word");
    const auto all = workspace();
    std::jthread swapper([this](const std::stop_token& stop) {
        const auto flip = folder_ / "root/flip";
        while (!stop.stop_requested()) {
            fs::create_directory(flip);
            fs::remove(flip);
            fs::create_directory_symlink(folder_ / "outside/secret", flip);
            fs::remove(flip);
        }
    });

    for (int i = 0; i < 500; ++i) {
        const auto end = all.walk("", [&](const WalkedFile& file) {
            EXPECT_EQ(file.path.find("word"), std::string::npos) << file.path;
            return Walk::On;
        });
        ASSERT_TRUE(end.ok());
    }
}

TEST_F(WalkWorkspace, ADeepTreeIsWalkedToItsEnd) {  // T1
    auto place = folder_ / "root/d";
    for (int depth = 0; depth < 300; ++depth) place /= "folder";
    fs::create_directories(place);
    std::ofstream(place / "bottom.txt") << "x";

    const auto found = walk(workspace(), "d");

    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].ends_with("folder/bottom.txt"));
}

}  // namespace
}  // namespace fovea::ingest
