// fovea wire, as a person would run it: files where the agents read them, models that can do their work.
#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/clean_home.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr const char* kModels =
    "[providers.mine]\nkind = \"openai_chat\"\nbase_url = \"http://127.0.0.1:9\"\n"
    "[models.seer]\nvision = true\ntools = true\ncontext = 9000\n"
    "[models.mute]\ntools = false\n"
    "[gateway.models]\nfast = \"mine/seer\"\n\"claude-*\" = \"mine/seer\"\n";

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string read(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(WireCommand, WritesWhereEachAgentReads) {  // D4
    const CleanHome person;
    person.write(CleanHome::kUserFile, kModels);
    const auto at = [&](const char* name) { return person.path(name).string(); };
    // The configuration of Fovea itself stays where it is.
    const std::vector<std::string> variables = {
        "CLAUDE_CONFIG_DIR=" + at("c"),
        "CODEX_HOME=" + at("x"),
        "XDG_CONFIG_HOME=" + at("s"),
        "PI_CODING_AGENT_DIR=~/p"};
    const auto config = at("home/.config/fovea/config.toml");
    const struct {
        const char* agent;
        std::vector<const char*> files;
    } kAgents[] = {
        {"claude", {"c/settings.json", "c/.claude.json"}},
        {"codex", {"x/config.toml"}},
        {"opencode", {"s/opencode/opencode.json"}},
        {"pi", {"home/p/models.json"}},
        {"aider", {"home/.aider.conf.yml"}}};
    for (const auto& [agent, files] : kAgents) {
        const auto done = person.run({"--config", config, "wire", agent, "--yes"}, variables);
        EXPECT_EQ(done.exit_code, 0) << agent << done.err;
        for (const auto* const file : files) {
            EXPECT_TRUE(fs::exists(at(file))) << file;
            EXPECT_TRUE(has(done.err, "wrote " + at(file))) << done.err;
        }
    }
    for (const auto* const elsewhere :
         {"home/.claude",
          "home/.claude.json",
          "home/.codex",
          "home/.config/opencode",
          "home/.pi"}) {
        EXPECT_FALSE(fs::exists(at(elsewhere))) << elsewhere;
    }
    for (const auto& [agent, files] : kAgents) {
        const auto undone = person.run({"--config", config, "wire", agent, "--undo"}, variables);
        EXPECT_EQ(undone.exit_code, 0) << agent << undone.err;
        for (const auto* const file : files) EXPECT_FALSE(fs::exists(at(file))) << file;
    }
}

TEST(WireCommand, OffersTheModelsThatTheConfigurationNames) {  // D4
    const CleanHome person;
    person.write(CleanHome::kUserFile, kModels);

    const auto done = person.run({"wire", "opencode", "--yes"});

    EXPECT_EQ(done.exit_code, 0) << done.err;
    const auto written = json::parse(read(person.path("home/.config/opencode/opencode.json")));
    const auto& models = written.at_pointer("/provider/fovea/models").as_object();
    EXPECT_EQ(models.size(), 2u) << models;
    EXPECT_EQ(models.at("fast").at_pointer("/limit/context").to_number<int>(), 9000);
    EXPECT_TRUE(models.contains("mine/seer"));
}

TEST(WireCommand, RefusesWhatCannotDoTheWork) {  // D4
    const CleanHome person;

    const auto none = person.run({"wire", "pi", "--yes"});
    EXPECT_NE(none.exit_code, 0);
    EXPECT_TRUE(has(none.err, "--model PROVIDER/MODEL")) << none.err;

    const auto reader = person.run({"wire", "opencode", "--yes", "--model", "local/ocr"});
    EXPECT_TRUE(has(reader.err, "local/ocr cannot call tools")) << reader.err;
    EXPECT_FALSE(fs::exists(person.path("home/.config/opencode")));

    const auto agent = person.run({"wire", "foo"});
    EXPECT_TRUE(
        has(agent.err, "unknown agent \"foo\"; available: claude, codex, opencode, pi, aider")
    ) << agent.err;
}

}  // namespace
}  // namespace fovea::testing
