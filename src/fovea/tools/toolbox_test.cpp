#include "fovea/tools/toolbox.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace fovea::tools {
namespace {

class Named final : public Tool {
public:
    Named(std::string name, std::string set) : set_(std::move(set)) {
        spec_.name = std::move(name);
    }

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::Other; }
    std::string toolset() const override { return set_; }
    ToolOutcome run(const ToolCall&, const std::stop_token&) override { return said("done"); }

private:
    providers::ToolSpec spec_;
    std::string set_;
};

Toolbox box_of_three() {
    Toolbox box;
    EXPECT_TRUE(box.add(std::make_unique<Named>("filesystem_read", "files")).ok());
    EXPECT_TRUE(box.add(std::make_unique<Named>("analyze_image", "vision")).ok());
    EXPECT_TRUE(box.add(std::make_unique<Named>("mcp__web__get", "mcp:web")).ok());
    return box;
}

using Names = std::vector<std::string>;

TEST(Toolbox, ToolsStandInTheOrderOfTheirNames) {
    EXPECT_EQ(box_of_three().names(), (Names{"analyze_image", "filesystem_read", "mcp__web__get"}));
}

TEST(Toolbox, TwoOfOneNameAreRefused) {
    auto box = box_of_three();
    const auto added = box.add(std::make_unique<Named>("analyze_image", "other"));
    ASSERT_FALSE(added.ok());
    EXPECT_EQ(added.error().code, ErrorCode::ConfigInvalid);
}

TEST(Toolbox, OnlyWhatAnAllowListNamesIsOffered) {  // ETH-16
    auto box = box_of_three();
    box.keep_only(Names{"vision", "mcp__*"});
    EXPECT_EQ(box.names(), (Names{"analyze_image", "mcp__web__get"}));
    EXPECT_EQ(box.find("filesystem_read"), nullptr);
    box.remove(Names{"mcp:*"});
    EXPECT_EQ(box.names(), (Names{"analyze_image"}));
}

TEST(Toolbox, AnEmptyListLeavesAll) {
    auto box = box_of_three();
    box.keep_only({});
    EXPECT_EQ(box.names().size(), 3u);
}

TEST(Tool, AFailureIsWordsWithTheirCode) {
    const auto outcome = failed({ErrorCode::FileNotFound, "there is no a.png"});
    EXPECT_TRUE(outcome.is_error);
    EXPECT_EQ(
        std::get<content::TextBlock>(outcome.content.at(0)).text,
        "FILE_NOT_FOUND: there is no a.png"
    );
}

}  // namespace
}  // namespace fovea::tools
