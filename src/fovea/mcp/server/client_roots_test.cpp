#include "fovea/mcp/server/client_roots.hpp"

#include "fovea/ingest/guessed_root.hpp"
#include "fovea/mcp/file_uri.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

class Roots : public ::testing::Test {
protected:
    void SetUp() override {
        for (const auto* name : {"ours", "ours/inner", "theirs dir"}) {
            std::filesystem::create_directories(folder_ / name);
            std::ofstream(folder_ / name / "name.txt") << name;
        }
    }

    ClientRoots::Ask answers(const std::string& uri) {
        return [this, uri](const std::stop_token&) {
            ++asked_;
            return std::optional(json::object{
                {"roots",
                 json::array{
                     json::object{{"uri", "https://example.org"}}, 7, json::object{{"uri", uri}}}}}
            );
        };
    }
    std::string uri(const std::string& name) const { return file_uri((folder_ / name).string()); }
    ClientRoots roots(RootsRule rule) const {
        return ClientRoots({.configured = {(folder_ / "ours").string()}, .rule = rule});
    }
    static std::string name_in(ClientRoots& roots, const ClientRoots::Ask& ask) {
        const auto workspace = roots.workspace(ask, {});
        if (!workspace.ok()) return workspace.error().message;
        const auto bytes = workspace.value()->read("name.txt", 100);
        return bytes.ok() ? std::string(as_text(bytes.value())) : bytes.error().message;
    }

    store::TestFolder folder_;
    int asked_ = 0;
};

TEST_F(Roots, OfTheClientTakeThePlaceOfAGuess) {  // D7
    auto guessed = roots(RootsRule::Instead);

    EXPECT_EQ(name_in(guessed, answers(uri("theirs dir"))), "theirs dir");
    EXPECT_EQ(name_in(guessed, answers(uri("ours"))), "theirs dir");
    EXPECT_EQ(asked_, 1);
    guessed.changed();
    EXPECT_EQ(name_in(guessed, answers(uri("ours"))), "ours");
}

TEST_F(Roots, ThatSomebodyConfiguredAreTheLimit) {  // D7, V11
    auto inside = roots(RootsRule::Inside);
    EXPECT_EQ(name_in(inside, answers(uri("ours/inner"))), "ours/inner");
    auto outside = roots(RootsRule::Inside);
    EXPECT_EQ(name_in(outside, answers(uri("theirs dir"))), "ours");
    auto lying = roots(RootsRule::Inside);
    EXPECT_EQ(name_in(lying, answers(uri("ours") + "/../theirs%20dir")), "ours");
    std::filesystem::create_directory_symlink(folder_ / "theirs dir", folder_ / "ours/link");
    auto linked = roots(RootsRule::Inside);
    EXPECT_EQ(name_in(linked, answers(uri("ours/link"))), "ours");
}

TEST_F(Roots, OfAClientThatTellsNoneAreTheConfiguredOnes) {  // D7
    auto silent = roots(RootsRule::Instead);
    EXPECT_EQ(name_in(silent, [](const std::stop_token&) { return std::nullopt; }), "ours");
    auto gone = roots(RootsRule::Instead);
    EXPECT_EQ(name_in(gone, answers(uri("not there"))), "ours");
}

TEST_F(Roots, OfClientsThatEncodeNothingAreUnderstoodAsWell) {  // D7
    const auto plain = [this](const std::string& name) {
        std::filesystem::create_directories(folder_ / name);
        std::ofstream(folder_ / name / "name.txt") << name;
        auto open = roots(RootsRule::Instead);
        return name_in(open, answers("file://" + (folder_ / name).string()));
    };
    EXPECT_EQ(plain("with blank"), "with blank");
    EXPECT_EQ(plain("100% done"), "100% done");
    EXPECT_EQ(plain("50%20off"), "50%20off");
    EXPECT_EQ(plain("größe"), "größe");
}

TEST_F(Roots, AreNotForgottenForAllBecauseOneCallWasCancelled) {  // D7
    auto open = roots(RootsRule::Instead);
    std::stop_source stop;
    const auto cancelled = open.workspace(
        [&](const std::stop_token&) -> std::optional<json::object> {
            stop.request_stop();
            return std::nullopt;
        },
        stop.get_token()
    );

    EXPECT_EQ(cancelled.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(name_in(open, answers(uri("theirs dir"))), "theirs dir");
}

TEST_F(Roots, TheWholeDiskIsNoGuess) {  // D7, V11
    const auto silent = [](const std::stop_token&) { return std::nullopt; };
    ClientRoots guess(
        {.configured = {"/"},
         .rule = RootsRule::Instead,
         .refused_guess = ingest::refused_guess("/", {})}
    );
    const auto refused = guess.workspace(silent, {}).error();
    EXPECT_EQ(refused.code, ErrorCode::FileNotFound);
    EXPECT_TRUE(refused.message.starts_with("files cannot be read: "));
    EXPECT_EQ(name_in(guess, answers(uri("ours"))), "ours");
    ClientRoots chosen({.configured = {"/"}, .rule = RootsRule::Inside});
    EXPECT_TRUE(chosen.workspace(silent, {}).ok());
}

TEST(FileUri, ThereAndBack) {
    EXPECT_EQ(path_of_uri(file_uri("/a b/ü%.png")), "/a b/ü%.png");
    EXPECT_EQ(path_of_uri("file://localhost/a"), "/a");
    EXPECT_EQ(path_of_uri("file://elsewhere/a"), std::nullopt);
    EXPECT_EQ(path_of_uri("file:///a%0"), std::nullopt);
    EXPECT_EQ(path_of_uri("file:///a%00b"), std::nullopt);
    EXPECT_EQ(path_of_uri("https://a/b"), std::nullopt);
}

}  // namespace
}  // namespace fovea::mcp
