// What becomes of pictures in a conversation: chips, consent, boxes, the ledger, pictures of tools. By what is on the
// screen.
#include <vterm.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/recorded_requests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"
#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kSees = R"([
{"match": {"userMessage": "where"}, "response": {"content":
    "The bounding box of the button: `[{\"box_2d\": [100, 100, 300, 500], \"label\": \"Save button\"}]`"}},
{"match": {"userMessage": "shoot", "hasToolResult": false}, "response": {"content": "", "toolCalls":
    [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "big.png"}}]}},
{"match": {"userMessage": "Describe"}, "response": {"content": "A red square, said the describer."}},
{"match": {}, "response": {"content": "I see it."}}])";
// A main model that cannot see, and another provider that describes pictures for it.
constexpr const char* kBlind =
    "[models.\"a-blind-model\"]\nvision = false\ntools = true\ncontext = 128000\n"
    "[vision]\nmodel = \"gemini/gemini-3.8-flash\"\n";

class TerminalSight : public Terminal {
protected:
    void begin(std::string_view configuration = {}) {
        start(kSees, configuration);
        bench_->picture("big.png", {"plain", "4000", "3000", "200,30,30"});
        bench_->picture("small.png", {"plain", "300", "200", "30,30,200"});
    }
};

TEST_F(TerminalSight, SaysOnAChipWhatAPictureWillCome) {  // U1, M5
    begin();
    auto run = fovea({}, {.columns = 110});
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/image big.png\r");
    ASSERT_TRUE(run->wait_for("[▣ big.png 4000×3000 ≈ ")) << run->all();
    EXPECT_TRUE(run->shows(" tokens [downscaled] ")) << run->all();
    run->type("/image small.png\r");

    ASSERT_TRUE(run->wait_for("[▣ small.png 300×200 ≈ ")) << run->all();
    EXPECT_TRUE(run->shows("[▣ big.png 4000×3000 ≈ ")) << run->all();  // it waits for its words
    run->type("/model local/ocr\r");

    ASSERT_TRUE(run->wait_for("[▣ small.png 300×200]")) << run->all();
    EXPECT_TRUE(run->shows("[▣ big.png 4000×3000]")) << run->all();
    EXPECT_TRUE(upstream_->requests().empty());
}

TEST_F(TerminalSight, AttachesAPictureOfAPage) {  // T1, issue "/screenshot"
    if (run_program({"/bin/sh", "-c", "command -v chromium"}).exit_code != 0) {
        GTEST_SKIP() << "no Chromium here: apt install chromium";
    }
    begin();
    std::ofstream(bench_->folder() / "page.html") << "<!doctype html><h1>Total 4711 EUR</h1>";
    auto run = fovea({}, {.columns = 110});
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/screenshot page.html\r");

    ASSERT_TRUE(run->wait_for("[▣ screenshot.png 1280×800 ≈ ")) << run->all();
}

TEST_F(TerminalSight, AsksBeforeAPageOfThisMachineIsOpened) {  // Q2, issue "/screenshot"
    begin();
    auto run = fovea({}, {.columns = 110});
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/screenshot http://127.0.0.1:9/\r");

    ASSERT_TRUE(run->wait_for("http://127.0.0.1:9 is of this machine")) << run->all();
    EXPECT_TRUE(run->shows("y open it once"));
    run->type("n");
    ASSERT_TRUE(run->wait_gone("y open it once")) << run->all();
    EXPECT_FALSE(run->shows("[▣"));
}

TEST_F(TerminalSight, TakesALongPasteAsOnePiece) {  // U1
    begin();
    auto run = fovea({}, {.columns = 110});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    std::string lines;
    for (int i = 0; i < 500; ++i) lines += "line " + std::to_string(i) + "\r";

    run->type("\x1b[200~" + lines + "\x1b[201~");
    ASSERT_TRUE(run->wait_for("[≡ 500 lines pasted]")) << run->all();
    run->type("what is that?\r");

    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    const auto asked = asking_models(upstream_->requests());
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_NE(asked[0].body.find("line 499"), std::string::npos);
}

TEST_F(TerminalSight, RefusesTypedPathsOutsideOfTheWorkspace) {  // V11
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/image " + test_paths::source_dir() + "/tests/data/sample/screenshot.png\r");

    ASSERT_TRUE(run->wait_for("files from elsewhere can")) << run->all();
}

