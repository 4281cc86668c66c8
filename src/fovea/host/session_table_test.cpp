#include "fovea/host/session_table.hpp"

#include "fovea/host/test_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <latch>
#include <new>
#include <semaphore>
#include <thread>
#include <utility>

namespace fovea::host {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const LiveOptions kBare{.choices = {.bare = true}};

class SessionTableTest : public HostTest {
protected:
    std::shared_ptr<LiveSession> open(SessionTable& table, const std::string& id) {
        auto live = table.open(situation_, {.id = id, .options = kBare}, {});
        EXPECT_TRUE(live.ok()) << live.error().message;
        return live.ok() ? live.value() : nullptr;
    }
    std::vector<std::string> said(const std::string& id) {
        std::vector<std::string> words;
        for (const auto& entry : machine_->sessions().read(id).value()) {
            if (entry.kind != store::EntryKind::Message) continue;
            words.push_back(content::text_of(store::message_of(entry).value().content));
        }
        return words;
    }
};

TEST_F(SessionTableTest, APromptIsAnsweredInEventsAndKept) {  // A1, D2
    SessionTable table(*machine_, {});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);

    const auto turn = table.send("one", Prompt{prompt("hello")});
    const auto ended = results(*reader, 1);

    EXPECT_EQ(turn.value(), 1u);
    ASSERT_THAT(ended, SizeIs(1));
    EXPECT_EQ(ended[0].text, "You said: hello");
    EXPECT_THAT(said("one"), ElementsAre("hello", "You said: hello"));
}

TEST_F(SessionTableTest, TurnsOfOneSessionComeInTheirOrder) {  // D2
    SessionTable table(*machine_, {.at_once = 4});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);

    for (int i = 0; i < 5; ++i) table.send("one", Prompt{prompt(std::to_string(i))}).value();
    const auto ended = results(*reader, 5);

    ASSERT_THAT(ended, SizeIs(5));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(ended[i].text, "You said: " + std::to_string(i));
}

TEST_F(SessionTableTest, AStoredSessionIsResumedAndANewOneIsNot) {  // D2
    {
        SessionTable table(*machine_, {});
        const auto live = open(table, "one");
        const auto reader = live->events().read_from(1);
        table.send("one", Prompt{prompt("hello")}).value();
        results(*reader, 1);
    }
    SessionTable table(*machine_, {});
    const auto reader = open(table, "one")->events().read_from(1);
    const auto first = reader->next({});

    ASSERT_TRUE(first && first->event);
    const auto* started = std::get_if<agent::Started>(first->event.get());
    ASSERT_NE(started, nullptr);
    EXPECT_TRUE(started->resumed);
    EXPECT_EQ(started->session_id, "one");
}

TEST_F(SessionTableTest, SixtyFourSessionsDoNotHearEachOther) {  // D2, D5
    constexpr unsigned kSessions = 64;
    constexpr unsigned kTurns = 20;
    loaded_.settings.images.max_per_session = 1000;
    SessionTable table(*machine_, {.at_once = 8});
    std::vector<std::shared_ptr<LiveSession>> live;
    std::vector<std::unique_ptr<EventReader>> readers;
    for (unsigned s = 0; s < kSessions; ++s) {
        live.push_back(open(table, "s" + std::to_string(s)));
        readers.push_back(live.back()->events().read_from(1));
    }
    const auto nobody_reads_this = live[0]->events().read_from(1);

    for (unsigned t = 0; t < kTurns; ++t) {
        for (unsigned s = 0; s < kSessions; ++s) {
            const auto words = std::to_string(s) + "/" + std::to_string(t);
            ASSERT_TRUE(table.send(live[s]->id(), Prompt{shot(words, s * kTurns + t)}).ok());
        }
    }
    // One of them is interrupted somewhere in the middle, and the others never know.
    ASSERT_TRUE(table.send("s63", Interrupt{}).ok());

    for (unsigned s = 0; s + 1 < kSessions; ++s) {
        const auto ended = results(*readers[s], kTurns);
        ASSERT_THAT(ended, SizeIs(kTurns)) << s;
        for (unsigned t = 0; t < kTurns; ++t) {
            EXPECT_EQ(ended[t].text, "You said: " + std::to_string(s) + "/" + std::to_string(t));
            EXPECT_EQ(ended[t].session_id, live[s]->id());
        }
        EXPECT_THAT(said(live[s]->id()), SizeIs(2 * kTurns));
    }
    const auto interrupted = results(*readers[63], kTurns);
    ASSERT_THAT(interrupted, SizeIs(kTurns));
    EXPECT_EQ(interrupted.back().ending, agent::Ending::Cancelled);
}

