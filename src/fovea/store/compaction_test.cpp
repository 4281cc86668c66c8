#include "fovea/store/compaction.hpp"

#include <gtest/gtest.h>

namespace fovea::store {
namespace {

TEST(Compaction, ComesBackAsItWasWritten) {
    const Compaction compaction{
        .summary = "They looked at \"a\".", .through = 41, .kept = {38, 39}};
    const auto entry = compaction_entry(compaction, {});
    ASSERT_TRUE(check_entry(entry).ok());
    const auto read = compaction_of(entry);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value(), compaction);
}

TEST(Compaction, OtherEntriesAreNone) {
    for (const auto* const body :
         {"{}",
          R"({"summary": 1, "through": 1, "kept": []})",
          R"({"summary": "a", "through": -1, "kept": []})",
          R"({"summary": "a", "through": 1, "kept": ["x"]})"}) {
        EXPECT_FALSE(compaction_of({1, EntryKind::Compaction, {}, body}).ok()) << body;
    }
    EXPECT_FALSE(compaction_of({1, EntryKind::Title, {}, R"({"title": "a"})"}).ok());
}

}  // namespace
}  // namespace fovea::store
