// What every store of sessions keeps (S2, S3), whatever it is made of.
#include "fovea/store/layered_sessions.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"
#include "fovea/store/test_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace fovea::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct Backend {
    std::string name;
    std::function<Store(const std::filesystem::path& folder, const TestClock& clock)> open;
};

// One more backend: a row.
const Backend kBackends[] = {
    {"sqlite",
     [](const auto& folder, const auto& clock) {
         return open_embedded_store({folder / "data"}, clock).value();
     }},
    {"layered",
     [](const auto& folder, const auto&) {
         const DataFolder below{folder / "below"};
         static_cast<void>(open_embedded_store(below).value());
         return open_store_over({folder / "above"}, below).value();
     }},
};

class SessionsContract : public testing::TestWithParam<Backend> {
protected:
    SessionStore& sessions() { return *store_.sessions; }
    Entry text(const std::string& words) const {
        return message_entry({content::Role::User, {content::TextBlock{words}}}, clock_());
    }
    std::vector<std::string> bodies(const std::string& id) {
        std::vector<std::string> said;
        for (const auto& entry : sessions().read(id).value()) {
            said.push_back(content::text_of(message_of(entry).value().content));
        }
        return said;
    }
    std::vector<std::string> ids(const Page& page) {
        std::vector<std::string> names;
        for (const auto& info : sessions().list(page).value()) names.push_back(info.id);
        return names;
    }

    TestFolder folder_;
    TestClock clock_;
    Store store_ = GetParam().open(folder_ / ".", clock_);
};

TEST_P(SessionsContract, AnAppendThatCountsOnNobodyElseIsToldOfOthers) {  // S2
    sessions().create({.id = "a", .entries = {text("one")}}).value();
    sessions().append("a", {{text("two")}}).value();

    const auto late = sessions().append_after("a", 1, {{text("three")}}).value();

    EXPECT_TRUE(late.is_conflict);
    EXPECT_EQ(late.last, 2u);
    EXPECT_THAT(bodies("a"), ElementsAre("one", "two"));
}

TEST_P(SessionsContract, AnAppendBehindTheLastEntryIsTaken) {  // S2
    sessions().create({.id = "a"}).value();

    const auto first = sessions().append_after("a", 0, {{text("one"), text("two")}}).value();
    const auto second = sessions().append_after("a", first.last, {{text("three")}}).value();

    EXPECT_FALSE(first.is_conflict);
    EXPECT_EQ(first.last, 2u);
    EXPECT_EQ(second.last, 3u);
    EXPECT_THAT(bodies("a"), ElementsAre("one", "two", "three"));
}

TEST_P(SessionsContract, OfTwoWritersOneGetsTheConflictAndNothingInterleaves) {  // S2, S3
    sessions().create({.id = "a"}).value();
    constexpr int kRounds = 50;
    std::atomic<int> conflicts = 0;
    const auto write = [&](const std::string& who) {
        for (int i = 0; i < kRounds;) {
            const auto last = sessions().info("a").value().entries;
            const auto words = who + std::to_string(i);
            const auto done = sessions().append_after("a", last, {{text(words), text(words)}});
            ASSERT_TRUE(done.ok()) << done.error().message;
            if (done.value().is_conflict) {
                ++conflicts;
            } else {
                ++i;
            }
        }
    };
    {
        const std::jthread one(write, "x");
        const std::jthread two(write, "y");
    }

    const auto said = bodies("a");
    ASSERT_THAT(said, SizeIs(4 * kRounds));
    for (std::size_t i = 0; i < said.size(); i += 2) EXPECT_EQ(said[i], said[i + 1]);
}

TEST_P(SessionsContract, ALeaseIsHeldByOneAndFreeWhenItEnds) {  // S3
    auto ours = sessions().lease("a", "me").value();
    const auto theirs = sessions().lease("a", "you").value();
    const auto other = sessions().lease("b", "you").value();
    ours.lease.reset();
    const auto again = sessions().lease("a", "you").value();

    EXPECT_EQ(theirs.lease, nullptr);
    EXPECT_EQ(theirs.owner, "me");
    EXPECT_NE(other.lease, nullptr);
    EXPECT_NE(again.lease, nullptr);
    EXPECT_EQ(sessions().lease("../a", "me").error().code, ErrorCode::InvalidInput);
}

