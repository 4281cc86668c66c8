// The flows of seed 003 by curl and by the official client of Socket.IO: a picture as JSON, and what becomes of it turn by turn;
// a session that is carried to another place; MCP.
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "e2e/serve_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

class ServeFlow : public Serve {
protected:
    void SetUp() override {
        // By the letter of the seed, whatever a provider's cache would like better.
        ::setenv("FOVEA_IMAGES_AGING_POLICY", "turns", 1);
        Serve::SetUp();
    }
    void TearDown() override { ::unsetenv("FOVEA_IMAGES_AGING_POLICY"); }

    std::string file(const std::string& name) const {
        return read_whole_file((bench_->folder() / name).string());
    }
    json::value say_as_json(const std::string& session, const json::object& body) const {
        std::ofstream(bench_->folder() / "body.json") << json::serialize(body);
        return curl_json(
            {"-H",
             "Content-Type: application/json",
             "--data-binary",
             "@" + (bench_->folder() / "body.json").string(),
             "/sessions/" + session + "/messages?wait=true"}
        );
    }
    // What the picture reached the model as in that turn.
    static std::string reached_as(const json::value& result) {
        return std::string(result.at("receipt").at(0).at("state").as_string());
    }
};

TEST_F(
    ServeFlow, APictureInJsonGetsSmallAndThenBecomesWordsAndStaysWhatItWas
) {  // DIG-6, DIG-21, DIG-22
    const auto session = new_session();
    const auto bytes = file("red.png");
    std::string text(base64_size(bytes.size()), '\0');
    ASSERT_TRUE(encode_base64(as_bytes(bytes), text).ok());

    std::vector<std::string> states;
    states.push_back(reached_as(say_as_json(
        session,
        {{"message", "what colour?"},
         {"images", {json::object{{"data", text}, {"mime", "image/png"}, {"name", "red.png"}}}}}
    )));
    for (const auto* const words : {"and now?", "still?", "and at last?"}) {
        states.push_back(reached_as(say_as_json(session, {{"message", words}})));
    }

    EXPECT_THAT(states, ElementsAre("pixels", "low", "low", "text"));
    const auto image = curl_json({"/sessions/" + session + "/images"}).at("images").at(0);
    EXPECT_EQ(image.at("state"), "text");
    const std::string id(image.at("image_id").as_string());
    EXPECT_EQ(curl({"/sessions/" + session + "/images/" + id}), bytes);
}

TEST_F(ServeFlow, ASessionIsTakenOutAndBroughtInElsewhere) {  // D2, S4
    const auto session = new_session();
    say(session, "hello");
    const auto tar = (bench_->folder() / "session.tar").string();
    curl({"-o", tar, "/sessions/" + session + "/export"});

    const auto imported =
        curl_json({"-H", "Content-Type: application/x-tar", "--data-binary", "@" + tar, "/import"});

    EXPECT_EQ(imported.at("renamed"), true);
    const std::string copy(imported.at("session_id").as_string());
    EXPECT_EQ(
        curl_json({"/sessions/" + copy + "/history"}).at("messages"),
        curl_json({"/sessions/" + session + "/history"}).at("messages")
    );
}

TEST_F(ServeFlow, McpAnswersByTheSameToken) {  // D7
    const auto listed = curl_json(
        {"-H",
         "Content-Type: application/json",
         "-H",
         "Accept: application/json, text/event-stream",
         "-H",
         "MCP-Protocol-Version: 2026-07-28",
         "-H",
         "Mcp-Method: tools/list",
         "-d",
         R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {)"
         R"("io.modelcontextprotocol/protocolVersion": "2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities": {}}}})",
         "/mcp"}
    );

    std::vector<std::string> names;
    for (const auto& tool : listed.at("result").at("tools").as_array()) {
        names.emplace_back(tool.at("name").as_string());
    }
    EXPECT_THAT(names, IsSupersetOf({"describe_image", "compare_images", "analyze_image"}));
}

}  // namespace
}  // namespace fovea::testing
