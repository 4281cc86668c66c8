// Files inside the workspace that may not be read.
#include "fovea/ingest/closed_places.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GuardedWorkspace : public testing::Test {
protected:
    void SetUp() override {
        for (const auto* name : {"secrets/key", "secrets/deep/key", "open", "own/db", "ask/a"}) {
            fs::create_directories((root() / name).parent_path());
            std::ofstream(root() / name) << name;
        }
        fs::create_symlink("secrets/key", root() / "link");
        fs::create_directory_symlink("secrets", root() / "door");
    }
    fs::path root() const { return folder_ / "root"; }

    // As rules would have it: by the path that the file really has.
    FileGuard guard() const {
        const auto real = fs::canonical(root());
        return guard_of(
            ClosedPlaces({root() / "own"}),
            [real](const RealFile& file) -> std::optional<Objection> {
                const auto below = file.path.lexically_relative(real).string();
                if (below.starts_with("secrets/")) return Objection{Objection::Kind::Deny, "no"};
                if (below.starts_with("ask/")) return Objection{Objection::Kind::Ask, "ask"};
                return std::nullopt;
            }
        );
    }
    Workspace workspace() const { return Workspace::open({root().string()}, guard()).value(); }

    static std::string read(const Workspace& workspace, const std::string& path) {
        const auto bytes = workspace.read(path, 100);
        return bytes.ok() ? std::string(as_text(bytes.value())) : bytes.error().message;
    }
    static std::vector<std::string> walk(
        const Workspace& workspace, const std::string& path, std::vector<std::string>& closed
    ) {
        std::vector<std::string> seen;
        const auto visit = [&](const WalkedFile& file) {
            seen.push_back(file.path);
            return Walk::On;
        };
        const auto end = workspace.walk(path, visit, {.on_closed = [&](const WalkedFile& file) {
                                            closed.push_back(file.path);
                                        }});
        if (!end.ok()) seen.emplace_back(wire_name(end.error().code));
        return seen;
    }

    store::TestFolder folder_;
};

TEST_F(GuardedWorkspace, AClosedFileIsClosedHoweverItIsNamed) {  // A2, V11
    const auto guarded = workspace();

    for (const auto& path :
         {std::string("secrets/key"),
          std::string("./secrets/./key"),
          std::string("secrets//key"),
          std::string("link"),
          std::string("door/key"),
          (root() / "secrets/key").string()}) {
        EXPECT_EQ(read(guarded, path), path + " may not be read by tools: no");
        EXPECT_EQ(guarded.objection(path), (Objection{Objection::Kind::Deny, "no"})) << path;
    }
    EXPECT_EQ(read(guarded, "open"), "open");
    EXPECT_EQ(guarded.objection("open"), std::nullopt);
    EXPECT_EQ(read(guarded, "secrets/none"), "file not found in the workspace: secrets/none");
}

TEST_F(GuardedWorkspace, AWalkFromAboveTellsClosedFilesApart) {  // A2
    std::vector<std::string> closed;

    EXPECT_THAT(walk(workspace(), "", closed), ElementsAre("open"));
    EXPECT_THAT(closed, ElementsAre("ask/a", "link", "secrets/deep/key", "secrets/key"));
    closed.clear();
    EXPECT_THAT(walk(workspace(), "door", closed), IsEmpty());
    EXPECT_THAT(closed, ElementsAre("door/deep/key", "door/key"));
    closed.clear();
    EXPECT_THAT(walk(workspace(), "link", closed), IsEmpty());
    EXPECT_THAT(closed, ElementsAre("link"));
}

TEST_F(GuardedWorkspace, FilesThatAskAreOpenToACallThatAPersonAgreedTo) {  // A2
    std::vector<std::string> closed;

    EXPECT_EQ(read(workspace(), "ask/a"), "ask/a may not be read by tools: ask");
    EXPECT_EQ(read(workspace().agreed(), "ask/a"), "ask/a");
    EXPECT_EQ(
        read(workspace().agreed(), "secrets/key"), "secrets/key may not be read by tools: no"
    );
    EXPECT_THAT(walk(workspace().agreed(), "ask", closed), ElementsAre("ask/a"));
}

TEST_F(GuardedWorkspace, FilesOfFoveaItselfAreNeitherReadNorListedNorCounted) {  // Q5
    std::vector<std::string> closed;
    fs::create_symlink("own/db", root() / "innocent");
    fs::create_directory_symlink("own", root() / "folder");

    for (const auto* path : {"own/db", "innocent", "folder/db"}) {
        EXPECT_NE(read(workspace().agreed(), path), "own/db") << path;
    }
    EXPECT_THAT(walk(workspace(), "own", closed), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(walk(workspace(), "folder", closed), ElementsAre("FILE_NOT_FOUND"));
    EXPECT_THAT(closed, IsEmpty());
    // Also where it is the workspace.
    const auto inside = Workspace::open({(root() / "own").string()}, guard()).value();
    EXPECT_NE(read(inside, "db"), "own/db");
    EXPECT_THAT(walk(inside, "", closed), IsEmpty());
}

TEST_F(GuardedWorkspace, AClosedWorkspaceSaysWhy) {  // V11
    const auto none = Workspace::closed({ErrorCode::FileNotFound, "not here"});

    EXPECT_EQ(read(none, "open"), "not here");
    EXPECT_EQ(
        none.walk("", [](const WalkedFile&) { return Walk::On; }).error().message, "not here"
    );
    EXPECT_EQ(none.objection("open"), std::nullopt);
}

}  // namespace
}  // namespace fovea::ingest