TEST_P(SessionsContract, ALeaseKeepsNobodyFromPinsAndTitles) {  // S3
    sessions().create({.id = "a", .entries = {text("one")}}).value();
    const auto held = sessions().lease("a", "me").value();

    EXPECT_TRUE(sessions().append("a", {{text("two")}}).ok());
}

TEST_P(SessionsContract, ListsComeInPages) {  // S2
    for (const std::string id : {"a", "b", "c", "d", "e"}) {
        sessions().create({.id = id, .entries = {text(id)}}).value();
    }
    const auto all = ids({});

    ASSERT_THAT(all, SizeIs(5));
    EXPECT_THAT(ids({.most = 2}), ElementsAre(all[0], all[1]));
    EXPECT_THAT(ids({.most = 2, .after = all[1]}), ElementsAre(all[2], all[3]));
    EXPECT_THAT(ids({.most = 2, .after = all[3]}), ElementsAre(all[4]));
    EXPECT_THAT(ids({.after = all[4]}), IsEmpty());
    EXPECT_EQ(sessions().list({.after = "gone"}).error().code, ErrorCode::FileNotFound);
}

TEST_P(SessionsContract, NamedBlobsComeInPages) {  // S2
    std::vector<Entry> pictures;
    for (const auto* bytes : {"a", "b", "c"}) {
        const auto blob = store_.blobs->put(as_bytes(bytes)).value();
        pictures.push_back(
            message_entry({content::Role::User, {content::ImageBlock{.source = blob}}}, clock_())
        );
    }
    sessions().create({.id = "a", .entries = pictures}).value();
    sessions().create({.id = "b", .entries = pictures}).value();
    const auto all = sessions().all_blobs().value();

    ASSERT_THAT(all, SizeIs(3));
    EXPECT_THAT(sessions().all_blobs({.most = 2}).value(), ElementsAre(all[0], all[1]));
    EXPECT_THAT(sessions().all_blobs({.most = 2, .after = all[1]}).value(), ElementsAre(all[2]));
    EXPECT_THAT(sessions().blobs_of("a").value(), ElementsAre(all[0], all[1], all[2]));
    EXPECT_THAT(
        sessions().blobs_of("a", {.most = 1, .after = all[0]}).value(), ElementsAre(all[1])
    );
    EXPECT_THAT(sessions().unnamed(all).value(), IsEmpty());
}

TEST_P(SessionsContract, EntriesComeInPages) {  // S2
    sessions().create({.id = "a", .entries = {text("1"), text("2"), text("3")}}).value();

    EXPECT_THAT(sessions().read("a", 1, 2).value(), SizeIs(2));
    EXPECT_THAT(sessions().read("a", 3, 2).value(), SizeIs(1));
    EXPECT_THAT(sessions().read("a", 4, 2).value(), IsEmpty());
    EXPECT_THAT(sessions().read("a", 1, 0).value(), IsEmpty());
}

TEST_P(SessionsContract, ACallThatIsOverSaysSoAndChangesNothing) {  // S2, T5
    sessions().create({.id = "a", .entries = {text("one")}}).value();
    std::stop_source source;
    source.request_stop();
    const Call stopped{.stop = source.get_token()};
    const Call late{.deadline = std::chrono::steady_clock::now()};

    for (const auto& [call, code] :
         {std::pair(stopped, ErrorCode::Cancelled), std::pair(late, ErrorCode::StoreError)}) {
        EXPECT_EQ(sessions().append("a", {{text("two")}}, call).error().code, code);
        EXPECT_EQ(sessions().append_after("a", 1, {{text("two")}}, call).error().code, code);
        EXPECT_EQ(sessions().create({.id = "b"}, call).error().code, code);
        EXPECT_EQ(sessions().exists("a", call).error().code, code);
        EXPECT_EQ(sessions().read("a", 1, 9, call).error().code, code);
        EXPECT_EQ(sessions().info("a", call).error().code, code);
        EXPECT_EQ(sessions().list({}, call).error().code, code);
        EXPECT_EQ(sessions().blobs_of("a", {}, call).error().code, code);
        EXPECT_EQ(sessions().lease("a", "me", call).error().code, code);
        EXPECT_EQ(sessions().delete_session("a", call).error().code, code);
    }

    EXPECT_THAT(bodies("a"), ElementsAre("one"));
    EXPECT_FALSE(sessions().exists("b").value());
}

INSTANTIATE_TEST_SUITE_P(
    Stores,
    SessionsContract,
    testing::ValuesIn(kBackends),
    [](const auto& backend) { return backend.param.name; }
);

}  // namespace
}  // namespace fovea::store
