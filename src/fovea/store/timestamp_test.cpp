#include "fovea/store/timestamp.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::store {
namespace {

Time at(std::int64_t milliseconds) {
    return Time(std::chrono::milliseconds(milliseconds));
}

TEST(Timestamp, IsWrittenAsIsoTextAndReadBack) {
    EXPECT_EQ(to_iso_text(at(0)), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_iso_text(at(951'782'400'007)), "2000-02-29T00:00:00.007Z");

    for (const std::int64_t moment :
         {std::int64_t{0}, std::int64_t{951'868'799'999}, std::int64_t{1'772'366'400'250}}) {
        EXPECT_EQ(time_from_iso_text(to_iso_text(at(moment))).value(), at(moment));
    }
}

TEST(Timestamp, OtherFormsAreRefused) {
    for (const std::string text :
         {"",
          "2026-03-01",
          "2026-03-01T12:00:00Z",
          "2026-03-01T12:00:00.000+",
          "2026-02-29T12:00:00.000Z",
          "2026-13-01T12:00:00.000Z",
          "2026-03-01T24:00:00.000Z",
          "2026-03-01t12:00:00.000Z",
          "1969-12-31T23:59:59.999Z",
          "20x6-03-01T12:00:00.000Z"}) {
        EXPECT_FALSE(time_from_iso_text(text).ok()) << text;
    }
}

TEST(Timestamp, OnlyWhatCanBeWrittenIsStorable) {
    EXPECT_TRUE(is_storable(at(0)));
    EXPECT_FALSE(is_storable(at(-1)));
    EXPECT_TRUE(is_storable(at(253'402'300'799'999)));
    EXPECT_FALSE(is_storable(at(253'402'300'800'000)));
    EXPECT_TRUE(is_storable(system_now()));
}

}  // namespace
}  // namespace fovea::store
