// fovea doctor, as a person would run it.
#include "fovea/net/test_server.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/clean_home.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

// "ok the sentence" of one check; empty when there is none.
std::string check(const Finished& done, std::string_view name) {
    boost::system::error_code failed;
    const auto value = json::parse(done.out, failed);
    if (failed) return "not JSON: " + done.out + done.err;
    for (const auto& each : value.at("checks").as_array()) {
        if (each.at("check").as_string() == json::string_view(name.data(), name.size()))
            return std::string(each.at("verdict").as_string()) + " " +
                   std::string(each.at("detail").as_string());
    }
    return "";
}

bool begins(const std::string& text, std::string_view beginning) {
    return text.starts_with(beginning);
}

TEST(DoctorCommand, FindsEverythingInPlaceWithoutSetUp) {  // O2
    const CleanHome person;

    const auto done = person.run({"doctor", "--json"});

    EXPECT_EQ(done.exit_code, 0) << done.out;
    EXPECT_TRUE(begins(check(done, "worker"), "ok ")) << done.out;
    EXPECT_TRUE(begins(check(done, "reader"), "ok local/ocr reads eng"));
    EXPECT_TRUE(begins(check(done, "weights"), "ok reader.fnn reads lines of text: version "));
    EXPECT_NE(check(done, "weights").find("Apache-2.0, sha256 "), std::string::npos);
    EXPECT_TRUE(begins(check(done, "data folder"), "ok "));
    EXPECT_TRUE(
        begins(check(done, "data room"), "ok ") || begins(check(done, "data room"), "weak ")
    );
    EXPECT_EQ(check(done, "configuration"), "ok all defaults");
    EXPECT_EQ(
        check(done, "model"), "ok local/ocr (local) has vision, according to the wire format"
    );
    EXPECT_TRUE(begins(check(done, "user file"), "ok none at "));
    EXPECT_FALSE(std::filesystem::exists(person.path("home/.local")));  // looks, makes nothing
}

TEST(DoctorCommand, NamesThePackageOfAMissingProgram) {  // O2
    const CleanHome person;
    const auto tool = person.write("bin/ffmpeg", "#!/bin/sh\n", 0755);
    person.write("bin/qpdf", "not a program", 0644);

    const auto done =
        person.run({"doctor", "--json"}, {"PATH=.:relative::" + person.path("bin").string()});

    EXPECT_EQ(done.exit_code, 0);
    EXPECT_EQ(
        check(done, "pdftoppm"),
        "weak missing: PDF pages cannot be rendered; apt install poppler-utils"
    );
    EXPECT_EQ(
        check(done, "qpdf"),
        "weak missing: pages cannot be extracted from PDF documents; apt install qpdf"
    );
    EXPECT_EQ(check(done, "ffmpeg"), "ok " + tool);
}

TEST(DoctorCommand, LooksAtKeysAndRoutes) {  // O2, Q5, ETH-12, ETH-14
    const CleanHome person;
    person.write(
        CleanHome::kUserFile,
        "model = \"anthropic/claude-sonnet-4-6\"\n"
        "[vision]\nmodel = \"ollama/of-my-own\"\n[routing]\nfallback = [\"openai/gpt-5-mini\"]\n"
    );
    const std::vector<std::string> keys = {"ANTHROPIC_API_KEY=HUSH1", "OPENAI_API_KEY=HUSH2"};

    const auto without = person.run({"doctor", "--json"});
    const auto with = person.run({"doctor", "--json"}, keys);

    EXPECT_EQ(without.exit_code, 1);
    EXPECT_TRUE(begins(check(without, "key of anthropic"), "broken the variable ANTHROPIC_API_KEY")
    );
    EXPECT_EQ(check(with, "key of anthropic"), "ok found, in the variable ANTHROPIC_API_KEY");
    EXPECT_EQ(check(with, "key of ollama"), "ok none is configured, so none is sent");
    EXPECT_TRUE(
        begins(check(with, "model"), "ok anthropic/claude-sonnet-4-6 (anthropic) has vision")
    );
    EXPECT_TRUE(begins(check(with, "vision.model"), "broken ollama/of-my-own")) << with.out;
    EXPECT_NE(check(with, "vision.model").find("[models.\"of-my-own\"]"), std::string::npos);
    EXPECT_TRUE(begins(check(with, "routing.fallback.0"), "ok openai/gpt-5-mini"));
    EXPECT_EQ((with.out + with.err).find("HUSH"), std::string::npos);
}

TEST(DoctorCommand, LooksAtTheDataFolder) {  // O2, S3
    const CleanHome person;
    const auto in_the_way = person.write("file", "");
    const auto data = person.path("data");
    std::filesystem::create_directories(data);
    ASSERT_EQ(::chmod(data.c_str(), 0755), 0);
    const auto doctor = [&](const std::string& folder) {
        return person.run({"--data", folder, "doctor", "--json"});
    };

    const auto blocked = doctor(in_the_way);
    const auto below = doctor(in_the_way + "/data");
    const auto open = doctor(data.string());
    person.write("data/fovea.db", "this is no database, it only has the name of one");
    const auto corrupt = doctor(data.string());

    EXPECT_EQ(blocked.exit_code, 1);
    EXPECT_EQ(check(blocked, "data folder"), "broken " + in_the_way + " is not a folder");
    EXPECT_EQ(check(below, "data folder"), "broken " + in_the_way + " is not a folder");
    EXPECT_TRUE(begins(check(open, "data folder"), "weak ")) << open.out;
    EXPECT_EQ(check(open, "sessions"), "ok none yet");
    EXPECT_EQ(corrupt.exit_code, 1);
    EXPECT_TRUE(begins(check(corrupt, "sessions"), "broken ")) << corrupt.out;
}

TEST(DoctorCommand, AsksServersOnlyWhenTold) {  // O2, Q5
    const CleanHome person;
    std::atomic<int> requests = 0;
    std::atomic<int> with_key = 0;
    net::TestServer server([&](net::TestConnection& peer) {
        while (auto request = peer.read_request()) {
            ++requests;
            for (const auto& header : request->headers) {
                if (header.value.find("HUSH") != std::string::npos) ++with_key;
            }
            peer.respond(404, "{}");
        }
    });
    person.write(
        CleanHome::kUserFile,
        "[providers.up]\nkind = \"anthropic\"\nbase_url = \"" + server.url("") +
            "\"\napi_key = \"HUSH\"\n[providers.down]\nkind = \"ollama\"\n"
            "base_url = \"http://127.0.0.1:1\"\n"
    );

    const auto quiet = person.run({"doctor", "--json"});
    EXPECT_EQ(requests, 0);
    const auto asked = person.run({"doctor", "--json", "--online"}, {"FOVEA_LOCAL_ONLY=true"});

    EXPECT_EQ(check(quiet, "server of up"), "");
    EXPECT_EQ(
        check(asked, "server of up"),
        "ok http://127.0.0.1:" + std::to_string(server.port()) + " answers"
    );
    EXPECT_TRUE(begins(check(asked, "server of down"), "weak ")) << asked.out;
    EXPECT_EQ(requests, 1);
    EXPECT_EQ(with_key, 0);
}

}  // namespace
}  // namespace fovea::testing
