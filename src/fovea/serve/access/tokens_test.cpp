#include "fovea/serve/access/tokens.hpp"

#include "fovea/store/test_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Tokens, TheFirstStartMakesTheOwnersTokenForItsOwnersEyesAlone) {  // D1
    store::TestFolder folder;

    const auto first = TokenBook::open(folder / "serve").value();
    const auto again = TokenBook::open(folder / "serve").value();

    EXPECT_THAT(first->secret(), SizeIs(43));
    EXPECT_EQ(again->secret(), first->secret());
    EXPECT_EQ(text_of(folder / "serve/token"), first->secret() + "\n");
    struct stat about {};
    ASSERT_EQ(::stat((folder / "serve/token").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    EXPECT_TRUE(first->find(first->secret())->is_admin());
    EXPECT_FALSE(first->find("another").has_value());
    EXPECT_FALSE(first->find("").has_value());
}

TEST(Tokens, ATokenThatOthersMayReadIsRefused) {  // D1
    store::TestFolder folder;
    TokenBook::open(folder / "serve").value();
    ::chmod((folder / "serve/token").c_str(), 0644);

    const auto opened = TokenBook::open(folder / "serve");

    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().message, HasSubstr("can be read by others"));
}

TEST(Tokens, AddedOnesAreKnownToAllProcessesAndKeptAsHashes) {  // D1
    store::TestFolder folder;
    const auto daemon = TokenBook::open(folder / "serve").value();
    const auto command = TokenBook::open(folder / "serve").value();

    const auto secret = command->add({.name = "ci", .scopes = {Scope::Sessions}}).value();

    const auto who = daemon->find(secret);
    ASSERT_TRUE(who.has_value());
    EXPECT_EQ(who->name, "ci");
    EXPECT_TRUE(who->may(Scope::Sessions));
    EXPECT_FALSE(who->may(Scope::Admin));
    EXPECT_THAT(text_of(folder / "serve/tokens.json"), Not(HasSubstr(secret)));
    EXPECT_FALSE(command->add({.name = "ci"}).ok());
    EXPECT_FALSE(command->add({.name = "owner"}).ok());
    EXPECT_THAT(
        command->add({.name = "a b"}).error().message,
        testing::HasSubstr("\"a b\" is not a valid name for a token")
    );
}

TEST(Tokens, RevokedAndExpiredOnesAreNobodys) {  // D1
    store::TestFolder folder;
    auto now = store::system_now();
    const auto book = TokenBook::open(folder / "serve", [&] { return now; }).value();
    const auto revoked = book->add({.name = "one"}).value();
    const auto expired = book->add({.name = "two", .expires = now + std::chrono::hours(1)}).value();

    ASSERT_TRUE(book->revoke("one").ok());
    EXPECT_FALSE(book->find(revoked).has_value());
    EXPECT_TRUE(book->find(expired).has_value());
    now += std::chrono::hours(2);
    EXPECT_FALSE(book->find(expired).has_value());
    EXPECT_EQ(book->revoke("one").error().code, ErrorCode::FileNotFound);
}

TEST(Tokens, ScopesAreWordsOfAList) {  // D1
    EXPECT_EQ(to_text(scopes_from_text("mcp, sessions").value()), "sessions,mcp");
    EXPECT_FALSE(scopes_from_text("everything").ok());
    EXPECT_FALSE(scopes_from_text("").ok());
}

}  // namespace
}  // namespace fovea::serve
