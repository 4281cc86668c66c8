#include "fovea/agent/permissions.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
using tools::Effect;

Permissions permissions_of(
    const config::PermissionSettings& settings, const fs::path& project = "/home/me/app"
) {
    auto opened = Permissions::open(settings, project);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return std::move(opened).value();
}

Verdict verdict_of(const Permissions& permissions, std::string_view tool, std::string_view input) {
    return permissions.decide({.tool = tool, .toolset = "files", .input = input}).verdict;
}

TEST(Permissions, ReadingToolsRunUnaskedAndOthersAsk) {  // A2
    const auto permissions = permissions_of({});

    EXPECT_EQ(
        permissions.decide({.tool = "filesystem_read", .effect = Effect::ReadsWorkspace}),
        (Ruling{Verdict::Allow, "default"})
    );
    EXPECT_EQ(permissions.decide({.tool = "shell"}), (Ruling{Verdict::Ask, "default"}));
}

TEST(Permissions, DenyGoesBeforeAskAndAskBeforeAllow) {  // A2
    const auto permissions =
        permissions_of({.allow = {"*"}, .ask = {"mcp__*"}, .deny = {"mcp__web__*"}});

    EXPECT_EQ(permissions.decide({.tool = "shell"}), (Ruling{Verdict::Allow, "allow: *"}));
    EXPECT_EQ(permissions.decide({.tool = "mcp__a__b"}), (Ruling{Verdict::Ask, "ask: mcp__*"}));
    EXPECT_EQ(
        permissions.decide({.tool = "mcp__web__get"}), (Ruling{Verdict::Deny, "deny: mcp__web__*"})
    );
}

TEST(Permissions, ARuleMayNameAToolset) {  // A2
    const auto permissions = permissions_of({.deny = {"mcp:web"}});
    const auto ruling = permissions.decide({.tool = "mcp__web__get", .toolset = "mcp:web"});

    EXPECT_EQ(ruling.verdict, Verdict::Deny);
}

TEST(Permissions, NoWayOfWritingAPathSlipsPastADeny) {  // A2
    const auto permissions = permissions_of({.deny = {"filesystem_read(secrets/**)"}});

    for (const char* path :
         {"secrets/key",
          "./secrets/../secrets/key",
          "a/../secrets//key",
          "/home/me/app/secrets/key",
          "/home/me/./app/b/../secrets/deep/key",
          "file:///home/me/app/%73ecrets/key",
          "secrets",
          "secrets/"}) {
        const auto input = std::string(R"({"path": ")") + path + "\"}";
        EXPECT_EQ(verdict_of(permissions, "filesystem_read", input), Verdict::Deny) << path;
    }
    EXPECT_NE(
        verdict_of(permissions, "filesystem_read", R"({"path": "secrets2/key"})"), Verdict::Deny
    );
}

TEST(Permissions, ADenyLooksAtEveryTextHoweverDeep) {  // A2
    const auto permissions = permissions_of({.deny = {"mcp__*(*.pem)"}});

    EXPECT_EQ(
        verdict_of(permissions, "mcp__x__y", R"({"a": [{"odd": "keys/server.pem"}]})"),
        Verdict::Deny
    );
    EXPECT_EQ(verdict_of(permissions, "mcp__x__y", R"({"a": 1})"), Verdict::Ask);
}

