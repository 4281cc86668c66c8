#include "fovea/config/show.hpp"

#include "fovea/config/schema.hpp"
#include "fovea/config/test_files.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

class ShowConfig : public ConfigFiles {
protected:
    static Shown line(const std::vector<Shown>& lines, std::string_view name) {
        const auto found = std::ranges::find(lines, name, &Shown::name);
        return found == lines.end() ? Shown{} : *found;
    }
};

TEST_F(ShowConfig, TellsEveryKeyAndItsOrigin) {  // O1
    const auto file = write("user.toml", "[images]\nmax_edge = 700\n[models.m]\nvision = true\n");
    const auto result =
        load({.user_file = file, .environment = variables({{"FOVEA_VISION_MODE", "off"}})});
    ASSERT_TRUE(result.ok());

    const auto lines = shown(result.value());

    EXPECT_EQ(lines.size(), keys().size() + 1);
    EXPECT_EQ(line(lines, "images.max_edge"), (Shown{"images.max_edge", "700", file.string()}));
    EXPECT_EQ(line(lines, "vision.mode"), (Shown{"vision.mode", "\"off\"", "FOVEA_VISION_MODE"}));
    EXPECT_EQ(line(lines, "images.max_edge").plain, Value{std::int64_t{700}});
    EXPECT_EQ(line(lines, "vision.mode").plain, Value{std::string("off")});
    EXPECT_EQ(line(lines, "model"), (Shown{"model", "\"local/ocr\"", "default"}));
    EXPECT_EQ(line(lines, "models.m.vision"), (Shown{"models.m.vision", "true", file.string()}));
}

TEST_F(ShowConfig, HidesKeysHeadersVariablesAndPasswords) {  // Q5
    const auto all = loaded(
        "config.toml",
        "provider = \"anthropic\"\nmodel = \"m\"\napi_key = \"HUSH1\"\n"
        "[auxiliary.vision]\nmodel = \"v\"\napi_key = \"HUSH2\"\n"
        "[providers.mine]\nkind = \"openai_compatible\"\nbase_url = \"http://u:HUSH3@host/v1\"\n"
        "api_key_env = \"MY_KEY\"\nheaders = { X-Key = \"HUSH4\" }\n"
        "[mcp.servers.s]\ncommand = \"c\"\nenv = { TOKEN = \"HUSH5\" }\n"
        "[store]\nsessions = \"postgres://u:HUSH6@db/x?sslmode=on&Password=HUSH7\"\n"
    );

    const auto lines = shown(all);

    for (const auto& each : lines)
        EXPECT_EQ((each.name + each.value + each.origin).find("HUSH"), std::string::npos)
            << each.name;
    for (const auto& each : lines)
        EXPECT_EQ(to_text(each.plain).find("HUSH"), std::string::npos) << each.name;
    EXPECT_EQ(line(lines, "providers.mine.headers").plain, Value{Texts{"X-Key"}});
    EXPECT_EQ(line(lines, "providers.mine.api_key_env").value, "\"MY_KEY\"");
    EXPECT_EQ(line(lines, "providers.mine.base_url").value, "\"http://u:***@host/v1\"");
    EXPECT_EQ(line(lines, "providers.mine.headers").value, "{X-Key}");
    EXPECT_EQ(
        line(lines, "store.sessions").value, "\"postgres://u:***@db/x?sslmode=on&Password=***\""
    );
    EXPECT_EQ(line(lines, "api_key").value, "\"(hidden)\"");
    EXPECT_EQ(line(lines, "providers.auxiliary-vision.api_key").value, "\"(hidden)\"");
}

}  // namespace
}  // namespace fovea::config
