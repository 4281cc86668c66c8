#include "fovea/proxy/consent.hpp"

#include "fovea/config/test_files.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

namespace fovea::proxy {
namespace {

using config::variables;
using testing::HasSubstr;
using testing::Not;

const store::Time kNow = store::time_from_iso_text("2026-11-15T12:00:00.000Z").value();

class Consent : public config::ConfigFiles {
protected:
    config::VisionProxyFile file() const {
        return config::VisionProxyFile(folder_ / "vision-proxy.json");
    }

    Consents kept() const { return read({}); }
    Consents read(std::map<std::string, std::string> environment) const {
        const auto consents = read_consents(file(), variables(std::move(environment)));
        EXPECT_TRUE(consents.ok());
        return consents.ok() ? consents.value() : Consents{};
    }
    Recipient recipient(const std::string& provider) const {
        const auto found = recipient_of(settings_, provider);
        EXPECT_TRUE(found.ok()) << found.error().message;
        return found.ok() ? found.value() : Recipient{};
    }

    config::Settings settings_;
};

TEST_F(Consent, NamesWhatIsSentThatCropsAreSentAndToWhom) {  // PVP-S2, PVP-1.5, V7
    settings_.providers["corp"] = {
        .kind = "openai_compatible", .base_url = "https://vision.example:8443/v1?key=secret"};

    const auto refused = check_consent({}, recipient("corp"));

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::ConsentRequired);
    const auto& text = refused.error().message;
    EXPECT_THAT(text, HasSubstr("sends the pictures and the question"));
    EXPECT_THAT(text, HasSubstr("to corp (vision.example:8443)"));
    EXPECT_THAT(text, HasSubstr("Crops are sent, too"));
    EXPECT_THAT(text, HasSubstr("fovea vision-proxy consent yes corp"));
    EXPECT_THAT(text, HasSubstr("fovea vision-proxy consent yes"));
    EXPECT_THAT(text, Not(HasSubstr("secret")));
}

TEST_F(Consent, IsNotNeededWhereNothingLeavesTheMachine) {  // V7
    EXPECT_TRUE(check_consent({}, recipient("local")).ok());
    EXPECT_TRUE(check_yes({}, recipient("local")).ok());
}

TEST_F(Consent, IsNeededByTheKindAndNotByTheName) {  // V7
    settings_.providers["local"] = {
        .kind = "openai_compatible", .base_url = "https://elsewhere.example"};

    EXPECT_FALSE(check_consent({}, recipient("local")).ok());
}

TEST_F(Consent, ForOneProviderSaysNothingOfAnother) {  // PVP-1.5
    ASSERT_TRUE(record_consent(file(), recipient("openai"), kNow).ok());

    EXPECT_TRUE(check_consent(kept(), recipient("openai")).ok());
    EXPECT_FALSE(check_consent(kept(), recipient("anthropic")).ok());
    EXPECT_EQ(
        kept().recorded.at("openai"),
        (std::map<std::string, std::string>{
            {"https://api.openai.com:443", "2026-11-15T12:00:00.000Z"}})
    );
}

TEST_F(Consent, OfTheVisionModelHoldsForAnotherModelOfItsProvider) {  // PVP-1.5
    ASSERT_TRUE(record_consent(file(), recipient("openai"), kNow).ok());

    const auto described = recipient_of_model(settings_, "openai/gpt-5-mini");
    const auto overridden = recipient_of_model(settings_, "openai/gpt-5");
    const auto elsewhere = recipient_of_model(settings_, "google/gemini-3-pro");

    ASSERT_TRUE(described.ok() && overridden.ok() && elsewhere.ok());
    EXPECT_TRUE(check_consent(kept(), described.value()).ok());
    EXPECT_TRUE(check_consent(kept(), overridden.value()).ok());
    EXPECT_FALSE(check_consent(kept(), elsewhere.value()).ok());
    // … and can be given for a provider that only an override reaches.
    ASSERT_TRUE(record_consent(file(), recipient("google"), kNow).ok());
    EXPECT_TRUE(check_consent(kept(), elsewhere.value()).ok());
}

TEST_F(Consent, IsForSchemeHostAndPort) {  // V7, Q5
    const std::string before = "https://eye.example/v1";
    settings_.providers["corp"] = {.kind = "openai_compatible", .base_url = before};
    ASSERT_TRUE(record_consent(file(), recipient("corp"), kNow).ok());
    settings_.providers["corp"].base_url = "https://EYE.example:443/v2?a=b";
    EXPECT_TRUE(check_consent(kept(), recipient("corp")).ok());

    for (const char* other :
         {"http://eye.example/v1",
          "https://eye.example:8443/v1",
          "https://other.example/v1",
          "http://127.0.0.1:9"}) {
        settings_.providers["corp"].base_url = other;
        const auto refused = check_consent(kept(), recipient("corp"));
        ASSERT_FALSE(refused.ok()) << other;
        EXPECT_EQ(refused.error().code, ErrorCode::ConsentRequired);
        EXPECT_THAT(
            refused.error().message, HasSubstr("; so far it covers only https://eye.example:443.")
        );
    }
    // Agreed to as well, both hold.
    ASSERT_TRUE(record_consent(file(), recipient("corp"), kNow).ok());
    EXPECT_TRUE(check_consent(kept(), recipient("corp")).ok());
    settings_.providers["corp"].base_url = before;
    EXPECT_TRUE(check_consent(kept(), recipient("corp")).ok());
    ASSERT_TRUE(withdraw_consent(file(), "corp").ok());
    EXPECT_FALSE(check_consent(kept(), recipient("corp")).ok());
}

TEST_F(Consent, OfNoCertainAddressIsAskedForOnceMore) {  // V7, Q5
    write("vision-proxy.json", R"({"consents": {"openai": "2025-01-01T00:00:00.000Z"}})");

    EXPECT_FALSE(check_consent(kept(), recipient("openai")).ok());
    ASSERT_TRUE(record_consent(file(), recipient("openai"), kNow).ok());
    EXPECT_TRUE(check_consent(kept(), recipient("openai")).ok());
}

TEST_F(Consent, OfTheEnvironmentIsNotForAStrangersServer) {  // V7, Q5
    settings_.providers["corp"] = {
        .kind = "openai_compatible", .base_url = "http://localhost:9", .from_stranger = true};
    const auto consents = read({{"FOVEA_CONSENT", "corp"}});

    EXPECT_FALSE(check_consent(consents, recipient("corp")).ok());
    EXPECT_FALSE(check_yes(consents, recipient("corp")).ok());
}

TEST_F(Consent, TellsThatAnAddressIsNotEncrypted) {  // V7
    settings_.providers["corp"] = {.kind = "openai_compatible", .base_url = "http://eye.example"};

    EXPECT_THAT(consent_text(recipient("corp")), HasSubstr("to corp (http://eye.example)"));
}

TEST_F(Consent, IsTakenBack) {  // V7
    ASSERT_TRUE(record_consent(file(), recipient("openai"), kNow).ok());
    ASSERT_TRUE(record_consent(file(), recipient("google"), kNow).ok());

    ASSERT_TRUE(withdraw_consent(file(), "openai").ok());
    ASSERT_TRUE(withdraw_consent(file(), "openai").ok());  // twice does no harm

    EXPECT_FALSE(check_consent(kept(), recipient("openai")).ok());
    EXPECT_TRUE(check_consent(kept(), recipient("google")).ok());
}

TEST_F(Consent, ComesFromTheEnvironmentForTheProvidersItNames) {  // V7
    const auto consents = read({{"FOVEA_CONSENT", " openai,,google ,"}});

    EXPECT_EQ(consents.from_environment, (std::set<std::string>{"openai", "google"}));
    EXPECT_TRUE(check_consent(consents, recipient("openai")).ok());
    EXPECT_TRUE(check_yes(consents, recipient("google")).ok());
    EXPECT_FALSE(check_yes(consents, recipient("anthropic")).ok());
    EXPECT_EQ(read({{"FOVEA_CONSENT", ""}}), Consents{});
}

TEST_F(Consent, IsNotGivenByYesAlone) {  // PVP-1.5, V7
    const auto refused = check_yes({}, recipient("openai"));

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::ConsentRequired);
    EXPECT_THAT(refused.error().message, HasSubstr("FOVEA_CONSENT=openai"));
    EXPECT_THAT(refused.error().message, HasSubstr("api.openai.com"));

