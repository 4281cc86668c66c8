#include "fovea/tui/editor/completion.hpp"
#include "fovea/tui/editor/edit_buffer.hpp"
#include "fovea/tui/editor/edit_layout.hpp"
#include "fovea/tui/editor/editing_keys.hpp"
#include "fovea/tui/editor/fuzzy.hpp"
#include "fovea/tui/editor/history.hpp"
#include "fovea/tui/editor/path_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fovea::tui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kMark = kChipMark;

void press(EditBuffer& buffer, std::string_view keys) {
    InputParser parser;
    for (const auto& input : parser.feed(keys)) EXPECT_TRUE(edit(buffer, std::get<Key>(input)));
}

class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "fovea-tui-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }
    void touch(const std::string& name) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << "x";
    }

private:
    std::filesystem::path path_;
};

TEST(EditBuffer, MovesOverWholeCharacters) {
    EditBuffer buffer;
    buffer.insert("a👨\u200D👩\u200D👧e\u0301");

    buffer.move(Motion::Left);
    EXPECT_EQ(buffer.cursor(), buffer.text().size() - 3);
    buffer.erase_back();
    EXPECT_EQ(buffer.text(), "ae\u0301");
}

TEST(EditBuffer, MovesAndErasesByWords) {
    EditBuffer buffer;
    press(
        buffer,
        "one two-three  four\x1b"
        "b\x17"
    );
    EXPECT_EQ(buffer.text(), "one two-four");
    press(buffer, "\x19");  // Ctrl-Y
    EXPECT_EQ(buffer.text(), "one two-three  four");
    press(buffer, "\x1b[H\x1b[1;5C\x0b");
    EXPECT_EQ(buffer.text(), "one");
}

TEST(EditBuffer, MovesWithinItsLine) {
    EditBuffer buffer;
    press(
        buffer,
        "one\x0atwo\x01"
        "2 \x05!\x15"
    );
    EXPECT_EQ(buffer.text(), "one\n");
    press(buffer, "\x15");
    EXPECT_EQ(buffer.text(), "one");
}

TEST(EditBuffer, UndoesWordByWordAndPastesAtOnce) {
    EditBuffer buffer;
    press(buffer, "one two");
    buffer.paste(" three four five");

    press(buffer, "\x1f");
    EXPECT_EQ(buffer.text(), "one two");
    press(buffer, "\x1f");
    EXPECT_EQ(buffer.text(), "one ");
    press(buffer, "\x1f");
    EXPECT_EQ(buffer.text(), "");
    EXPECT_FALSE(buffer.undo());
    EXPECT_TRUE(buffer.redo());
    EXPECT_EQ(buffer.text(), "one ");
}

TEST(EditBuffer, TakesChipsAsOneCharacter) {  // U1
    EditBuffer buffer;
    buffer.insert("see ");
    buffer.insert_chip({7});
    buffer.insert_chip({8});
    EXPECT_EQ(buffer.text(), "see " + std::string(kMark) + " " + std::string(kMark) + " ");
    EXPECT_EQ(buffer.words(), "see   ");

    buffer.erase_back();
    EXPECT_EQ(buffer.chip_under_cursor(), 0u);  // right behind it
    buffer.move(Motion::Left);
    EXPECT_EQ(buffer.chip_under_cursor(), 8u);
    buffer.move(Motion::Right);
    buffer.erase_back();
    EXPECT_THAT(buffer.chips(), ElementsAre(Chip{7}));
    buffer.undo();
    EXPECT_THAT(buffer.chips(), ElementsAre(Chip{7}, Chip{8}));
    buffer.remove_chip(7);
    EXPECT_THAT(buffer.chips(), ElementsAre(Chip{8}));
    EXPECT_EQ(buffer.text(), "see  " + std::string(kMark));
}

TEST(EditBuffer, TakesNoMarksAndNoControlsFromOutside) {
    EditBuffer buffer;
    buffer.paste("a" + std::string(kMark) + "\x1b[31mb\tc\n\xff");

    EXPECT_EQ(buffer.text(), "a[31mb\tc\n\uFFFD");
    EXPECT_THAT(buffer.chips(), IsEmpty());
}

TEST(EditLayout, BreaksLinesAndFindsTheCursor) {
    EditBuffer buffer;
    buffer.insert("0123456789\nab");
    const EditSpace space{.columns = 8, .prompt = "> "};

    const auto shown = lay_out(buffer, {}, space);

    ASSERT_EQ(shown.lines.size(), 3u);
    EXPECT_EQ(shown.lines[0].plain(), "> 012345");
    EXPECT_EQ(shown.lines[1].plain(), "  6789");
    EXPECT_EQ(shown.lines[2].plain(), "  ab");
    EXPECT_EQ(shown.cursor, (CursorPlace{2, 4}));
    EXPECT_EQ(offset_above(buffer, {}, space), 8u);
    EXPECT_EQ(offset_below(buffer, {}, space), std::string::npos);
}

TEST(EditLayout, ShowsChipsByTheirLabels) {
    EditBuffer buffer;
    buffer.insert_chip({1});
    buffer.insert("x");
    const auto label = [](const Chip&) { return StyledLine("[shot.png]"); };

    const auto shown = lay_out(buffer, label, {.columns = 40, .prompt = "> "});

    EXPECT_EQ(shown.lines[0].plain(), "> [shot.png] x");
    EXPECT_EQ(shown.cursor, (CursorPlace{0, 14}));
}

