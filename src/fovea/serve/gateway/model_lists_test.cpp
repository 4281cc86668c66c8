// What programs are told of the models that there are.
#include "fovea/serve/gateway/test_gateway.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class ModelLists : public GatewayRoutes {
protected:
    // Null: it is not listed.
    boost::json::value listed(const std::string& id) {
        const auto body = ask("GET", "/v1/models").json();
        for (const auto& model : body.at("data").as_array()) {
            if (model.at("id").as_string() == id) return model;
        }
        return nullptr;
    }
    bool shows_vision(const std::string& id) {
        const auto shown = ask("POST", "/api/show", R"({"model":")" + id + R"("})").json();
        const auto& abilities = shown.at("capabilities").as_array();
        return std::ranges::find(abilities, boost::json::value("vision")) != abilities.end();
    }
};

TEST_F(ModelLists, NameWhatWouldAnswer) {  // D4
    loaded_.settings.gateway.models = {{"fast", "ollama/reader"}, {"gone", "nobody/there"}};
    loaded_.settings.providers["locked"] = {
        .kind = "openai_chat",
        .base_url = server_.url(""),
        .api_key_env = "FOVEA_TEST_NO_SUCH_KEY"};
    restart();

    for (const auto* const id : {"fast", "openai_chat/reader", "anthropic/seer"}) {
        EXPECT_TRUE(listed(id).is_object()) << id;
    }
    for (const auto* const id : {"gone", "locked/reader", "google/gemini-2.5-pro"}) {
        EXPECT_TRUE(listed(id).is_null()) << id;
    }
    EXPECT_THAT(ask("GET", "/api/tags").body, HasSubstr("\"openai_chat/reader\""));
    EXPECT_THAT(ask("GET", "/api/tags").body, Not(HasSubstr("locked")));
}

TEST_F(ModelLists, AgreeAboutSightWithWhatIsShownOfOne) {  // D4, V1
    EXPECT_TRUE(listed("ollama/reader").at_pointer("/capabilities/image_input/supported").as_bool()
    );
    EXPECT_TRUE(shows_vision("ollama/reader"));

    loaded_.settings.vision.mode = "off";
    restart();
    EXPECT_FALSE(listed("ollama/reader").at_pointer("/capabilities/image_input/supported").as_bool()
    );
    EXPECT_FALSE(shows_vision("ollama/reader"));
    EXPECT_TRUE(shows_vision("ollama/seer"));
}

TEST_F(ModelLists, OneIsFoundByItsNameHoweverItsSlashIsWritten) {  // D4
    loaded_.settings.models["far/away/one"] = {.provider = "openai_chat", .context = 9000};
    restart();

    for (const auto* const path : {"anthropic/seer", "anthropic%2Fseer", "anthropic%2fseer"}) {
        const auto model = ask("GET", std::string("/v1/models/") + path);
        ASSERT_EQ(model.status, 200) << path << model.body;
        EXPECT_EQ(model.json().at("id").as_string(), "anthropic/seer");
        EXPECT_EQ(model.json().at("object").as_string(), "model");  // OpenAI's clients
        EXPECT_EQ(model.json().at("type").as_string(), "model");    // Anthropic's
    }
    const auto far = ask("GET", "/v1/models/openai_chat%2Ffar%2Faway%2Fone").json();
    EXPECT_EQ(far.at("max_input_tokens").to_number<int>(), 9000);
    EXPECT_EQ(ask("GET", "/v1/models/nobody-knows").status, 404);
    for (const auto* const odd : {"a%2F..", "..%2Fa", "a/%2e%2e", "%00"}) {
        EXPECT_EQ(ask("GET", std::string("/v1/models/") + odd).status, 400) << odd;
    }
    EXPECT_EQ(ask("GET", "/sessions/a%2Fb").status, 400);  // only names of models have slashes
}

TEST_F(ModelLists, OllamasProgramsFindWhatTheyAskFirst) {  // D4
    EXPECT_THAT(ask("GET", "/api/version").json().at("version").as_string(), HasSubstr("."));
    EXPECT_EQ(ask("GET", "/api/ps").body, R"({"models":[]})");
}

TEST_F(ModelLists, WhatNobodyAnswersIsSaidInTheShapeOfItsApi) {  // D4
    for (const auto* const path : {"/api/generate", "/api/embed"}) {
        const auto none = ask("POST", path, "{}");
        EXPECT_EQ(none.status, 404) << path;
        EXPECT_TRUE(none.json().at("error").is_string()) << none.body;
    }
    EXPECT_TRUE(
        ask("POST", "/v1/images/edits", "{}").json().at_pointer("/error/message").is_string()
    );
    const auto models =
        ask("GET", "/v1/models/nobody-knows", {}, {}, "anthropic-version: 2023-06-01\r\n");
    EXPECT_EQ(models.status, 404);
    EXPECT_EQ(models.json().at("type").as_string(), "error");
}

}  // namespace
}  // namespace fovea::serve
