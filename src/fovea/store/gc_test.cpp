#include "fovea/store/gc.hpp"

#include "fovea/store/test_store.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::store {
namespace {

using namespace std::chrono_literals;

class GcTest : public StoreTest {
protected:
    GcReport collect(std::optional<std::chrono::days> unused = {}) {
        const GcSettings settings{.now = clock_(), .grace = 1h, .unused_sessions = unused};
        return collect_garbage(store_, settings).value();
    }
};

TEST_F(GcTest, RemovesOldBlobsThatNoSessionNames) {  // S6, CAL-IMG-26
    const auto named = put("named");
    const auto unnamed = put("unnamed");
    sessions().create({.id = "a", .entries = {picture(named)}}).value();
    clock_.forward(2h);
    const auto fresh = put("fresh");

    EXPECT_EQ(collect(), (GcReport{.blobs = 1, .bytes = 7}));

    EXPECT_TRUE(blobs().has(named).value());
    EXPECT_FALSE(blobs().has(unnamed).value());
    EXPECT_TRUE(blobs().has(fresh).value());
    EXPECT_EQ(collect(), GcReport{});
}

TEST_F(GcTest, PuttingAgainStartsTheGraceAnew) {  // S6
    const auto blob = put("picture");
    clock_.forward(2h);
    put("picture");

    EXPECT_EQ(collect(), GcReport{});
    EXPECT_TRUE(sessions().create({.entries = {picture(blob)}}).ok());
}

TEST_F(GcTest, RemovesManyInBatches) {
    for (int i = 0; i < 66; ++i) put(std::to_string(i));
    clock_.forward(2h);

    EXPECT_EQ(collect().blobs, 66u);
    EXPECT_TRUE(blobs().list().value().empty());
}

TEST_F(GcTest, SessionsGoAfterSomeDaysWithoutUse) {  // S6, DIG-23
    const auto old = put("old");
    sessions().create({.id = "old", .entries = {picture(old)}}).value();
    clock_.forward(24h * 6);
    sessions().create({.id = "new"}).value();
    clock_.forward(24h * 2);

    EXPECT_TRUE(collect().sessions.empty());
    EXPECT_EQ(collect(std::chrono::days(7)).sessions, std::vector<std::string>{"old"});
    EXPECT_FALSE(blobs().has(old).value());
    EXPECT_TRUE(sessions().exists("new").value());
}

TEST_F(GcTest, ADryRunSaysWhatWouldGoAndChangesNothing) {  // S6
    const auto named = put("named");
    const auto unnamed = put("unnamed");
    sessions().create({.id = "a", .entries = {picture(named)}}).value();
    clock_.forward(24h * 8);
    const GcSettings settings{
        .mode = GcMode::DryRun, .now = clock_(), .unused_sessions = std::chrono::days(7)};

    const auto report = collect_garbage(store_, settings).value();

    EXPECT_EQ(report, (GcReport{.sessions = {"a"}, .blobs = 1, .bytes = 7}));
    EXPECT_TRUE(sessions().exists("a").value());
    EXPECT_TRUE(blobs().has(unnamed).value());
}

}  // namespace
}  // namespace fovea::store