TEST(EditLayout, ShowsTheLinesAroundTheCursorOfALongText) {
    EditBuffer buffer;
    for (int i = 0; i < 50; ++i) buffer.insert(std::to_string(i) + "\n");

    const auto shown = lay_out(buffer, {}, {.columns = 20, .most_rows = 5, .prompt = "> "});

    ASSERT_EQ(shown.lines.size(), 5u);
    EXPECT_EQ(shown.lines[0].plain(), "⋮ 46 more lines");
    EXPECT_EQ(shown.cursor.row, 4);
}

TEST(EditLayout, NeverLoopsWhereThereIsNoRoom) {
    EditBuffer buffer;
    buffer.insert("漢字漢字");
    buffer.insert_chip({1});

    const auto label = [](const Chip&) { return StyledLine("[a long label]"); };
    EXPECT_LE(lay_out(buffer, label, {.columns = 1, .most_rows = 3}).lines.size(), 3u);
}

TEST(History, GoesBackAndForthAndKeepsWhatWasBegun) {
    History history;
    history.add("one");
    history.add("two");
    history.add("two");
    history.add(" secret");

    EXPECT_EQ(*history.older("begun"), "two");
    EXPECT_EQ(*history.older(""), "one");
    EXPECT_EQ(history.older(""), nullptr);
    EXPECT_EQ(*history.newer(), "two");
    EXPECT_EQ(*history.newer(), "begun");
    EXPECT_EQ(history.newer(), nullptr);
}

TEST(History, OutlivesTheProgramInAFileOfItsOwner) {
    const Folder folder;
    const auto file = folder.path() / "history";
    History(file).add("line one\nline two");
    std::ofstream(file, std::ios::app) << "not json\n12\n\"cut";

    History again(file);

    EXPECT_EQ(again.size(), 1u);
    EXPECT_EQ(*again.older(""), "line one\nline two");
    struct stat about {};
    ASSERT_EQ(::stat(file.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0600U);
}

TEST(History, FindsWords) {
    History history;
    history.add("why does the Build fail?");
    history.add("and now?");

    EXPECT_EQ(history.find("build", history.size()), std::optional<std::size_t>(0));
    EXPECT_EQ(history.find("build", 0), std::nullopt);
    EXPECT_EQ(history.find("", 2), std::optional<std::size_t>(1));
}

TEST(Fuzzy, PrefersWhatStandsTogetherAndBeginsWords) {
    EXPECT_THAT(
        best_matches("shot", {"docs/shorthand.txt", "a/screenshot.png", "shot.png", "other"}, 5),
        ElementsAre("shot.png", "a/screenshot.png", "docs/shorthand.txt")
    );
    EXPECT_EQ(fuzzy_score("xyz", "shot.png"), std::nullopt);
    EXPECT_THAT(best_matches("", {"b", "a"}, 1), ElementsAre("a"));
}

TEST(Completion, OffersPathsBehindAnAtSign) {
    const std::vector<CommandWord> commands;
    const std::vector<std::string> paths{"a b.png", "shot.png", "src/"};
    const CompletionSources sources{commands, paths, paths};

    const auto found = suggest("look at @sh", 11, sources);
    ASSERT_EQ(found.list.size(), 1u);
    EXPECT_EQ(found.begin, 8u);
    EXPECT_EQ(found.list[0].insert, "@shot.png ");
    EXPECT_EQ(suggest("@\"a b", 5, sources).list[0].insert, "@\"a b.png\" ");
    EXPECT_EQ(suggest("@sr", 3, sources).list[0].insert, "@src/");
    EXPECT_TRUE(suggest("ann@example.org", 15, sources).empty());
    EXPECT_TRUE(suggest("@shot.png and", 13, sources).empty());
}

TEST(Completion, OffersCommandsAndWhatTheyTake) {
    const std::vector<CommandWord> commands{
        {.name = "/model", .hint = "", .takes = Takes::Model},
        {.name = "/help", .hint = ""},
        {.name = "/vision-proxy",
         .hint = "",
         .takes = Takes::Words,
         .forms = {"tool on|off", "mode auto|always|off", "model [<id>]", "consent yes|no [<p>]"}}};
    const std::vector<std::string> models{"local/ocr", "openai/gpt-5-mini"};
    const CompletionSources sources{commands, models, models};

    EXPECT_EQ(suggest("/mo", 3, sources).list[0].insert, "/model ");
    EXPECT_EQ(suggest("/model gpt", 10, sources).list[0].insert, "openai/gpt-5-mini");
    const auto words = suggest("/vision-proxy mo", 16, sources);
    ASSERT_EQ(words.list.size(), 2u);
    EXPECT_EQ(words.list[0].shown, "mode");
    EXPECT_EQ(suggest("/vision-proxy mode al", 21, sources).list[0].insert, "always ");
    EXPECT_TRUE(suggest("/vision-proxy tool al", 21, sources).empty());
    EXPECT_TRUE(suggest("/nothing x", 10, sources).empty());
}

TEST(PathList, LeavesOutWhatToolsMade) {
    const Folder folder;
    for (const auto* name : {"shot.png", "src/main.cpp", ".git/config", "node_modules/a/b.js"}) {
        folder.touch(name);
    }
    std::filesystem::create_directory_symlink("..", folder.path() / "up");

    EXPECT_THAT(
        list_paths(folder.path(), {}, {}), ElementsAre("shot.png", "src/", "src/main.cpp", "up")
    );
    EXPECT_THAT(list_paths(folder.path(), {.paths = 1}, {}), testing::SizeIs(1));
    EXPECT_THAT(list_paths("/dev/null/none", {}, {}), IsEmpty());
}

}  // namespace
}  // namespace fovea::tui
