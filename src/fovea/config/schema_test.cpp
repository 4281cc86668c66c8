#include "fovea/config/schema.hpp"

#include "fovea/config/collections.hpp"
#include "fovea/config/test_files.hpp"

#include <gmock/gmock.h>

namespace fovea::config {
namespace {

constexpr std::string_view kWhole = R"(
model = "anthropic/claude-sonnet-4-6"
local_only = false
[providers.anthropic]
kind = "anthropic"
base_url = "http://127.0.0.1:4010"
api_key_env = "ANTHROPIC_API_KEY"
[vision]
model = "openai/gpt-5-mini"
mode = "always"
grounding = true
timeout_s = 61
[routing]
strict = false
fallback = ["openai/gpt-5-mini"]
[images]
aging_policy = "turns"
aging_full_turns = 3
aging_low_turns = 4
cleanup_after_days = 9
storage_dir = "/srv/pictures"
[models."my-org/my-model.1"]
provider = "openrouter"
vision = true
context = 128000
price_in = 3
price_out = 0.25
[workspace]
roots = [".", "/srv"]
[permissions]
allow = ["filesystem_read", "filesystem_glob"]
ask = []
deny = ["shell"]
[[hooks]]
event = "PreToolUse"
matcher = "filesystem_*"
command = "./check.sh"
[mcp.servers.files]
command = "node"
args = ["server.js"]
env = { TOKEN = "t" }
[store]
sessions = "postgres://me@db/fovea"
blobs = "s3://bucket/prefix"
[serve]
host = "0.0.0.0"
port = 7421
)";

class Schema : public ConfigFiles {};

TEST_F(Schema, IsTheContractsWhole) {  // O1
    const auto settings = loaded("config.toml", kWhole).settings;

    Settings expected;
    expected.model = "anthropic/claude-sonnet-4-6";
    expected.providers["anthropic"] = {
        .kind = "anthropic",
        .base_url = "http://127.0.0.1:4010",
        .api_key_env = "ANTHROPIC_API_KEY"};
    expected.vision = {"openai/gpt-5-mini", "always", true, 61};
    expected.routing = {false, {"openai/gpt-5-mini"}};
    expected.images.aging_policy = "turns";
    expected.images.aging_full_turns = 3;
    expected.images.aging_low_turns = 4;
    expected.images.cleanup_after_days = 9;
    expected.images.storage_dir = "/srv/pictures";
    auto& model = expected.models["my-org/my-model.1"];
    model.provider = "openrouter";
    model.vision = true;
    model.context = 128000;
    model.price_in = 3;
    model.price_out = 0.25;
    expected.workspace.roots = {".", "/srv"};
    expected.permissions = {{"filesystem_read", "filesystem_glob"}, {}, {"shell"}};
    expected.hooks = {{"PreToolUse", "filesystem_*", "./check.sh"}};
    expected.mcp.servers["files"] = {"node", {"server.js"}, {{"TOKEN", "t"}}, "", {}};
    expected.store = {"postgres://me@db/fovea", "s3://bucket/prefix"};
    expected.serve = {"0.0.0.0", 7421};
    EXPECT_TRUE(settings == expected);
}

TEST_F(Schema, AnOpenPageMayNameTheServersThatItAsks) {  // Q2
    const auto settings =
        loaded(
            "config.toml", "[browser]\nallow = [\"http://localhost:3000 http://localhost:8080\"]\n"
        )
            .settings;
    EXPECT_EQ(settings.browser.allow, (Texts{"http://localhost:3000 http://localhost:8080"}));
    for (const auto* line :
         {"", " ", "http://localhost:3000 nowhere", "http://localhost:3000/path"}) {
        const auto text = "[browser]\nallow = [\"" + std::string(line) + "\"]\n";
        EXPECT_THAT(error_of("config.toml", text), ::testing::HasSubstr("takes origins such as"))
            << line;
    }
}

TEST_F(Schema, DefaultsAreTheContracts) {  // O1, X1, DIG-24
    const Settings settings;

    EXPECT_EQ(settings.model, "local/ocr");
    EXPECT_EQ(settings.vision, (VisionSettings{"local/ocr", "auto", false, 60}));
    EXPECT_TRUE(settings.routing.strict);
    EXPECT_EQ(settings.images.aging_policy, "cache-aware");
    EXPECT_EQ(settings.images.aging_full_turns, 1);
    EXPECT_EQ(settings.images.aging_low_turns, 2);
    EXPECT_EQ(settings.images.cleanup_after_days, 7);
    EXPECT_EQ(settings.store, (StoreSettings{"sqlite:fovea.db", "file:blobs"}));
    EXPECT_EQ(settings.serve, (ServeSettings{"127.0.0.1", 7420}));
}

TEST_F(Schema, MisspeltNamesOfEntriesFindTheNearest) {  // O1
    EXPECT_EQ(
        error_of("config.toml", "[providers.mine]\nkind = \"ollama\"\nbase_ulr = \"http://a\"\n"),
        ":3: unknown setting providers.mine.base_ulr; did you mean base_url?"
    );
    EXPECT_EQ(
        error_of("config.toml", "[provider.mine]\nkind = \"ollama\"\n"),
        ":1: unknown setting provider; did you mean providers?"
    );
    EXPECT_EQ(
        error_of("config.toml", "[[hook]]\nevent = \"Stop\"\n"),
        ":1: unknown setting hook; did you mean hooks?"
    );
    EXPECT_EQ(
        error_of("config.toml", "[models.m]\nvison = true\n"),
        ":2: unknown setting models.m.vison; did you mean vision?"
    );
}

TEST_F(Schema, MisspeltTablesFindTheNearest) {  // O1
    const std::pair<const char*, const char*> kCases[] = {
        {"[imagse]\nmax_edge = 1\n", ":1: unknown setting imagse; did you mean images?"},
        {"[image]\nmax_edge = 1\n", ":1: unknown setting image; did you mean images?"},
        {"[visoin]\nmode = \"off\"\n", ":1: unknown setting visoin; did you mean vision?"},
        {"[workspaces]\nroots = []\n", ":1: unknown setting workspaces; did you mean workspace?"},
        {"[auxiliary.visoin]\nmodel = \"m\"\n",
         ":1: unknown setting auxiliary.visoin; did you mean auxiliary.vision?"},
        {"[providres.x]\nkind = \"ollama\"\n",
         ":1: unknown setting providres; did you mean providers?"},
        {"[zzzzzz]\na = 1\n", ":1: unknown setting zzzzzz"},
    };
    for (const auto& [text, error] : kCases) EXPECT_EQ(error_of("config.toml", text), error);
    EXPECT_EQ(
        error_of("config.yaml", "imagse: {max_edge: 1}\n"),
        ":1: unknown setting imagse; did you mean images?"
    );
}

TEST_F(Schema, SettingInTheWrongTableIsNamedInItsOwn) {  // O1
    EXPECT_EQ(
        error_of("config.toml", "max_edge = 700\n"),
        ":1: unknown setting max_edge; did you mean images.max_edge?"
    );
    EXPECT_EQ(
        error_of("config.toml", "[vision]\nstrict = false\n"),
        ":2: unknown setting vision.strict; did you mean routing.strict?"
    );
    // Several tables have one.
    EXPECT_EQ(
        error_of("config.toml", "[images]\ntimeout_s = 3\n"), ":2: unknown setting images.timeout_s"
    );
}

TEST_F(Schema, ValuesOutsideOfWhatIsAllowedSayWhatIs) {  // O1
    const std::pair<const char*, const char*> kCases[] = {
        {"[vision]\nmode = \"of\"\n", ":2: vision.mode must be auto, always or off, not \"of\""},
        {"[providers.x]\nkind = \"telepathy\"\n",
         ":2: kind must be anthropic, openai_responses, openai_chat, openai_compatible, gemini, "
         "ollama or local, not \"telepathy\""},
        {"[providers.x]\nbase_url = \"http://a\"\n",
         ":1: providers.x needs a kind, such as kind = \"openai_compatible\""},
        {"[serve]\nport = 65536\n",
         ":2: serve.port must be a whole number from 0 to 65535, not 65536"},
        {"[models.m]\nprice_in = -1.5\n",
         ":2: price_in must be a number from 0 to 10000, not -1.5"},
        {"[[hooks]]\nevent = \"Stop\"\n", ":1: hooks.0 has no command"},
        {"hooks = 3\n", ":1: hooks must be a list of tables"},
        {"providers = []\n", ":1: providers must be a table of named entries"},
        {"[mcp.servers.a]\nargs = []\n", ":1: mcp.servers.a needs a command or a url"},
        {"[store]\nsessions = \"mysql://me:word@db\"\n",
         ":2: store.sessions must be \"sqlite:FILE\" or \"postgres://…\", not "
         "\"mysql://me:***@db\""},
        {"[providers.ollama]\nbase_url = \"127.0.0.1\"\n",
         ":2: base_url must begin with http:// or https:// and name a host, not \"127.0.0.1\""},
        {"[workspace]\nroots = []\n", ":2: workspace.roots must be a list of at least one folder"},
    };
    for (const auto& [text, message] : kCases) EXPECT_EQ(error_of("config.toml", text), message);
}

TEST_F(Schema, DenyAndHooksAddUpOverTheLayers) {  // A2, O1
    const auto user = write(
        "user.toml",
        "[permissions]\nallow = [\"a\"]\ndeny = [\"x\"]\n[[hooks]]\nevent = \"Stop\"\ncommand = "
        "\"one\"\n"
    );
    const std::string text =
        "[permissions]\nallow = [\"b\"]\ndeny = [\"y\"]\n[[hooks]]\nevent = \"Stop\"\ncommand = "
        "\"two\"\n";
    const auto project = write("project.toml", text);
    const auto trusted = folder_ / "trusted";
    ASSERT_TRUE(TrustStore(trusted).decide(project, text, Trust::Trusted).ok());

    const auto both = load({.user_file = user, .project_file = project, .trust_folder = trusted});

    ASSERT_TRUE(both.ok()) << both.error().message;
    EXPECT_EQ(both.value().settings.permissions.allow, Texts{"b"});
    EXPECT_EQ(both.value().settings.permissions.deny, (Texts{"x", "y"}));
    ASSERT_EQ(both.value().settings.hooks.size(), 2u);
    EXPECT_EQ(both.value().settings.hooks[1].command, "two");
    EXPECT_EQ(both.value().origins.at("hooks.1.command"), project.string());
}

TEST_F(Schema, AProjectMayWithholdToolsAndNotOfferThem) {  // ETH-16, O1
    const auto user = write("user.toml", "[tools]\nenabled = [\"files\"]\ndisabled = [\"a\"]\n");
    const auto project = write("project.toml", "[tools]\ndisabled = [\"filesystem_grep\"]\n");
    const auto both = load({.user_file = user, .project_file = project});

    ASSERT_TRUE(both.ok()) << both.error().message;
    EXPECT_EQ(both.value().settings.tools.enabled, Texts{"files"});
    EXPECT_EQ(both.value().settings.tools.disabled, (Texts{"a", "filesystem_grep"}));
    EXPECT_NE(error_of("a.toml", "[tools]\nenabled = [\"two words\"]\n"), "");
}

TEST_F(Schema, PluginsStandBesideTheFileThatNamesThem) {  // A3, O1
    EXPECT_EQ(
        loaded("a.toml", "plugins = [\"mine\", \"/opt/other\", \"~/third\"]\n").settings.plugins,
        (Texts{(folder_ / "mine").string(), "/opt/other", "~/third"})
    );
    EXPECT_NE(error_of("b.toml", "plugins = [\"\"]\n"), "");
}

TEST_F(Schema, EveryScalarAndListHasAVariable) {  // O1
    const auto result = load(
        {.environment = variables(
             {{"FOVEA_MODEL", "ollama/llava"},
              {"FOVEA_VISION_MODE", "off"},
              {"FOVEA_STRICT_ROUTING", "false"},
              {"FOVEA_ROUTING_FALLBACK", "openai/a,openai/b"},
              {"FOVEA_PROVIDERS_OLLAMA_BASE_URL", "http://10.0.0.1:11434"}}
         )}
    );

    ASSERT_TRUE(result.ok()) << result.error().message;
    const auto& settings = result.value().settings;
    EXPECT_EQ(settings.model, "ollama/llava");
    EXPECT_EQ(settings.vision.mode, "off");
    EXPECT_FALSE(settings.routing.strict);
    EXPECT_EQ(settings.routing.fallback, (Texts{"openai/a", "openai/b"}));
    EXPECT_EQ(settings.providers.at("ollama").base_url, "http://10.0.0.1:11434");
    EXPECT_EQ(result.value().origins.at("routing.strict"), "FOVEA_STRICT_ROUTING");
}

TEST_F(Schema, WrongVariableIsNamed) {  // O1
    const auto result = load({.environment = variables({{"FOVEA_STRICT_ROUTING", "maybe"}})});

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(
        result.error().message,
        "routing.strict must be true or false, not \"maybe\" (FOVEA_STRICT_ROUTING)"
    );
}

}  // namespace
}  // namespace fovea::config
