#include "fovea/reading/answer/value_pieces.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Strings = std::vector<std::string>;

Strings pieces(Want want, const char* line) {
    Strings texts;
    for (const auto& piece : value_pieces(want, line)) {
        if (piece.fit >= 0.7) texts.push_back(piece.text);
    }
    return texts;
}

TEST(ValuePieces, AreMoments) {  // P5
    EXPECT_EQ(
        pieces(Want::Moment, "appointment on 26 November at 15:20"), Strings{"26 November at 15:20"}
    );
    EXPECT_EQ(pieces(Want::Moment, "8 October, 22:41 · Utrecht"), Strings{"8 October, 22:41"});
    EXPECT_EQ(pieces(Want::Moment, "Breakfast 7:30 – 10:00"), Strings{"7:30 – 10:00"});
    EXPECT_EQ(pieces(Want::Moment, "2025-12-03 02:14:07 INFO"), Strings{"2025-12-03 02:14:07"});
    EXPECT_EQ(pieces(Want::Moment, "Saved 12 minutes ago"), Strings{"12 minutes ago"});
    EXPECT_EQ(pieces(Want::Moment, "12 requests"), Strings{});
}

TEST(ValuePieces, AreDurations) {  // P5
    EXPECT_EQ(pieces(Want::Duration, "9 min (750 m)").at(0), "9 min");
    EXPECT_EQ(pieces(Want::Duration, "build 4m 12s"), Strings{"4m 12s"});
    EXPECT_EQ(pieces(Want::Duration, "3 h 10 min"), Strings{"3 h 10 min"});
    EXPECT_EQ(pieces(Want::Duration, "at 12:48"), Strings{});
}

TEST(ValuePieces, AreAmounts) {  // P5
    EXPECT_EQ(pieces(Want::Amount, "now € 64.00 and $5"), (Strings{"€ 64.00", "$5"}));
    EXPECT_EQ(pieces(Want::Amount, "1,248.70 €"), Strings{"1,248.70 €"});
    EXPECT_EQ(pieces(Want::Amount, "on 3 March 2025 at 10:00"), Strings{});
}

TEST(ValuePieces, AreMeasures) {
    EXPECT_EQ(pieces(Want::Measure, "Wind 31 km/h Humidity 88%"), (Strings{"31 km/h", "88%"}));
    EXPECT_EQ(pieces(Want::Measure, "Copying 46 items"), Strings{});
}

TEST(ValuePieces, AreNames) {  // P5
    EXPECT_EQ(pieces(Want::Person, "Served by Anke"), Strings{"Anke"});
    EXPECT_EQ(pieces(Want::Person, "by k.halloran"), Strings{"k.halloran"});
    EXPECT_EQ(pieces(Want::Person, "Ines Carvalho 08:15"), Strings{"Ines Carvalho"});
    EXPECT_EQ(pieces(Want::Person, "Building permit for the ramp"), Strings{});
}

TEST(ValuePieces, HaveNumbersThatCanBeCompared) {
    EXPECT_EQ(number_in("$1,284.07"), 1284.07);
    EXPECT_EQ(number_in("-3.1%"), -3.1);
    EXPECT_LT(number_in("312 MB"), number_in("4.9 GB"));
    EXPECT_EQ(number_in("none"), std::nullopt);
}

TEST(ValuePieces, KeepInitialsWithTheNamesBehindThem) {
    ASSERT_EQ(value_pieces(Want::Person, "J. Okafor").size(), 1u);
    EXPECT_EQ(value_pieces(Want::Person, "J. Okafor")[0].text, "J. Okafor");
    EXPECT_TRUE(value_pieces(Want::Person, "parcel JV 0426").empty());
}

TEST(Figures, AreNumbersWithLittleElse) {
    for (const auto* text : {"41.90", "3 h 10 min", "€ 41,270", "15:12", "IC 2184", "-512.33"}) {
        EXPECT_TRUE(is_figure(text)) << text;
    }
    for (const auto* text : {"Copenhagen", "edge-ams-01", "about 15 min late, sorry"}) {
        EXPECT_FALSE(is_figure(text)) << text;
    }
}

TEST(ValuePieces, ReadSumsWithASignBeforeTheCurrency) {
    EXPECT_TRUE(is_figure("– CHF 11.69"));
    EXPECT_TRUE(is_figure("- 4.50 €"));
    EXPECT_FALSE(is_figure("– Item 11"));
}

}  // namespace
}  // namespace fovea::reading
