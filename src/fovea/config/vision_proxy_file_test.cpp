#include "fovea/config/vision_proxy_file.hpp"

#include "fovea/config/test_files.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace fovea::config {
namespace {

namespace json = boost::json;

class VisionProxyJson : public ConfigFiles {
protected:
    VisionProxyFile file() const { return VisionProxyFile(folder_ / "vision-proxy.json"); }
    std::string text() const {
        std::ifstream in(folder_ / "vision-proxy.json");
        return {std::istreambuf_iterator<char>(in), {}};
    }
    mode_t permissions() const {
        struct stat facts {};
        EXPECT_EQ(::stat((folder_ / "vision-proxy.json").c_str(), &facts), 0);
        return facts.st_mode & 07777U;
    }
};

Result<void> turn_tool_off(json::object& object) {
    object["tool"] = "off";
    return {};
}

TEST_F(VisionProxyJson, KeepsWhatItDoesNotKnowAndBecomesPrivate) {  // PVP-C1
    write(
        "vision-proxy.json", R"({"mode":"fallback","systemPrompt":"Look.","later":{"x":[1,0.85]}})"
    );

    ASSERT_TRUE(file().change(turn_tool_off).ok());

    EXPECT_EQ(text(), R"({
  "mode": "fallback",
  "systemPrompt": "Look.",
  "later": {
    "x": [1, 0.85]
  },
  "tool": "off"
}
)");
    EXPECT_EQ(permissions(), 0600U);
}

TEST_F(VisionProxyJson, IsMadeWithItsFolder) {  // PVP-C1
    const VisionProxyFile file(folder_ / "new/deep/vision-proxy.json");
    ASSERT_TRUE(file.read().ok());
    EXPECT_TRUE(file.read().value().empty());

    ASSERT_TRUE(file.change(turn_tool_off).ok());

    EXPECT_EQ(file.read().value(), (json::object{{"tool", "off"}}));
}

TEST_F(VisionProxyJson, IsNeverOverwrittenWhenItIsBroken) {  // PVP-C1
    for (const std::string broken : {"{\"mode\": ", "", "[1]", "null", "{} trailing", "\xff\xfe"}) {
        write("vision-proxy.json", broken);

        const auto changed = file().change(turn_tool_off);

        ASSERT_FALSE(changed.ok()) << broken;
        EXPECT_EQ(changed.error().code, ErrorCode::ConfigInvalid);
        EXPECT_NE(changed.error().message.find("was not changed"), std::string::npos);
        EXPECT_EQ(text(), broken);
    }
}

TEST_F(VisionProxyJson, IsNotWrittenWhenTheEditFails) {
    const auto changed = file().change([](json::object& object) -> Result<void> {
        object["tool"] = "off";
        return Error{ErrorCode::InvalidInput, "no"};
    });

    EXPECT_FALSE(changed.ok());
    EXPECT_FALSE(std::filesystem::exists(file().path()));
}

TEST_F(VisionProxyJson, FollowsALinkAsPeopleKeepTheirSettingsElsewhere) {
    write("real.json", R"({"mode": "always"})");
    std::filesystem::create_symlink("real.json", folder_ / "vision-proxy.json");

    ASSERT_TRUE(file().change(turn_tool_off).ok());

    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "vision-proxy.json"));
    EXPECT_EQ(file().read().value(), (json::object{{"mode", "always"}, {"tool", "off"}}));
}

TEST_F(VisionProxyJson, IsNoPipeNorFolder) {
    ASSERT_EQ(::mkfifo((folder_ / "vision-proxy.json").c_str(), 0600), 0);
    EXPECT_FALSE(file().read().ok());
    std::filesystem::remove(folder_ / "vision-proxy.json");

    std::filesystem::create_directory(folder_ / "vision-proxy.json");
    EXPECT_FALSE(file().read().ok());
    EXPECT_FALSE(file().change(turn_tool_off).ok());
}

TEST_F(VisionProxyJson, SaysWhenThereIsNoPlaceForIt) {
    EXPECT_TRUE(VisionProxyFile("").read().ok());

    const auto changed = VisionProxyFile("").change(turn_tool_off);

    ASSERT_FALSE(changed.ok());
    EXPECT_EQ(changed.error().code, ErrorCode::ConfigInvalid);
}

TEST_F(VisionProxyJson, LosesNothingWhenManyChangeItAtOnce) {
    constexpr int kWriters = 8;
    std::vector<std::jthread> writers;
    for (int i = 0; i < kWriters; ++i) {
        writers.emplace_back([this, i] {
            EXPECT_TRUE(file()
                            .change([i](json::object& object) -> Result<void> {
                                object["key" + std::to_string(i)] = i;
                                return {};
                            })
                            .ok());
        });
    }
    writers.clear();  // joins

    EXPECT_EQ(file().read().value().size(), std::size_t{kWriters});
}

}  // namespace
}  // namespace fovea::config
