#include "fovea/reading/answer/element_words.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

constexpr std::uint8_t bit(ElementState state) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(state));
}

PageElement element(ElementKind kind, std::string label, std::uint8_t states = 0) {
    static std::uint32_t number = 0;
    return {++number, {kind, {10, 20, 80, 24}, states, 0.9}, std::move(label)};
}

TEST(ElementWords, TellWhatAControlIsAndInWhichState) {  // P5
    auto field = element(ElementKind::Field, "Email", bit(ElementState::Focused));
    field.value = "ada@example.org";

    EXPECT_EQ(element_name(field), "field \"Email\"");
    EXPECT_EQ(element_state(field), "holds \"ada@example.org\", focused");
    EXPECT_EQ(element_state(element(ElementKind::Checkbox, "a")), "not ticked");
    EXPECT_EQ(element_state(element(ElementKind::Toggle, "a", bit(ElementState::Checked))), "on");
    EXPECT_EQ(
        element_state(element(ElementKind::Tab, "a", bit(ElementState::Selected))), "selected"
    );
    EXPECT_EQ(element_state(element(ElementKind::Button, "a")), "");
    EXPECT_EQ(
        element_state(element(ElementKind::Button, "a", bit(ElementState::Disabled))), "disabled"
    );
}

TEST(ElementWords, CountByKind) {  // P5
    const std::vector<PageElement> some = {
        element(ElementKind::Button, "a"),
        element(ElementKind::Checkbox, "b"),
        element(ElementKind::Checkbox, "c"),
        element(ElementKind::Select, "d")};

    EXPECT_EQ(element_counts(some), "1 button, 1 list of choices, 2 checkboxes");
}

TEST(ElementWords, ListWhatHasANameAndCountTheRest) {  // P5
    std::vector<PageElement> some;
    for (std::uint32_t i = 1; i <= 90; ++i) {
        some.push_back({i, {ElementKind::Button, {10, 20, 80, 24}, 0, 0.9}, "Save"});
    }
    some[1].element.score = 0.4;
    some.push_back({91, {ElementKind::Icon, {10, 20, 80, 24}, 0, 0.9}, ""});

    const auto lines = element_lines(some);

    EXPECT_TRUE(lines.starts_with(
        "1. [10, 20, 90, 44] button \"Save\"\n2. [10, 20, 90, 44] button \"Save\" (uncertain)\n3. "
    )) << lines;
    EXPECT_TRUE(lines.ends_with("and 10 more\nand 1 icon without words\n")) << lines;
    EXPECT_EQ(element_lines({}), "");
}

TEST(ElementWords, GiveProgramsEveryState) {  // P5
    auto one = element(
        ElementKind::MenuItem, "Open", bit(ElementState::Selected) | bit(ElementState::Disabled)
    );
    one.number = 4;

    const auto seen = seen_element(one, 2);

    EXPECT_EQ(
        seen,
        (content::SeenElement{
            4, "menu item", {10, 20, 80, 24}, "Open", "", {"disabled", "selected"}, 0.9, 2})
    );
}

}  // namespace
}  // namespace fovea::reading