TEST_F(SessionTableTest, OneWhoSendsMuchDoesNotKeepOthersWaiting) {  // D5
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    serve([&, may_answer](const std::string& words) {
        may_answer->acquire();
        return "You said: " + words;
    });
    SessionTable table(*machine_, {.at_once = 1});
    const auto busy = open(table, "busy");
    const auto small = open(table, "small");
    const auto reader = small->events().read_from(1);
    for (int i = 0; i < 20; ++i) table.send("busy", Prompt{prompt("again")}).value();
    table.send("small", Prompt{prompt("me, too")}).value();

    may_answer->release(2);  // one of the busy one, then the small one's

    EXPECT_THAT(results(*reader, 1), SizeIs(1));
    table.send("busy", Interrupt{}).value();
    may_answer->release(100);
}

// Asks whether it may read a file whose words say so, and says what came of it.
class AskingTable : public SessionTableTest {
protected:
    void SetUp() override {
        loaded_.settings.permissions.ask = {"filesystem_read"};
        SessionTableTest::SetUp();
        loaded_.settings.workspace.roots = {workspace_ / "."};
        std::ofstream(workspace_ / "note.txt") << "the secret word is heron";
    }
    std::string reply_to(const std::string& body) override {
        namespace json = boost::json;
        const auto request = json::parse(body);
        const auto& last = request.at("messages").as_array().back();
        if (last.at("role") == "tool") return stream_of("It says: " + json::serialize(last));
        if (last_words(body) != "read it") return stream_of("You said: " + last_words(body));
        const json::object call{
            {"index", 0},
            {"id", "call_1"},
            {"type", "function"},
            {"function", {{"name", "filesystem_read"}, {"arguments", R"({"path": "note.txt"})"}}}};
        const json::object chunk{
            {"id", "c"},
            {"object", "chat.completion.chunk"},
            {"created", 1},
            {"model", "seer"},
            {"choices",
             json::array{json::object{
                 {"index", 0},
                 {"delta", {{"role", "assistant"}, {"tool_calls", json::array{call}}}},
                 {"finish_reason", "tool_calls"}}}}};
        return "data: " + json::serialize(chunk) + "\n\ndata: [DONE]\n\n";
    }
    // Its call waits for a person.
    std::unique_ptr<EventReader> asking(SessionTable& table, const std::string& id) {
        auto options = kBare;
        options.choices.bare = false;
        options.ask_timeout = std::chrono::minutes(10);
        const auto live = table.open(situation_, {.id = id, .options = options}, {}).value();
        auto reader = live->events().read_from(1);
        table.send(id, Prompt{prompt("read it")}).value();
        while (const auto next = reader->next({})) {
            if (next->event && std::holds_alternative<agent::PermissionAsked>(*next->event)) break;
        }
        return reader;
    }

    store::TestFolder workspace_;
};

TEST_F(AskingTable, WhoWaitsForAPersonTakesNobodysPlace) {  // D4, D5, DIG-17
    SessionTable table(*machine_, {.at_once = 1});
    std::vector<std::unique_ptr<EventReader>> asked;
    for (const auto* const id : {"a", "b", "c"}) asked.push_back(asking(table, id));
    const auto live = open(table, "quick");
    const auto reader = live->events().read_from(1);

    table.send("quick", Prompt{prompt("hello")}).value();
    const auto quick = results(*reader, 1);
    for (const auto* const id : {"c", "a", "b"}) {
        table.send(id, Approve{.tool_use_id = "call_1", .allowed = true}).value();
    }

    ASSERT_THAT(quick, SizeIs(1));
    EXPECT_EQ(quick[0].text, "You said: hello");
    for (const auto& each : asked) {
        const auto ended = results(*each, 1);
        ASSERT_THAT(ended, SizeIs(1));
        EXPECT_THAT(ended[0].text, HasSubstr("heron"));
    }
}

