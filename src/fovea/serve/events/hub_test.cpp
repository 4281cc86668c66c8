#include "fovea/serve/events/hub.hpp"

#include "fovea/store/layered_sessions.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"
#include "fovea/store/test_store.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <future>

namespace fovea::serve {
namespace {

namespace json = boost::json;

// Counts the entries that are read.
class CountedSessions final : public store::LayeredSessions {
public:
    using LayeredSessions::LayeredSessions;

    Result<std::vector<store::Entry>> read(
        std::string_view id, std::uint64_t from_seq, std::size_t most, const store::Call& call
    ) override {
        auto entries = LayeredSessions::read(id, from_seq, most, call);
        if (entries.ok()) count += entries.value().size();
        return entries;
    }

    std::atomic<std::size_t> count = 0;
};

class Collector final : public Listener {
public:
    void hear(const Told& told) override {
        for (const auto& each : told.envelopes()) heard.push_back(each);
    }
    void is_up_to_date(std::uint64_t seq) override { up_to_date.set_value(seq); }

    std::vector<EnvelopeRef> heard;  // to be looked at once it is up to date
    std::promise<std::uint64_t> up_to_date;
};

class HubTest : public store::StoreTest {
protected:
    void SetUp() override {
        StoreTest::SetUp();
        counted_ = std::make_unique<CountedSessions>(database("above"), database("below"));
        hub_ = std::make_unique<Hub>(*counted_, blobs(), pool_);
        session_ = counted_->create().value();
    }

    std::unique_ptr<store::SqliteSessions> database(const std::string& name) {
        const auto folder = folder_ / name;
        std::filesystem::create_directories(folder);
        return store::SqliteSessions::open(folder / "fovea.db", blobs()).value();
    }
    std::uint64_t append(const std::vector<store::Entry>& entries) {
        return counted_->append(session_, entries).value();
    }
    store::Entry message(content::Role role, content::ContentBlock block) const {
        return store::message_entry({role, {std::move(block)}}, clock_());
    }
    // What somebody hears who comes back, until all is told.
    std::vector<EnvelopeRef> told_after(std::uint64_t last_seq) {
        const auto listener = std::make_shared<Collector>();
        hub_->join(session_, last_seq, listener);
        listener->up_to_date.get_future().wait();
        hub_->leave(session_, listener);
        return listener->heard;
    }

    WorkPool pool_{{.threads = 4}};
    std::unique_ptr<CountedSessions> counted_;
    std::unique_ptr<Hub> hub_;
    std::string session_;
};

TEST_F(HubTest, WhoComesBackCostsWhatTheyMissedAndNotTheSession) {  // D3
    const std::vector<store::Entry> many(5000, text("said"));
    const auto last = append(many);

    const auto told = told_after(last_seq_of(last - 10));

    ASSERT_EQ(told.size(), 10u);
    EXPECT_EQ(entry_of_seq(told.front()->seq), last - 9);
    EXPECT_EQ(entry_of_seq(told.back()->seq), last);
    EXPECT_LE(counted_->count, 20u);
}

TEST_F(HubTest, WhoMissedNothingCostsNothing) {  // D3
    const auto last = append(std::vector<store::Entry>(300, text("said")));

    EXPECT_TRUE(told_after(last_seq_of(last)).empty());
    EXPECT_TRUE(told_after(last_seq_of(last + 1000)).empty());
    EXPECT_TRUE(told_after(std::numeric_limits<std::uint64_t>::max()).empty());
    EXPECT_EQ(counted_->count, 0u);
}

TEST_F(HubTest, AllIsToldInItsOrderAndOnce) {  // D3
    const auto last = append(std::vector<store::Entry>(2000, text(std::string(2000, 'x'))));

    const auto told = told_after(0);

    ASSERT_EQ(told.size(), last);
    for (std::uint64_t i = 0; i < last; ++i) EXPECT_EQ(told[i]->seq, (i + 1) * kSeqsPerEntry);
}

TEST_F(HubTest, AResultNamesItsToolAlsoToWhoHeardOfTheCallBefore) {  // D3
    append({text("look")});
    const auto call = append(
        {message(content::Role::Assistant, content::ToolUseBlock{"c1", "look_at", R"({"n": 1})"})}
    );
    append(std::vector<store::Entry>(
        50, {.kind = store::EntryKind::Telemetry, .time = clock_(), .body = R"({"type": "t"})"}
    ));
    append({message(
        content::Role::User,
        content::ToolResultBlock{.tool_use_id = "c1", .content = {content::TextBlock{"seen"}}}
    )});

    const auto told = told_after(last_seq_of(call));

    ASSERT_EQ(told.size(), 1u);
    const auto data = json::parse(told[0]->json).at("data");
    EXPECT_EQ(data.at("name"), "look_at");
    EXPECT_EQ(data.at("input"), (json::object{{"n", 1}}));
}

TEST_F(HubTest, AResultWithoutACallReadsNoFurtherThanWhatAPersonSaid) {  // D3
    append(std::vector<store::Entry>(3000, text("said")));
    const auto last = append({message(
        content::Role::User,
        content::ToolResultBlock{.tool_use_id = "c9", .content = {content::TextBlock{"seen"}}}
    )});

    const auto told = told_after(last_seq_of(last - 1));

    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(json::parse(told[0]->json).at("data").at("name"), "");
    EXPECT_LE(counted_->count, 40u);
}

}  // namespace
}  // namespace fovea::serve
