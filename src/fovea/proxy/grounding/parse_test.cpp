#include "fovea/proxy/grounding/parse.hpp"

#include "fovea/models/catalogue.hpp"
#include "fovea/proxy/fence/fence.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

namespace fovea::proxy::grounding {
namespace {

using content::LabelledBox;
using media::PixelRect;
using media::PixelSize;

// Where a picture is resized on its way, and by whom.
struct Way {
    std::string_view name;
    PixelSize original;
    std::optional<PixelRect> crop;
    PixelSize sent;
};

const Way kWays[] = {
    {"as it is", {1920, 1080}, {}, {1920, 1080}},
    {"resized", {1920, 1080}, {}, {1280, 720}},
    {"4K, resized", {3840, 2160}, {}, {1568, 882}},
    {"cropped", {3840, 2160}, PixelRect{1840, 120, 840, 360}, {840, 360}},
    {"cropped and resized", {3840, 2160}, PixelRect{1001, 333, 1600, 900}, {800, 450}},
    {"upright", {1080, 2400}, {}, {705, 1568}},
};

struct Speaker {
    Format format;
    std::string_view rule;  // of the provider's resize; empty: none
};

const Speaker kSpeakers[] = {
    {Format::QwenPixels, "qwen25vl_patch28"},
    {Format::Qwen1000, "qwen3vl_patch32"},
    {Format::MolmoPoints, ""},
    {Format::Molmo2Points, ""},
    {Format::DeepseekBbox, "deepseek_vl2_tile384"},
    {Format::InternvlPixels, ""},
    {Format::Internvl1000, "internvl_tile448"},
    {Format::Gemini1000, "gemini3_flat"},
    {Format::ClaudePixels, "anthropic_patch28_std"},
};

// The corners of a box as fractions of what was shown.
struct Fractions {
    double x1, y1, x2, y2;
};

int per(double scale, double fraction) {
    return static_cast<int>(std::lround(scale * fraction));
}

// How a model of the format would say it.
std::string spoken(Format format, const Fractions& box, PixelSize seen) {
    const auto corners = [&](double width, double height) {
        return fmt::format(
            "{}, {}, {}, {}",
            per(width, box.x1),
            per(height, box.y1),
            per(width, box.x2),
            per(height, box.y2)
        );
    };
    const auto middle_x = (box.x1 + box.x2) / 2;
    const auto middle_y = (box.y1 + box.y2) / 2;
    switch (format) {
        case Format::None: return "The dialog is there.";
        case Format::QwenPixels:
            return "```json\n[{\"bbox_2d\": [" + corners(seen.width, seen.height) +
                   "], \"label\": \"dialog\"}]\n```";
        case Format::Qwen1000:
            return "```json\n[{\"bbox_2d\": [" + corners(1000, 1000) +
                   "], \"label\": \"dialog\"}]\n```";
        case Format::MolmoPoints:
            return fmt::format(
                R"(<point x="{:.1f}" y="{:.1f}" alt="dialog">dialog</point>)",
                middle_x * 100,
                middle_y * 100
            );
        case Format::Molmo2Points:
            return fmt::format(
                R"(<points coords="1 1 {:03} {:03}" alt="dialog">dialog</points>)",
                per(1000, middle_x),
                per(1000, middle_y)
            );
        case Format::DeepseekBbox:
            return "<|ref|>dialog<|/ref|><|det|>[[" + corners(999, 999) + "]]<|/det|>";
        case Format::InternvlPixels:
            return "<ref>dialog</ref><box>[[" + corners(seen.width, seen.height) + "]]</box>";
        case Format::Internvl1000:
            return "<ref>dialog</ref><box>[[" + corners(1000, 1000) + "]]</box>";
        case Format::Gemini1000:
            return fmt::format(
                "[{{\"box_2d\": [{}, {}, {}, {}], \"label\": \"dialog\"}}]",
                per(1000, box.y1),
                per(1000, box.x1),
                per(1000, box.y2),
                per(1000, box.x2)
            );
        case Format::ClaudePixels: return "The dialog [" + corners(seen.width, seen.height) + "]";
    }
    return {};
}

View view_for(const Way& way, const Speaker& speaker) {
    return view_of(
        way.original, way.crop, way.sent, models::shipped_catalogue().rule(speaker.rule)
    );
}

bool speaks_points(Format format) {
    return format == Format::MolmoPoints || format == Format::Molmo2Points;
}

// How far the answer is from the box that was meant, in pixels of the original.
double distance(const LabelledBox& seen, const Fractions& box, const PixelRect& shown) {
    const double x1 = shown.x + box.x1 * shown.width;
    const double y1 = shown.y + box.y1 * shown.height;
    const double x2 = shown.x + box.x2 * shown.width;
    const double y2 = shown.y + box.y2 * shown.height;
    if (seen.is_point) {
        return std::max(
            std::abs(seen.box.x + 0.5 - (x1 + x2) / 2), std::abs(seen.box.y + 0.5 - (y1 + y2) / 2)
        );
    }
    return std::max(
        {std::abs(seen.box.x - x1),
         std::abs(seen.box.y - y1),
         std::abs(seen.box.x + seen.box.width - x2),
         std::abs(seen.box.y + seen.box.height - y2)}
    );
}

PixelRect shown_of(const Way& way) {
    return way.crop.value_or(PixelRect{0, 0, way.original.width, way.original.height});
}

TEST(ParseBoxes, GivesTheSameBoxInOriginalPixelsForEveryFormat) {  // V8, PVP-4.6, PVP-4.7a-e
    constexpr Fractions kBox = {0.25, 0.125, 0.75, 0.625};
    for (const auto& way : kWays) {
        for (const auto& speaker : kSpeakers) {
            SCOPED_TRACE(std::string(way.name) + ", " + std::string(id_of(speaker.format)));
            const auto view = view_for(way, speaker);
            const auto text = spoken(speaker.format, kBox, view.seen);

            const auto boxes = parse_boxes(text, speaker.format, {&view, 1});

            ASSERT_EQ(boxes.size(), 1U) << text;
            EXPECT_LE(distance(boxes[0], kBox, shown_of(way)), 2.0) << text;
            EXPECT_EQ(boxes[0].is_point, speaks_points(speaker.format));
            EXPECT_FALSE(boxes[0].clamped);
            EXPECT_TRUE(boxes[0].label.ends_with("dialog")) << boxes[0].label;
        }
    }
}

TEST(ParseBoxes, ComesAsNearAsEachFormatsNumbersAllow) {  // V8: over made-up boxes and pictures
    std::mt19937 random(4);  // NOLINT(cert-msc51-cpp): the same boxes in every run
    const auto up_to = [&](std::uint32_t low, std::uint32_t high) {
        return std::uniform_int_distribution<std::uint32_t>(low, high)(random);
    };
    for (int round = 0; round < 2000; ++round) {
        Way way{"made up", {up_to(300, 5000), up_to(300, 5000)}, {}, {}};
        if (round % 2 == 1) {
            const auto x = up_to(0, way.original.width - 200);
            const auto y = up_to(0, way.original.height - 200);
            way.crop = PixelRect{
                x, y, up_to(200, way.original.width - x), up_to(200, way.original.height - y)};
        }
        const auto shown = shown_of(way);
        const double scale = up_to(500, 1000) / 1000.0;
        way.sent = {
            static_cast<std::uint32_t>(shown.width * scale),
            static_cast<std::uint32_t>(shown.height * scale)};
        const double x1 = up_to(0, 500) / 1000.0;
        const double y1 = up_to(0, 500) / 1000.0;
        const Fractions box = {x1, y1, x1 + up_to(20, 500) / 1000.0, y1 + up_to(20, 500) / 1000.0};
        for (const auto& speaker : kSpeakers) {
            const auto view = view_for(way, speaker);
            const auto text = spoken(speaker.format, box, view.seen);

            const auto boxes = parse_boxes(text, speaker.format, {&view, 1});

            ASSERT_EQ(boxes.size(), 1U) << text;
            const auto longest = double(shown.size().longest_edge());
            const auto steps =
                std::min(1000.0, double(std::min(view.seen.width, view.seen.height)));
            EXPECT_LE(distance(boxes[0], box, shown), longest / steps / 2 + 1.5)
                << text << " " << id_of(speaker.format) << " " << shown.width << "x"
                << shown.height;
            EXPECT_FALSE(boxes[0].clamped) << text;
        }
    }
}

TEST(ParseBoxes, UnderstandsTheExampleOfEachFormat) {  // PVP-4.7
    const View view{{3840, 2160}, {}, {3840, 2160}, {3840, 2160}};
    for (const auto& facts : formats()) {
        const auto boxes = parse_boxes(facts.example, facts.format, {&view, 1});
        if (facts.format == Format::None) {
            EXPECT_TRUE(boxes.empty());
            continue;
        }
        ASSERT_EQ(boxes.size(), 1U) << facts.id;
        constexpr Fractions kDialog = {1840.0 / 3840, 120.0 / 2160, 2680.0 / 3840, 480.0 / 2160};
        EXPECT_LE(distance(boxes[0], kDialog, {0, 0, 3840, 2160}), 4.0) << facts.id;
        EXPECT_EQ(boxes[0].label, "dialog") << facts.id;
    }
}

TEST(ParseBoxes, TellsSeveralPicturesApart) {  // PVP-4.2
    const View views[] = {
        {{100, 100}, {}, {100, 100}, {100, 100}},
        {{4000, 2000}, PixelRect{1000, 500, 200, 200}, {100, 100}, {100, 100}},
    };

    EXPECT_EQ(
        parse_boxes(
            "Image-1: cat [0, 0, 500, 500]\nImage-2: dog [0, 0, 500, 1500]", Format::Qwen1000, views
        ),
        (std::vector<LabelledBox>{
            {"cat", {0, 0, 50, 50}, 0}, {"dog", {1000, 500, 100, 200}, 1, false, true}})
    );
    EXPECT_EQ(
        parse_boxes(
            R"(<points coords="1 1 500 500;2 1 500 500" alt="dot">)", Format::Molmo2Points, views
        ),
        (std::vector<LabelledBox>{
            {"dot", {50, 50, 1, 1}, 0, true}, {"dot", {1100, 600, 1, 1}, 1, true}})
    );
}

TEST(ParseBoxes, LeavesTheTextInItsFenceAsItIs) {  // PVP-4.4, PVP-4.5
    FencedImage image;
    image.size = {3840, 2160};
    for (const auto& facts : formats()) {
        const std::string text = "A dialog.\n" + std::string(facts.example) + "\nThat is all.";

        const auto fenced = fence(FenceTag::Description, image, id_of(facts.format), text);

        EXPECT_NE(fenced.find("\n" + text + "\n"), std::string::npos) << fenced;
        EXPECT_NE(fenced.find("grounding_format=\"" + std::string(facts.id) + "\""), fenced.npos);
    }
}

TEST(ParseBoxes, NamesACropByItsOriginAndGivesBoxesOfTheWhole) {  // PVP-4.6
    FencedImage image;
    image.size = {3840, 2160};
    image.crop = PixelRect{1840, 120, 840, 360};
    const View view{image.size, image.crop, {840, 360}, {840, 360}};
    const std::string answer = "dialog [10, 20, 110, 60]";  // counted from the crop's corner

    const auto fenced = fence(FenceTag::Analysis, image, "qwen_pixels", answer);

    EXPECT_NE(fenced.find("crop_origin=\"1840,120\""), fenced.npos) << fenced;
    EXPECT_NE(fenced.find(answer), fenced.npos) << fenced;
    EXPECT_EQ(
        parse_boxes(answer, Format::QwenPixels, {&view, 1}),
        (std::vector<LabelledBox>{{"dialog", {1850, 140, 100, 40}, 0}})
    );
}

}  // namespace
}  // namespace fovea::proxy::grounding