TEST_F(
    AskingTable, WhoIsBeyondThoseThatMayStepAsideKeepsTheirPlaceAndStopsWithTheTable
) {  // D5, H5
    SessionTable table(*machine_, {.at_once = 2, .aside = 1});
    const auto first = asking(table, "a");
    const auto second = asking(table, "b");
    EXPECT_EQ(table.running(), 2u);

    table.stop(std::chrono::milliseconds(0));

    for (const auto* const each : {&first, &second}) {
        const auto ended = results(**each, 1);
        ASSERT_THAT(ended, SizeIs(1));
        EXPECT_EQ(ended[0].ending, agent::Ending::Cancelled);
    }
}

TEST_F(SessionTableTest, AnInterruptEndsTheTurnAndTheNextIsTaken) {  // H5
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    std::atomic<bool> is_asked = false;
    serve([&, may_answer](const std::string& words) {
        is_asked = true;
        if (words == "slow") may_answer->acquire();
        return "You said: " + words;
    });
    SessionTable table(*machine_, {});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);
    table.send("one", Prompt{prompt("slow")}).value();
    while (!is_asked) std::this_thread::yield();

    table.send("one", Interrupt{}).value();
    const auto first = results(*reader, 1);
    table.send("one", Prompt{prompt("quick")}).value();
    const auto second = results(*reader, 1);
    may_answer->release();

    ASSERT_THAT(first, SizeIs(1));
    EXPECT_EQ(first[0].ending, agent::Ending::Cancelled);
    ASSERT_THAT(second, SizeIs(1));
    EXPECT_THAT(second[0].text, HasSubstr("quick"));
}

TEST_F(SessionTableTest, ATurnThatWaitsCanBeWithdrawn) {  // D2
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    serve([&, may_answer](const std::string& words) {
        may_answer->acquire();
        return "You said: " + words;
    });
    SessionTable table(*machine_, {.at_once = 1});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);
    table.send("one", Prompt{prompt("first")}).value();
    while (table.running() == 0) std::this_thread::yield();
    while (!live->waiting().empty()) std::this_thread::yield();
    const auto second = table.send("one", Prompt{prompt("second")}).value();
    table.send("one", Prompt{prompt("third")}).value();

    EXPECT_THAT(live->waiting(), ElementsAre(2u, 3u));
    EXPECT_TRUE(table.send("one", Withdraw{second}).ok());
    EXPECT_EQ(table.send("one", Withdraw{second}).error().code, ErrorCode::FileNotFound);
    may_answer->release(2);

    const auto ended = results(*reader, 2);
    ASSERT_THAT(ended, SizeIs(2));
    EXPECT_EQ(ended[1].text, "You said: third");
}

TEST_F(SessionTableTest, TheModelIsAnotherFromTheNextTurnOn) {  // A1
    loaded_.settings.models["reader"] = {.vision = false};
    SessionTable table(*machine_, {});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);

    EXPECT_EQ(table.send("one", SetModel{"nobody/nothing"}).error().code, ErrorCode::InvalidInput);
    table.send("one", SetModel{"mock/reader"}).value();
    table.send("one", Prompt{prompt("hello")}).value();

    const auto ended = results(*reader, 1);
    ASSERT_THAT(ended, SizeIs(1));
    EXPECT_EQ(ended[0].model, "mock/reader");
}

TEST_F(SessionTableTest, IdleSessionsAreLetGoAndComeBackWhole) {  // D5
    SessionTable table(*machine_, {.idle = std::chrono::milliseconds(0)});
    {
        const auto live = open(table, "one");
        const auto reader = live->events().read_from(1);
        table.send("one", Prompt{prompt("hello")}).value();
        results(*reader, 1);
        EXPECT_EQ(table.let_go_idle(), 0u);  // somebody holds it
    }
    while (table.running() > 0) std::this_thread::yield();

    EXPECT_EQ(table.let_go_idle(), 1u);
    EXPECT_EQ(table.live(), 0u);
    EXPECT_EQ(table.find("one"), nullptr);
    const auto reader = open(table, "one")->events().read_from(1);
    table.send("one", Prompt{prompt("again")}).value();
    EXPECT_THAT(results(*reader, 1), SizeIs(1));
    EXPECT_THAT(said("one"), SizeIs(4));
}

