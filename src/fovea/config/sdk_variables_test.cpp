#include "fovea/config/sdk_variables.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/show.hpp"
#include "fovea/config/test_files.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

class SdkVariables : public ConfigFiles {
protected:
    // What load() makes of a user's file, a project's file and variables.
    Loaded with(
        std::map<std::string, std::string> all,
        std::string_view user = "",
        std::string_view project = ""
    ) {
        std::filesystem::create_directories(folder_ / "p/.fovea");
        auto result = load(
            {.user_file = write("config.toml", user),
             .project_file = write("p/.fovea/config.toml", project),
             .environment = variables(std::move(all))}
        );
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? std::move(result).value() : Loaded{};
    }
    ProviderSettings provider(const Loaded& loaded, const std::string& name) {
        auto found = find_provider(loaded.settings, name);
        EXPECT_TRUE(found.ok()) << found.error().message;
        return found.ok() ? found.value() : ProviderSettings{};
    }
};

TEST_F(SdkVariables, SayWhereAProviderIsThatNothingConfigures) {  // O1
    const auto loaded = with(
        {{"ANTHROPIC_BASE_URL", " http://127.0.0.1:4010 "},
         {"ANTHROPIC_API_KEY", "k"},
         {"GOOGLE_API_KEY", "k"},
         {"OLLAMA_HOST", "gpu.lan"},
         {"MISTRAL_API_KEY", "k"}}
    );

    const auto anthropic = provider(loaded, "anthropic");
    EXPECT_EQ(anthropic.kind, "anthropic");
    EXPECT_EQ(anthropic.base_url, "http://127.0.0.1:4010");
    EXPECT_EQ(anthropic.api_key_env, "ANTHROPIC_API_KEY");
    EXPECT_EQ(provider(loaded, "google").api_key_env, "GOOGLE_API_KEY");
    EXPECT_EQ(provider(loaded, "gemini").api_key_env, "GOOGLE_API_KEY");
    EXPECT_EQ(provider(loaded, "ollama").base_url, "http://gpu.lan:11434");
    EXPECT_EQ(provider(loaded, "mistral").api_key_env, "MISTRAL_API_KEY");
    EXPECT_EQ(loaded.settings.model, "local/ocr");  // a key alone sends nothing anywhere
}

TEST_F(SdkVariables, AreToldAsOrigins) {  // O1
    const auto loaded =
        with({{"OPENAI_BASE_URL", "http://127.0.0.1:8000/v1"}, {"OPENAI_API_KEY", "HUSH"}});

    std::string told;
    for (const auto& line : shown(loaded)) {
        EXPECT_EQ(line.value.find("HUSH"), std::string::npos);
        if (line.name.starts_with("providers."))
            told += line.name + " = " + line.value + "  # " + line.origin + "\n";
    }
    EXPECT_EQ(
        told,
        "providers.openai.kind = \"openai_compatible\"  # OPENAI_BASE_URL\n"
        "providers.openai.base_url = \"http://127.0.0.1:8000/v1\"  # OPENAI_BASE_URL\n"
        "providers.openai.api_key_env = \"OPENAI_API_KEY\"  # OPENAI_API_KEY\n"
    );
}

TEST_F(SdkVariables, OpenAiItselfKeepsItsResponses) {  // P1
    for (const char* url : {"https://api.openai.com/v1", "https://eu.api.openai.com/v1"}) {
        const auto loaded = with({{"OPENAI_BASE_URL", url}});
        EXPECT_EQ(provider(loaded, "openai").kind, "openai_responses") << url;
    }
    for (const char* url :
         {"https://api.openai.com.evil.org", "https://api.openai.com@evil.org/"}) {
        const auto loaded = with({{"OPENAI_BASE_URL", url}});
        EXPECT_EQ(provider(loaded, "openai").kind, "openai_compatible") << url;
    }
}

