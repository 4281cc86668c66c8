#include "fovea/mcp/server/session.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <vector>

namespace fovea::mcp {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

// What the client got, and a way to wait for it.
class Inbox {
public:
    Send send() {
        return [this](const Message& message) {
            const std::scoped_lock lock(mutex_);
            got_.push_back(json::parse(write_message(message)));
            came_.notify_all();
        };
    }
    // The first message from `from` on that is so.
    template <class Is>
    json::value wait_for(Is is) {
        std::unique_lock lock(mutex_);
        for (std::size_t at = 0;;) {
            for (; at < got_.size(); ++at) {
                if (is(got_[at].as_object())) return got_[at];
            }
            came_.wait(lock);
        }
    }
    json::value answer(const json::value& id) {
        return wait_for([&](const json::object& message) {
            return message.contains("id") && message.at("id") == id && !message.contains("method");
        });
    }
    std::vector<json::value> all() {
        const std::scoped_lock lock(mutex_);
        return got_;
    }

private:
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<json::value> got_;
};

ServedTool tool(const std::string& name, decltype(ServedTool::run) run) {
    return {
        .name = name,
        .description = "what it does",
        .input_schema =
            {{"type", "object"},
             {"properties", {{"words", {{"type", "string"}}}}},
             {"additionalProperties", false}},
        .output_schema = std::nullopt,
        .run = std::move(run)};
}

Result<Answer> echo(const Call& call, const std::stop_token&) {
    const auto* words = call.arguments.if_contains("words");
    if (words == nullptr) return Error{ErrorCode::InvalidInput, "no words"};
    return Answer{
        .text = std::string(words->as_string()), .structured = json::object{{"said", *words}}};
}

// Until it is stopped, telling its progress.
Result<Answer> wait(const Call& call, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    call.on_progress({.done = 1, .total = 4, .message = "waits"});
    never.wait(lock, stop, [] { return false; });
    call.on_progress({.done = 2, .total = 4, .message = "too late"});
    return Error{ErrorCode::Cancelled, "cancelled"};
}

Result<Answer> look_for_file(const Call& call, const std::stop_token& stop) {
    const auto workspace = TRY(call.workspace(stop));
    const auto file = workspace->read("session_test.cpp", 1 << 20);
    return Answer{.text = file.ok() ? "found" : "not found"};
}

Result<Answer> send_away(const Call& call, const std::stop_token& stop) {
    if (call.ask_person("Send it away?", stop) == Said::Yes) return Answer{.text = "sent"};
    return Error{ErrorCode::ConsentRequired, "agree first"};
}

class Sessions : public ::testing::Test {
protected:
    Sessions()
        : offer_{
              .version = "1.2",
              .instructions = "Look.",
              .tools = ToolTable::of({tool("echo", echo),
                                      tool("wait", wait),
                                      tool("find", look_for_file),
                                      tool("send", send_away)})
                           .value(),
              .resource_templates = {json::object{{"name", "t"}}},
              .read_resource = [](const std::string& uri,
                                  const std::stop_token&) -> Result<json::object> {
                  if (uri != "fovea://one") return Error{ErrorCode::FileNotFound, "no such"};
                  return json::object{{"uri", uri}, {"blob", "AQID"}};
              }} {}

