#include "fovea/reading/look_message.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

namespace fovea::reading {
namespace {

Look example() {
    Look look;
    look.colours = {{{30, 30, 46}, 0.75}, {{205, 214, 244}, 0.125}};
    look.flat_share = 0.5;
    look.edge_share = 0.25;
    look.tones = 331;
    look.texture_share = 0.0625;
    look.vivid_share = 0.03125;
    look.vivid_hues = 3;
    look.clear_share = 1;
    look.brightness = 0.5;
    look.horizontal_rules = 7;
    look.vertical_rules = 9;
    look.panels = {{10, 20, 300, 200}, {30, 40, 100, 50}};
    return look;
}

std::optional<Look> sent(const Look& look) {
    media::MessageWriter out;
    write(out, look);
    const auto bytes = out.take();
    media::MessageReader in(bytes);
    auto back = read_look(in);
    if (!in.complete()) return std::nullopt;
    return back;
}

TEST(LookMessage, ComesBackAsItWent) {  // M11
    EXPECT_EQ(sent(example()), example());
    EXPECT_EQ(sent(Look{}), Look{});
}

TEST(LookMessage, IsRefusedWithANumberThatNothingMeasures) {  // M11
    for (const double bad : {std::nan(""), -0.1, 1.1, std::numeric_limits<double>::infinity()}) {
        auto flat = example();
        flat.flat_share = bad;
        EXPECT_EQ(sent(flat), std::nullopt);

        auto colour = example();
        colour.colours[1].share = bad;
        EXPECT_EQ(sent(colour), std::nullopt);
    }
    auto tones = example();
    tones.tones = 32769;
    EXPECT_EQ(sent(tones), std::nullopt);

    auto panels = example();
    panels.panels.resize(kMaxPanels + 1);
    EXPECT_EQ(sent(panels), std::nullopt);

    auto hues = example();
    hues.vivid_hues = 13;
    EXPECT_EQ(sent(hues), std::nullopt);
}

TEST(LookMessage, IsRefusedWithColoursThatCannotBe) {  // M11
    auto more_than_all = example();
    more_than_all.colours = {{{0, 0, 0}, 0.75}, {{1, 1, 1}, 0.75}};
    EXPECT_EQ(sent(more_than_all), std::nullopt);

    auto smallest_first = example();
    smallest_first.colours = {{{0, 0, 0}, 0.25}, {{1, 1, 1}, 0.5}};
    EXPECT_EQ(sent(smallest_first), std::nullopt);

    auto too_many = example();
    too_many.colours.assign(kMaxLookColours + 1, {{0, 0, 0}, 0.125});
    EXPECT_EQ(sent(too_many), std::nullopt);
}

TEST(LookMessage, IsRefusedWhenCutShort) {  // M11
    media::MessageWriter out;
    write(out, example());
    const auto whole = out.take();

    for (std::size_t size = 0; size < whole.size(); ++size) {
        media::MessageReader in(ByteView(whole).first(size));
        const auto look = read_look(in);
        EXPECT_FALSE(look && in.complete()) << size;
    }
}

}  // namespace
}  // namespace fovea::reading
