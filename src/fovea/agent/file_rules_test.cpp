#include "fovea/agent/file_rules.hpp"

#include "fovea/agent/test_folder.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
using ingest::Objection;

class FileRulesTest : public InTestFolder {
protected:
    // Who objects to a file: "deny", "ask" or nothing.
    std::string objector(
        const config::PermissionSettings& settings,
        const std::string& path,
        const std::string& tool = "filesystem_grep",
        const std::string& toolset = "files"
    ) const {
        const auto rules = FileRules::open(settings, folder_);
        EXPECT_TRUE(rules.ok());
        const auto guard = rules.value().guard(tool, toolset);
        const std::vector<fs::path> roots = {"/elsewhere/root"};
        const fs::path given(path);
        const auto real = given.is_absolute() ? given : fs::canonical(folder_) / given;
        const auto objection =
            guard ? guard({.path = real, .roots = roots}) : std::optional<Objection>();
        if (!objection) return "";
        return objection->kind == Objection::Kind::Deny ? "deny" : "ask";
    }
};

TEST_F(FileRulesTest, ARuleAboutReadingHoldsForEveryTool) {  // A2
    const config::PermissionSettings rules{.deny = {"filesystem_read(secrets/**)"}};

    for (const auto* tool : {"filesystem_read", "filesystem_grep", "filesystem_glob"}) {
        EXPECT_EQ(objector(rules, "secrets/key", tool), "deny");
    }
    EXPECT_EQ(objector(rules, "secrets/deep/key", "vision_analyze", "vision"), "deny");
    EXPECT_EQ(objector(rules, "open/secrets.txt"), "");
    EXPECT_EQ(objector(rules, "/elsewhere/root/secrets/key"), "deny");
    EXPECT_EQ(objector(rules, "/elsewhere/secrets/key"), "");
    EXPECT_EQ(objector({.deny = {"files(secrets/**)"}}, "secrets/key", "view_image", ""), "deny");
}

TEST_F(FileRulesTest, ARuleAboutAnotherToolHoldsForThatTool) {  // A2
    const config::PermissionSettings rules{.deny = {"filesystem_grep(build/**)", "vision(a/*)"}};

    EXPECT_EQ(objector(rules, "build/x", "filesystem_grep"), "deny");
    EXPECT_EQ(objector(rules, "build/x", "filesystem_read"), "");
    EXPECT_EQ(objector(rules, "a/x", "vision_analyze", "vision"), "deny");
    EXPECT_EQ(objector(rules, "a/x", "filesystem_read"), "");
    // A rule without a path is about the tool and closes no file.
    EXPECT_EQ(objector({.deny = {"filesystem_read"}}, "a"), "");
}

TEST_F(FileRulesTest, EveryWayToWriteThePatternIsUnderstood) {  // A2
    const auto denied = [this](const std::string& pattern, const std::string& path) {
        return objector({.deny = {"filesystem_read(" + pattern + ")"}}, path) == "deny";
    };

    EXPECT_TRUE(denied("./secrets/**", "secrets/key"));
    EXPECT_TRUE(denied("secrets", "secrets/deep/key"));
    EXPECT_TRUE(denied("secrets/", "secrets/key"));
    EXPECT_TRUE(denied("secrets/*", "secrets/deep/key"));
    EXPECT_TRUE(denied("*.pem", "a/b/server.pem"));
    EXPECT_TRUE(denied("**/.env", ".env"));
    EXPECT_TRUE(denied(fs::canonical(folder_).string() + "/secrets/**", "secrets/key"));
    EXPECT_TRUE(denied("*", "anything"));
    EXPECT_FALSE(denied("secrets", "secrets.txt"));
    // About calls that name the whole workspace, not about all files in it.
    EXPECT_FALSE(denied(".", "a"));
}

TEST_F(FileRulesTest, SpellingsOfOneNameAreOneName) {  // A2
    const config::PermissionSettings rules{.deny = {"filesystem_read(Geheim\u00E9/**)"}};

    EXPECT_EQ(objector(rules, "GEHEIME\u0301/Key"), "deny");
    EXPECT_EQ(objector(rules, "geheim\u00E9/key"), "deny");
}

TEST_F(FileRulesTest, LinksInTheRulesOwnPathAreFollowed) {  // A2
    write("vault/key", "");
    fs::create_directory_symlink("vault", folder_ / "secrets");

    EXPECT_EQ(objector({.deny = {"filesystem_read(secrets/**)"}}, "vault/key"), "deny");
    EXPECT_EQ(objector({.deny = {"filesystem_read(secrets)"}}, "vault/key"), "deny");
    EXPECT_EQ(objector({.deny = {"filesystem_read(secrets/k*)"}}, "vault/key"), "deny");
    EXPECT_EQ(objector({.deny = {"filesystem_read(secrets/k*)"}}, "vault/other"), "");
}

TEST_F(FileRulesTest, DenyGoesBeforeAsk) {  // A2
    const config::PermissionSettings rules{
        .ask = {"filesystem_read(a/**)"}, .deny = {"filesystem_read(a/b/**)"}};

    EXPECT_EQ(objector(rules, "a/x"), "ask");
    EXPECT_EQ(objector(rules, "a/b/x"), "deny");
    EXPECT_FALSE(FileRules::open({.deny = {"filesystem_read("}}, folder_).ok());
}

}  // namespace
}  // namespace fovea::agent