    ASSERT_TRUE(record_consent(file(), recipient("openai"), kNow).ok());
    EXPECT_TRUE(check_yes(kept(), recipient("openai")).ok());
}

TEST_F(Consent, IsAskedForOnTheSpotAndKept) {  // PVP-3.4
    std::string shown;
    const AskPerson agrees = [&](const std::string& text) {
        shown = text;
        return std::optional<std::string>(" Yes ");
    };

    EXPECT_TRUE(ask_for_consent({}, recipient("openai"), agrees, file(), kNow).ok());

    EXPECT_EQ(shown, consent_text(recipient("openai")));
    EXPECT_TRUE(check_consent(kept(), recipient("openai")).ok());
}

TEST_F(Consent, IsNotAskedForTwice) {  // PVP-3.4
    const AskPerson never = [](const std::string& text) -> std::optional<std::string> {
        ADD_FAILURE() << text;
        return "no";
    };

    EXPECT_TRUE(ask_for_consent(
                    {.recorded = {{"openai", {{"https://api.openai.com:443", "t"}}}},
                     .from_environment = {}},
                    recipient("openai"),
                    never,
                    file(),
                    kNow
    )
                    .ok());
    EXPECT_TRUE(ask_for_consent({}, recipient("local"), never, file(), kNow).ok());
}