TEST_F(SessionTableTest, OneThatRestsIsLetGoAtOnceAndOneAtWorkIsNot) {  // D2
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    const auto is_asked = std::make_shared<std::atomic<bool>>(false);
    serve([is_asked, may_answer](const std::string& words) {
        *is_asked = true;
        may_answer->acquire();
        return words;
    });
    SessionTable table(*machine_, {});
    const auto reader = open(table, "one")->events().read_from(1);
    table.send("one", Prompt{prompt("slow")}).value();
    while (!*is_asked) std::this_thread::yield();

    EXPECT_FALSE(table.let_go("one"));
    may_answer->release();
    EXPECT_THAT(results(*reader, 1), SizeIs(1));

    EXPECT_TRUE(table.let_go("one"));
    EXPECT_EQ(table.find("one"), nullptr);
    EXPECT_TRUE(table.let_go("one"));
}

TEST_F(SessionTableTest, OneThatIsDiscardedEndsItsTurnsAndIsLetGoFromWhoHoldsIt) {  // D2
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    const auto is_asked = std::make_shared<std::atomic<bool>>(false);
    serve([is_asked, may_answer](const std::string& words) {
        *is_asked = true;
        may_answer->acquire();
        return words;
    });
    SessionTable table(*machine_, {});
    const auto live = open(table, "one");
    const auto reader = live->events().read_from(1);
    table.send("one", Prompt{prompt("slow")}).value();
    table.send("one", Prompt{prompt("waits")}).value();
    while (!*is_asked) std::this_thread::yield();

    table.discard("one", std::chrono::seconds(60));
    const auto ended = results(*reader, 2);
    may_answer->release(2);

    ASSERT_THAT(ended, SizeIs(2));
    EXPECT_EQ(ended[0].ending, agent::Ending::Cancelled);
    EXPECT_EQ(ended[1].ending, agent::Ending::Cancelled);
    EXPECT_FALSE(reader->next({}).has_value());
    EXPECT_EQ(table.find("one"), nullptr);
    EXPECT_EQ(live->send(Prompt{prompt("more")}).error().code, ErrorCode::Cancelled);
    EXPECT_NE(open(table, "one"), live);
    table.discard("nothing", std::chrono::seconds(60));
}

TEST_F(SessionTableTest, ATurnThatThrowsFailsAndTheNextIsTaken) {
    SessionTable table(*machine_, {});
    auto options = kBare;
    bool has_thrown = false;
    options.settings_for = [&has_thrown](Equipment& equipment) -> Result<agent::AgentSettings> {
        if (!std::exchange(has_thrown, true)) throw std::bad_alloc();
        return equipment.settings();
    };
    const auto live = table.open(situation_, {.id = "one", .options = options}, {}).value();
    const auto reader = live->events().read_from(1);

    table.send("one", Prompt{prompt("one")}).value();
    table.send("one", Prompt{prompt("two")}).value();

    const auto ended = results(*reader, 2);
    ASSERT_THAT(ended, SizeIs(2));
    EXPECT_EQ(ended[0].error.value().code, ErrorCode::Internal);
    EXPECT_EQ(ended[1].text, "You said: two");
}

TEST_F(SessionTableTest, WhatItsOpeningWaitsForIsToldToWhoeverOpensIt) {  // A3
    loaded_.settings.mcp.servers["slow"] = {.command = "sleep", .args = {"60"}};
    SessionTable table(*machine_, {});
    std::stop_source stop;
    std::string told;
    LiveOptions options;
    options.choices.may_change_model = true;
    options.choices.on_wait = [&](const std::string& words) {
        told = words;
        stop.request_stop();
    };

    static_cast<void>(table.open(situation_, {.options = options}, stop.get_token()));

    EXPECT_EQ(told, "waiting for the MCP server slow, up to 30 s");
}

TEST_F(SessionTableTest, ThereIsRoomForSoManyAtOnce) {  // D5
    SessionTable table(*machine_, {.max_live = 2});
    const auto one = open(table, "one");
    const auto two = open(table, "two");

    const auto three = table.open(situation_, {.id = "three", .options = kBare}, {});

    EXPECT_EQ(three.error().code, ErrorCode::LimitExceeded);
}

