#include "fovea/tui/app/places.hpp"

#include "fovea/proxy/fence/fence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

content::ImageBlock picture(media::PixelSize size = {1000, 500}) {
    content::ImageBlock image;
    image.source = content::BlobRef{sha256(as_bytes("a picture"))};
    image.size = size;
    image.filename = "shot.png";
    return image;
}

std::vector<PicturePlaces> answered(
    const std::string& model,
    std::string_view text,
    const std::vector<content::ImageBlock>& images = {picture()}
) {
    return places_in_answer(text, {.model = model, .images = images}, {});
}

TEST(Places, OfGeminiCountToAThousandWithTheHeightFirst) {  // V8, CAL-IMG-27
    const auto places = answered(
        "google/gemini-3.8-flash",
        R"(```json
[{"box_2d": [100, 200, 300, 400], "label": "Save"}]
```)"
    );

    ASSERT_THAT(places, SizeIs(1));
    EXPECT_EQ(
        places[0].boxes,
        (std::vector<NumberedBox>{{.box = {200, 50, 200, 100}, .number = 1, .label = "Save"}})
    );
}

delivery::ReceiptRow went_at(media::PixelSize size) {
    delivery::ReceiptRow row;
    row.delivery.image = picture().source;
    row.delivery.state = store::ImageState::Pixels;
    row.delivery.size = size;
    return row;
}

TEST(Places, AreScaledByTheSizeOfWhatIsMeantAndNotOfAPartThatWentToo) {  // V8
    const std::vector<content::ImageBlock> images{picture({2000, 1000})};
    const std::string_view text = R"([{"bbox_2d":[100,100,400,150],"label":"header row"}])";

    for (const auto& receipt :
         {std::vector{went_at({1000, 500}), went_at({301, 226})},
          std::vector{went_at({301, 226}), went_at({1000, 500})}}) {
        const auto places = places_in_answer(
            text, {.model = "anthropic/claude-opus-4-7", .images = images, .receipt = receipt}, {}
        );

        ASSERT_THAT(places, SizeIs(1));
        EXPECT_EQ(
            places[0].boxes,
            (std::vector<NumberedBox>{
                {.box = {200, 200, 600, 100}, .number = 1, .label = "header row"}})
        );
    }
}

TEST(Places, OfLocalOcrHaveTheirWordsBehindThem) {  // V8
    const auto places = answered(
        "local/ocr",
        "From the text recognised in the picture; boxes are [x1, y1, x2, y2] in pixels:\n"
        "- error: [20, 266, 424, 278] collect2: error\n"
        "[30, 20, 2000, 39] Harbour · deployments\n"
        "[9, 9, 9, 9] empty\n[5000, 1, 6000, 2] outside\n"
    );

    ASSERT_THAT(places, SizeIs(1));
    EXPECT_EQ(
        places[0].boxes,
        (std::vector<NumberedBox>{
            {.box = {20, 266, 404, 12}, .number = 1, .label = "collect2: error"},
            {.box = {30, 20, 970, 19}, .number = 2, .label = "Harbour · deployments"}})
    );
}

content::ImageBlock picture_called(const std::string& name) {
    auto image = picture();
    image.filename = name;
    return image;
}

TEST(Places, OfLocalOcrStandOnThePictureThatIsNamed) {  // V8
    const std::vector<content::ImageBlock> two{picture_called("a.png"), picture_called("c.png")};
    const std::string answer =
        "2 pictures, compared by local/ocr from their pixels and recognised text. Boxes are [x1, "
        "y1, x2, y2] in pixels.\n"
        "Picture 1 \"a.png\": screenshot (a guess), 1000 x 500 pixels, 12 words.\n"
        "Picture 2 \"c.png\": 1000 x 500 pixels, 5 words.\n\n"
        "What bears on the question, from the recognised text:\n"
        "Picture 1 \"a.png\":\n- Katarzyna Nowak: [94, 125, 234, 142] Owner: Katarzyna Nowak\n"
        "Picture 2 \"c.png\":\n- Björn Ålund: [502, 225, 612, 247] Owner: Björn Ålund\n";

    const auto places = answered("local/ocr", answer, two);

    ASSERT_THAT(places, SizeIs(2));
    EXPECT_EQ(places[0].image.filename, "a.png");
    ASSERT_THAT(places[0].boxes, SizeIs(1));
    EXPECT_EQ(places[0].boxes[0].label, "Owner: Katarzyna Nowak");
    EXPECT_EQ(places[1].image.filename, "c.png");
    EXPECT_EQ(
        places[1].boxes,
        (std::vector<NumberedBox>{
            {.box = {502, 225, 110, 22}, .number = 2, .label = "Owner: Björn Ålund"}})
    );
    // Where the answer is about other pictures than these, none is better than a wrong one.
    EXPECT_THAT(
        answered("local/ocr", answer, {picture_called("x.png"), picture_called("y.png")}), IsEmpty()
    );
}

TEST(Places, OfAComparisonStandOnThePictureTheyAreIn) {  // V8, M8
    const auto places = answered(
        "local/ocr",
        "Picture 1 \"a.png\": 1000 x 500 pixels, 12 words.\n"
        "Picture 2 \"c.png\": 1000 x 500 pixels, 5 words.\n\n"
        "From picture 1 to picture 2: their sizes differ (similarity 0.38 of 1).\n"
        "- added [31, 36, 165, 55]: \"Server: alpha-7\"\n"
        "- removed, was at [32, 34, 208, 60]: \"Build settings\"\n",
        {picture_called("a.png"), picture_called("c.png")}
    );

    ASSERT_THAT(places, SizeIs(2));
    ASSERT_THAT(places[0].boxes, SizeIs(1));
    EXPECT_EQ(places[0].boxes[0].label, "\"Build settings\"");
    ASSERT_THAT(places[1].boxes, SizeIs(1));
    EXPECT_EQ(places[1].boxes[0].label, "\"Server: alpha-7\"");
}

TEST(Places, AreNoneInAnswersThatOnlyHoldNumbers) {  // PVP-4.5
    EXPECT_THAT(answered("openai/gpt-5.5", "The list [1, 2, 30, 40] is sorted."), IsEmpty());
    EXPECT_THAT(answered("openai/gpt-5.5", "It says \"Save\"."), IsEmpty());
    EXPECT_THAT(answered("local/ocr", "[1, 2, 3"), IsEmpty());
    EXPECT_THAT(answered("local/ocr", "[1, 2, 99999999999, 4] x"), IsEmpty());
    EXPECT_THAT(answered("local/ocr", "[1, 2, 30, 40] x", {}), IsEmpty());
    EXPECT_THAT(answered("local/ocr", "[1, 2, 30, 40] x", {picture({0, 0})}), IsEmpty());
}

TEST(Places, AreNoneWhereALocalReaderListsTheWholePage) {  // V8
    std::string page;
    for (int i = 0; i < 40; ++i) page += "[1, " + std::to_string(i) + ", 30, 400] line\n";

    EXPECT_THAT(answered("local/ocr", page), IsEmpty());
}

TEST(Places, AreCutWhereThereAreTooMany) {  // V8
    std::string text = "boxes: [";
    for (int i = 0; i < 40; ++i) {
        text += R"({"box_2d": [1, 2, 30, )" + std::to_string(40 + i) + R"(], "label": "x"},)";
    }
    const auto places = answered("google/gemini-3.8-flash", text + "]");

    ASSERT_THAT(places, SizeIs(1));
    EXPECT_THAT(places[0].boxes, SizeIs(kMostPlaces));
    EXPECT_EQ(places[0].left_out, 40 - kMostPlaces);
}

TEST(Places, OfAPointCanBeSeen) {  // V8
    const std::vector<content::LabelledBox> point{
        {.label = "here", .box = {500, 0, 1, 1}, .image = 0, .is_point = true}};

    const auto places = places_of(point, std::vector{picture()});

    ASSERT_THAT(places, SizeIs(1));
    EXPECT_EQ(places[0].boxes[0].box, (media::PixelRect{490, 0, 20, 20}));
}

std::vector<PicturePlaces> fenced(
    const proxy::FencedImage& image, std::string_view format, std::string_view body
) {
    const auto known = picture();
    config::Settings settings;
    settings.vision.model = "google/gemini-3.8-flash";
    const auto text =
        "before\n" + proxy::fence(proxy::FenceTag::Analysis, image, format, body) + "\nbehind";
    return places_in_fences(
        text,
        [&](std::string_view hash) {
            return hash == content::blob_of(known.source)->sha256.hex() ? &known : nullptr;
        },
        settings
    );
}

TEST(Places, InAFenceAreThoseOfThePartThatWasLookedAt) {  // V8, V3
    const auto hash = content::blob_of(picture().source)->sha256;
    const auto body = R"([{"box_2d": [0, 0, 500, 500], "label": "logo"}])";

    const auto places = fenced(
        {.sha256 = hash, .size = {1000, 500}, .crop = media::PixelRect{100, 100, 200, 200}},
        "gemini_normalized_1000",
        body
    );

    ASSERT_THAT(places, SizeIs(1));
    EXPECT_EQ(places[0].boxes[0].box, (media::PixelRect{100, 100, 100, 100}));
    EXPECT_FALSE(places[0].image.crop);
    EXPECT_THAT(fenced({.sha256 = hash, .size = {1000, 500}}, "none", body), IsEmpty());
    EXPECT_THAT(
        fenced(
            {.sha256 = sha256(as_bytes("another")), .size = {9, 9}}, "gemini_normalized_1000", body
        ),
        IsEmpty()
    );
    EXPECT_THAT(
        fenced(
            {.sha256 = hash, .size = {9, 9}, .crop = media::PixelRect{900, 0, 200, 1}},
            "gemini_normalized_1000",
            body
        ),
        IsEmpty()
    );
}

TEST(Places, AreNoneInFencesThatBreakOff) {  // V4
    for (const auto* text :
         {"<vision_proxy_",
          "<vision_proxy_analysis image=\"sha256:",
          "</vision_proxy_",
          "<vision_proxy_analysis image=\"sha256:12#crop:1,2\">x"}) {
        EXPECT_THAT(places_in_fences(text, [](std::string_view) { return nullptr; }, {}), IsEmpty())
            << text;
    }
}

}  // namespace
}  // namespace fovea::tui
