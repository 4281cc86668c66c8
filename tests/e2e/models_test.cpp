// fovea models, as a person would run it, against servers on loopback.
#include "fovea/net/test_server.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/clean_home.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

json::object parsed(const Finished& done) {
    boost::system::error_code failed;
    const auto value = json::parse(done.out, failed);
    EXPECT_TRUE(!failed && value.is_object()) << done.out << done.err;
    return value.is_object() ? value.as_object() : json::object{};
}

json::object row(const json::object& listing, std::string_view id) {
    for (const auto& each : listing.at("models").as_array()) {
        if (each.at("id").as_string() == json::string_view(id.data(), id.size()))
            return each.as_object();
    }
    ADD_FAILURE() << "no model " << id;
    return {};
}

std::string value_of(const json::object& shown, const char* name) {
    const auto& line = shown.at("values").at(name).as_object();
    return json::serialize(line.at("value")) + " " + std::string(line.at("origin").as_string());
}

TEST(ModelsCommand, ListsTheCatalogueWithPricesAndTheirDay) {  // K1, O2, CAL-HL-30, CAL-HL-31
    const CleanHome person;

    const auto listing = parsed(person.run({"models", "--json"}));
    const auto table = person.run({"models"});

    EXPECT_EQ(listing.at("as_of").as_string().size(), 10u);
    const auto sonnet = row(listing, "claude-sonnet-4-6");
    EXPECT_EQ(sonnet.at("provider"), json::value("anthropic"));
    EXPECT_EQ(sonnet.at("vision"), json::value(true));
    EXPECT_EQ(sonnet.at("price_in"), json::value(3));
    EXPECT_EQ(sonnet.at("as_of").as_string().size(), 10u);
    EXPECT_EQ(row(listing, "ocr").at("price_in"), json::value());
    EXPECT_EQ(table.exit_code, 0);
    const auto lines = split(table.out, '\n');
    EXPECT_EQ(lines.size(), listing.at("models").as_array().size() + 2);
    for (const auto& line : lines) EXPECT_LE(line.size(), 100u) << line;
}

TEST(ModelsCommand, CanBeNarrowed) {  // O2
    const CleanHome person;

    const auto deepseek = parsed(person.run({"models", "--json", "--provider", "deepseek"}));
    const auto seeing = parsed(person.run({"models", "--json", "--vision"}));
    const auto unknown = person.run({"models", "--provider", "nobody"});

    for (const auto& each : deepseek.at("models").as_array())
        EXPECT_EQ(each.at("provider"), json::value("deepseek"));
    for (const auto& each : seeing.at("models").as_array())
        EXPECT_EQ(each.at("vision"), json::value(true));
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.err.find("available: anthropic, "), std::string::npos) << unknown.err;
}

TEST(ModelsCommand, ConfigurationAddsAndCorrectsRows) {  // K1, CAL-IMG-18, DIG-13
    const CleanHome person;
    person.write(
        CleanHome::kUserFile,
        "[models.\"my-org/my-model\"]\nprovider = \"openrouter\"\nvision = true\ncontext = 128000\n"
        "[models.\"claude-sonnet-4-6\"]\nvision = false\nprice_in = 1.5\nmax_images = 7\n"
    );

    const auto listing = parsed(person.run({"models", "--json"}));
    const auto shown = parsed(person.run({"models", "show", "claude-sonnet-4-6", "--json"}));

    EXPECT_EQ(row(listing, "my-org/my-model").at("vision"), json::value(true));
    EXPECT_EQ(row(listing, "my-org/my-model").at("provider"), json::value("openrouter"));
    EXPECT_EQ(row(listing, "claude-sonnet-4-6").at("vision"), json::value(false));
    EXPECT_EQ(value_of(shown, "vision"), "false config");
    EXPECT_EQ(value_of(shown, "price_in"), "1.5E0 config");
    EXPECT_EQ(value_of(shown, "max_images"), "7 config");
    EXPECT_EQ(value_of(shown, "pdf"), "true catalogue");
}

TEST(ModelsCommand, ShowsEachValueAndWhoSaysSo) {  // K1, ETH-13, ETH-14, DIG-27
    const CleanHome person;

    const auto bare = parsed(person.run({"models", "show", "claude-sonnet-4-6", "--json"}));
    const auto table = person.run({"models", "show", "anthropic/claude-sonnet-4-6"});

    EXPECT_EQ(bare.at("provider"), json::value("anthropic"));
    EXPECT_EQ(bare.at("kind"), json::value("anthropic"));
    EXPECT_EQ(bare.at("known"), json::value(true));
    EXPECT_EQ(value_of(bare, "vision"), "true catalogue");
    EXPECT_EQ(value_of(bare, "reject_image_px"), "8000 catalogue");
    EXPECT_EQ(value_of(bare, "system_role"), "\"system\" wire format");
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_TRUE(table.out.starts_with("anthropic/claude-sonnet-4-6\nNAME ")) << table.out;
    EXPECT_EQ(table.err, "");
}

