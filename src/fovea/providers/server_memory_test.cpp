#include "fovea/providers/server_memory.hpp"

#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace fovea::providers {
namespace {

using config::ProviderSettings;
using models::ServerMetadata;
using std::chrono::seconds;
using std::chrono::sys_seconds;

constexpr sys_seconds kNow{seconds(1'800'000'000)};

class ServerMemoryTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-servers-" + std::to_string(::getpid()) + test->name());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    ServerMemory memory() { return ServerMemory(store::ResultCache({.folder = folder_})); }

    std::filesystem::path folder_;
};

const ServerAnswer kAnswer{
    .told = ServerMetadata{
        .vision = true,
        .tools = false,
        .context = 4096,
        .prices = {.input = 150'000, .output = 600'000}}};

TEST_F(ServerMemoryTest, KeepsAnswersForSomeMinutes) {  // K1
    const ProviderSettings provider{.kind = "ollama", .base_url = "http://127.0.0.1:1"};

    memory().keep(provider, "llava", kAnswer, kNow);

    EXPECT_EQ(memory().find(provider, "llava", kNow + seconds(599)), kAnswer);
    EXPECT_EQ(memory().find(provider, "llava", kNow + seconds(600)), std::nullopt);
    EXPECT_EQ(memory().find(provider, "llava", kNow - seconds(1)), std::nullopt);
    EXPECT_EQ(memory().find(provider, "other", kNow), std::nullopt);
    const ProviderSettings elsewhere{.kind = "ollama", .base_url = "http://127.0.0.1:2"};
    EXPECT_EQ(memory().find(elsewhere, "llava", kNow), std::nullopt);
}

TEST_F(ServerMemoryTest, ForgetsFailuresSooner) {  // K1
    const ProviderSettings provider{.kind = "ollama", .base_url = "http://127.0.0.1:1"};
    const ServerAnswer failure{.why_not = "nobody listens"};

    memory().keep(provider, "llava", failure, kNow);

    EXPECT_EQ(memory().find(provider, "llava", kNow + seconds(59)), failure);
    EXPECT_EQ(memory().find(provider, "llava", kNow + seconds(60)), std::nullopt);
}

TEST_F(ServerMemoryTest, AsksOnce) {  // K1
    net::TestServer server([](net::TestConnection& peer) {
        while (peer.read_request()) peer.respond(200, R"({"capabilities":["vision"]})");
    });
    net::HttpClient client;
    const ProviderSettings provider{.kind = "ollama", .base_url = server.url("")};
    std::optional<ServerMetadata> sees = ServerMetadata{.vision = true, .tools = false};

    EXPECT_EQ(memory().ask(client, provider, "llava", {}, kNow, {}).told, sees);
    net::HttpClient another;
    EXPECT_EQ(memory().ask(another, provider, "llava", {}, kNow, {}).told, sees);
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(ServerMemoryTest, UnreachableServerIsAnAnswer) {  // K1
    net::HttpClient client({.reach = net::Reach::LoopbackOnly});
    const ProviderSettings provider{
        .kind = "openai_compatible", .base_url = "http://u:SECRET@192.0.2.1/v1"};

    const auto answer = memory().ask(client, provider, "m", {}, kNow, {});

    EXPECT_EQ(answer.told, std::nullopt);
    EXPECT_NE(answer.why_not, "");
    EXPECT_EQ(memory().find(provider, "m", kNow), answer);
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
        std::ifstream in(file.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        EXPECT_EQ(text.find("SECRET"), std::string::npos) << text;  // Q5
    }
}

TEST_F(ServerMemoryTest, CancelledQuestionIsNotRemembered) {  // K1
    std::stop_source stop;
    stop.request_stop();
    net::HttpClient client;
    const ProviderSettings provider{.kind = "ollama", .base_url = "http://127.0.0.1:1"};

    EXPECT_NE(memory().ask(client, provider, "m", {}, kNow, stop.get_token()).why_not, "");

    EXPECT_EQ(memory().find(provider, "m", kNow), std::nullopt);
}

TEST_F(ServerMemoryTest, WorksWithoutAFolder) {  // K1
    const ServerMemory nowhere(store::ResultCache({}));
    const ProviderSettings provider{.kind = "ollama", .base_url = "http://127.0.0.1:1"};

    nowhere.keep(provider, "m", kAnswer, kNow);

    EXPECT_EQ(nowhere.find(provider, "m", kNow), std::nullopt);
}

}  // namespace
}  // namespace fovea::providers
