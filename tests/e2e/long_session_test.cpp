// 80 turns with a screenshot each on a provider that caches prompts: what is sent stays bounded, and
// what was sent before is sent again to the byte, but for a few batches (X2).
#include "long_session.hpp"

#include "fovea/base/digest.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

#include "../../bench/context/prompt_cache.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr std::size_t kTurns = 80;
constexpr std::size_t kPinned = 2;        // the screen of the third turn
constexpr std::size_t kPinnedAfter = 6;   // turns
constexpr std::size_t kLastProcess = 70;  // turns before it
constexpr std::string_view kAnswer =
    R"([{"match": {}, "response": {"content": "Nothing on it is an error."}}])";

struct Conversation {
    std::vector<std::string> bodies;
    std::uint64_t told_rewrites = 0;  // by the results
    std::size_t rewrites = 0;         // by the bytes
    std::size_t largest_early = 0;    // of the first 20 requests
    std::size_t largest_late = 0;     // of the others
    bench::CacheUse use;
    double usd = 0;
};

// What the last message of a request shows.
std::vector<std::string> newest_pictures(const std::string& body) {
    std::vector<std::string> found;
    const auto parsed = json::parse(body);
    for (const auto& block : parsed.at("messages").as_array().back().at("content").as_array()) {
        const auto* source = block.as_object().if_contains("source");
        if (source != nullptr) found.emplace_back(source->at("data").as_string());
    }
    return found;
}

void judge(Conversation& conversation) {
    const auto* model = models::shipped_catalogue().find("claude-opus-4-7");
    ASSERT_NE(model, nullptr);
    bench::PromptCache cache(*model);
    std::string before;
    for (std::size_t turn = 0; turn < conversation.bodies.size(); ++turn) {
        const auto& body = conversation.bodies[turn];
        auto& largest = turn < 20 ? conversation.largest_early : conversation.largest_late;
        largest = std::max(largest, body.size());
        const auto said = bench::without_marks(body);
        conversation.rewrites += said.starts_with(before) ? 0 : 1;
        before = bench::said_so_far(said);
        const auto use = cache.send(body);
        ASSERT_TRUE(use.ok()) << use.error().message;
        conversation.use += use.value();
    }
    conversation.usd = cache.usd(conversation.use);
}

void print(std::string_view policy, const Conversation& conversation) {
    std::cout << policy << ": largest request " << conversation.largest_late / 1000 << " KB, "
              << conversation.rewrites << " rewrites, tokens read " << conversation.use.read
              << ", written " << conversation.use.written << ", fresh " << conversation.use.fresh
              << ", USD " << conversation.usd << '\n';
}

class EightyTurns : public LongSession {
protected:
    // In three processes; the third screen is pinned between the first two.
    Conversation run(const std::string& policy) {
        open(kAnswer, "[images]\naging_policy = \"" + policy + "\"\n", kTurns);
        Conversation conversation;
        const auto go_on = [&](std::size_t from, std::size_t to, std::vector<std::string> how) {
            std::string frames;
            for (auto turn = from; turn < to; ++turn) {
                frames += frame(
                    {turn}, "The screen after step " + std::to_string(turn + 1) + ". What now?"
                );
            }
            const auto result = converse(frames, std::move(how));
            conversation.told_rewrites +=
                result.at("usage").at("prefix_rewrites").to_number<std::uint64_t>();
        };
        go_on(0, kPinnedAfter, {"--session-id", kSession});
        const auto file = read_whole_file((bench_->folder() / screen(kPinned)).string());
        const auto pinned =
            bench_->fovea({"sessions", "pin", kSession, sha256(as_bytes(file)).hex()});
        EXPECT_EQ(pinned.exit_code, 0) << pinned.err;
        go_on(kPinnedAfter, kLastProcess, {"--resume", kSession});
        go_on(kLastProcess, kTurns, {"--resume", kSession});
        conversation.bodies = bodies();
        judge(conversation);
        return conversation;
    }

    static void expect_pinned_stays(const Conversation& conversation, std::size_t from) {
        const auto pixels = newest_pictures(conversation.bodies.at(kPinned));
        ASSERT_EQ(pixels.size(), 1u);
        for (auto turn = from; turn < conversation.bodies.size(); ++turn) {
            EXPECT_NE(conversation.bodies[turn].find(pixels[0]), std::string::npos) << turn;
        }
    }
};

TEST_F(EightyTurns, StayBoundedAndCheapWhereThePromptIsCached) {  // X1, X2
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;

    const auto aware = run("cache-aware");
    const auto turns = run("turns");

    print("cache-aware", aware);
    print("turns", turns);
    ASSERT_EQ(aware.bodies.size(), kTurns);
    ASSERT_EQ(turns.bodies.size(), kTurns);
    // A batch at most every third turn; every other request begins with the one before.
    EXPECT_LE(aware.rewrites, kTurns / 3);
    EXPECT_GE(aware.rewrites, 1u);
    // One more may be the pin's own, which was no run's doing.
    EXPECT_LE(aware.rewrites - aware.told_rewrites, 1u);
    EXPECT_LE(turns.rewrites - turns.told_rewrites, 1u);
    // Words grow; pictures do not.
    EXPECT_LE(aware.largest_late, aware.largest_early + aware.largest_early / 4);
    EXPECT_LE(turns.largest_late, turns.largest_early + turns.largest_early / 4);
    expect_pinned_stays(aware, kPinnedAfter);
    expect_pinned_stays(turns, kPinnedAfter);
    EXPECT_GT(turns.usd, 1.25 * aware.usd);
}

}  // namespace
}  // namespace fovea::testing
