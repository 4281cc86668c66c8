#include "fovea/proxy/grounding/scan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::proxy::grounding {
namespace {

// One line a place: "0 label 1,2,3,4", points with two numbers.
std::string told(std::string_view text, Format format, std::size_t images = 1) {
    std::string lines;
    const auto number = [](double value) {
        auto digits = std::to_string(value);
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.')) digits.pop_back();
        return digits;
    };
    for (const auto& found : scan_places(text, format, images)) {
        const auto& place = found.place;
        lines += std::to_string(found.image) + " " + found.label + " " + number(place.x1) + "," +
                 number(place.y1);
        if (!place.is_point) lines += "," + number(place.x2) + "," + number(place.y2);
        lines += "\n";
    }
    return lines;
}

TEST(GroundingScan, ReadsQwensJsonInMarkdown) {  // PVP-4.7a
    const auto* const text =
        "Here they are:\n```json\n[\n\t{\"bbox_2d\": [341, 258, 397, 360], \"label\": \"box "
        "\\\"A\\\"\"},\n"
        "\t{\"label\": \"list [1, 2, 3, 4]\", \"bbox_2d\": [10, 20.5, 30, 40],},\n"
        "\t{\"point_2d\": [5, 6], \"label\": \"dot\"}\n]\n```\n";

    EXPECT_EQ(
        told(text, Format::QwenPixels),
        "0 box \"A\" 341,258,397,360\n0 list [1, 2, 3, 4] 10,20.5,30,40\n0 dot 5,6\n"
    );
}

TEST(GroundingScan, KeepsWhatIsWholeOfAnAnswerThatBreaksOff) {  // V8
    EXPECT_EQ(
        told(
            R"([{"bbox_2d": [1, 2, 3, 4], "label": "a"}, {"bbox_2d": [5, 6, 7, 8], "label": "b)",
            Format::Qwen1000
        ),
        "0 a 1,2,3,4\n0 b 5,6,7,8\n"
    );
    EXPECT_EQ(
        told(
            R"([{"bbox_2d": [1, 2, 3, 4], "label": "a"}, {"label": "b", "bbox_2d": [5, 6, 7)",
            Format::Qwen1000
        ),
        "0 a 1,2,3,4\n"
    );
    EXPECT_EQ(told(R"(<points x1="1" y1="2" x2="3" y2="4)", Format::MolmoPoints), "0  1,2\n");
}

TEST(GroundingScan, ReadsObjectsInObjectsAndOtherQuotes) {
    EXPECT_EQ(
        told(
            R"({"label": "a", "at": {"bbox": [1, 2, 3, 4], "colour": [9, 9, 9, 9]}})",
            Format::Qwen1000
        ),
        "0 a 1,2,3,4\n"
    );
    EXPECT_EQ(
        told(
            R"({'bbox_2d': [[1, 2, 3, 4], [5, 6, 7, 8]], 'name': 'b', 'label': 'a'})",
            Format::Qwen1000
        ),
        "0 a 1,2,3,4\n0 a 5,6,7,8\n"
    );
}

TEST(GroundingScan, ReadsQwen2sTokens) {  // PVP-4.7a
    EXPECT_EQ(
        told(
            "<|object_ref_start|>the cat<|object_ref_end|><|box_start|>(1,2),(3,4)<|box_end|> and "
            "<ref>a dog</ref><box>(5,6),(7,8)</box>",
            Format::Qwen1000
        ),
        "0 the cat 1,2,3,4\n0 a dog 5,6,7,8\n"
    );
    EXPECT_EQ(told("a (1,2),(3,4)", Format::Internvl1000), "");
}

TEST(GroundingScan, ReadsMolmosPointsInPercent) {  // PVP-4.7b
    const auto* const text =
        R"(<point x="63.3" y="85.8" alt="a &lt; b">x</point> <points x1="9.1" y1="11.7" x2="20" y2="30">dots</points>)"
        R"( <point x="42.5" y="62.3" alt="error dialog"/> [1, 2, 3, 4])";

    EXPECT_EQ(
        told(text, Format::MolmoPoints),
        "0 a &lt; b 63.3,85.8\n0 dots 9.1,11.7\n0 dots 20,30\n0 error dialog 42.5,62.3\n"
    );
}

TEST(GroundingScan, ReadsMolmo2sLists) {  // PVP-4.7b
    const auto* const text =
        R"(<points coords="1 1 073 160 2 173 600" alt="boats">boats</points> There are none.)";
    EXPECT_EQ(told(text, Format::Molmo2Points), "0 boats 73,160\n0 boats 173,600\n");
    EXPECT_EQ(told(text, Format::MolmoPoints), "0 boats 73,160\n0 boats 173,600\n");
    EXPECT_EQ(scan_places(text, Format::MolmoPoints, 1)[0].place.space, Space::Thousand);

    const auto* const several =
        "<tracks coords=\"1 1 001 002\t2 1 003 004 2 005 006;3 1 007 008;9 1 1 1;1.5 1 1 "
        "1;x\">t</tracks>";
    EXPECT_EQ(told(several, Format::Molmo2Points, 3), "0 t 1,2\n1 t 3,4\n1 t 5,6\n2 t 7,8\n");
}

TEST(GroundingScan, ReadsDeepseeksTagsAndWhatIsLeftWithoutThem) {  // PVP-4.7c
    EXPECT_EQ(
        told(
            "<|ref|>the giraffe<|/ref|><|det|>[[580, 270, 999, 900]]<|/det|> and "
            "<|ref|>two birds<|/ref|><|det|>[[1, 2, 3, 4], [5, 6, 7, 8]]<|/det|>.",
            Format::DeepseekBbox
        ),
        "0 the giraffe 580,270,999,900\n0 two birds 1,2,3,4\n0 two birds 5,6,7,8\n"
    );
    EXPECT_EQ(
        told("the giraffe[[580, 270, 999, 900]]", Format::DeepseekBbox),
        "0 the giraffe 580,270,999,900\n"
    );
}

TEST(GroundingScan, ReadsInternvlsTagsAndWhatIsLeftWithoutThem) {  // PVP-4.7d
    EXPECT_EQ(
        told(
            "<ref>cat</ref><box>[[1, 2, 3, 4]]</box>, a dog<box>[[5,6,7,8]]</box>",
            Format::Internvl1000
        ),
        "0 cat 1,2,3,4\n0 a dog 5,6,7,8\n"
    );
    EXPECT_EQ(told("cat [[1, 2, 3, 4]]", Format::InternvlPixels), "0 cat 1,2,3,4\n");
}

TEST(GroundingScan, ReadsGeminisYFirst) {  // PVP-4.7e
    EXPECT_EQ(
        told(
            R"([{"box_2d": [420, 124, 670, 248], "mask": "data:image/png;base64,[1,2,3,4]", "label": "cup"},
                {"point": [10, 20], "label": "tip"}])",
            Format::Gemini1000
        ),
        "0 cup 124,420,248,670\n0 tip 20,10\n"
    );
}

