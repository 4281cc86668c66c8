#include "fovea/reading/answer/aligned_rows.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

Passage at(std::string text, std::uint32_t x, std::uint32_t y) {
    Passage passage;
    passage.box = {x, y, static_cast<std::uint32_t>(text.size()) * 8, 14};
    passage.text = std::move(text);
    return passage;
}

TEST(AlignedRows, KnowsTheFirstOfARowAndTheHeadOfAColumn) {
    const std::vector<Passage> passages = {
        at("NAME", 10, 10),
        at("RESTARTS", 200, 10),
        at("cart", 10, 30),
        at("0", 200, 30),
        at("mailer", 10, 50),
        at("47", 200, 50),
        at("ledger", 10, 70),
        at("3", 200, 70)};
    const auto rows = aligned_rows(passages);
    EXPECT_EQ(rows.name[5], 4U);
    EXPECT_EQ(rows.head[5], 1U);
    EXPECT_EQ(rows.name[4], std::nullopt);
}

TEST(AlignedRows, TwoThingsSideBySideAreNoRows) {
    const std::vector<Passage> passages = {
        at("Revenue", 10, 10), at("Orders", 300, 14), at("41", 40, 60)};
    const auto rows = aligned_rows(passages);
    EXPECT_EQ(rows.name[1], std::nullopt);
    EXPECT_EQ(rows.head[1], std::nullopt);
}

}  // namespace
}  // namespace fovea::reading
