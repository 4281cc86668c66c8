// The first start with nothing configured, and what the terminal says of itself.
#include <filesystem>
#include <fstream>
#include <string>

#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kAnswer = R"([{"match": {}, "response": {"content": "A red square."}}])";

// A machine on which nobody chose anything; servers that happen to run on it are not asked.
class FirstStart : public Terminal {
protected:
    std::unique_ptr<TerminalProgram> begin(std::vector<std::string> variables) {
        start(kAnswer);
        const auto home = bench_->folder() / "home";
        std::filesystem::create_directories(home / ".config/fovea");
        // As people have it who keep such files elsewhere.
        std::filesystem::create_symlink(
            home / "own-config.toml", home / ".config/fovea/config.toml"
        );
        std::ofstream(home / "own-config.toml")
            << more_
            << "[providers.ollama]\nkind = \"ollama\"\nbase_url = \"http://127.0.0.1:1\"\n"
               "[providers.lmstudio]\nkind = \"openai_compatible\"\nbase_url = "
               "\"http://127.0.0.1:1/v1\"\n"
               "[providers.llamacpp]\nkind = \"openai_compatible\"\nbase_url = "
               "\"http://127.0.0.1:1/v1\"\n";
        variables.push_back("HOME=" + home.string());
        variables.push_back("XDG_CONFIG_HOME=" + (home / ".config").string());
        std::vector<std::string> command;
        for (const auto& word : bench_->command({})) {
            if (word == "--config") break;
            if (!word.starts_with("XDG_CONFIG_HOME=")) command.push_back(word);
        }
        command.insert(command.end(), {"--data", (bench_->folder() / "data").string()});
        return std::make_unique<TerminalProgram>(
            command, TerminalSetup{.columns = 100, .rows = 40, .variables = std::move(variables)}
        );
    }
    std::string more_;
};

TEST_F(FirstStart, SaysInThreeLinesHowToAddAModel) {  // U1
    auto run = begin({});

    ASSERT_TRUE(run->wait_for("no model is chosen yet: local/ocr answers")) << run->all();
    EXPECT_TRUE(run->shows("set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY"))
        << run->all();
    EXPECT_TRUE(run->shows("~/.config/fovea/config.toml")) << run->all();
}

TEST_F(FirstStart, OffersTheModelsWhoseKeyIsThereAndKeepsTheChoice) {  // U1
    more_ = "# mine\nlocal_only = false\n";
    auto run = begin({"ANTHROPIC_API_KEY=SECRET-OF-TESTS"});
    ASSERT_TRUE(run->wait_for("found here: anthropic (ANTHROPIC_API_KEY)")) << run->all();

    run->type("/model\r");
    ASSERT_TRUE(run->wait_for("Models  type to find")) << run->all();
    run->type("sonnet");
    ASSERT_TRUE(run->wait_for("› anthropic/claude-sonnet")) << run->all();
    run->type("\r");
    ASSERT_TRUE(run->wait_for("from the next message on: anthropic/claude-sonnet")) << run->all();
    ASSERT_TRUE(run->wait_for("Also for later conversations?")) << run->all();
    run->type("y");

    ASSERT_TRUE(run->wait_for("written to ~/.config/fovea/config.toml")) << run->all();
    std::ifstream file(bench_->folder() / "home/.config/fovea/config.toml");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    EXPECT_TRUE(text.starts_with("model = \"anthropic/claude-sonnet")) << text;
    EXPECT_NE(text.find("\n# mine\nlocal_only = false\n"), std::string::npos) << text;
    EXPECT_EQ(run->all().find("SECRET-OF-TESTS"), std::string::npos);
    const auto config = bench_->folder() / "home/.config/fovea/config.toml";
    EXPECT_TRUE(std::filesystem::is_symlink(config));
    EXPECT_EQ(
        std::filesystem::status(config).permissions() & std::filesystem::perms::others_all,
        std::filesystem::perms::none
    );  // Q5: it may hold keys
}

TEST_F(FirstStart, CompletesModels) {  // U1
    auto run = begin({"ANTHROPIC_API_KEY=SECRET-OF-TESTS"});
    ASSERT_TRUE(run->wait_for("found here")) << run->all();

    run->type("/model haik");

    ASSERT_TRUE(run->wait_for("anthropic/claude-haiku")) << run->all();
}

TEST_F(Terminal, TellsKeysApartOnlyWhereTheTerminalOffersThat) {  // U1
    start(kAnswer);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    EXPECT_EQ(run->take_bytes().find("\x1b[>5u"), std::string::npos);

    run->type("\x1b[?0u");
    ASSERT_TRUE(run->wait_until([&, bytes = std::string()]() mutable {
        bytes += run->take_bytes();
        return bytes.find("\x1b[>5u") != std::string::npos;
    }));
    run->type("one\x1b[13;2utwo\x1b[13u");  // shift-enter, enter
    ASSERT_TRUE(run->wait_for("› one")) << run->all();
    ASSERT_TRUE(run->wait_for("A red square.")) << run->all();
    EXPECT_TRUE(run->shows("  two"));
    static_cast<void>(run->take_bytes());
    run->type("\x1b[100;5u");  // ctrl-d
    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_NE(run->take_bytes().find("\x1b[<u"), std::string::npos);
}

TEST_F(Terminal, ShowsFramesAtOnceOnlyWhereTheTerminalKnowsHow) {  // U1
    start(kAnswer);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("first\r");
    ASSERT_TRUE(run->wait_for("A red square.")) << run->all();
    EXPECT_EQ(run->take_bytes().find("\x1b[?2026h"), std::string::npos);

    run->type("\x1b[?2026;2$y");
    run->type("/help\r");

    ASSERT_TRUE(run->wait_for("twice leaves")) << run->all();
    EXPECT_NE(run->take_bytes().find("\x1b[?2026h"), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
