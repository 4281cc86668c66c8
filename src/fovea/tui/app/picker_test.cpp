#include "fovea/tui/app/picker.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::tui {
namespace {

Picker sessions(int count) {
    std::vector<PickRow> rows;
    for (int i = count; i > 0; --i) {
        rows.push_back({std::to_string(i), StyledLine("session number " + std::to_string(i))});
    }
    return Picker("Sessions", std::move(rows), [](const std::string&) {});
}

void type(Picker& picker, std::string_view words) {
    for (const char letter : words) picker.take({.text = std::string(1, letter)});
}

TEST(Picker, ShowsFirstWhatFitsBest) {  // U3
    auto picker = sessions(200);

    type(picker, "number 17");

    const auto lines = picker.lines(60, 40);
    ASSERT_GT(lines.size(), 12u);
    EXPECT_EQ(lines[1].plain(), "› session number 179");  // and not 197, which only has the letters
    EXPECT_EQ(lines[11].plain(), "  session number 17");
}

TEST(Picker, SaysHowManyThereAreWhereNotAllAreShown) {  // U3
    auto picker = sessions(200);

    picker.take({.name = KeyName::Down});

    EXPECT_EQ(picker.lines(60, 9).back().plain(), "  2 of 200 · ⏎ choose · esc close");
    EXPECT_EQ(sessions(3).lines(60, 9).back().plain(), "  ⏎ choose · esc close");
}

}  // namespace
}  // namespace fovea::tui