TEST_F(SdkVariables, EmptyOnesCountAsNotSet) {  // O1
    const auto loaded = with({{"OPENAI_BASE_URL", " "}, {"OPENAI_API_KEY", ""}});

    EXPECT_TRUE(loaded.settings.providers.empty());
    EXPECT_EQ(provider(loaded, "openai").base_url, "https://api.openai.com");
}

TEST_F(SdkVariables, KeyGoesWithTheAddressOnlyWhereItIsSet) {  // Q5
    const auto loaded = with({{"OPENAI_BASE_URL", "http://127.0.0.1:8000/v1"}});

    EXPECT_EQ(provider(loaded, "openai").api_key_env, "");
}

TEST_F(SdkVariables, ConfigurationWinsAsAWhole) {  // O1, Q5
    const std::map<std::string, std::string> set = {
        {"OPENAI_BASE_URL", "http://elsewhere.org/v1"}, {"OPENAI_API_KEY", "k"}};

    const auto user = with(set, "[providers.openai]\napi_key_env = \"MINE\"\n");
    EXPECT_EQ(provider(user, "openai").base_url, "https://api.openai.com");
    EXPECT_EQ(provider(user, "openai").api_key_env, "MINE");
    auto more = set;
    more["FOVEA_PROVIDERS_OPENAI_API_KEY_ENV"] = "MINE";
    EXPECT_EQ(provider(with(more), "openai").base_url, "https://api.openai.com");
    const auto top =
        with(set, "provider = \"openai\"\nmodel = \"gpt-5\"\nbase_url = \"http://a.org\"\n");
    EXPECT_EQ(provider(top, "openai").base_url, "http://a.org");
    EXPECT_EQ(provider(top, "openai").api_key_env, "");
}

// What a stranger's file may add, a server on this machine, gets no key by them.
TEST_F(SdkVariables, ProjectGainsNothingByThem) {  // Q5
    const auto loaded = with(
        {{"OPENAI_BASE_URL", "https://work.org/v1"}, {"OPENAI_API_KEY", "k"}},
        "",
        "model = \"mine/gpt-5\"\n[providers.mine]\nkind = \"openai_responses\"\n"
        "base_url = \"http://127.0.0.1:9/\"\n"
    );

    EXPECT_EQ(provider(loaded, "mine").base_url, "http://127.0.0.1:9/");
    EXPECT_EQ(provider(loaded, "mine").api_key_env, "");
    EXPECT_EQ(provider(loaded, "openai").base_url, "https://work.org/v1");
}

TEST_F(SdkVariables, WrongAddressIsAnErrorOfWhoeverUsesIt) {  // O1
    const auto loaded = with({{"OPENAI_BASE_URL", "localhost:8000"}});

    const auto used = find_provider(loaded.settings, "openai");

    ASSERT_FALSE(used.ok());
    EXPECT_EQ(used.error().code, ErrorCode::ConfigInvalid);
    EXPECT_NE(used.error().message.find("must begin with http:// or https://"), std::string::npos);
}

TEST(OllamaAddress, IsWhatOllamasProgramsTake) {  // O1, P1
    EXPECT_EQ(ollama_address("gpu"), "http://gpu:11434");
    EXPECT_EQ(ollama_address("gpu:8080"), "http://gpu:8080");
    EXPECT_EQ(ollama_address(":8080"), "http://127.0.0.1:8080");
    EXPECT_EQ(ollama_address("0.0.0.0"), "http://127.0.0.1:11434");
    EXPECT_EQ(ollama_address("0.0.0.0:8080"), "http://127.0.0.1:8080");
    EXPECT_EQ(ollama_address("https://ollama.org"), "https://ollama.org");
    EXPECT_EQ(ollama_address("http://gpu:1/ollama/"), "http://gpu:1/ollama");
    EXPECT_EQ(ollama_address("[::1]:8080"), "http://[::1]:8080");
    EXPECT_EQ(ollama_address("::1"), "http://[::1]:11434");
    EXPECT_EQ(ollama_address("[::]"), "http://[::1]:11434");
}

}  // namespace
}  // namespace fovea::config