TEST_F(SessionTableTest, ManyWhoOpenOneSessionGetTheSame) {  // D2
    SessionTable table(*machine_, {});
    std::vector<std::shared_ptr<LiveSession>> got(8);
    {
        std::vector<std::jthread> crew;
        for (auto& each : got) crew.emplace_back([&] { each = open(table, "one"); });
    }

    for (const auto& each : got) EXPECT_EQ(each, got[0]);
    EXPECT_EQ(table.live(), 1u);
}

TEST_F(SessionTableTest, OneThatCannotOpenASessionLeavesItToTheNext) {  // D2
    SessionTable table(*machine_, {});
    for (int round = 0; round < 20; ++round) {
        const auto id = "s" + std::to_string(round);
        std::vector<std::shared_ptr<LiveSession>> got(6);
        {
            std::vector<std::jthread> crew;
            for (std::size_t i = 0; i < got.size(); ++i) {
                crew.emplace_back([&, i] {
                    auto options = kBare;
                    if (i % 2 == 0) options.choices.deny = {"a rule("};  // that is none
                    auto live = table.open(situation_, {.id = id, .options = options}, {});
                    if (live.ok()) got[i] = live.value();
                });
            }
        }
        std::erase(got, nullptr);
        for (const auto& live : got) EXPECT_EQ(live, table.find(id));
        EXPECT_NE(table.find(id), nullptr);
    }
}

class FolderTable : public SessionTableTest {
protected:
    std::string reply_to(const std::string& body) override {
        const std::scoped_lock lock(mutex_);
        asked_.push_back(body);
        return stream_of("done");
    }

    std::mutex mutex_;  // guards asked_
    std::vector<std::string> asked_;
};

TEST_F(FolderTable, EachSessionWorksInItsOwnFolder) {  // D2
    auto options = kBare;
    options.choices.bare = false;
    const std::filesystem::path first = folder_ / "work";
    const std::filesystem::path second = folder_ / "other";
    std::filesystem::create_directories(second);
    std::ofstream(first / "AGENTS.md") << "We count in herons.";
    std::ofstream(second / "AGENTS.md") << "We count in storks.";
    const Situation here{
        .loaded = loaded_, .parts = parts_, .data = folder_ / "data", .folder = first};
    const Situation there{
        .loaded = loaded_, .parts = parts_, .data = folder_ / "data", .folder = second};
    SessionTable table(*machine_, {.at_once = 1});

    for (const auto* const situation : {&here, &there}) {
        const auto live = table.open(*situation, {.options = options}, {}).value();
        const auto reader = live->events().read_from(1);
        table.send(live->id(), Prompt{prompt("how many?")}).value();
        ASSERT_THAT(results(*reader, 1), SizeIs(1));
    }

    const std::scoped_lock lock(mutex_);
    ASSERT_THAT(asked_, SizeIs(2));
    EXPECT_THAT(asked_[0], AllOf(HasSubstr("Folder: " + first.string()), HasSubstr("in herons")));
    EXPECT_THAT(asked_[1], AllOf(HasSubstr("Folder: " + second.string()), HasSubstr("in storks")));
    EXPECT_THAT(asked_[1], Not(HasSubstr("herons")));
}

TEST_F(SessionTableTest, StoppingCancelsWhatRunsAndTheSessionCanBeResumed) {  // H5, D2
    // It outlives the test: the server may not have come to it by then.
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    std::atomic<bool> is_asked = false;
    serve([&is_asked, may_answer](const std::string& words) {
        is_asked = true;
        if (words == "slow") may_answer->acquire();
        return "You said: " + words;
    });
    std::shared_ptr<LiveSession> live;
    std::unique_ptr<EventReader> reader;
    {
        SessionTable table(*machine_, {});
        live = open(table, "one");
        reader = live->events().read_from(1);
        table.send("one", Prompt{prompt("slow")}).value();
        while (!is_asked) std::this_thread::yield();
        table.stop(std::chrono::milliseconds(0));
        EXPECT_EQ(table.send("one", Prompt{prompt("more")}).error().code, ErrorCode::FileNotFound);
    }
    may_answer->release();

    const auto ended = results(*reader, 1);
    ASSERT_THAT(ended, SizeIs(1));
    EXPECT_EQ(ended[0].ending, agent::Ending::Cancelled);
    EXPECT_THAT(said("one"), ElementsAre("slow"));
}

}  // namespace
}  // namespace fovea::host
