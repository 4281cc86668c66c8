// Pictures in and out of `fovea` in a terminal, by what is on the screen.
#include <string>

#include "support/test_paths.hpp"
#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kAnswer =
    R"([{"match": {}, "response": {"content": "A **dialog**:\n\n- Save\n- Cancel"}}])";

std::string sample() {
    return test_paths::source_dir() + "/tests/data/sample/screenshot.png";
}
std::string pasted(const std::string& text) {
    return "\x1b[200~" + text + "\x1b[201~";
}

TEST_F(
    Terminal, TakesADroppedPictureAndNamesItWhereNoneCanBeShown
) {  // CAL-IMG-9, CAL-IMG-28, CAL-IMG-29
    start(kAnswer);
    auto run = fovea({}, {.variables = {"FOVEA_GRAPHICS=none"}});
    ASSERT_TRUE(run->wait_for("›"));

    run->type(pasted("'" + sample() + "' "));
    ASSERT_TRUE(run->wait_for("[▣ screenshot.png")) << run->all();
    run->type("what is this?\r");

    ASSERT_TRUE(run->wait_for("image/png screenshot.png]")) << run->all();
    EXPECT_TRUE(run->shows("[image: "));
    ASSERT_TRUE(run->wait_for("• Cancel")) << run->all();
    EXPECT_TRUE(run->shows("A dialog:"));
    EXPECT_FALSE(run->shows("**dialog**"));
}

TEST_F(Terminal, DrawsAThumbnailAsThePersonWants) {  // CAL-IMG-27, CAL-IMG-29
    start(kAnswer);
    auto run = fovea({"--image", sample()}, {.variables = {"FOVEA_GRAPHICS=kitty"}});

    ASSERT_TRUE(run->wait_for("[▣ screenshot.png")) << run->all();
    run->type("what is this?\r");
    ASSERT_TRUE(run->wait_for("• Cancel")) << run->all();

    EXPECT_NE(run->take_bytes().find("\x1b_Ga=T,f=100,q=2,i="), std::string::npos);
    EXPECT_TRUE(run->shows("PNG"));
}

TEST_F(Terminal, SaysWhatFoveaGraphicsCanBe) {  // CAL-IMG-29
    start(kAnswer);
    auto run = fovea({}, {.variables = {"FOVEA_GRAPHICS=ascii"}});

    ASSERT_TRUE(run->wait_for("it can be kitty, sixel, iterm, symbols or none")) << run->all();
}

}  // namespace
}  // namespace fovea::testing
