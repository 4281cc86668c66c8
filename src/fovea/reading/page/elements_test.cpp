#include "fovea/reading/page/elements.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::reading {
namespace {

// Words of 8×12 pixels a letter, each line with its own number.
class Screen {
public:
    Screen() { reading_.elements.emplace(); }

    Screen& text(std::uint32_t x, std::uint32_t y, const std::string& line) {
        const auto number = reading_.lines.size();
        reading_.lines.emplace_back();
        for (std::size_t begin = 0; begin < line.size();) {
            const auto end = std::min(line.find(' ', begin), line.size());
            const auto left = x + 8 * static_cast<std::uint32_t>(begin);
            const auto width = 8 * static_cast<std::uint32_t>(end - begin);
            reading_.words.push_back(
                {line.substr(begin, end - begin), {left, y, width, 12}, 0.9, number}
            );
            begin = end + 1;
        }
        return *this;
    }

    Screen& control(ElementKind kind, const media::PixelRect& box) {
        reading_.elements->push_back({kind, box, 0, 0.9});
        return *this;
    }

    std::vector<PageElement> named() const { return name_elements(reading_); }

    // "number kind label=value" of all.
    std::string told() const {
        std::string all;
        for (const auto& each : named()) {
            all += std::to_string(each.number) + " " + std::string(name_of(each.element.kind)) +
                   " " + each.label + (each.value.empty() ? "" : "=" + each.value) + "\n";
        }
        return all;
    }

private:
    Reading reading_;
};

TEST(NameElements, CallsButtonsAndTabsByWhatStandsOnThem) {  // P5
    Screen screen;
    screen.text(20, 30, "Save draft")
        .text(140, 30, "Cancel")
        .text(20, 80, "All")
        .text(80, 80, "Open");
    screen.control(ElementKind::Button, {10, 22, 100, 28})
        .control(ElementKind::Button, {130, 21, 70, 28})
        .control(ElementKind::Tab, {10, 74, 44, 24})
        .control(ElementKind::Tab, {70, 74, 52, 24});

    EXPECT_EQ(screen.told(), "1 button Save draft\n2 button Cancel\n3 tab All\n4 tab Open\n");
}

TEST(NameElements, NumbersRowByRow) {  // P5
    Screen screen;
    screen.control(ElementKind::Icon, {300, 10, 20, 20})
        .control(ElementKind::Icon, {200, 12, 20, 20})
        .control(ElementKind::Icon, {10, 9, 20, 20})
        .control(ElementKind::Icon, {10, 60, 20, 20});

    const auto named = screen.named();

    ASSERT_EQ(named.size(), 4u);
    EXPECT_EQ(named[0].element.box.x, 10u);
    EXPECT_EQ(named[1].element.box.x, 200u);
    EXPECT_EQ(named[2].element.box.x, 300u);
    EXPECT_EQ(named[3].element.box.y, 60u);
    EXPECT_EQ(named[3].number, 4u);
}

TEST(NameElements, CallsCheckboxesByWhatStandsBehindThem) {  // P5
    Screen screen;
    screen.text(40, 20, "Remember me").text(40, 44, "Send news").text(200, 44, "Plain text");
    screen.control(ElementKind::Checkbox, {18, 18, 16, 16})
        .control(ElementKind::Checkbox, {18, 42, 16, 16})
        .control(ElementKind::Radio, {178, 42, 16, 16});

    EXPECT_EQ(screen.told(), "1 checkbox Remember me\n2 checkbox Send news\n3 radio Plain text\n");
}

TEST(NameElements, TakesTheBoxOfACheckboxForNoLetter) {  // P5
    Screen screen;
    screen.text(22, 20, "☐ Send me news").control(ElementKind::Checkbox, {18, 17, 18, 18});

    EXPECT_EQ(screen.told(), "1 checkbox Send me news\n");
}

TEST(NameElements, CallsATogglesRowByItsTitle) {  // P5
    Screen screen;
    screen.text(20, 20, "Wi-Fi").text(20, 60, "Bluetooth").text(20, 76, "visible now");
    screen.control(ElementKind::Toggle, {500, 16, 36, 20})
        .control(ElementKind::Toggle, {500, 64, 36, 20});

    EXPECT_EQ(screen.told(), "1 toggle Wi-Fi\n2 toggle Bluetooth\n");
}

TEST(NameElements, CallsFieldsByWhatStandsAboveBeforeOrAtTheirTop) {  // P5
    Screen screen;
    screen.text(20, 20, "Email *").text(30, 46, "ada@example.org");
    screen.text(20, 110, "Country:").text(130, 110, "Norway");
    screen.text(30, 158, "City").text(30, 174, "Bergen");
    screen.control(ElementKind::Field, {20, 38, 240, 28})
        .control(ElementKind::Select, {120, 102, 140, 28})
        .control(ElementKind::Field, {20, 152, 240, 40})
        .control(ElementKind::Field, {20, 240, 240, 28});

    EXPECT_EQ(
        screen.told(),
        "1 field Email=ada@example.org\n2 select Country=Norway\n3 field City=Bergen\n4 field \n"
    );
}

TEST(NameElements, GivesNoLabelToTwoControls) {  // P5
    Screen screen;
    screen.text(40, 20, "Notify me").text(150, 20, "Daily");
    screen.control(ElementKind::Checkbox, {18, 18, 16, 16})
        .control(ElementKind::Select, {142, 12, 120, 28});

    EXPECT_EQ(screen.told(), "1 checkbox Notify me\n2 select =Daily\n");
}

TEST(NameElements, SaysNothingWhereNobodyLooked) {  // P5
    EXPECT_TRUE(name_elements(Reading{}).empty());
}

TEST(MayShowElements, IsFalseForPhotographs) {  // P5
    Look photograph;
    photograph.texture_share = 0.8;
    photograph.tones = 4000;
    Look screen;
    screen.flat_share = 0.9;
    screen.tones = 900;

    EXPECT_FALSE(may_show_elements(photograph));
    EXPECT_TRUE(may_show_elements(screen));
}

TEST(NameElements, CallsACheckboxInTheSecondColumnOfAFormByItsLabel) {  // P5
    Screen screen;
    screen.text(20, 20, "Hide SSID").control(ElementKind::Checkbox, {260, 18, 16, 16});
    screen.text(20, 60, "Security").text(260, 60, "o Open o WPA3");
    screen.control(ElementKind::Radio, {258, 58, 14, 16})
        .control(ElementKind::Radio, {314, 58, 14, 16});

    EXPECT_EQ(screen.told(), "1 checkbox Hide SSID\n2 radio Open\n3 radio WPA3\n");
}

}  // namespace
}  // namespace fovea::reading
