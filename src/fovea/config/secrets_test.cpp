#include "fovea/config/secrets.hpp"

#include "fovea/config/test_files.hpp"

#include <sys/stat.h>

#include <ostream>
#include <string>
#include <type_traits>

namespace fovea::config {
namespace {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
    out << value;
};

static_assert(!Printable<Secret>);
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_convertible_v<std::string, Secret>);

class Secrets : public ConfigFiles {
protected:
    static std::string key_of(
        const ProviderSettings& provider, const Environment& environment = {}
    ) {
        const auto key = read_key(provider, environment);
        if (!key.ok()) return "error: " + key.error().message;
        return key.value() ? key.value()->reveal() : "none";
    }
};

TEST_F(Secrets, AreNotPrintedByTests) {  // Q5
    EXPECT_EQ(testing::PrintToString(Secret("sk-very-secret")), "a secret");
}

TEST_F(Secrets, ComeFromTheNamedVariable) {  // Q5
    const ProviderSettings provider{.kind = "anthropic", .api_key_env = "MY_KEY"};

    EXPECT_EQ(key_of(provider, variables({{"MY_KEY", " sk-1\n"}})), "sk-1");
    EXPECT_EQ(
        key_of(provider, variables({})),
        "error: the variable MY_KEY, which should hold the provider's key, is not set"
    );
    EXPECT_EQ(
        key_of(provider, variables({{"MY_KEY", "\n"}})), "error: the variable MY_KEY is empty"
    );
    EXPECT_EQ(key_of(ProviderSettings{.kind = "ollama"}), "none");
}

TEST_F(Secrets, ComeFromAPrivateFileWithoutItsNewline) {  // Q5
    const auto file = write("key", "sk-2\n", Readers::Owner);
    std::filesystem::create_symlink(file, folder_ / "link");

    EXPECT_EQ(key_of({.api_key_file = file.string()}), "sk-2");
    EXPECT_EQ(key_of({.api_key_file = (folder_ / "link").string()}), "sk-2");
    EXPECT_EQ(key_of({.api_key_file = "~/key"}, variables({{"HOME", folder_.string()}})), "sk-2");
}

TEST_F(Secrets, RefuseFilesThatOthersCanRead) {  // Q5
    const auto file = write("key", "sk-3\n", Readers::Everyone);
    std::filesystem::create_symlink(file, folder_ / "link");

    for (const auto& path : {file, folder_ / "link"}) {
        const auto message = key_of({.api_key_file = path.string()});

        EXPECT_NE(message.find("chmod 600"), std::string::npos) << message;
        EXPECT_EQ(message.find("sk-3"), std::string::npos);
    }
}

TEST_F(Secrets, RefuseWhatIsNoKeyFile) {  // Q5
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    write("empty", " \n", Readers::Owner);
    write("huge", std::string(20'000, 'a'), Readers::Owner);
    write("two-lines", "sk-4\nHost: evil\n", Readers::Owner);

    for (const char* name : {"pipe", "empty", "huge", "two-lines", "missing", "."}) {
        const auto message = key_of({.api_key_file = (folder_ / name).string()});

        EXPECT_TRUE(message.starts_with("error: ")) << name << ": " << message;
        EXPECT_EQ(message.find("sk-4"), std::string::npos);
    }
}

TEST_F(Secrets, InAConfigurationFileNeedItToBePrivate) {  // Q5, ETH-15
    constexpr std::string_view kText =
        "provider: anthropic\nmodel: claude-opus-4-7\napiKey: sk-5\n";

    const auto message = error_of("config.yaml", kText, Readers::Everyone);

    EXPECT_NE(message.find("chmod 600"), std::string::npos) << message;
    EXPECT_EQ(message.find("sk-5"), std::string::npos);
    EXPECT_EQ(
        loaded("config.yaml", kText).settings.providers.at("anthropic").api_key, Secret("sk-5")
    );
}

TEST_F(Secrets, PastedWhereAVariablesNameBelongsAreNotRepeated) {  // Q5
    const auto message =
        error_of("config.toml", "[providers.anthropic]\napi_key_env = \"sk-ant-6\"\n");

    EXPECT_NE(message.find("not the key itself"), std::string::npos) << message;
    EXPECT_EQ(message.find("sk-ant-6"), std::string::npos);
}

TEST_F(Secrets, KeyFilesAreFoundBesideTheConfiguration) {  // O1
    const auto settings =
        loaded("config.toml", "[providers.anthropic]\napi_key_file = \"keys/a\"\n").settings;

    EXPECT_EQ(settings.providers.at("anthropic").api_key_file, (folder_ / "keys/a").string());
}

}  // namespace
}  // namespace fovea::config
