#include "fovea/mcp/server/elicitation.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

json::object parsed(std::string_view text) {
    return json::parse({text.data(), text.size()}).as_object();
}

TEST(Elicitation, OnlyClientsWithFormsAreAsked) {  // V7
    EXPECT_TRUE(can_elicit(parsed(R"({"elicitation": {}})")));
    EXPECT_TRUE(can_elicit(parsed(R"({"elicitation": {"form": {}, "url": {}}})")));
    EXPECT_FALSE(can_elicit(parsed(R"({"elicitation": {"url": {}}})")));
    EXPECT_FALSE(can_elicit(parsed(R"({"elicitation": true})")));
    EXPECT_FALSE(can_elicit(parsed(R"({"roots": {}})")));
}

TEST(Elicitation, YesIsAFormThatWasSentWithItsTick) {  // V7
    EXPECT_EQ(said_of(parsed(R"({"action": "accept", "content": {"agree": true}})")), Said::Yes);
    for (const auto* no :
         {R"({"action": "accept", "content": {"agree": false}})",
          R"({"action": "accept", "content": {"agree": "true"}})",
          R"({"action": "accept", "content": {}})",
          R"({"action": "accept"})",
          R"({"action": "decline", "content": {"agree": true}})",
          R"({"action": "cancel"})"}) {
        EXPECT_EQ(said_of(parsed(no)), Said::No) << no;
    }
    EXPECT_EQ(said_of(parsed(R"({"content": {"agree": true}})")), Said::Nothing);
}

TEST(Elicitation, AnAnswerCountsForItsQuestionAlone) {  // V7
    const auto result = input_required("Send to eyes?");
    const auto& requests = result.at("inputRequests").as_object();
    ASSERT_EQ(requests.size(), 1u);
    EXPECT_EQ(requests.begin()->value().at("method"), "elicitation/create");
    json::object responses;
    responses[requests.begin()->key()] =
        parsed(R"({"action": "accept", "content": {"agree": true}})");
    const json::object params{{"inputResponses", std::move(responses)}};

    EXPECT_EQ(said_in(params, "Send to eyes?"), Said::Yes);
    EXPECT_EQ(said_in(params, "Send to somebody else?"), Said::Nothing);
    EXPECT_EQ(said_in({}, "Send to eyes?"), Said::Nothing);
}

}  // namespace
}  // namespace fovea::mcp
