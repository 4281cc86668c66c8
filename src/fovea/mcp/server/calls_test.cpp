#include "fovea/mcp/server/calls.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

// A client of a server, and what it has heard.
class Client {
public:
    Client(CallThreads threads, CallLimits limits) : threads_(threads), calls_(threads, limits) {}

    Result<void, RpcError> ask(const std::string& id, Calls::Work work, std::size_t bytes = 1) {
        const Request request{Id(id), "tools/call", {{"_meta", {{"progressToken", id}}}}};
        auto voice = std::make_shared<CallVoice>(
            request, [this](const Message& message) { hear(message); }, threads_.heart.every()
        );
        return calls_.start(std::move(voice), std::move(work), bytes);
    }
    Calls& calls() { return calls_; }

    void wait_for_answers(std::size_t count) {
        std::unique_lock lock(mutex_);
        heard_.wait(lock, [&] { return answers_ >= count; });
    }
    void wait_for_beats(std::size_t count) {
        std::unique_lock lock(mutex_);
        heard_.wait(lock, [&] { return beats_ >= count; });
    }
    std::size_t answers() {
        const std::scoped_lock lock(mutex_);
        return answers_;
    }

private:
    void hear(const Message& message) {
        {
            const std::scoped_lock lock(mutex_);
            std::holds_alternative<Response>(message) ? ++answers_ : ++beats_;
        }
        heard_.notify_all();
    }

    CallThreads threads_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable heard_;
    std::size_t answers_ = 0;
    std::size_t beats_ = 0;
    Calls calls_;  // last: it speaks to the others
};

Calls::Outcome done(const std::stop_token&) {
    return boost::json::value("done");
}

// Until it is stopped.
Calls::Outcome wait(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
    return boost::json::value("stopped");
}

class CallsOfClients : public ::testing::Test {
protected:
    WorkPool pool_{{.threads = 4}};
    Heart heart_{1ms};
    CallThreads threads_{pool_, heart_};
};

TEST_F(CallsOfClients, OneWhoFloodsDoesNotKeepAnotherWaiting) {  // D5, D7
    Client flood(threads_, {.at_once = 3});
    Client other(threads_, {.at_once = 3});
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(flood.ask(std::to_string(i), wait).ok());

    for (int i = 0; i < 20; ++i) ASSERT_TRUE(other.ask(std::to_string(i), done).ok());
    other.wait_for_answers(20);  // while nothing of the flood has ended

    EXPECT_EQ(flood.answers(), 0u);
}

TEST_F(CallsOfClients, OneClientHasAtMostItsShareOfTheThreads) {  // D5
    Client client(threads_, {.at_once = 2});
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;

    for (int i = 0; i < 100; ++i) {
        const auto work = [&](const std::stop_token& stop) {
            const int now = ++running;
            int seen = most;
            while (now > seen && !most.compare_exchange_weak(seen, now)) {
            }
            std::this_thread::yield();
            --running;
            return done(stop);
        };
        ASSERT_TRUE(client.ask(std::to_string(i), work).ok());
    }
    client.wait_for_answers(100);

    EXPECT_LE(most, 2);
}

TEST_F(CallsOfClients, OneHeartBeatsForAll) {  // D7
    Client one(threads_, {});
    Client two(threads_, {});
    ASSERT_TRUE(one.ask("a", wait).ok());
    ASSERT_TRUE(two.ask("a", wait).ok());

    one.wait_for_beats(2);
    two.wait_for_beats(2);
}

TEST_F(CallsOfClients, WhatIsCancelledWhileItWaitsMakesRoomAtOnce) {  // D7
    Client client(threads_, {.at_once = 1, .waiting = 1, .waiting_bytes = 100});
    std::binary_semaphore begun(0);
    ASSERT_TRUE(client
                    .ask(
                        "first",
                        [&](const std::stop_token& stop) {
                            begun.release();
                            return wait(stop);
                        }
                    )
                    .ok());
    begun.acquire();
    ASSERT_TRUE(client.ask("second", done, 1000).ok());  // one may always wait
    EXPECT_EQ(client.ask("third", done).error().code, kInternalError);
    EXPECT_EQ(client.ask("second", done).error().code, kInvalidRequest);

    client.calls().cancel(Id("second"));
    ASSERT_TRUE(client.ask("third", done).ok());
    client.calls().cancel(Id("first"));
    client.wait_for_answers(1);

    EXPECT_TRUE(client.calls().wait(1min));
    EXPECT_EQ(client.answers(), 1u);  // of the third alone
}

TEST_F(CallsOfClients, AClientThatGoesTakesItsCallsWithIt) {  // D7
    Client stays(threads_, {});
    {
        Client goes(threads_, {});
        for (int i = 0; i < 20; ++i) ASSERT_TRUE(goes.ask(std::to_string(i), wait).ok());
    }

    for (int i = 0; i < 4; ++i) ASSERT_TRUE(stays.ask(std::to_string(i), done).ok());
    stays.wait_for_answers(4);
}

}  // namespace
}  // namespace fovea::mcp