TEST(ModelsCommand, UnknownModelIsNoAndNamesTheLinesToAdd) {  // K1, K3, ETH-13
    const CleanHome person;

    const auto shown =
        parsed(person.run({"models", "show", "anthropic/claude-sonet-4-6", "--json"}));
    const auto table = person.run({"models", "show", "anthropic/claude-sonet-4-6"});

    EXPECT_EQ(shown.at("known"), json::value(false));
    EXPECT_EQ(value_of(shown, "vision"), "false unknown");
    EXPECT_EQ(
        shown.at("lines_to_add"), json::value("[models.\"claude-sonet-4-6\"]\nvision = true")
    );
    EXPECT_EQ(shown.at("nearest").at(0), json::value("anthropic/claude-sonnet-4-6"));
    EXPECT_EQ(table.exit_code, 0);
    EXPECT_NE(table.err.find("[models.\"claude-sonet-4-6\"]\nvision = true"), std::string::npos);
    EXPECT_NE(table.err.find("its price is unknown"), std::string::npos) << table.err;
    const auto alone = person.run({"models", "show", "claude-sonet-4-6"});
    EXPECT_EQ(alone.exit_code, 64);
    EXPECT_EQ(alone.out, "");
    EXPECT_NE(alone.err.find("anthropic/claude-sonnet-4-6"), std::string::npos) << alone.err;
    EXPECT_NE(alone.err.find("[models.\"claude-sonet-4-6\"]"), std::string::npos) << alone.err;
    for (const char* name : {"", "/", "x/", "[a,b]", "\x1b[2J", "a\"b"}) {
        const auto odd = person.run({"models", "show", name});
        EXPECT_NE(odd.err, "") << name;
        EXPECT_EQ((odd.out + odd.err).find('\x1b'), std::string::npos);
    }
    EXPECT_EQ(person.run({"models", "show"}).exit_code, 64);
}

class ServersAsked : public ::testing::Test {
protected:
    // One answer for every path; counts.
    void serve(std::string answer) {
        server_ = std::make_unique<net::TestServer>(
            [this, answer = std::move(answer)](net::TestConnection& peer) {
                while (auto request = peer.read_request()) {
                    ++requests_;
                    const auto key = net::find_header(request->headers, "authorization");
                    if (key && *key == "Bearer HUSH") ++with_key_;
                    peer.respond(200, answer);
                }
            }
        );
        person_.write(
            CleanHome::kUserFile,
            "[providers.mine]\nkind = \"openai_compatible\"\nbase_url = \"" + server_->url("/v1") +
                "\"\napi_key_env = \"MINE\"\n[providers.ollama]\nbase_url = \"" + server_->url("") +
                "\"\n"
        );
    }

    json::object show(const std::string& model, std::vector<std::string> flags = {}) {
        flags.insert(flags.begin(), {"models", "show", model, "--json"});
        const auto done = person_.run(flags, {"MINE=HUSH"});
        EXPECT_EQ((done.out + done.err).find("HUSH"), std::string::npos);
        return parsed(done);
    }

    CleanHome person_;
    std::atomic<int> requests_ = 0;
    std::atomic<int> with_key_ = 0;
    std::unique_ptr<net::TestServer> server_;
};

TEST_F(ServersAsked, OllamaTellsAndIsAskedOnce) {  // K1, DIG-13
    serve(R"({"capabilities":["vision","tools"]})");

    EXPECT_EQ(value_of(show("ollama/of-my-own"), "vision"), "true server");
    EXPECT_EQ(value_of(show("ollama/of-my-own"), "tools"), "true server");
    EXPECT_EQ(requests_, 1);
}

TEST_F(ServersAsked, OpenRoutersFormTellsWithTheKey) {  // K1
    serve(R"({"data":[{"id":"a/b","architecture":{"input_modalities":["image","text"]},)"
          R"("pricing":{"prompt":"0.000003","completion":"0.000015"}}]})");

    const auto shown = show("mine/a/b");

    EXPECT_EQ(value_of(shown, "vision"), "true server");
    EXPECT_EQ(value_of(shown, "price_in"), "3 server");
    EXPECT_EQ(shown.at("known"), json::value(true));
    EXPECT_EQ(with_key_, 1);
}

TEST_F(ServersAsked, OfflineAsksNobody) {  // K1
    serve("{}");

    EXPECT_EQ(value_of(show("ollama/of-my-own", {"--offline"}), "vision"), "false unknown");
    EXPECT_EQ(requests_, 0);
}

TEST_F(ServersAsked, NobodyThereIsNoFailure) {  // K1
    serve("{}");
    server_.reset();

    const auto shown = show("ollama/of-my-own");

    EXPECT_EQ(value_of(shown, "vision"), "false unknown");
    EXPECT_TRUE(shown.at("server_problem").is_string());
}

TEST_F(ServersAsked, LocalOnlyStaysOnThisMachine) {  // O1, Q2
    const auto done =
        person_.run({"models", "show", "openrouter/a/b", "--json"}, {"FOVEA_LOCAL_ONLY=true"});

    EXPECT_EQ(done.exit_code, 0);
    EXPECT_NE(
        parsed(done).at("server_problem").as_string().find("openrouter.ai"), std::string::npos
    ) << done.out;
}

}  // namespace
}  // namespace fovea::testing