TEST_F(TerminalSight, OpensTheChipUnderTheCursor) {  // U1
    begin();
    auto run = fovea({}, {.rows = 40, .variables = {"FOVEA_GRAPHICS=symbols"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("/image small.png\r");
    ASSERT_TRUE(run->wait_for("[▣ small.png")) << run->all();

    run->type("\x1b[H");
    ASSERT_TRUE(run->wait_for("opens it")) << run->all();
    run->type("\r");

    ASSERT_TRUE(run->wait_for("small.png  300×200 PNG")) << run->all();
    EXPECT_TRUE(run->shows("[▣ small.png"));  // not said
}

TEST_F(TerminalSight, ShowsWhatThePathUnderTheCursorNames) {  // U1
    begin();
    auto run = fovea({}, {.rows = 30, .variables = {"FOVEA_GRAPHICS=symbols"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("see @sml");
    ASSERT_TRUE(run->wait_for("small.png")) << run->all();

    // Six rows of one colour, below the names.
    ASSERT_TRUE(run->wait_until([&] {
        for (int row = 0; row < 30; ++row) {
            const auto cell = run->screen().cell(row, 6);
            if (cell.bg.type == VTERM_COLOR_RGB && cell.bg.rgb.blue > 150) return true;
            if (cell.fg.type == VTERM_COLOR_RGB && cell.fg.rgb.blue > 150) return true;
        }
        return false;
    })) << run->all();
    run->type("\t");
    ASSERT_TRUE(run->wait_for("@small.png")) << run->all();
}

TEST_F(TerminalSight, DrawsThePreviewAsTheTerminalCanAndTakesItAway) {  // U1, CAL-IMG-27
    begin();
    auto run = fovea({}, {.rows = 30, .variables = {"FOVEA_GRAPHICS=kitty"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    std::string bytes;
    const auto writes = [&](std::string_view what) {
        return run->wait_until([&] {
            bytes += run->take_bytes();
            return bytes.find(what) != std::string::npos;
        });
    };

    run->type("see @sml");
    ASSERT_TRUE(writes("\x1b_Ga=T,")) << run->all();

    run->type("\x15");
    ASSERT_TRUE(writes("\x1b_Ga=d,d=I,")) << run->all();
}

TEST_F(TerminalSight, DrawsAndListsThePlacesThatAnAnswerNames) {  // V8, CAL-IMG-27
    begin();
    auto run = fovea(
        {"--model", "gemini/gemini-3.8-flash", "--image", "small.png"},
        {.rows = 40, .variables = {"FOVEA_GRAPHICS=symbols"}}
    );
    ASSERT_TRUE(run->wait_for("[▣ small.png")) << run->all();

    run->type("where is the button?\r");

    ASSERT_TRUE(run->wait_for(" 1  Save button")) << run->all();
    EXPECT_TRUE(run->shows("30,20 120×40")) << run->all();
}

TEST_F(TerminalSight, NamesThePlacesWhereNoPictureIsShown) {  // CAL-IMG-28
    begin();
    auto run = fovea(
        {"--model", "gemini/gemini-3.8-flash", "--image", "small.png"},
        {.rows = 40, .variables = {"FOVEA_GRAPHICS=none"}}
    );
    ASSERT_TRUE(run->wait_for("[▣ small.png")) << run->all();

    run->type("where is the button?\r");

    ASSERT_TRUE(run->wait_for(" 1  Save button")) << run->all();
}

TEST_F(TerminalSight, ShowsThePicturesOfTools) {  // U2, T1
    begin();
    auto run = fovea({}, {.rows = 40, .variables = {"FOVEA_GRAPHICS=symbols"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("shoot\r");

    ASSERT_TRUE(run->wait_for("● filesystem_read big.png (1 picture)")) << run->all();
    ASSERT_TRUE(run->wait_for("big.png  4000×3000 PNG")) << run->all();
    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    EXPECT_LT(run->all().find("4000×3000 PNG"), run->all().find("I see it."));
}

TEST_F(TerminalSight, TellsWhatEachPictureReachedTheModelAs) {  // S5, issue "/receipt"
    begin();
    auto run = fovea({}, {.columns = 120, .rows = 40, .variables = {"FOVEA_GRAPHICS=none"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("what is in @big.png ?\r");
    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/receipt\r");

    ASSERT_TRUE(run->wait_for("big.png 4000×3000  as pixels")) << run->all();
    EXPECT_TRUE(run->shows("tokens · downscaled")) << run->all();
}

TEST_F(TerminalSight, TakesTheTextThatAnEditorLeaves) {  // U1, issue "Ctrl-G"
    begin();
    auto run = fovea({}, {.variables = {"VISUAL=printf '%s' 'written with care' >"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("typed here");
    ASSERT_TRUE(run->wait_for("typed here"));

    run->type("\x07");

    ASSERT_TRUE(run->wait_for("› written with care")) << run->all();
    EXPECT_FALSE(run->shows("typed here"));
    run->type("\r");
    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
}

TEST_F(TerminalSight, KeepsALedgerOfPicturesThatCanBeDroppedAndRestored) {  // S5, issue "/images"
    begin();
    auto run = fovea({}, {.columns = 120, .rows = 40, .variables = {"FOVEA_GRAPHICS=none"}});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("/images\r");
    ASSERT_TRUE(run->wait_for("no pictures in this conversation")) << run->all();
    run->type("what is in @small.png ?\r");
    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/images\r");
    ASSERT_TRUE(run->wait_for("Pictures  type to find")) << run->all();
    EXPECT_TRUE(run->shows("1  small.png 300×200  as pixels")) << run->all();
    run->type("\x10");
    ASSERT_TRUE(run->wait_for("[pinned]")) << run->all();
    run->type("\x04");
    ASSERT_TRUE(run->wait_for("[dropped]")) << run->all();
    run->type("\x1b");
    ASSERT_TRUE(run->wait_gone("Pictures  type to find")) << run->all();
    run->type("again\r");
    ASSERT_TRUE(run->wait_gone("esc stops"));
    ASSERT_TRUE(run->wait_until([&] { return asking_models(upstream_->requests()).size() == 2; }));
    const auto last = asking_models(upstream_->requests()).back().body;
    EXPECT_EQ(last.find("\"image\""), std::string::npos);
    EXPECT_NE(last.find("[Image removed: small.png]"), std::string::npos);

    run->type("/images restore 1\r");
    ASSERT_TRUE(run->wait_for("small.png is sent again")) << run->all();
    run->type("/images drop 7\r");
    ASSERT_TRUE(run->wait_for("only 1 picture")) << run->all();
}

TEST_F(TerminalSight, AsksForConsentInTheMiddleOfATurn) {  // V7
    begin(kBlind);
    auto run = fovea({"--model", "compatible/a-blind-model"}, {.rows = 40});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("what is in @small.png ?\r");

    ASSERT_TRUE(run->wait_for("y agree")) << run->all();
    EXPECT_TRUE(run->shows("Fovea sends the pictures")) << run->all();
    EXPECT_TRUE(asking_models(upstream_->requests()).empty());
    run->type("y");

    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    ASSERT_TRUE(run->wait_for("was described in words")) << run->all();
    EXPECT_TRUE(std::filesystem::exists(bench_->folder() / "none/fovea/vision-proxy.json"));
}

TEST_F(TerminalSight, SendsNothingWhereThePersonDoesNotAgree) {  // V7
    begin(kBlind);
    bench_->picture("other.png", {"plain", "310", "210", "30,200,30"});
    auto run = fovea({"--model", "compatible/a-blind-model"}, {.rows = 40});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("what is in @small.png and @other.png ?\r");
    ASSERT_TRUE(run->wait_for("y agree")) << run->all();

    run->type("n");

    ASSERT_TRUE(run->wait_for("I see it.")) << run->all();
    ASSERT_TRUE(run->wait_gone("y agree")) << run->all();  // one question for both
    ASSERT_TRUE(run->wait_for("was not seen")) << run->all();
    // Once, in the words of this program.
    ASSERT_TRUE(run->wait_for("to agree: /vision-proxy consent yes gemini")) << run->all();
    EXPECT_FALSE(run->shows("To agree: fovea")) << run->all();
    for (const auto& request : asking_models(upstream_->requests())) {
        EXPECT_EQ(request.path.find("gemini"), std::string::npos) << request.path;
    }
}

TEST_F(TerminalSight, GivesARefusedMessageBackAsItStood) {  // U1
    begin("[images]\nmax_per_message = 1\n");
    bench_->picture("other.png", {"plain", "310", "210", "30,200,30"});
    auto run = fovea({"--image", "small.png", "--image", "other.png"}, {.rows = 40});
    ASSERT_TRUE(run->wait_for("[▣ other.png")) << run->all();

    run->type("what now?\r");

    ASSERT_TRUE(run->wait_for("images.max_per_message is 1")) << run->all();
    ASSERT_TRUE(run->wait_until([&] {
        const auto text = run->screen().text();
        const auto below = text.find("max_per_message");
        const auto chip = text.find("[▣ other.png", below);
        return chip != std::string::npos && text.find("what now?", chip) != std::string::npos;
    })) << run->all();
}

TEST_F(TerminalSight, StopsATurnThatWaitsForConsent) {  // V7, U1
    begin(kBlind);
    auto run = fovea({"--model", "compatible/a-blind-model"}, {.rows = 40});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("what is in @small.png ?\r");
    ASSERT_TRUE(run->wait_for("y agree")) << run->all();

    run->type("\x03");

    ASSERT_TRUE(run->wait_for("stopped")) << run->all();
    ASSERT_TRUE(run->wait_gone("y agree")) << run->all();
    run->type("\x03");
    EXPECT_EQ(run->wait_exit(), 0);
}

TEST_F(TerminalSight, LeavesWhileAQuestionWaits) {  // U1
    begin(kBlind);
    auto run = fovea({"--model", "compatible/a-blind-model"}, {.rows = 40});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("what is in @small.png ?\r");
    ASSERT_TRUE(run->wait_for("y agree")) << run->all();

    run->send_signal(SIGTERM);

    EXPECT_EQ(run->wait_exit(), 124);
    EXPECT_TRUE(run->is_given_back());
}

}  // namespace
}  // namespace fovea::testing
