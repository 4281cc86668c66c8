#include "fovea/reading/answer/find_elements.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gmock/gmock.h>

namespace fovea::reading {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint8_t kDisabled = 1, kChecked = 2, kSelected = 4, kError = 16;

// A page of settings, with controls as they would be found on it.
TestSight settings() {
    TestSight shot;
    shot.text(20, 20, "General").text(120, 20, "Account").text(220, 20, "Billing");
    shot.text(40, 100, "Send me news").text(40, 130, "Share usage data").text(40, 160, "Beta");
    shot.text(20, 200, "Email").text(30, 226, "ada@example.org").text(20, 270, "Company");
    shot.text(20, 340, "Dark mode").text(40, 400, "Save").text(140, 400, "Save as template");
    std::uint32_t number = 0;
    const auto add = [&](ElementKind kind,
                         const media::PixelRect& box,
                         std::uint8_t states,
                         const std::string& label,
                         const std::string& value = {}) {
        shot.page.elements.push_back({++number, {kind, box, states, 0.9}, label, value});
    };
    add(ElementKind::Tab, {10, 10, 80, 30}, 0, "General");
    add(ElementKind::Tab, {110, 10, 80, 30}, kSelected, "Account");
    add(ElementKind::Tab, {210, 10, 80, 30}, 0, "Billing");
    add(ElementKind::Checkbox, {20, 100, 16, 16}, kChecked, "Send me news");
    add(ElementKind::Checkbox, {20, 130, 16, 16}, 0, "Share usage data");
    add(ElementKind::Checkbox, {20, 160, 16, 16}, kChecked, "Beta");
    add(ElementKind::Field, {20, 220, 300, 28}, 0, "Email", "ada@example.org");
    add(ElementKind::Field, {20, 290, 300, 28}, kError, "Company");
    add(ElementKind::Toggle, {400, 336, 40, 20}, kChecked, "Dark mode");
    add(ElementKind::Button, {30, 392, 60, 32}, kDisabled, "Save");
    add(ElementKind::Button, {130, 392, 150, 32}, 0, "Save as template");
    return shot;
}

std::string ask(const std::string& question) {
    static const auto shot = settings();
    return answer(question, shot.sight()).text;
}

TEST(FindElements, SaysWhetherANamedControlIsInAState) {  // P5
    EXPECT_THAT(
        ask("Is Save disabled?"), HasSubstr("- button \"Save\": [30, 392, 90, 424] yes, disabled\n")
    );
    EXPECT_THAT(ask("Is Save disabled?"), Not(HasSubstr("template")));
    EXPECT_THAT(
        ask("Is the Save as template button enabled?"),
        HasSubstr("button \"Save as template\": [130, 392, 280, 424] yes, enabled")
    );
    EXPECT_THAT(
        ask("is dark mode on?"), HasSubstr("toggle \"Dark mode\": [400, 336, 440, 356] yes, on")
    );
    EXPECT_THAT(ask("Is Share usage data ticked?"), HasSubstr("no, not ticked"));
    EXPECT_THAT(ask("is the Beta checkbox checked?"), HasSubstr("yes, ticked"));
    EXPECT_THAT(ask("Is dark mode on?"), HasSubstr("their states by their looks"));
}

TEST(FindElements, TakesNoNameForADenial) {  // P5
    TestSight shot;
    shot.text(20, 20, "Do Not Disturb");
    shot.page.elements.push_back(
        {1, {ElementKind::Toggle, {300, 16, 40, 20}, 0, 0.9}, "Do Not Disturb", ""}
    );

    EXPECT_EQ(answer("Is Do Not Disturb on?", shot.sight()).value, "no");
}

TEST(FindElements, SaysWhetherAButtonCanBePressed) {  // P5
    EXPECT_THAT(ask("Can I press Save?"), HasSubstr("no, disabled"));
    EXPECT_THAT(ask("Can I click Save as template?"), HasSubstr("yes, enabled"));
}

TEST(FindElements, TakesEnabledOfASwitchForOn) {  // P5
    EXPECT_THAT(ask("Is dark mode enabled?"), HasSubstr("yes, on"));
    EXPECT_THAT(ask("Is share usage data enabled?"), HasSubstr("no, not ticked"));
    EXPECT_THAT(ask("Is share usage data disabled?"), HasSubstr("yes, not ticked"));
}

TEST(FindElements, LooksForAChoiceUnderTheWordThatIsAskedFor) {  // P5
    TestSight shot;
    shot.text(40, 20, "Show whitespace").text(40, 100, "Theme");
    shot.text(60, 124, "Light").text(60, 148, "Dark");
    const auto add = [&](ElementKind kind, std::uint32_t y, std::uint8_t states, const char* label
                     ) {
        const auto number = static_cast<std::uint32_t>(shot.page.elements.size() + 1);
        shot.page.elements.push_back({number, {kind, {40, y, 16, 16}, states, 0.9}, label, ""});
    };
    add(ElementKind::Checkbox, 20, kChecked, "Show whitespace");
    add(ElementKind::Radio, 124, 0, "Light");
    add(ElementKind::Radio, 148, kChecked, "Dark");

    EXPECT_EQ(answer("Which theme is selected?", shot.sight()).value, "Dark");
}

TEST(FindElements, NamesTheOneThatIsSelected) {  // P5
    const auto text = ask("which tab is selected?");

    EXPECT_THAT(text, HasSubstr("- tab, selected: [110, 10, 190, 40] Account\n"));
    EXPECT_THAT(text, Not(HasSubstr("General")));
    EXPECT_THAT(
        ask("What is the active tab?"), HasSubstr("tab, selected: [110, 10, 190, 40] Account")
    );
}

TEST(FindElements, CountsThoseInAState) {  // P5
    const auto text = ask("how many checkboxes are ticked?");

    EXPECT_THAT(text, HasSubstr("- count: 2 of 3 checkboxes are ticked\n"));
    EXPECT_THAT(text, HasSubstr("checkbox, ticked: [20, 100, 36, 116] Send me news"));
    EXPECT_THAT(text, Not(HasSubstr("Share")));
    EXPECT_THAT(ask("How many buttons are there?"), HasSubstr("- count: 2 buttons\n"));
    EXPECT_THAT(ask("which fields are disabled?"), HasSubstr("0 of 2 fields are disabled"));
    EXPECT_THAT(
        ask("which checkboxes are not ticked?"),
        HasSubstr("checkbox, not ticked: [20, 130, 36, 146] Share usage data")
    );
}

TEST(FindElements, TellsWhatStandsInAField) {  // P5
    EXPECT_THAT(
        ask("what is in the Email field?"),
        HasSubstr("field \"Email\": [20, 220, 320, 248] holds \"ada@example.org\"")
    );
    EXPECT_THAT(ask("What is entered in the company field?"), HasSubstr("in error"));
    EXPECT_THAT(
        ask("which field has an error?"),
        HasSubstr("- field, in error: [20, 290, 320, 318] Company")
    );
}

TEST(FindElements, SaysWhereToClick) {  // P5
    const auto text = ask("Where is the Save button?");

    EXPECT_THAT(
        text,
        HasSubstr("button \"Save\": [30, 392, 90, 424] disabled\n  its centre is at (60, 408)")
    );
}

TEST(FindElements, ArePlacesToClickAndNoPlacesOfTheWorld) {  // P5
    EXPECT_THAT(ask("Where did Save happen?"), Not(HasSubstr("centre")));
}

TEST(FindElements, LeavesToTheWordsWhatNoControlIsCalled) {  // P5
    EXPECT_THAT(ask("Is Shutdown disabled?"), Not(HasSubstr("yes")));
    TestSight plain;
    plain.text(0, 0, "Email: ada@example.org");

    EXPECT_THAT(
        answer("what is in the Email field?", plain.sight()).text, HasSubstr("ada@example.org")
    );
}

TEST(FindElements, AreLookedForWhereAQuestionSpeaksOfThem) {  // P5
    for (const auto* question :
         {"Is Save disabled?",
          "which tab is selected",
          "how many checkboxes are ticked",
          "what is in the Email field",
          "Is dark mode on?",
          "where do I click?",
          "describe this picture"}) {
        EXPECT_TRUE(asks_about_elements(read_question(question))) << question;
    }
    for (const auto* question :
         {"What is the total?", "what is on the picture?", "which line failed?", "who wrote it"}) {
        EXPECT_FALSE(asks_about_elements(read_question(question))) << question;
    }
}

}  // namespace
}  // namespace fovea::reading