    void take(const std::string& text) { session_.take(text, inbox_.send()); }
    json::value ask(const json::value& id, const std::string& method, json::object params = {}) {
        take(json::serialize(json::object{
            {"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}}));
        return inbox_.answer(id);
    }
    void tell(const std::string& method, json::object params = {}) {
        take(write_message(Notification{method, std::move(params)}));
    }
    static json::object modern(json::object params = {}) {
        params["_meta"] = {
            {"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
            {"io.modelcontextprotocol/clientCapabilities", json::object()}};
        return params;
    }
    void occupy_both_threads() {
        for (const auto* id : {"a", "b"}) {
            auto params = call("wait");
            params["_meta"] = {{"progressToken", id}};
            take(write_message(Request{Id(id), "tools/call", params}));
            inbox_.wait_for([&](const json::object& message) {
                return message.contains("params") &&
                       message.at("params").at("message") == "waits" &&
                       message.at("params").at("progressToken") == id;
            });
        }
    }
    json::value asked(const std::string& method) {
        return inbox_.wait_for([&](const json::object& message) {
            return message.contains("id") && message.contains("method") &&
                   message.at("method") == json::value(method);
        });
    }
    static std::string text(const json::value& response) {
        return std::string(response.at("result").at("content").at(0).at("text").as_string());
    }
    static json::object call(const std::string& name, json::object arguments = {}) {
        return {{"name", name}, {"arguments", std::move(arguments)}};
    }

    Inbox inbox_;
    Offer offer_;
    WorkPool pool_{{}};
    Heart heart_{1ms};
    SessionSettings settings_{.limits = {.at_once = 2, .waiting = 2}};
    ServerSession session_{offer_, {pool_, heart_}, settings_};
};

TEST_F(Sessions, AgreeOnALegacyVersion) {  // D7
    const auto hello = [this](int id, const std::string& version) {
        return ask(id, "initialize", {{"protocolVersion", version}}).at("result");
    };
    EXPECT_EQ(hello(1, "2025-06-18").at("protocolVersion"), "2025-06-18");
    EXPECT_EQ(hello(2, "2024-11-05").at("protocolVersion"), "2024-11-05");
    EXPECT_EQ(hello(3, "1999-01-01").at("protocolVersion"), "2025-11-25");
    EXPECT_EQ(hello(4, "2026-07-28").at("protocolVersion"), "2025-11-25");
    EXPECT_EQ(hello(5, "2025-11-25"), json::parse(R"({"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": "fovea", "title": "Fovea", "version": "1.2"},
            "instructions": "Look."})"));
    EXPECT_EQ(ask("p", "ping").at("result"), json::object());
}

TEST_F(Sessions, DiscoverInTheModernEra) {  // D7
    EXPECT_EQ(
        ask("d", "server/discover", modern()).at("result"), json::parse(R"({"supportedVersions":
                ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
            "capabilities": {"tools": {}, "resources": {}}, "instructions": "Look.",
            "resultType": "complete", "ttlMs": 3600000, "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "fovea", "version": "1.2"}}})")
    );
    for (const auto* removed : {"initialize", "ping", "logging/setLevel", "resources/subscribe"}) {
        EXPECT_EQ(ask(removed, removed, modern()).at("error").at("code"), -32601);
    }
}

TEST_F(Sessions, RefuseModernRequestsThatLackWhatEachMustHave) {  // D7
    EXPECT_EQ(ask(1, "server/discover").at("error").at("code"), -32602);
    auto no_version = modern();
    no_version["_meta"].as_object().erase("io.modelcontextprotocol/protocolVersion");
    EXPECT_EQ(ask(2, "tools/list", no_version).at("error").at("code"), -32602);
    auto no_capabilities = modern();
    no_capabilities["_meta"].as_object().erase("io.modelcontextprotocol/clientCapabilities");
    EXPECT_EQ(ask(3, "tools/list", no_capabilities).at("error").at("code"), -32602);
    auto future = modern();
    future["_meta"].as_object()["io.modelcontextprotocol/protocolVersion"] = "2031-01-01";
    const auto refused = ask(4, "tools/list", future).at("error");
    EXPECT_EQ(refused.at("code"), -32022);
    EXPECT_EQ(refused.at("data").at("requested"), "2031-01-01");
    EXPECT_EQ(refused.at("data").at("supported").as_array().size(), 5u);
}

TEST_F(Sessions, BothErasInOneProcess) {  // D7
    ask(1, "initialize", {{"protocolVersion", "2025-06-18"}});

    const auto old = ask(2, "tools/call", call("echo", {{"words", "hi"}})).at("result");
    const auto now = ask(3, "tools/call", modern(call("echo", {{"words", "hi"}}))).at("result");

    EXPECT_FALSE(old.as_object().contains("resultType"));
    EXPECT_EQ(now.at("resultType"), "complete");
    EXPECT_EQ(old.at("content"), now.at("content"));
    EXPECT_EQ(old.at("structuredContent"), json::parse(R"({"said": "hi"})"));
}

TEST_F(Sessions, TellAClientThatDropsWordsEverythingOnce) {  // D7
    const json::object host{{"name", "claude-code"}, {"version", "2.1.280"}};
    ask(1, "initialize", {{"protocolVersion", "2025-11-25"}, {"clientInfo", host}});
    const auto old = ask(2, "tools/call", call("echo", {{"words", "hi"}})).at("result");
    auto params = modern(call("echo", {{"words", "hi"}}));
    const auto other = ask(3, "tools/call", params).at("result");
    params["_meta"].as_object()["io.modelcontextprotocol/clientInfo"] = host;
    const auto now = ask(4, "tools/call", params).at("result");

    EXPECT_EQ(old, json::parse(R"({"content": [], "structuredContent": {"said": "hi"},
                                   "isError": false})"));
    EXPECT_EQ(now.at("content"), json::array());
    EXPECT_EQ(other.at("content").at(0).at("text"), "hi");  // who does not say who it is
    // Errors are words for everybody.
    EXPECT_EQ(text(ask(5, "tools/call", call("echo"))), "INVALID_INPUT: no words");
}

TEST_F(Sessions, ListEverythingOnOnePage) {  // D7
    const auto tools = ask(1, "tools/list").at("result").at("tools").as_array();
    ASSERT_EQ(tools.size(), 4u);
    EXPECT_EQ(tools[0].at("name"), "echo");
    EXPECT_EQ(tools[0].at("annotations"), json::parse(R"({"readOnlyHint": true})"));
    EXPECT_EQ(ask(2, "tools/list", {{"cursor", "x"}}).at("error").at("code"), -32602);
    EXPECT_EQ(ask(3, "resources/list").at("result"), json::parse(R"({"resources": []})"));
    const auto templates = ask(4, "resources/templates/list", modern()).at("result");
    EXPECT_EQ(templates.at("resourceTemplates"), json::parse(R"([{"name": "t"}])"));
    EXPECT_EQ(templates.at("cacheScope"), "public");
}

TEST_F(Sessions, ReadResources) {  // D7
    const auto read = ask(1, "resources/read", modern({{"uri", "fovea://one"}})).at("result");
    EXPECT_EQ(read.at("contents").at(0).at("blob"), "AQID");
    EXPECT_EQ(read.at("cacheScope"), "private");
    EXPECT_EQ(ask(2, "resources/read", {{"uri", "x"}}).at("error").at("code"), -32002);
    EXPECT_EQ(ask(3, "resources/read", modern({{"uri", "x"}})).at("error").at("code"), -32602);
}

TEST_F(Sessions, TellWhatIsWrongWithACall) {  // D7, T5
    EXPECT_EQ(ask(1, "tools/call", call("nothing")).at("error").at("code"), -32602);
    EXPECT_EQ(
        ask(2, "tools/call", {{"name", "echo"}, {"arguments", 3}}).at("error").at("code"), -32602
    );
    const auto wrong = ask(3, "tools/call", call("echo", {{"words", 3}})).at("result");
    EXPECT_TRUE(wrong.at("isError").as_bool());
    const std::string why(wrong.at("content").at(0).at("text").as_string());
    EXPECT_TRUE(why.starts_with("INVALID_INPUT: the arguments of echo are invalid: /words"));
    const auto failed = ask(4, "tools/call", call("echo")).at("result");
    EXPECT_EQ(failed.at("content").at(0).at("text"), "INVALID_INPUT: no words");
}

TEST_F(Sessions, AnswerWhatIsNoMessage) {  // D7
    take("{");
    take("[]");
    take(R"({"jsonrpc": "2.0", "id": 9, "method": 3})");
    take(R"({"jsonrpc": "2.0", "id": null, "method": "ping"})");
    EXPECT_EQ(ask(10, "no/such").at("error").at("code"), -32601);
    tell("notifications/whatever");

    std::vector<std::int64_t> codes;
    for (const auto& each : inbox_.all()) codes.push_back(each.at("error").at("code").as_int64());
    EXPECT_EQ(codes, (std::vector<std::int64_t>{-32700, -32600, -32600, -32600, -32601}));
    EXPECT_EQ(inbox_.all()[2].at("id"), 9);
}

TEST_F(Sessions, TextsCutInsideACharacterAreTaken) {  // D7
    take(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)"
         R"({"name":"echo","arguments":{"words":"half \ud83d"}}})");
    EXPECT_EQ(text(inbox_.answer(1)), "half �");
    take(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
        "{\"name\":\"echo\",\"arguments\":{\"words\":\"caf\xE9\"}}}"
    );
    EXPECT_EQ(text(inbox_.answer(2)), "caf�");
}

TEST_F(Sessions, ARequestThatIsNotJsonIsAnsweredByItsId) {  // D7
    take(R"({"method":"tools/call","params":{"n":NaN},"jsonrpc":"2.0","id":5})");
    EXPECT_EQ(inbox_.answer(5).at("error").at("code"), -32700);
    session_.take_line(
        LongLine{60u << 20, R"({"method":"tools/call","params":"","id":6})"}, inbox_.send()
    );
    EXPECT_EQ(
        inbox_.answer(6).at("error").at("message"),
        "the message is too large: 60.0 MiB (62914560 bytes), the limit is 48.0 MiB"
    );
}

TEST_F(Sessions, AnAnswerOfTheClientThatIsNotJsonIsNotWaitedFor) {  // D7
    settings_.person_timeout = 24h;
    ServerSession session(offer_, {pool_, heart_}, settings_);
    const auto take_in = [&](const std::string& line) { session.take(line, inbox_.send()); };
    take_in(write_message(Request{
        Id("i"), "initialize", {{"capabilities", {{"elicitation", json::object()}}}}}));
    take_in(write_message(Request{Id("c"), "tools/call", call("send")}));
    EXPECT_EQ(asked("elicitation/create").at("id"), "fovea-1");

    take_in(R"({"result":{"action":"accept","content":NaN},"jsonrpc":"2.0","id":"fovea-1"})");

    EXPECT_EQ(text(inbox_.answer("c")), "CONSENT_REQUIRED: agree first");
}

TEST_F(Sessions, ProgressGrowsAndIsToldOnlyToWhoAskedForIt) {  // D7
    auto params = call("wait");
    params["_meta"] = {{"progressToken", "p"}};
    take(write_message(Request{Id("w"), "tools/call", params}));
    take(write_message(Request{Id("quiet"), "tools/call", call("wait")}));

    std::vector<double> told;
    inbox_.wait_for([&](const json::object& message) {
        if (message.contains("method") && message.at("method") == "notifications/progress") {
            EXPECT_EQ(message.at("params").at("progressToken"), "p");
            told.push_back(message.at("params").at("progress").to_number<double>());
        }
        return told.size() == 4;
    });

    EXPECT_EQ(told[0] >= 0 && told[0] < told[1] && told[1] < told[2] && told[2] < told[3], true);
}

TEST_F(Sessions, ACancelledCallStopsAndIsNeverHeardOfAgain) {  // D7
    auto params = call("wait");
    params["_meta"] = {{"progressToken", 5}};
    take(write_message(Request{Id(std::int64_t{7}), "tools/call", params}));
    inbox_.wait_for([](const json::object& message) { return message.contains("method"); });

    tell("notifications/cancelled", {{"requestId", 7}, {"reason", "enough"}});
    const auto so_far = inbox_.all().size();
    tell("notifications/cancelled", {{"requestId", 7}});
    tell("notifications/cancelled", {{"requestId", "unknown"}});

    EXPECT_TRUE(session_.finish(1min));
    EXPECT_EQ(inbox_.all().size(), so_far);
}

TEST_F(Sessions, CallsRunAtOnceUpToABound) {  // D7
    occupy_both_threads();
    EXPECT_EQ(ask("a", "tools/call", call("echo")).at("error").at("code"), -32600);
    take(write_message(Request{Id("c"), "tools/call", call("echo", {{"words", "c"}})}));
    take(write_message(Request{Id("d"), "tools/call", call("echo", {{"words", "d"}})}));
    EXPECT_EQ(ask("e", "tools/call", call("echo")).at("error").at("code"), -32603);

    tell("notifications/cancelled", {{"requestId", "a"}});

    EXPECT_EQ(inbox_.answer("c").at("result").at("content").at(0).at("text"), "c");
    EXPECT_EQ(inbox_.answer("d").at("result").at("content").at(0).at("text"), "d");
}

TEST_F(Sessions, AskAClientThatHasRootsForThemOnceAndAgainWhenTheyChanged) {  // D7, V11
    settings_.roots = {.configured = {"/"}, .rule = RootsRule::Instead};
    ServerSession session(offer_, {pool_, heart_}, settings_);
    const auto take_in = [&](const Message& message) {
        session.take(write_message(message), inbox_.send());
    };
    const auto root = [&](const std::string& request, const std::string& uri) {
        const auto asked = inbox_.wait_for([&](const json::object& message) {
            return message.contains("method") && message.at("method") == "roots/list" &&
                   message.at("id") == json::value(request);
        });
        take_in(Response{Id(request), json::object{{"roots", {json::object{{"uri", uri}}}}}});
    };
    take_in(Request{
        Id("i"),
        "initialize",
        {{"protocolVersion", "2025-11-25"}, {"capabilities", {{"roots", json::object()}}}}});
    take_in(Request{Id("1"), "tools/call", call("find")});
    root("fovea-1", "file:///usr");
    EXPECT_EQ(inbox_.answer("1").at("result").at("content").at(0).at("text"), "not found");
    take_in(Request{Id("2"), "tools/call", call("find")});
    inbox_.answer("2");
    take_in(Notification{"notifications/roots/list_changed"});
    take_in(Request{Id("3"), "tools/call", call("find")});
    root("fovea-2", "file:///etc");
    inbox_.answer("3");
    take_in(Request{Id("4"), "tools/call", modern(call("find"))});
    inbox_.answer("4");
}

TEST_F(Sessions, GoOnWithTheConfiguredRootsWhereAClientNeverAnswers) {  // D7
    settings_.roots_timeout = 1ms;
    ServerSession session(offer_, {pool_, heart_}, settings_);
    const auto take_in = [&](const Message& message) {
        session.take(write_message(message), inbox_.send());
    };
    take_in(Request{Id("i"), "initialize", {{"capabilities", {{"roots", json::object()}}}}});

    take_in(Request{Id("1"), "tools/call", call("find")});

    EXPECT_EQ(text(inbox_.answer("1")), "not found");
    EXPECT_EQ(asked("roots/list").at("id"), "fovea-1");
    inbox_.wait_for([](const json::object& message) {  // the client may forget it
        return message.contains("params") && message.at("method") == "notifications/cancelled" &&
               message.at("params").at("requestId") == "fovea-1";
    });
}

TEST_F(Sessions, APersonIsAskedWhereTheClientHasOne) {  // D7, V7
    EXPECT_EQ(text(ask(1, "tools/call", call("send"))), "CONSENT_REQUIRED: agree first");
    ask(2, "initialize", {{"capabilities", {{"elicitation", json::object()}}}});
    take(write_message(Request{Id(std::int64_t{3}), "tools/call", call("send")}));

    const auto question = asked("elicitation/create");
    EXPECT_EQ(question.at("params").at("message"), "Send it away?");
    EXPECT_EQ(question.at("params").at("requestedSchema").at("required"), json::array{"agree"});
    take(json::serialize(json::object{
        {"jsonrpc", "2.0"},
        {"id", question.at("id")},
        {"result", {{"action", "accept"}, {"content", {{"agree", true}}}}}}));

    EXPECT_EQ(text(inbox_.answer(3)), "sent");
}

TEST_F(Sessions, AModernClientAsksThePersonAndCallsAgain) {  // D7, V7
    const auto with_person = [](json::object params) {
        auto whole = modern(std::move(params));
        whole["_meta"].as_object()["io.modelcontextprotocol/clientCapabilities"] = {
            {"elicitation", {{"form", json::object()}}}};
        return whole;
    };
    const auto nobody = ask(1, "tools/call", modern(call("send"))).at("result");
    EXPECT_TRUE(nobody.at("isError").as_bool());
    EXPECT_EQ(nobody.at("resultType"), "complete");

    const auto first = ask(2, "tools/call", with_person(call("send"))).at("result");
    EXPECT_EQ(first.at("resultType"), "input_required");
    const auto& wanted = first.at("inputRequests").as_object();
    const auto answered = [&](const json::value& answer) {
        auto again = call("send");
        again["inputResponses"] = json::object{{wanted.begin()->key(), answer}};
        return with_person(std::move(again));
    };
    const auto yes = json::parse(R"({"action": "accept", "content": {"agree": true}})");
    const auto no = json::parse(R"({"action": "decline"})");
    EXPECT_EQ(text(ask(3, "tools/call", answered(yes))), "sent");
    EXPECT_EQ(text(ask(4, "tools/call", answered(no))), "CONSENT_REQUIRED: agree first");
}

TEST_F(Sessions, AWaitingCallThatIsCancelledMakesRoomAtOnce) {  // D7
    occupy_both_threads();
    for (const auto* id : {"c", "d"}) {  // both places in line
        take(write_message(Request{Id(id), "tools/call", call("echo")}));
    }
    EXPECT_EQ(ask("full", "tools/call", call("echo")).at("error").at("code"), -32603);

    tell("notifications/cancelled", {{"requestId", "c"}});
    take(write_message(Request{Id("e"), "tools/call", call("echo", {{"words", "e"}})}));
    tell("notifications/cancelled", {{"requestId", "a"}});

    EXPECT_EQ(text(inbox_.answer("e")), "e");
}

TEST_F(Sessions, AnOfferMayAnswerAMethodInItsOwnWay) {  // D7
    offer_.methods["prompts/list"] = {[](const MethodCall& call, const std::stop_token& stop) {
        const auto roots = call.ask({"roots/list"}, stop);
        call.send(Notification{"notifications/message", {{"data", "soon"}}});
        return json::object{{"prompts", roots ? roots->at("roots") : json::value()}};
    }};
    offer_.methods["logging/setLevel"] = {
        [](const MethodCall&, const std::stop_token&) { return json::object(); }, Eras::Legacy};
    take(write_message(Request{Id("p"), "prompts/list"}));
    const auto question = asked("roots/list");
    take(write_message(Response{
        Id(std::string(question.at("id").as_string())), json::object{{"roots", "there"}}}));

    EXPECT_EQ(inbox_.answer("p").at("result"), (json::object{{"prompts", "there"}}));
    EXPECT_EQ(inbox_.all()[1].at("params").at("data"), "soon");
    EXPECT_EQ(ask(2, "logging/setLevel").at("result"), json::object());
    EXPECT_EQ(ask(3, "logging/setLevel", modern()).at("error").at("code"), -32601);
}

}  // namespace
}  // namespace fovea::mcp
