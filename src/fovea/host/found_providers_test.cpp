#include "fovea/host/found_providers.hpp"

#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

namespace fovea::host {
namespace {

using net::TestConnection;
using net::TestServer;
using testing::IsEmpty;
using testing::SizeIs;

config::Environment with(std::map<std::string, std::string> variables) {
    return [variables = std::move(variables)](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    };
}

// Answers each path with a body; others are not there.
std::unique_ptr<TestServer> server_of(std::map<std::string, std::string> pages) {
    return std::make_unique<TestServer>([pages = std::move(pages)](TestConnection& peer) {
        while (const auto request = peer.read_request()) {
            const auto page = pages.find(request->target.substr(0, request->target.find('?')));
            const bool is_there = page != pages.end();
            const auto body = is_there ? page->second : std::string("{}");
            peer.send(
                std::string("HTTP/1.1 ") + (is_there ? "200 OK" : "404 Not Found") +
                "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body
            );
        }
    });
}

// Whatever runs on this machine, only these are asked.
config::Settings settings_with(const std::string& name, const config::ProviderSettings& provider) {
    config::Settings settings;
    for (const auto* other : {"ollama", "lmstudio", "llamacpp"}) {
        settings.providers[other] = {
            .kind = "openai_compatible", .base_url = "https://nowhere.example/v1"};
    }
    settings.providers[name] = provider;
    return settings;
}

std::vector<FoundProvider> servers(const config::Settings& settings) {
    net::HttpClient client({.reach = net::Reach::LoopbackOnly});
    return find_local_servers(settings, client, {});
}

TEST(FoundProviders, NamesModelsOfThoseWhoseKeyIsInTheEnvironment) {  // U1
    const auto found =
        find_keys({}, with({{"ANTHROPIC_API_KEY", "SECRET"}, {"GROQ_API_KEY", "SECRET"}}));

    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].name, "anthropic");
    EXPECT_EQ(found[0].where, "ANTHROPIC_API_KEY");
    ASSERT_FALSE(found[0].models.empty());
    EXPECT_TRUE(found[0].models[0].name.starts_with("anthropic/claude-"));
    EXPECT_EQ(found[0].models[0].sees, true);
    EXPECT_EQ(found[1].name, "groq");
    EXPECT_THAT(found[1].models, IsEmpty());
    EXPECT_THAT(find_keys({}, with({{"OPENAI_API_KEY", ""}})), IsEmpty());
}

TEST(FoundProviders, CountsModelsAsUsableWhoseKeyIsThere) {  // U1
    const auto has = [](const std::vector<FoundModel>& models, std::string_view beginning) {
        return std::ranges::any_of(models, [&](const FoundModel& model) {
            return model.name.starts_with(beginning);
        });
    };
    const auto none = usable_models({}, with({}));
    const auto some = usable_models({}, with({{"OPENAI_API_KEY", "SECRET"}}));

    EXPECT_TRUE(has(none, "local/ocr"));
    EXPECT_FALSE(has(none, "openai/"));
    EXPECT_TRUE(has(some, "openai/gpt-"));
    EXPECT_FALSE(has(some, "anthropic/"));
}

TEST(FoundProviders, CountsModelsOfASecondProviderAsUsable) {  // U1
    config::Settings settings;
    settings.providers["office"] = {
        .kind = "anthropic", .base_url = "https://models.example", .api_key_env = "OFFICE_KEY"};
    const auto of_office = [](const FoundModel& model) {
        return model.name.starts_with("office/claude-");
    };

    EXPECT_TRUE(
        std::ranges::any_of(usable_models(settings, with({{"OFFICE_KEY", "SECRET"}})), of_office)
    );
    EXPECT_FALSE(std::ranges::any_of(usable_models(settings, with({})), of_office));
}

TEST(FoundProviders, NamesOneKeyOnce) {  // U1
    EXPECT_THAT(find_keys({}, with({{"GEMINI_API_KEY", "SECRET"}})), SizeIs(1));
}

TEST(FoundProviders, AsksOllamaForItsModelsAndWhatTheySee) {  // U1
    const auto ollama = server_of(
        {{"/api/tags", R"({"models":[{"name":"blind:7b"},{"name":"llava:latest"}]})"},
         {"/api/show", R"({"capabilities":["completion","vision"]})"}}
    );
    const auto url = ollama->url("");

    const auto found = servers(settings_with("ollama", {.kind = "ollama", .base_url = url}));

    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].name, "ollama");
    EXPECT_EQ("http://" + found[0].where, url.substr(0, url.find_last_not_of('/') + 1));
    ASSERT_THAT(found[0].models, SizeIs(2));
    EXPECT_EQ(found[0].models[0], (FoundModel{"ollama/blind:7b", true}));
}

TEST(FoundProviders, ListsTheModelsOfLlamaCppAndLmStudio) {  // U1
    const auto server = server_of({{"/v1/models", R"({"data":[{"id":"qwen2.5-vl"}]})"}});

    const auto found = servers(
        settings_with("lmstudio", {.kind = "openai_compatible", .base_url = server->url("/v1")})
    );

    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].models.at(0).name, "lmstudio/qwen2.5-vl");
}

TEST(FoundProviders, PassesOverWhateverElseListensThere) {  // U1
    for (const auto* body :
         {"<html>", "[]", R"({"data":1})", R"({"data":[{"id":7}]})", R"({"data":[null]})", ""}) {
        const auto server = server_of({{"/v1/models", body}});
        const auto settings = settings_with(
            "llamacpp", {.kind = "openai_compatible", .base_url = server->url("/v1")}
        );
        EXPECT_THAT(servers(settings), IsEmpty()) << body;
    }
    const auto hostile = server_of({{"/v1/models", "{\"data\":[{\"id\":\"a\\u001b]0;x\"}]}"}});
    const auto found = servers(
        settings_with("llamacpp", {.kind = "openai_compatible", .base_url = hostile->url("/v1")})
    );
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].models, IsEmpty());
}

TEST(FoundProviders, AsksNobodyButThisMachine) {  // Q2
    config::Settings settings =
        settings_with("far", {.kind = "openai_compatible", .base_url = "http://192.0.2.1:1234/v1"});

    EXPECT_THAT(servers(settings), IsEmpty());
}

}  // namespace
}  // namespace fovea::host
