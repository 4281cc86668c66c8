#include "fovea/tui/screen/painter.hpp"

#include "fovea/tui/screen/test_screen.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fovea::tui {
namespace {

// As the program sets it: rows never wrap by themselves.
constexpr const char* kNoWrapping = "\x1b[?7l";

StyledText text(std::initializer_list<const char*> lines) {
    StyledText made;
    for (const auto* line : lines) made.emplace_back(line);
    return made;
}

struct Stage {
    explicit Stage(int columns = 20, int rows = 6)
        : screen(columns, rows), painter({.columns = columns, .rows = rows}) {
        screen.write(kNoWrapping);
    }
    std::string paint(const StyledText& finished, const Live& live) {
        auto bytes = painter.paint(finished, live);
        screen.write(bytes);
        return bytes;
    }
    TestScreen screen;
    Painter painter;
};

TEST(Painter, KeepsWhatStoodInTheTerminalBefore) {
    Stage stage;
    stage.screen.write("~ $ fovea\r\n");

    stage.paint({}, {.lines = text({"> hello"}), .cursor = {0, 7}});
    stage.paint(text({"> hello"}), {.lines = text({"> "}), .cursor = {0, 2}});

    EXPECT_EQ(stage.screen.text(), "~ $ fovea\n> hello\n>\n");
    EXPECT_EQ(stage.screen.cursor_row(), 2);
    EXPECT_EQ(stage.screen.cursor_column(), 2);
}

TEST(Painter, ScrollsFinishedLinesAwayUnchanged) {
    Stage stage(20, 4);
    for (int i = 0; i < 10; ++i) {
        const auto line = "line " + std::to_string(i);
        stage.paint({StyledLine(line)}, {.lines = text({"----", "> "}), .cursor = {1, 2}});
    }

    EXPECT_EQ(stage.screen.text(), "line 8\nline 9\n----\n>\n");
    EXPECT_EQ(
        stage.screen.scrolled(), "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\n"
    );
}

TEST(Painter, WritesNothingWhereNothingChanged) {
    Stage stage;
    const Live live{.lines = text({"status", "> "}), .cursor = {1, 2}};
    stage.paint({}, live);

    EXPECT_EQ(stage.paint({}, live), "");
}

TEST(Painter, WritesOnlyTheWordsOfAStreamedToken) {
    Stage stage(60, 10);
    std::string answer = "  The linker";
    const auto live = [&] {
        return Live{
            .lines = {StyledLine(answer), StyledLine(""), StyledLine("working 2 s")},
            .shows_cursor = false};
    };
    stage.paint({}, live());
    answer += " misses";
    stage.paint({}, live());
    answer += " libisal";

    const auto bytes = stage.paint({}, live());

    EXPECT_EQ(bytes, " libisal");
    EXPECT_EQ(stage.screen.rows()[0], "  The linker misses libisal");
}

TEST(Painter, MovesTheLinesBelowInsteadOfWritingThemAgain) {
    Stage stage(60, 5);
    const std::string rule(50, '=');
    const auto live = [&](std::initializer_list<const char*> above) {
        auto lines = text(above);
        lines.emplace_back(rule);
        lines.emplace_back("> typed");
        return Live{.lines = std::move(lines), .shows_cursor = false};
    };
    stage.screen.write("1\r\n2\r\n3\r\n4\r\n");
    stage.paint({}, live({"one"}));

    const auto bytes = stage.paint({}, live({"one", "two"}));

    EXPECT_EQ(bytes.find("===="), std::string::npos);
    EXPECT_EQ(stage.screen.text(), "4\none\ntwo\n" + rule + "\n> typed\n");
    stage.paint({}, live({"two"}));
    EXPECT_EQ(stage.screen.text(), "4\ntwo\n" + rule + "\n> typed\n");
}

TEST(Painter, ShowsTheLastLiveLinesWhereTheWindowIsLow) {
    Stage stage(20, 3);

    stage.paint({}, {.lines = text({"1", "2", "3", "4", "5"}), .cursor = {4, 1}});

    EXPECT_EQ(stage.screen.text(), "3\n4\n5\n");
    EXPECT_EQ(stage.screen.cursor_row(), 2);
    stage.paint({}, {.lines = text({"x"}), .cursor = {0, 1}});
    EXPECT_EQ(stage.screen.text(), "x\n");
}

TEST(Painter, PrintsMoreThanAWindowAtOnce) {
    Stage stage(20, 4);
    stage.paint({}, {.lines = text({"old", "> "}), .cursor = {1, 2}});
    StyledText finished;
    std::string all;
    for (int i = 0; i < 50; ++i) {
        finished.emplace_back(std::to_string(i));
        all += std::to_string(i) + "\n";
    }

    stage.paint(finished, {.lines = text({"> "}), .cursor = {0, 2}});

    EXPECT_EQ(stage.screen.scrolled() + stage.screen.text(), all + ">\n");
}

// libvterm cuts lines where the window gets narrower; tmux, which breaks them anew, is asked in tests/tui.
TEST(Painter, KeepsWhatIsAboveWhenTheWindowChanges) {
    Stage stage(40, 8);
    stage.painter.set_reflows(false);
    stage.paint(
        text({"above 1", "above 2"}),
        {.lines = text({"half an answer that is longer than 20", "----", "> x"}), .cursor = {2, 3}}
    );

    stage.screen.resize(20, 8);
    stage.screen.write(stage.painter.resize(20, 8));
    stage.paint({}, {.lines = text({"half an answer that", "is longer", "> x"}), .cursor = {2, 3}});

    EXPECT_EQ(stage.screen.text(), "above 1\nabove 2\nhalf an answer that\nis longer\n> x\n");
    EXPECT_EQ(stage.screen.cursor_column(), 3);
}

TEST(Painter, PutsWideAndCombiningCharactersInTheirPlace) {
    Stage stage;
    stage.paint({}, {.lines = text({"漢字 e\u0301 x"}), .cursor = {0, 9}});
    stage.paint({}, {.lines = text({"漢a字 e\u0301 y"}), .cursor = {0, 9}});

    EXPECT_EQ(stage.screen.rows()[0], "漢a字 e\u0301 y");
    EXPECT_EQ(stage.screen.cell(0, 0).width, 2);
}

TEST(Painter, StandsRightBehindCharactersThatTerminalsDisagreeOn) {
    Stage stage(30, 4);

    stage.paint({}, {.lines = text({"a❤\uFE0Fb", "👨\u200D👩\u200D👧!"}), .cursor = {1, 0}});

    EXPECT_EQ(stage.screen.cell(0, 3).chars[0], static_cast<std::uint32_t>('b'));
    EXPECT_EQ(stage.screen.cell(1, 6).chars[0], static_cast<std::uint32_t>('!'));
}

TEST(Painter, NeverHandsOnControls) {
    Stage stage;

    const auto bytes = stage.paint(
        {StyledLine("a\x1b]0;evil\x07\x9b"
                    "31mb\rc"),
         StyledLine("x", {}, "javascript:alert(1)"),
         StyledLine("y", {}, "https://example.org/\x1b\\é")},
        {}
    );

    EXPECT_EQ(bytes.find("\x1b]0"), std::string::npos);
    EXPECT_EQ(bytes.find("javascript"), std::string::npos);
    EXPECT_NE(bytes.find("\x1b]8;;https://example.org/%1B\\%C3%A9\x1b\\"), std::string::npos);
    EXPECT_EQ(stage.screen.rows()[0].substr(0, 4), "a\uFFFD");
}

TEST(Painter, ShowsATabAsABlank) {
    Stage stage;
    stage.paint({}, {.lines = text({"a\ttab"})});
    EXPECT_EQ(stage.screen.text(), "a tab\n");
}

TEST(Painter, DrawsAPictureOnceItsLinesAreThere) {
    Stage stage(20, 4);
    const auto drawing = std::make_shared<const Drawing>(Drawing{
        .bytes = "PIC", .column = 2, .columns = 3, .rows = 2});
    StyledText finished = text({"1", "2", "3", "", "", "name"});
    finished[3].drawing = drawing;

    stage.paint(finished, {.lines = text({"> "}), .cursor = {0, 2}});

    EXPECT_EQ(stage.screen.text(), "  PIC\n\nname\n>\n");
}

struct Passing : ::testing::Test {
    std::shared_ptr<const Drawing> drawing = std::make_shared<const Drawing>(Drawing{
        .bytes = "PIC",
        .column = 2,
        .columns = 3,
        .rows = 2,
        .passes = true,
        .removal = "\x1b]9;gone\x1b\\"});
    Live live_of(std::initializer_list<const char*> above) const {
        Live live{.lines = text(above), .cursor = {0, 0}};
        live.lines.resize(live.lines.size() + 2);
        live.lines[above.size()].drawing = drawing;
        return live;
    }
    static bool is_in(const std::string& bytes, const char* what) {
        return bytes.find(what) != std::string::npos;
    }
    Stage stage{20, 6};
};

TEST_F(Passing, IsDrawnOnceWhileItsLinesStay) {
    stage.paint({}, live_of({"> @p"}));
    EXPECT_EQ(stage.screen.text(), "> @p\n  PIC\n");

    const auto bytes = stage.paint({}, live_of({"> @pi"}));

    EXPECT_FALSE(is_in(bytes, "PIC"));
    EXPECT_EQ(stage.screen.rows()[0], "> @pi");
}

TEST_F(Passing, MovesWithItsLines) {
    stage.paint({}, live_of({"> @p"}));

    const auto bytes = stage.paint({StyledLine("said")}, live_of({"> @p"}));

    EXPECT_LT(bytes.find("]9;gone"), bytes.find("PIC"));
    EXPECT_EQ(stage.screen.text(), "said\n> @p\n  PIC\n");
}

TEST_F(Passing, IsGoneWithItsLines) {
    stage.paint({}, live_of({"> @p"}));

    EXPECT_TRUE(is_in(stage.paint({}, {.lines = text({"> @p"})}), "]9;gone"));

    EXPECT_EQ(stage.screen.text(), "> @p\n");
    EXPECT_FALSE(is_in(stage.paint({}, {.lines = text({"> @"})}), "]9;gone"));
}

TEST_F(Passing, IsGoneBeforeTheTerminalIsLeftOrForgotten) {
    stage.paint({}, live_of({"> @p"}));
    EXPECT_TRUE(is_in(stage.painter.wipe(), "]9;gone"));

    stage.paint({}, live_of({"> @p"}));
    stage.painter.forget();
    EXPECT_TRUE(is_in(stage.paint({}, {.lines = text({">"})}), "]9;gone"));

    stage.paint({}, live_of({"> @p"}));
    EXPECT_TRUE(is_in(stage.painter.leave(), "]9;gone"));
}

TEST_F(Passing, IsNotDrawnWhereItsLinesAreNotAllShown) {
    const auto live = live_of({"> @p"});
    Live cut{.lines = {live.lines.begin(), live.lines.end() - 1}};

    EXPECT_FALSE(is_in(stage.paint({}, cut), "PIC"));
}

TEST(Painter, TellsThingsApartWithoutColours) {
    EXPECT_EQ(sgr_of(style_of(Role::Error), Colours::Off), "\x1b[1m");
    EXPECT_EQ(sgr_of(style_of(Role::Quiet), Colours::Off), "\x1b[2m");
    EXPECT_EQ(sgr_of(style_of(Role::Warning), Colours::Off), "\x1b[m");
    EXPECT_EQ(sgr_of(style_of(Role::Error), Colours::Shown), "\x1b[31m");
    EXPECT_EQ(
        sgr_of({.colour = Colour::rgb(1, 2, 3), .is_picture = true}, Colours::Off),
        "\x1b[38;2;1;2;3m"
    );
}

TEST(Painter, LeavesTheCursorBelowEverything) {
    Stage stage;
    stage.paint({}, {.lines = text({"a", "b"}), .cursor = {0, 1}, .shows_cursor = false});
    EXPECT_FALSE(stage.screen.is_cursor_shown());

    stage.screen.write(stage.painter.leave() + "$ ");

    EXPECT_EQ(stage.screen.text(), "a\nb\n$\n");
    EXPECT_TRUE(stage.screen.is_cursor_shown());
}

// Whatever stood there and whatever comes: all that is finished is above, and the last frame below it.
TEST(Painter, ReachesEveryFrameFromEveryOther) {
    std::mt19937 random(7);
    const auto pick = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(most));
    };
    const std::vector<std::string> words{"a", "bc ", "漢", "e\u0301", " ", "same", "  ", "字x"};
    const auto random_line = [&] {
        StyledLine line;
        for (int i = pick(8); i > 0; --i) {
            line.add(words[static_cast<std::size_t>(pick(8))], pick(3) == 0 ? bold_of() : Style{});
        }
        return line;
    };
    const auto shown = [](const StyledLine& line, int columns) {
        std::string text;
        for (const auto& cell : cells_of(line, columns)) text += cell.text;
        while (text.ends_with(' ')) text.pop_back();
        return text + "\n";
    };
    const auto without_end = [](std::string text) {
        while (text.ends_with('\n')) text.pop_back();
        return text;
    };
    for (int round = 0; round < 200; ++round) {
        const int columns = 4 + pick(20), rows = 2 + pick(6);
        Stage stage(columns, rows);
        std::string above;
        for (int frame = 0; frame < 12; ++frame) {
            StyledText finished, live;
            for (int i = pick(4); i > 0; --i) finished.push_back(random_line());
            for (int i = 1 + pick(rows); i > 0; --i) live.push_back(random_line());
            const CursorPlace cursor{pick(rows), pick(columns)};
            stage.paint(finished, {.lines = live, .cursor = cursor, .shows_cursor = pick(2) == 0});

            for (const auto& line : finished) above += shown(line, columns);
            std::string all = above;
            for (const auto& line : live) all += shown(line, columns);
            std::string screen = stage.screen.scrolled();
            for (const auto& row : stage.screen.rows()) screen += row + "\n";
            ASSERT_EQ(without_end(screen), without_end(all)) << round << " " << frame;
        }
    }
}

}  // namespace
}  // namespace fovea::tui
