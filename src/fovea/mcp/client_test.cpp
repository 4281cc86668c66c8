#include "fovea/mcp/client.hpp"

#include "fovea/mcp/test_transport.hpp"

#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

struct Connected {
    std::vector<std::string> sent;
    std::unique_ptr<Client> client;
};

std::unique_ptr<Connected> connected(TestTransport::Script script, ClientSettings settings = {}) {
    auto made = std::make_unique<Connected>();
    auto transport = std::make_unique<TestTransport>(greeting(std::move(script)), &made->sent);
    made->client = Client::connect(std::move(transport), std::move(settings), {}).value();
    return made;
}

TestTransport::Script silent() {
    return [](const Message&, TestTransport&) {};
}

TEST(Client, GreetsAndSaysThatItIsReady) {  // A3
    const auto made = connected(silent());
    ASSERT_EQ(made->sent.size(), 2u);
    const auto hello = json::parse(made->sent[0]);
    EXPECT_EQ(hello.at("params").at("protocolVersion"), "2025-11-25");
    EXPECT_TRUE(hello.at("params").at("capabilities").as_object().contains("roots"));
    EXPECT_EQ(made->sent[1], R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

TEST(Client, TakesOlderVersionsAndNoUnknownOnes) {
    const auto with = [](const std::string& version) {
        return Client::connect(
            std::make_unique<TestTransport>(greeting(silent(), version)), {}, {}
        );
    };
    EXPECT_TRUE(with("2024-11-05").ok());
    EXPECT_TRUE(with("2025-03-26").ok());
    const auto refused = with("2099-01-01\x1b");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(
        refused.error().message,
        "unsupported protocol version: the server uses \"2099-01-01\", this program supports up to "
        "2025-11-25"
    );
}

TEST(Client, ListsAllPagesAndNeverInCircles) {
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (const auto* list = as_request(sent, "tools/list")) {
            const bool first = !list->params.contains("cursor");
            const json::object tool{{"name", first ? "a" : "b"}};
            server.answer(*list, {{"tools", {tool}}, {"nextCursor", "again"}});
        }
    });
    const auto list = made->client->list_tools({}).value();
    ASSERT_EQ(list.tools.size(), 2u);
    EXPECT_EQ(list.tools[1].name, "b");
    EXPECT_EQ(made->sent.size(), 4u);
}

TEST(Client, AnswersOfOtherIdsCountForNothing) {
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (const auto* call = as_request(sent, "tools/call")) {
            server.say(Response{Id(999), json::value("wrong")});
            server.say(Response{Id("2x"), json::value("wrong")});
            server.say(Response{std::nullopt, json::value("wrong")});
            server.say(Notification{"notifications/progress", {{"progressToken", "x"}}});
            server.answer(*call, {{"content", json::array()}});
            server.answer(*call, {{"content", "twice"}});
        }
    });
    EXPECT_TRUE(made->client->call_tool("t", {}, {}, {}).value().at("content").is_array());
}

TEST(Client, ANumberGivenBackAsTextIsTheNumber) {  // A3, D7
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (const auto* call = as_request(sent, "tools/call")) {
            const auto number = std::to_string(std::get<std::int64_t>(call->id));
            server.say(Response{Id(number), json::object{{"content", json::array()}}});
        }
    });

    EXPECT_TRUE(made->client->call_tool("t", {}, {}, {}).ok());
}

TEST(Client, AnErrorWithoutAnIdIsThatOfTheOnlyCall) {  // A3, D7
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (as_request(sent, "tools/call") != nullptr) {
            server.say(Response{std::nullopt, RpcError{kParseError, "cannot read that"}});
        }
    });

    EXPECT_EQ(
        made->client->call_tool("t", {}, {}, {}).error(),
        (Failure{Failure::Kind::Refused, "cannot read that", kParseError})
    );
}

TEST(Client, RefusalsAndNonsenseAreFailures) {
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (const auto* call = as_request(sent, "tools/call")) {
            if (call->params.at("name") == "nonsense") return server.answer(*call, 7);
            server.say(Response{call->id, RpcError{kInvalidParams, "no\x1b such tool"}});
        }
    });
    EXPECT_EQ(
        made->client->call_tool("t", {}, {}, {}).error(),
        (Failure{Failure::Kind::Refused, "no such tool", kInvalidParams})
    );
    EXPECT_EQ(made->client->call_tool("nonsense", {}, {}, {}).error().kind, Failure::Kind::Broken);
}

TEST(Client, ACallWithoutAnAnswerTimesOutAndIsCancelled) {
    const auto made = connected(silent(), {.call_timeout = 20ms, .max_call_timeout = 20ms});

    const auto result = made->client->call_tool("t", {}, {}, {});

    EXPECT_EQ(result.error().kind, Failure::Kind::Timeout);
    const auto told = json::parse(made->sent.back());
    EXPECT_EQ(told.at("method"), "notifications/cancelled");
    EXPECT_EQ(told.at("params").at("requestId"), json::parse(made->sent[2]).at("id"));
}

TEST(Client, AFloodOfProgressDoesNotHoldACallForever) {
    TestTransport* flooding = nullptr;
    Id id;
    const auto flood = [&] {
        for (int i = 0; i < 200; ++i) {
            flooding->say(Notification{
                "notifications/progress",
                {{"progressToken", std::get<std::int64_t>(id)}, {"progress", i}}});
        }
    };
    const auto made = connected(
        [&](const Message& sent, TestTransport& server) {
            if (const auto* call = as_request(sent, "tools/call")) {
                flooding = &server;
                id = call->id;
                flood();
            }
        },
        {.call_timeout = 10s, .max_call_timeout = 10s}
    );
    std::stop_source stop;
    int told = 0;
    const auto again = [&](const CallProgress&) {
        if (++told == 100) stop.request_stop();
        flood();
    };
    const auto result = made->client->call_tool("t", {}, again, stop.get_token());
    EXPECT_EQ(result.error().kind, Failure::Kind::Cancelled);
}

TEST(Client, AnswersPingsAndRootsAndNothingElse) {  // A3
    const auto made = connected(
        [](const Message& sent, TestTransport& server) {
            if (const auto* call = as_request(sent, "tools/call")) {
                server.say(Request{Id("p"), "ping"});
                server.say(Request{9, "roots/list"});
                server.say(Request{10, "sampling/createMessage"});
                server.answer(*call, json::object());
            }
        },
        {.roots = {"/w"}}
    );
    EXPECT_TRUE(made->client->call_tool("t", {}, {}, {}).ok());
    ASSERT_EQ(made->sent.size(), 6u);
    EXPECT_EQ(made->sent[3], R"({"jsonrpc":"2.0","id":"p","result":{}})");
    EXPECT_EQ(
        made->sent[4], R"({"jsonrpc":"2.0","id":9,"result":{"roots":[{"uri":"file:///w"}]}})"
    );
    EXPECT_EQ(json::parse(made->sent[5]).at("error").at("code"), -32601);
}

TEST(Client, TheEndOfTheServerEndsItsCalls) {
    const auto made = connected([](const Message& sent, TestTransport& server) {
        if (as_request(sent, "tools/call")) server.end("it exited with status 1");
    });
    const Failure gone{Failure::Kind::Gone, "it exited with status 1"};
    EXPECT_EQ(made->client->call_tool("t", {}, {}, {}).error(), gone);
    EXPECT_EQ(made->client->call_tool("t", {}, {}, {}).error(), gone);
}

}  // namespace
}  // namespace fovea::mcp
