#include "fovea/host/event_log.hpp"

#include "fovea/host/event_pump.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

namespace fovea::host {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

agent::Event text(std::string words) {
    return agent::Delta{providers::TextDelta{std::move(words)}};
}
agent::Event warning(std::string words) {
    return agent::Warned{"test", std::move(words)};
}

std::string words_of(const NumberedEvent& event) {
    if (!event.event) return "missed " + std::to_string(event.missed);
    if (const auto* warned = std::get_if<agent::Warned>(event.event.get())) return warned->message;
    const auto& piece = std::get<agent::Delta>(*event.event).piece;
    if (const auto* said = std::get_if<providers::TextDelta>(&piece)) return said->text;
    return std::get<providers::ToolInputDelta>(piece).json;
}

std::vector<std::string> all_of(EventReader& reader) {
    std::vector<std::string> all;
    while (const auto next = reader.next_now()) all.push_back(words_of(*next));
    return all;
}

TEST(EventLog, NumbersWhatHappensForEveryReader) {
    EventLog log("s");
    const auto early = log.read_new();
    EXPECT_EQ(log.add(1, warning("a")), 1u);
    const auto late = log.read_new();
    EXPECT_EQ(log.add(2, warning("b")), 2u);

    const auto first = early->next_now();
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(first->seq, 1u);
    EXPECT_EQ(first->turn, 1u);
    EXPECT_THAT(all_of(*early), ElementsAre("b"));
    EXPECT_THAT(all_of(*late), ElementsAre("b"));
}

TEST(EventLog, SomeoneWhoComesBackGoesOnWhereTheyWere) {
    EventLog log("s", {.kept = 3, .waiting = 10});
    for (const auto* words : {"a", "b", "c", "d", "e"}) log.add(1, warning(words));

    EXPECT_THAT(all_of(*log.read_from(4)), ElementsAre("d", "e"));
    EXPECT_THAT(all_of(*log.read_from(6)), ElementsAre());
    EXPECT_THAT(all_of(*log.read_from(2)), ElementsAre("missed 1", "c", "d", "e"));
    EXPECT_THAT(all_of(*log.read_from(0)), ElementsAre("missed 2", "c", "d", "e"));
}

TEST(EventLog, PiecesOfAReplyBecomeOneForAReaderThatIsBehind) {
    EventLog log("s", {.kept = 10, .waiting = 4});
    const auto reader = log.read_new();
    for (const auto* words : {"It ", "is ", "a ", "cat", "."}) log.add(1, text(words));
    log.add(1, warning("done"));

    EXPECT_THAT(all_of(*reader), ElementsAre("It is a cat", ".", "done"));
}

TEST(EventLog, PiecesOfDifferentThingsStayApart) {
    EventLog log("s", {.kept = 10, .waiting = 4});
    const auto reader = log.read_new();
    log.add(1, text("a"));
    log.add(2, text("b"));
    log.add(2, agent::Delta{providers::ToolInputDelta{"t1", "c"}});
    log.add(2, agent::Delta{providers::ToolInputDelta{"t2", "d"}});
    log.add(2, agent::Delta{providers::ToolInputDelta{"t2", "e"}});

    EXPECT_THAT(all_of(*reader), ElementsAre("a", "b", "c", "de"));
}

TEST(EventLog, AReaderThatNeverReadsCostsItsQueue) {
    EventLog log("s", {.kept = 10, .waiting = 8});
    const auto reader = log.read_new();
    for (int i = 0; i < 10'000; ++i) log.add(1, warning(std::to_string(i)));

    const auto all = all_of(*reader);
    ASSERT_THAT(all, SizeIs(::testing::Le(9u)));
    EXPECT_EQ(all.back(), "9999");
    EXPECT_EQ(all.front(), "missed " + std::to_string(10'000 - (all.size() - 1)));
}

TEST(EventLog, PiecesThatWereOneAreMissedAsMany) {
    EventLog log("s", {.kept = 100, .waiting = 2});
    const auto reader = log.read_new();
    for (int i = 0; i < 5; ++i) log.add(1, text("x"));
    log.add(1, warning("a"));
    log.add(1, warning("b"));
    log.add(1, warning("c"));

    std::uint64_t seen = 0;
    while (const auto next = reader->next_now()) {
        seen += next->missed;
        if (next->event) {
            EXPECT_EQ(next->seq, seen + 1);
            seen = next->seq;
        }
    }
    EXPECT_EQ(seen, 8u);
}

TEST(EventLog, AReaderThatWaitsIsWokenByTheNextAndByTheEnd) {
    EventLog log("s");
    const auto reader = log.read_new();
    std::vector<std::string> heard;
    std::jthread thread([&] {
        while (const auto next = reader->next({})) heard.push_back(words_of(*next));
    });
    log.add(1, warning("a"));
    log.add(1, warning("b"));
    log.close();
    thread.join();

    EXPECT_THAT(heard, ElementsAre("a", "b"));
    EXPECT_FALSE(log.read_new()->next({}).has_value());
}

TEST(EventLog, WhoIsWokenMayComeBackToTheLog) {  // and to its own reader
    EventLog log("s");
    log.add(1, warning("a"));
    std::unique_ptr<EventReader> reader;
    std::vector<std::string> heard;
    const auto on_news = [&] {
        heard.push_back("up to " + std::to_string(log.last()));
        if (!reader) return;
        for (auto& words : all_of(*reader)) heard.push_back(std::move(words));
    };

    reader = log.read_from(1, on_news);
    log.add(1, warning("b"));
    log.close();

    EXPECT_THAT(heard, ElementsAre("up to 1", "up to 2", "a", "b", "up to 2"));
}

TEST(EventLog, AReaderCanBeStopped) {
    EventLog log("s");
    const auto reader = log.read_new();
    std::stop_source stop;
    std::jthread thread([&] { EXPECT_FALSE(reader->next(stop.get_token()).has_value()); });
    stop.request_stop();
}

TEST(EventLog, OutlivesItsReadersAndIsOutlived) {
    auto log = std::make_unique<EventLog>("s");
    const auto reader = log->read_new();
    log->read_new().reset();
    log->add(1, warning("a"));
    log.reset();

    EXPECT_THAT(all_of(*reader), ElementsAre("a"));
    EXPECT_FALSE(reader->next({}).has_value());
}

TEST(EventLog, TakesManyThreads) {
    constexpr int kEach = 500;
    EventLog log("s", {.kept = 4096, .waiting = 4096});
    std::atomic<int> heard = 0;
    {
        std::vector<std::jthread> readers;
        for (int i = 0; i < 4; ++i) {
            readers.emplace_back([&heard, reader = log.read_new()] {
                std::uint64_t before = 0;
                while (const auto next = reader->next({})) {
                    EXPECT_GT(next->seq, before);
                    before = next->seq;
                    ++heard;
                }
            });
        }
        {
            std::vector<std::jthread> writers;
            for (int i = 0; i < 3; ++i) {
                writers.emplace_back([&] {
                    for (int k = 0; k < kEach; ++k) log.add(1, warning("x"));
                });
            }
        }
        log.close();
    }
    EXPECT_EQ(heard, 4 * 3 * kEach);
    EXPECT_EQ(log.last(), 3u * kEach);
}

TEST(EventPump, HandsOnEverythingAndEndsByItself) {  // A1
    EventLog log("s", kForPump);
    std::vector<std::string> told;
    {
        const EventPump pump(log, [&](const agent::Event& event) {
            told.push_back(std::get<agent::Warned>(event).message);
        });
        for (int i = 0; i < 5000; ++i) log.add(1, agent::Warned{"w", std::to_string(i)});
    }

    ASSERT_EQ(told.size(), 5000u);
    EXPECT_EQ(told.front(), "0");
    EXPECT_EQ(told.back(), "4999");
}

TEST(EventPump, AReaderThatThrowsMissesThatEventAlone) {
    EventLog log("s", kForPump);
    std::vector<std::string> told;
    {
        const EventPump pump(log, [&](const agent::Event& event) {
            const auto& words = std::get<agent::Warned>(event).message;
            if (words == "b") throw std::bad_alloc();
            told.push_back(words);
        });
        for (const auto* words : {"a", "b", "c"}) log.add(1, warning(words));
    }

    EXPECT_THAT(told, ElementsAre("a", "c"));
}

}  // namespace
}  // namespace fovea::host
