#include "fovea/config/project_rules.hpp"

#include "fovea/config/test_files.hpp"
#include "fovea/config/test_urls.hpp"

#include <random>

namespace fovea::config {
namespace {

class StrangersFile : public ConfigFiles {
protected:
    void SetUp() override {
        ConfigFiles::SetUp();
        std::filesystem::create_directories(folder_ / "project/.fovea");
        user_ = write("user.toml", "", Readers::Owner);
    }

    void users_file(std::string_view text) { user_ = write("user.toml", text, Readers::Owner); }

    Result<Loaded> load_project(
        std::string_view text, std::map<std::string, std::string> environment = {}
    ) {
        return load(
            {.user_file = user_,
             .project_file = write("project/.fovea/config.toml", text, Readers::Owner),
             .environment = variables(std::move(environment)),
             .trust_folder = folder_ / "trusted"}
        );
    }

    // Empty when it loads.
    std::string refusal(
        std::string_view text, std::map<std::string, std::string> environment = {}
    ) {
        const auto loaded = load_project(text, std::move(environment));
        if (loaded.ok()) return "";
        EXPECT_EQ(loaded.error().code, ErrorCode::ConfigInvalid);
        return loaded.error().message;
    }

    static std::string server(const std::string& url, const std::string& more = "") {
        return "[providers.mine]\nkind = \"anthropic\"\nbase_url = '" + url + "'\n" + more;
    }

