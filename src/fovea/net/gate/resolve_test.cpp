#include "fovea/net/gate/resolve.hpp"

#include "fovea/net/gate/test_resolver.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace fovea::net {

namespace {

using Clock = std::chrono::steady_clock;

TEST(Resolve, FindsNothingForANameThatIsNotThere) {
    EXPECT_TRUE(resolve_name("nobody.test", Clock::now() + std::chrono::hours(1), {}).empty());
}

TEST(Resolve, ComesBackAtItsDeadlineThoughTheResolverHangs) {  // Q2
    const HangingResolver resolver;

    EXPECT_TRUE(resolve_name("hangs.test", Clock::now(), {}).empty());
}

TEST(Resolve, ComesBackWhenItIsStopped) {  // Q2
    const HangingResolver resolver;
    std::stop_source stop;
    const std::jthread stopper([&] {
        HangingResolver::wait_until_asked();
        stop.request_stop();
    });

    const auto far = Clock::now() + std::chrono::hours(1);

    EXPECT_TRUE(resolve_name("hangs.test", far, stop.get_token()).empty());
}

TEST(Resolve, ManyQuestionsShareFewThreads) {  // Q2
    const auto far = Clock::now() + std::chrono::hours(1);
    {
        std::vector<std::jthread> people;
        for (int i = 0; i < 200; ++i) {
            people.emplace_back([&, i] {
                EXPECT_TRUE(resolve_name("n" + std::to_string(i) + ".test", far, {}).empty());
                EXPECT_LE(resolving_threads(), 64u);
            });
        }
    }

    EXPECT_GE(resolving_threads(), 1u);
}

TEST(Resolve, KnowsTheAddressesOfThisMachine) {  // Q2
    const auto own = own_addresses();

    EXPECT_NE(std::find(own.begin(), own.end(), *parse_address("127.0.0.1")), own.end());
}

}  // namespace

}  // namespace fovea::net
