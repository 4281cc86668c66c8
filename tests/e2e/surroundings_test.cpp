// What lies around a run of the agent: context files, skills, plugins, and which tools are offered.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "support/aimock.hpp"
#include "support/recorded_requests.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace json = boost::json;
using Names = std::vector<std::string>;

class Surroundings : public ::testing::Test {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ =
            std::make_unique<Aimock>(R"([{"match": {}, "response": {"content": "Hello."}}])");
        bench_ = std::make_unique<Workbench>(
            upstream_->url(), "[tools]\ndisabled = [\"filesystem_grep\"]\n"
        );
        write("AGENTS.md", "Speak like a gardener.");
        write(".fovea/skills/tea/SKILL.md", "---\ndescription: Brews tea.\n---\n");
        write(
            "none/fovea/plugins/p/plugin.json",
            R"({"name": "p", "hooks": [{"event": "SessionStart",
                "command": "test -d \"$FOVEA_PLUGIN_ROOT\" && echo The gate is open."}]})"
        );
        write("none/fovea/plugins/broken/plugin.json", "{");
    }
    void write(const std::string& name, std::string_view text) const {
        const auto file = bench_->folder() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    Finished run(std::vector<std::string> more = {}) const {
        more.insert(
            more.begin(),
            {"-p",
             "Hello",
             "--model",
             "anthropic/claude-opus-4-7",
             "--output-format",
             "stream-json"}
        );
        return bench_->fovea(more);
    }
    static Names names(const json::value& init, const char* field) {
        return json::value_to<Names>(init.at(field));
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
};

TEST_F(Surroundings, ReachTheModelAndAreNamedAtTheStart) {  // A3, ETH-16
    const auto done = run();
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto init = json::parse(split(done.out, '\n').at(0));
    const auto request = json::parse(asking_models(upstream_->requests()).at(0).body);
    const auto system = json::serialize(request.at("system"));
    const auto tools = json::serialize(request.at("tools"));

    EXPECT_THAT(names(init, "plugins"), ElementsAre("p"));
    EXPECT_THAT(names(init, "skills"), ElementsAre("tea"));
    EXPECT_THAT(names(init, "context_files"), ElementsAre(HasSubstr("AGENTS.md")));
    EXPECT_THAT(names(init, "tools"), Contains("skill"));
    EXPECT_THAT(names(init, "tools"), Not(Contains("filesystem_grep")));
    EXPECT_THAT(system, HasSubstr("Speak like a gardener."));
    EXPECT_THAT(system, HasSubstr("tea (came with the project): Brews tea."));
    EXPECT_THAT(system, HasSubstr("The gate is open."));
    EXPECT_THAT(tools, Not(HasSubstr(R"("name":"filesystem_grep")")));
    EXPECT_THAT(done.err, HasSubstr("plugins/broken"));
}

TEST_F(Surroundings, AreNotThereWhenARunIsBare) {  // A3, CAL-HL-20
    const auto done = run({"--bare"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto init = json::parse(split(done.out, '\n').at(0));
    const auto body = asking_models(upstream_->requests()).at(0).body;

    EXPECT_THAT(names(init, "plugins"), IsEmpty());
    EXPECT_THAT(names(init, "skills"), IsEmpty());
    EXPECT_THAT(names(init, "context_files"), IsEmpty());
    EXPECT_THAT(names(init, "tools"), Not(Contains("skill")));
    EXPECT_THAT(body, Not(HasSubstr("gardener")));
    EXPECT_THAT(body, Not(HasSubstr("The gate is open.")));
}

}  // namespace
}  // namespace fovea::testing