    std::filesystem::path user_;
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_F(StrangersFile, SchemeThatComesTwiceIsNotThisMachine) {  // Q5
    const auto why = refusal(server("http://https://localhost"));

    EXPECT_TRUE(
        has(why,
            ":3: base_url has its scheme twice; its host would be called \"https\": "
            "\"http://https://localhost\"")
    ) << why;
    EXPECT_FALSE(has(why, "config trust")) << why;
}

TEST_F(StrangersFile, AddressThatIsNotCertainIsRefusedInEveryFile) {  // Q5
    for (const char* url :
         {"http://https://localhost", "http://localhost\\@evil.example", "http://127.1/"}) {
        users_file(server(url));
        EXPECT_TRUE(has(refusal(""), "base_url has")) << url;
        users_file("[mcp.servers.x]\nurl = '" + std::string(url) + "'\n");
        EXPECT_TRUE(has(refusal(""), "url has")) << url;
        users_file("");
        const auto by_variable = refusal("", {{"FOVEA_PROVIDERS_OLLAMA_BASE_URL", url}});
        EXPECT_TRUE(has(by_variable, "base_url has")) << by_variable;
    }
}

TEST_F(StrangersFile, AddsServersOnThisMachine) {  // O1, Q5
    for (const char* url :
         {"http://127.0.0.1:4010",
          "http://localhost/v1",
          "https://[::1]:8080/api",
          "http://127.9.9.9",
          "HTTP://LocalHost:1",
          "http://ollama.localhost:11434"}) {
        const auto loaded = load_project(server(url));

        ASSERT_TRUE(loaded.ok()) << loaded.error().message;
        EXPECT_EQ(loaded.value().settings.providers.at("mine").base_url, url);
        EXPECT_TRUE(loaded.value().settings.providers.at("mine").from_stranger);
    }
    for (const char* url :
         {"http://127.0.0.1.evil.example",
          "http://localhost@evil.example",
          "http://localhost:80@evil.example",
          "http://evil.example@localhost",
          "http://evil.example/127.0.0.1",
          "http://localhost.evil.example/",
          "http://evillocalhost/",
          "http://0.0.0.0/",
          "http://[::ffff:10.0.0.1]/",
          "http://10.0.0.1/",
          "http://evil.example#@localhost"}) {
        EXPECT_TRUE(has(refusal(server(url)), "fovea config trust")) << url;
    }
}

// fuzz/project_urls_fuzz.cpp goes on from here.
TEST(StrangersAddress, IsRefusedOrLeadsWhereLibcurlGoes) {  // Q5
    std::minstd_rand random(20'260'101);
    std::size_t certain = 0;
    std::size_t taken = 0;
    for (int i = 0; i < 100'000; ++i) {
        const auto url = strange_url([&](std::size_t below) { return random() % below; });

        ASSERT_EQ(complaint_about(url), "") << url;
        certain += net::server_origin(url).ok() ? 1 : 0;
        taken += strangers_may_name(url) ? 1 : 0;
    }
    EXPECT_GT(certain, 1000u);  // or nothing was tried
    EXPECT_GT(taken, 300u);
}

TEST_F(StrangersFile, NamesNoSecretForItsServer) {  // Q5
    for (const char* secret :
         {"api_key_env = \"ANY\"\n",
          "api_key_file = \"~/.config/gh/tok\"\n",
          "api_key = \"k\"\n",
          "headers = { Authorization = \"Bearer x\" }\n",
          "api_version = \"1\"\n"}) {
        const auto why = refusal(server("http://localhost:9", secret));

        EXPECT_TRUE(has(why, ":1: providers.mine controls where keys and data go")) << why;
        EXPECT_TRUE(has(why, "under a new name, with its kind and a base_url on this machine"))
            << why;
    }
}

TEST_F(StrangersFile, DoesNotMoveAProviderThatIsThereAlready) {  // Q5
    users_file(
        "[providers.work]\nkind = \"anthropic\"\nbase_url = \"https://work.example\"\n"
        "api_key_env = \"WORK\"\n"
    );
    for (const char* name : {"work", "WORK", "openai", "ollama", "local", "auxiliary-vision"}) {
        const auto text = "[providers." + std::string(name) +
                          "]\nkind = \"anthropic\"\nbase_url = \"http://localhost:9\"\n";
        EXPECT_TRUE(has(refusal(text), "fovea config trust")) << name;
    }
    // A variable of the user's speaks of it, so it is not new.
    EXPECT_TRUE(
        has(refusal(server("http://localhost:9"), {{"FOVEA_PROVIDERS_MINE_API_KEY", "k"}}),
            "fovea config trust")
    );
}

TEST_F(StrangersFile, GetsNoKeyByAnotherSpelling) {  // Q5, ETH-15
    const auto text = server("http://localhost:9");

    const auto top = refusal(text, {{"FOVEA_PROVIDER", "mine"}, {"FOVEA_API_KEY", "k"}});
    EXPECT_TRUE(has(top, "providers.mine comes from a project that you do not trust")) << top;
    const auto aside = refusal(
        text,
        {{"FOVEA_AUXILIARY_VISION_PROVIDER", "mine"},
         {"FOVEA_AUXILIARY_VISION_MODEL", "m"},
         {"FOVEA_AUXILIARY_VISION_API_KEY", "k"}}
    );
    EXPECT_TRUE(has(aside, "comes from a project")) << aside;
}

TEST_F(StrangersFile, LowersLimitsAndDoesNotRaiseThem) {  // Q5
    users_file("[images]\nmax_pixels = 1000\n");

    EXPECT_EQ(load_project("[images]\nmax_pixels = 900\n").value().settings.images.max_pixels, 900);
    EXPECT_EQ(refusal("[images]\nmax_pixels = 1000\n"), "");
    const auto why = refusal("[images]\nmax_pixels = 1001\n");
    EXPECT_TRUE(has(why, ":2: images.max_pixels controls")) << why;
    EXPECT_TRUE(has(why, "(a project may set it to at most 1000)")) << why;
    EXPECT_TRUE(has(refusal("[local]\ntimeout_s = 3600\n"), "at most 30)"));
    EXPECT_TRUE(has(refusal("[images]\nmax_pixels = \"many\"\n"), "must be a whole number"));
}

TEST_F(StrangersFile, PricesDoNotSwitchTheBudgetOff) {  // Q5
    for (const char* text :
         {"[models.\"claude-opus-5\"]\nprice_in = 0\n",
          "[models.\"anthropic/claude-opus-5\"]\nprice_out = 0.0\n",
          "[models.x]\nprovider = \"mine\"\nprice_in = 0\n[providers.mine]\nkind = \"anthropic\"\n"
          "base_url = \"http://localhost:9\"\n"}) {
        EXPECT_TRUE(has(refusal(text), ".price_")) << text;
    }
}

TEST_F(StrangersFile, SetsLimitsOfItsOwnServersModelsAlone) {  // Q5
    const std::string server =
        "[providers.mine]\nkind = \"anthropic\"\nbase_url = \"http://localhost:9\"\n";

    const auto own =
        load_project(server + "[models.x]\nprovider = \"mine\"\ncontext = 8192\nvision = true\n");
    ASSERT_TRUE(own.ok()) << own.error().message;
    EXPECT_EQ(own.value().settings.models.at("x").context, 8192);

    EXPECT_TRUE(has(refusal(server + "[models.x]\ncontext = 8192\n"), "models.x.context controls"));
    // An id may have a slash, so this speaks of other providers' models as well.
    EXPECT_TRUE(has(refusal(server + "[models.\"mine/x\"]\nmax_images = 9\n"), "max_images"));
    EXPECT_TRUE(
        has(refusal(server + "[models.x]\nprovider = \"openai\"\nmax_output = 9\n"), "max_output")
    );
}

TEST_F(StrangersFile, LeavesTheUsersWordsAboutAModelAlone) {  // Q5
    users_file("[models.big]\nprice_in = 3\nmax_images = 5\n");

    // Narrowed to another provider, the user's entry would count for nobody.
    const auto why = refusal("[models.big]\nprovider = \"nobody\"\n");

    EXPECT_TRUE(has(why, "models.big controls")) << why;
    EXPECT_TRUE(has(why, "a project cannot change a model that your own settings describe")) << why;
}

TEST_F(StrangersFile, LimitedTrustLeavesOutEntryByEntry) {  // Q5
    const std::string text =
        "[providers.mine]\nkind = \"anthropic\"\nbase_url = \"http://localhost:9\"\n"
        "[providers.openai]\nbase_url = \"http://localhost:9\"\n"
        "[models.x]\nvision = true\nprice_in = 0\n[images]\nmax_edge = 16000\n";
    const auto file = write("project/.fovea/config.toml", text);
    ASSERT_TRUE(TrustStore(folder_ / "trusted").decide(file, text, Trust::Limited).ok());

    const auto loaded = load_project(text);

    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(
        loaded.value().places[1].left_out,
        (std::vector<std::string>{"images.max_edge", "models.x.price_in", "providers.openai"})
    );
    EXPECT_EQ(loaded.value().settings.providers.size(), 1u);
    EXPECT_EQ(loaded.value().settings.models.at("x").vision, true);
}

}  // namespace
}  // namespace fovea::config
