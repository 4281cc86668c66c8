// Who agrees that pictures leave the machine, where another program asks for them.
#include "e2e/mcp_fixture.hpp"
#include "support/live_program.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

using McpConsent = McpServer;

TEST_F(McpConsent, APersonIsAskedOnceThroughTheirHost) {  // D7, V7
    red();
    consent_ = "";
    const auto first = call("describe_image", {{"image", "red.png"}});
    const auto second = call("vision_analyze", {{"file_path", "red.png"}, {"prompt", "which?"}});
    auto agrees = plan({first, second});
    agrees["elicitation"] = {{"action", "accept"}, {"content", {{"agree", true}}}};
    auto refuses = agrees;
    refuses["elicitation"] = {{"action", "decline"}};
    auto hasty = agrees;
    hasty["elicitation"] = {{"action", "accept"}, {"content", {{"agree", false}}}};

    for (const auto& no : {refuses, hasty}) {
        const auto outcome = run(no);
        const auto& got = outcome.at("results").as_array();
        EXPECT_EQ(outcome.at("asked").as_array().size(), 1u);
        EXPECT_THAT(text(got[0]), HasSubstr("CONSENT_REQUIRED: nothing was sent to eyes"));
        EXPECT_THAT(text(got[1]), HasSubstr("CONSENT_REQUIRED"));
        EXPECT_TRUE(asked_eyes().empty());
    }
    const auto outcome = run(agrees);
    const auto& got = outcome.at("results").as_array();
    ASSERT_EQ(outcome.at("asked").as_array().size(), 1u);
    const auto& question = outcome.at("asked").at(0).as_object();
    EXPECT_THAT(
        std::string(question.at("message").as_string()), HasSubstr("to eyes (http://127.0.0.1:")
    );
    EXPECT_THAT(text(got[0]), HasSubstr(kSays));
    EXPECT_THAT(text(got[1]), HasSubstr(kSays));
    EXPECT_EQ(fovea({"describe", "red.png"}).exit_code, 0);  // kept, for every command
}

TEST_F(McpConsent, ConsentThatIsGivenOrTakenBackMeanwhileCounts) {  // V7
    red();
    consent_ = "";
    auto server = LiveProgram::start(bench_->command({"mcp"}));
    const auto look = [&](int id) {
        const json::object params{
            {"name", "analyze_image"},
            {"arguments",
             {{"images", json::array{"red.png"}}, {"question", "is it " + std::to_string(id)}}}};
        server.write(
            json::serialize(json::object{
                {"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", params}}) +
            "\n"
        );
        return text(json::parse(server.read_line()).at("result"));
    };

    EXPECT_THAT(look(1), HasSubstr("To agree: fovea vision-proxy consent yes eyes"));
    EXPECT_EQ(fovea({"vision-proxy", "consent", "yes", "eyes"}).exit_code, 0);
    EXPECT_THAT(look(2), HasSubstr(kSays));
    EXPECT_EQ(fovea({"vision-proxy", "consent", "no", "eyes"}).exit_code, 0);
    EXPECT_THAT(look(3), HasSubstr("CONSENT_REQUIRED"));
    EXPECT_EQ(asked_eyes().size(), 1u);
}

}  // namespace
}  // namespace fovea::testing