TEST(Permissions, InputThatCannotBeReadIsDeniedWhereARuleIsAboutInput) {  // A2
    const auto permissions = permissions_of({.allow = {"shell(git *)"}, .deny = {"shell(rm *)"}});

    EXPECT_EQ(verdict_of(permissions, "shell", R"({"command": "git log)"), Verdict::Deny);
    EXPECT_EQ(verdict_of(permissions, "shell", std::string(5000, '[')), Verdict::Deny);
}

TEST(Permissions, ALinkIntoADeniedFolderIsDenied) {  // A2
    const auto project =
        fs::temp_directory_path() / ("fovea-permissions-" + std::to_string(::getpid()));
    fs::create_directories(project / "secrets");
    std::ofstream(project / "secrets/key") << "x";
    fs::create_directory_symlink("secrets", project / "pub");
    const auto permissions = permissions_of(
        {.allow = {"filesystem_read(pub/**)"}, .deny = {"filesystem_read(secrets/**)"}}, project
    );

    EXPECT_EQ(verdict_of(permissions, "filesystem_read", R"({"path": "pub/key"})"), Verdict::Deny);
    fs::remove_all(project);
}

TEST(Permissions, AnAllowIsForEveryMainArgument) {  // A2
    const auto permissions = permissions_of({.allow = {"copy(docs/**)"}});

    EXPECT_EQ(
        verdict_of(permissions, "copy", R"({"from": "docs/a", "to": "docs/b", "why": "x"})"),
        Verdict::Allow
    );
    EXPECT_EQ(
        verdict_of(permissions, "copy", R"({"from": "docs/a", "to": "src/b"})"), Verdict::Ask
    );
    EXPECT_EQ(
        verdict_of(permissions, "copy", R"({"from": "docs/../src/a", "to": "docs/b"})"),
        Verdict::Ask
    );
    EXPECT_EQ(verdict_of(permissions, "copy", "{}"), Verdict::Ask);
}

TEST(Permissions, AStarOfAnAllowEndsAtASlash) {  // A2
    const auto permissions = permissions_of({.allow = {"edit(docs/*.md)"}});

    EXPECT_EQ(verdict_of(permissions, "edit", R"({"path": "docs/a.md"})"), Verdict::Allow);
    EXPECT_EQ(verdict_of(permissions, "edit", R"({"path": "docs/x/a.md"})"), Verdict::Ask);
}

TEST(Permissions, AnAllowedCommandBringsNoSecondOne) {  // A2
    const auto permissions = permissions_of({.allow = {"shell(git *)"}, .deny = {"shell(rm *)"}});

    EXPECT_EQ(verdict_of(permissions, "shell", R"({"command": "git log -1"})"), Verdict::Allow);
    for (const char* command :
         {"git log; ls", "git log | sh", "git log > x", "git log $(ls)", "git log `ls`"}) {
        const auto input = std::string(R"({"command": ")") + command + "\"}";
        EXPECT_EQ(verdict_of(permissions, "shell", input), Verdict::Ask) << command;
    }
    for (const char* command : {"rm -r x", "ls && rm -r x", "true; rm x", "a | (rm x)"}) {
        const auto input = std::string(R"({"command": ")") + command + "\"}";
        EXPECT_EQ(verdict_of(permissions, "shell", input), Verdict::Deny) << command;
    }
}

TEST(Permissions, ARuleThatWouldCloseNothingIsNoRule) {  // A2, O1
    for (const auto* text :
         {"secret/**",
          "./secret",
          "*.key",
          "filesystem_read(~/secret/**)",
          "filesystem_read($HOME/x)",
          "filesystem_read({a,b}/**)",
          "filesystem_read(file:///a)"}) {
        EXPECT_EQ(parse_rule(text, "permissions.deny").error().code, ErrorCode::ConfigInvalid)
            << text;
    }
    EXPECT_NE(
        parse_rule("secret/**", "permissions.deny")
            .error()
            .message.find("filesystem_read(secret/**)"),
        std::string::npos
    );
    const auto theirs = parse_rule("Read( secret/** )", "permissions.deny").value();
    EXPECT_EQ(theirs.tool, "filesystem_read");
    EXPECT_EQ(theirs.argument, "secret/**");
    EXPECT_TRUE(parse_rule("mcp:files", "permissions.deny").ok());
    EXPECT_TRUE(parse_rule("mcp__git__repo/*", "permissions.deny").ok());
    EXPECT_TRUE(parse_rule("*", "permissions.deny").ok());
    EXPECT_TRUE(parse_rule("shell(echo ${A})", "permissions.deny").ok());
}

TEST(Permissions, ARuleThatIsNoneIsNamed) {  // A2, O1
    for (const char* rule : {"", "(x)", "shell(", "shell(a)b", "shell()", "two words", "a\nb"}) {
        const auto opened = Permissions::open({.deny = {rule}}, "/");
        ASSERT_FALSE(opened.ok()) << rule;
        EXPECT_EQ(opened.error().code, ErrorCode::ConfigInvalid);
        EXPECT_NE(opened.error().message.find("permissions.deny"), std::string::npos);
        EXPECT_NE(opened.error().message.find(rule), std::string::npos);
    }
}

}  // namespace
}  // namespace fovea::agent