TEST_F(Consent, IsRefusedByAnyOtherAnswerAndByNone) {  // PVP-3.4
    for (const std::optional<std::string>& answer :
         {std::optional<std::string>("n"), {""}, {"maybe"}, {"yess"}, {}}) {
        const auto result = ask_for_consent(
            {}, recipient("openai"), [&](const std::string&) { return answer; }, file(), kNow
        );

        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::ConsentRequired);
    }
    EXPECT_FALSE(ask_for_consent({}, recipient("openai"), {}, file(), kNow).ok());
    EXPECT_FALSE(std::filesystem::exists(file().path()));
}

TEST_F(Consent, NeedsAProviderThatIsThere) {
    EXPECT_EQ(recipient_of(settings_, "nobody").error().code, ErrorCode::NoCandidate);
    settings_.providers["odd"] = {.kind = "openai_compatible", .base_url = "gopher://x"};
    EXPECT_EQ(recipient_of(settings_, "odd").error().code, ErrorCode::ConfigInvalid);
    EXPECT_FALSE(recipient_of_model(settings_, "openai").ok());
}

TEST_F(Consent, LeavesABrokenFileAlone) {
    write("vision-proxy.json", R"({"consents": "all"})");

    EXPECT_EQ(
        record_consent(file(), recipient("openai"), kNow).error().code, ErrorCode::ConfigInvalid
    );
    EXPECT_EQ(file().read().value().at("consents").as_string(), "all");
}

TEST_F(Consent, IsNothingElseThanTheTimeItWasGivenAt) {  // V7, PVP-C1
    for (const std::string text :
         {R"({"consents": ["openai"]})",
          R"({"consents": {"openai": true}})",
          R"({"consents": {"openai": ""}})",
          R"({"consents": {"openai": {"https://api.openai.com:443": true}}})",
          R"({"consents": {"openai": {"https://api.openai.com:443": ""}}})"}) {
        write("vision-proxy.json", text);
        const auto consents = read_consents(file(), {});

        ASSERT_FALSE(consents.ok()) << text;
        EXPECT_EQ(consents.error().code, ErrorCode::ConfigInvalid);
        EXPECT_THAT(consents.error().message, HasSubstr("(" + file().path().string() + ")"));
    }
}

}  // namespace
}  // namespace fovea::proxy