TEST(GroundingScan, ReadsBoxesInProse) {
    EXPECT_EQ(
        told(
            "A dialog [1840, 120, 2680, 480] with a Log in button at [1, 2, 3, 4].\n- **Menu**: [5 "
            "6 7 8,]",
            Format::ClaudePixels
        ),
        "0 A dialog 1840,120,2680,480\n0 with a Log in button 1,2,3,4\n0 Menu 5,6,7,8\n"
    );
}

TEST(GroundingScan, FollowsTheImagePrefix) {  // PVP-4.2
    const auto* const text =
        "Image-1: a cat [1, 2, 3, 4]\n**Image-2:** a dog [5, 6, 7, 8]\nImage-9: lost [1, 1, 2, 2]\n"
        "Image-3:\n{\"bbox_2d\": [9, 9, 10, 10], \"label\": \"Image-2: bird\"}\nOldImage-1: x [3, "
        "3, 4, 4]";

    EXPECT_EQ(
        told(text, Format::Qwen1000, 3),
        "0 a cat 1,2,3,4\n1 a dog 5,6,7,8\n1 bird 9,9,10,10\n2 OldImage-1: x 3,3,4,4\n"
    );
    // Where there is one picture, a picture of pictures does not lose its boxes.
    EXPECT_EQ(told("Image-2: a dog [5, 6, 7, 8]", Format::Qwen1000), "0 a dog 5,6,7,8\n");
}

TEST(GroundingScan, FindsNothingInTextWithoutPlaces) {  // PVP-4.5
    for (const auto* text :
         {"",
          "There are none.",
          "A list [1], [1, 2], [1, 2, 3], [1, 2, 3, 4, 5], [a, b, c, d], [1-2-3-4]",
          "[nan, inf, 1, 2] [1e999, 1, 1, 1] [1px, 2px, 3px, 4px]",
          "<point x=\"a\" y=\"b\"> <points coords=\"one two\"> <point y=\"1\" x=\"2\">",
          "x < y and <3 >",
          R"({"colour": [1, 2, 3, 4], "size": [5, 6]})"}) {
        for (const auto& facts : formats()) EXPECT_EQ(told(text, facts.format), "") << text;
    }
    EXPECT_EQ(told("a [1, 2, 3, 4]", Format::None), "");  // PVP-4.7f
    EXPECT_EQ(told("a [1, 2, 3, 4]", Format::Qwen1000, 0), "");
}

}  // namespace
}  // namespace fovea::proxy::grounding
