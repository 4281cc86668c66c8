#include "fovea/mcp/connection.hpp"

#include "fovea/mcp/test_transport.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

struct Behaviour {
    std::function<void(const Request& call, TestTransport& server, int start)> on_call;
    std::atomic<int> starts = 0;
};

ConnectionSettings settings(Behaviour& behaviour, RestartPolicy restarts = {.backoff = 0ms}) {
    ConnectionSettings made;
    made.name = "s";
    made.restarts = restarts;
    made.open_transport = [&behaviour]() -> Result<std::unique_ptr<Transport>> {
        const int start = ++behaviour.starts;
        return std::unique_ptr<Transport>(std::make_unique<TestTransport>(
            greeting([&behaviour, start](const Message& sent, TestTransport& server) {
                if (const auto* list = as_request(sent, "tools/list")) {
                    server.answer(*list, {{"tools", {json::object{{"name", "t"}}}}});
                }
                if (const auto* call = as_request(sent, "tools/call")) {
                    behaviour.on_call(*call, server, start);
                }
            })
        ));
    };
    return made;
}

TEST(Connection, ConnectsByItselfAndKnowsTheTools) {  // A3
    Behaviour behaviour;
    Connection connection(settings(behaviour));
    connection.wait_until_settled(60s, {});
    EXPECT_EQ(connection.status(), (ServerStatus{"s", ServerState::Connected, "", 1}));
    EXPECT_EQ(connection.tools().at(0).name, "t");
    EXPECT_EQ(connection.revision(), 1u);
}

TEST(Connection, ACrashCostsOneCall) {  // A3
    Behaviour behaviour;
    behaviour.on_call = [](const Request& call, TestTransport& server, int start) {
        if (start == 1) return server.end("it fell");
        server.answer(call, json::object());
    };
    Connection connection(settings(behaviour));

    EXPECT_EQ(connection.call("t", {}, {}, {}).error().message, "it fell");
    EXPECT_EQ(connection.status().state, ServerState::Failed);
    EXPECT_TRUE(connection.call("t", {}, {}, {}).ok());
    EXPECT_EQ(behaviour.starts, 2);
}

TEST(Connection, OneThatAlwaysCrashesIsLeftAlone) {  // A3
    Behaviour behaviour;
    behaviour.on_call = [](const Request&, TestTransport& server, int) { server.end("it fell"); };
    Connection connection(settings(behaviour, {.at_most = 2, .within = 1h, .backoff = 0ms}));

    for (int i = 0; i < 5; ++i) EXPECT_FALSE(connection.call("t", {}, {}, {}).ok());

    EXPECT_EQ(behaviour.starts, 3);  // the first, and two again
    EXPECT_TRUE(connection.status().reason.starts_with("it failed too often"))
        << connection.status().reason;
}

TEST(Connection, ALostSessionIsBegunAnewAndTheCallMadeOnceMore) {  // A3
    Behaviour behaviour;
    std::atomic<int> calls = 0;
    behaviour.on_call = [&](const Request& call, TestTransport& server, int start) {
        ++calls;
        if (start == 1) return server.fail(call, {Failure::Kind::SessionLost, "forgotten"});
        server.answer(call, json::object());
    };
    Connection connection(settings(behaviour));

    EXPECT_TRUE(connection.call("t", {}, {}, {}).ok());
    EXPECT_EQ(calls, 2);
}

TEST(Connection, ASessionThatIsAlwaysLostEndsTheCall) {
    Behaviour behaviour;
    behaviour.on_call = [](const Request& call, TestTransport& server, int) {
        server.fail(call, {Failure::Kind::SessionLost, "forgotten"});
    };
    Connection connection(settings(behaviour));
    EXPECT_EQ(connection.call("t", {}, {}, {}).error().kind, Failure::Kind::SessionLost);
    EXPECT_EQ(behaviour.starts, 2);
}

TEST(Connection, OneThatCannotStartIsFailedWithTheReason) {  // A3
    ConnectionSettings broken;
    broken.name = "s";
    broken.open_transport = []() -> Result<std::unique_ptr<Transport>> {
        return Error{ErrorCode::ConfigInvalid, "the variable X is not set"};
    };
    Connection connection(std::move(broken));
    connection.wait_until_settled(60s, {});
    EXPECT_EQ(
        connection.status(),
        (ServerStatus{"s", ServerState::Failed, "the variable X is not set", 0})
    );
}

TEST(Connection, OneThatNeverAnswersIsPendingUntilItsTimeIsOver) {  // A3
    ConnectionSettings mute;
    mute.name = "s";
    mute.client.start_timeout = 20ms;
    mute.open_transport = []() -> Result<std::unique_ptr<Transport>> {
        return std::unique_ptr<Transport>(std::make_unique<TestTransport>([](const Message&,
                                                                             TestTransport&) {}));
    };
    Connection connection(std::move(mute));
    connection.wait_until_settled(60s, {});
    EXPECT_EQ(connection.status().state, ServerState::Failed);
    EXPECT_EQ(connection.status().reason, "no answer within 0 s (timeout)");
}

TEST(Connection, CanBeClosedWhileItConnects) {
    ConnectionSettings mute;
    mute.open_transport = []() -> Result<std::unique_ptr<Transport>> {
        return std::unique_ptr<Transport>(std::make_unique<TestTransport>([](const Message&,
                                                                             TestTransport&) {}));
    };
    Connection connection(std::move(mute));
    EXPECT_EQ(connection.status().state, ServerState::Pending);
    EXPECT_EQ(wire_name(connection.status().state), "pending");
}

}  // namespace
}  // namespace fovea::mcp
