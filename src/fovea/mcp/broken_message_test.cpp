#include "fovea/mcp/broken_message.hpp"

#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

const BrokenMessage kNobodys{};

BrokenMessage answer_to(Id id) {
    return {std::move(id), true};
}

TEST(BrokenMessage, TheIdStandsBeforeOrBehindWhatIsWrong) {
    EXPECT_EQ(look_at_broken(R"({"jsonrpc":"2.0","id":7,"result":{"n":NaN}})"), answer_to(7));
    EXPECT_EQ(look_at_broken(R"({"result":{"n":NaN},"jsonrpc":"2.0","id":7})"), answer_to(7));
    EXPECT_EQ(look_at_broken(R"({"id":"a-1","result":{)"), answer_to("a-1"));
    EXPECT_EQ(look_at_broken(R"( { "id" : 7 , "result": {"text": "cut in the mid)"), answer_to(7));
}

TEST(BrokenMessage, IdsInsideTheResultCountForNothing) {
    EXPECT_EQ(look_at_broken(R"({"result":{"id":3,"n":NaN},"id":7})"), answer_to(7));
    EXPECT_EQ(look_at_broken(R"({"result":{"text":"{\"id\":3}","n":NaN},"id":7})"), answer_to(7));
    EXPECT_EQ(look_at_broken(R"({"result":{"id":3,"n":NaN)"), kNobodys);
    EXPECT_EQ(look_at_broken(R"({"result":{"id":3,"n":NaN})"), kNobodys);
}

TEST(BrokenMessage, APartOfAMessageTellsItAsWell) {
    // A raw newline in a text made two lines of one.
    EXPECT_EQ(look_at_broken(R"(second line"}]},"jsonrpc":"2.0","id":4})"), answer_to(4));
    // Spread over several lines by whoever likes to read it.
    EXPECT_EQ(look_at_broken("  \"id\": 4,"), answer_to(4));
    EXPECT_EQ(look_at_broken("{"), kNobodys);
    EXPECT_EQ(look_at_broken("  \"jsonrpc\": \"2.0\","), kNobodys);
}

TEST(BrokenMessage, ARequestIsNoAnswer) {
    EXPECT_EQ(
        look_at_broken(R"({"id":7,"method":"tools/call","params":{"n":NaN}})"),
        (BrokenMessage{Id(7), false})
    );
}

TEST(BrokenMessage, LinesOfALogAreNobodys) {
    EXPECT_EQ(look_at_broken("hello"), kNobodys);
    EXPECT_EQ(look_at_broken(R"(<- {"jsonrpc":"2.0","id":3,"result":{}})"), kNobodys);
    EXPECT_EQ(look_at_broken(R"(got {"id":3,"method":"tools/call"} from the client)"), kNobodys);
    EXPECT_EQ(look_at_broken(R"(user "id": 3 is unknown)"), kNobodys);
    EXPECT_EQ(look_at_broken(""), kNobodys);
}

TEST(BrokenMessage, WhatIsNoIdIsNone) {
    EXPECT_EQ(look_at_broken(R"({"id":null,"result":NaN})"), kNobodys);
    EXPECT_EQ(look_at_broken(R"({"id":1.5,"result":NaN})"), kNobodys);
    EXPECT_EQ(look_at_broken(R"({"id":99999999999999999999,"result":NaN})"), kNobodys);
    EXPECT_EQ(look_at_broken("{\"id\":\""), kNobodys);
    EXPECT_EQ(look_at_broken("\"\\"), kNobodys);
    EXPECT_EQ(look_at_broken(R"({"id":)"), kNobodys);
}

}  // namespace
}  // namespace fovea::mcp
