// What a model writes is in the end what somebody drew in a picture. It may be anything.
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/grounding/parse.hpp"
#include "fovea/proxy/grounding/scan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace fovea::proxy::grounding {
namespace {

const View kViews[] = {
    {{1920, 1080}, {}, {1280, 720}, {1288, 728}},
    {{3840, 2160}, media::PixelRect{1840, 120, 840, 360}, {840, 360}, {840, 360}},
    {{1, 1}, {}, {}, {}},
    {{}, {}, {}, {}},
};

void expect_promises_kept(std::string_view text, Format format) {
    const auto boxes = parse_boxes(text, format, kViews);
    EXPECT_LE(boxes.size(), kMostPlaces);
    for (const auto& seen : boxes) {
        ASSERT_LT(seen.image, 3U);  // the last one has no pixels
        const auto& view = kViews[seen.image];
        const auto shown =
            view.crop.value_or(media::PixelRect{0, 0, view.original.width, view.original.height});
        EXPECT_GE(seen.box.width, 1U);
        EXPECT_GE(seen.box.height, 1U);
        EXPECT_GE(seen.box.x, shown.x);
        EXPECT_GE(seen.box.y, shown.y);
        EXPECT_LE(seen.box.x + seen.box.width, shown.x + shown.width);
        EXPECT_LE(seen.box.y + seen.box.height, shown.y + shown.height);
        EXPECT_EQ(to_utf8(seen.label), seen.label);
        EXPECT_TRUE(!seen.is_point || seen.box.size() == (media::PixelSize{1, 1}));
    }
}

std::string times(std::size_t count, std::string_view piece) {
    std::string text;
    text.reserve(count * piece.size());
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
}

// Each would take hours if anything were read again and again from the front.
TEST(ParseBoxesOfHostileText, ReadsMegabytesOnce) {  // V8
    constexpr std::size_t kMany = 100'000;
    const std::string spaces(1 << 20, ' ');
    const std::string texts[] = {
        times(kMany, "["),
        times(kMany, "[1,"),
        times(kMany, "(1,2)"),
        times(kMany, "{"),
        times(kMany, "{\"label\":\"a\","),
        times(kMany, "{") + times(kMany, "[1,2,3,4]") + times(kMany, "}"),
        "{" + times(kMany, "\"\\"),
        "{" + times(kMany, "\\\""),
        times(kMany, "<point "),
        times(kMany, "<point alt=\""),
        times(kMany, "<points x1='1' "),
        "<points " + times(kMany, "x1='1' y1='2' ") + ">",
        "<points coords=\"" + times(kMany, "1 1 001 002 ") + "\" alt=\"a\">",
        "<points coords=\"" + times(kMany, "1 1 001 002;") + "\" alt=\"" + spaces + "\">",
        times(kMany, "<ref>"),
        times(kMany, "<|ref|>a<|/ref|>"),
        times(kMany, "Image-2:"),
        times(kMany, "Image-"),
        times(kMany, "[1,2,3,4]"),
        "{\"label\": \"" + spaces + "\", \"bbox_2d\": [" + times(kMany, "[1,2,3,4],") + "]}",
        "[" + std::string(1 << 20, '9') + ",1,1,1]",
        "[" + spaces + "1,2,3,4]",
        spaces + "[1,2,3,4]",
    };
    for (const auto& text : texts) {
        for (const auto& facts : formats()) {
            SCOPED_TRACE(text.substr(0, 40) + " " + std::string(facts.id));
            expect_promises_kept(text, facts.format);
        }
    }
}

TEST(ParseBoxesOfHostileText, KeepsItsPromisesOnAnyMixture) {  // V8
    const std::string_view pieces[] = {
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        ",",
        ":",
        "\"",
        "'",
        "\\",
        "<",
        ">",
        "/",
        "|",
        " ",
        "\n",
        "\t",
        ";",
        "=",
        "bbox_2d",
        "box_2d",
        "point_2d",
        "label",
        "\"label\": ",
        "\"bbox_2d\": ",
        "<point x=\"",
        "<points coords=\"",
        "alt=\"",
        "<ref>",
        "</ref>",
        "<box>",
        "</box>",
        "<|ref|>",
        "<|/ref|>",
        "<|det|>",
        "<|box_start|>",
        "Image-1:",
        "Image-2:",
        "Image-99:",
        "1",
        "-1",
        "0.5",
        "1000",
        "99999999999999999999",
        "1e308",
        "-1e308",
        "1e-320",
        "[1,2,3,4]",
        "[900, 10, 5, 2000]",
        "(1,2),(3,4)",
        "nan",
        "\xFF",
        "\xC3",
        "ä",
        "\0x"};
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same texts in every run
    std::uniform_int_distribution<std::size_t> which(0, std::size(pieces) - 1);
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        const auto count = 1 + which(random);
        for (std::size_t i = 0; i < count; ++i) text += pieces[which(random)];
        const auto format = formats()[std::size_t(round) % formats().size()].format;
        SCOPED_TRACE(text);
        expect_promises_kept(text, format);
    }
}

TEST(ParseBoxesOfHostileText, ClampsWhatNoPictureHas) {
    const View view{{640, 480}, {}, {640, 480}, {640, 480}};

    const auto boxes =
        parse_boxes("a [-1e300, -5, 1e300, 99999999999999]", Format::QwenPixels, {&view, 1});

    EXPECT_EQ(boxes, (std::vector<content::LabelledBox>{{"a", {0, 0, 640, 480}, 0, false, true}}));
}

TEST(ParseBoxesOfHostileText, SaysNothingWithoutPictures) {
    EXPECT_TRUE(parse_boxes("a [1, 2, 3, 4]", Format::QwenPixels, {}).empty());
}

}  // namespace
}  // namespace fovea::proxy::grounding
