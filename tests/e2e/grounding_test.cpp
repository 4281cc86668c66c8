// Where things are, as the model families say it, each in its own way: the same box in pixels of
// the original.
#include <array>

#include "e2e/proxy_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// The picture has 1000x700 pixels, its crop 500x336 from 250, 164. Each model says that a button
// goes from 20 to 60 % of the width and from 10 to 60 % of the height of what it sees.
constexpr std::array<double, 4> kBox = {200, 70, 600, 420};
constexpr std::array<double, 4> kBoxInCrop = {350, 197.6, 550, 365.6};

struct Family {
    const char* name;
    const char* model;
    const char* format;
    const char* says;
    const char* says_of_crop;
    bool is_point = false;
};

// Qwen2.5-VL counts pixels after it made each side a multiple of 28: 1008x700, and 504x336.
constexpr Family kFamilies[] = {
    {"Qwen25",
     "Qwen/Qwen2.5-VL-7B-Instruct",
     "qwen_pixels",
     R"({"bbox_2d": [202, 70, 605, 420], "label": "Save button"})",
     R"({"bbox_2d": [101, 34, 302, 202], "label": "Save button"})"},
    {"Qwen3",
     "Qwen/Qwen3-VL-8B-Instruct",
     "qwen_1000",
     R"({"bbox_2d": [200, 100, 600, 600], "label": "Save button"})",
     R"({"bbox_2d": [200, 100, 600, 600], "label": "Save button"})"},
    {"Gemini",
     "gemini-3.8-flash",
     "gemini_normalized_1000",
     R"({"box_2d": [100, 200, 600, 600], "label": "Save button"})",
     R"({"box_2d": [100, 200, 600, 600], "label": "Save button"})"},
    {"DeepSeek",
     "deepseek-ai/deepseek-vl2",
     "deepseek_bbox",
     "<|ref|>Save button<|/ref|><|det|>[[200, 100, 599, 599]]<|/det|>",
     "<|ref|>Save button<|/ref|><|det|>[[200, 100, 599, 599]]<|/det|>"},
    {"InternVL",
     "OpenGVLab/InternVL3-8B",
     "internvl_1000",
     "<ref>Save button</ref><box>[[200, 100, 600, 600]]</box>",
     "<ref>Save button</ref><box>[[200, 100, 600, 600]]</box>"},
    {"Molmo",
     "allenai/Molmo-7B-D-0924",
     "molmo_points",
     R"(<point x="40.0" y="35.0" alt="Save button">Save button</point>)",
     R"(<point x="40.0" y="35.0" alt="Save button">Save button</point>)",
     true},
};

class Grounding : public Proxied, public ::testing::WithParamInterface<Family> {
protected:
    void SetUp() override {
        Proxied::SetUp();
        if (IsSkipped()) return;
        const auto& family = GetParam();
        const auto answer = [](const char* text, const char* words) {
            return json::object{
                {"match", json::object{{"userMessage", words}}},
                {"response", json::object{{"content", text}}}};
        };
        auto whole = answer(family.says, "");
        whole["match"] = json::object();
        begin(
            json::serialize(json::array{answer(family.says_of_crop, "the part from x 250"), whole}),
            "\n[models.\"" + std::string(family.model) + "\"]\nvision = true\n"
        );
        bench_->picture("screen.png", {"places", "1000", "700"});
        if (std::string_view(family.name) != "Gemini") return;  // the others are on as shipped
        const auto added = fovea({"vision-proxy", "grounding-models", "add", model()});
        EXPECT_EQ(added.exit_code, 0) << added.err;
    }
    static std::string model() { return std::string("eyes/") + GetParam().model; }

    json::object describe(std::vector<std::string> flags) const {
        flags.insert(flags.begin(), {"describe", "screen.png", "--model", model(), "--boxes"});
        return json(std::move(flags));
    }
    static void expect_box(const json::object& described, const std::array<double, 4>& box) {
        ASSERT_TRUE(described.contains("boxes")) << described;
        const auto& boxes = described.at("boxes").as_array();
        ASSERT_THAT(boxes, SizeIs(1)) << described;
        EXPECT_EQ(boxes[0].at("label"), json::value("Save button"));
        const auto& found = boxes[0].at("box").as_array();
        const auto middle_x = (box[0] + box[2]) / 2;
        const auto middle_y = (box[1] + box[3]) / 2;
        const auto expected = GetParam().is_point
                                  ? std::array<double, 4>{middle_x, middle_y, middle_x, middle_y}
                                  : box;
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(found.at(i).to_number<double>(), expected[i], 2) << described;
        EXPECT_EQ(boxes[0].as_object().contains("point"), GetParam().is_point);
    }
};

// PVP-4.1, PVP-4.2, PVP-4.7, PVP-4.7a, PVP-4.7b, PVP-4.7c, PVP-4.7d, PVP-4.7e
TEST_P(Grounding, TheSameBoxInPixelsOfTheOriginal) {  // V8
    const auto described = describe({});

    expect_box(described, kBox);
    EXPECT_EQ(described.at("text"), json::value(GetParam().says));  // as written: PVP-4.4
    EXPECT_THAT(
        std::string(described.at("fence").as_string()),
        HasSubstr("grounding_format=\"" + std::string(GetParam().format) + "\"")
    );
    EXPECT_TRUE(has(asked_eyes().at(0), "Say where things are.")) << asked_eyes().at(0);
}

TEST_P(Grounding, TheSameBoxFromACrop) {  // V8, PVP-4.6
    const auto described = describe({"--crop", "0:p=250,164,500,336"});

    expect_box(described, kBoxInCrop);
    EXPECT_THAT(
        std::string(described.at("fence").as_string()), HasSubstr("crop_origin=\"250,164\"")
    );
}

TEST_P(Grounding, TheBoxIsDrawnOnThePicture) {  // V8
    const auto described = describe({"--overlay", "seen.png"});

    expect_box(described, kBox);
    const auto compared = json({"compare", "screen.png", "seen.png"});
    EXPECT_TRUE(compared.at("same_size").as_bool());
    EXPECT_FALSE(compared.at("identical").as_bool());
    EXPECT_LT(compared.at("changed_fraction").to_number<double>(), 0.1);  // a frame, not an area
}

class GroundingOff : public Proxied {};

TEST_F(GroundingOff, IsToldWhereBoxesWereWanted) {  // V8
    bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
    const auto how = "fovea vision-proxy grounding-models add eyes/seer";

    const auto asked = json({"describe", "red.png", "--boxes"});
    const auto shown = fovea({"describe", "red.png", "--boxes"});
    const auto framed = fovea({"describe", "red.png", "--overlay", "seen.png"});
    const auto by_proxy = json({"vision-proxy", "describe", "red.png", "--boxes"});
    const auto unasked = json({"describe", "red.png"});

    for (const auto& object : {asked, by_proxy}) {
        EXPECT_THAT(object.at("boxes").as_array(), SizeIs(0));
        ASSERT_TRUE(object.contains("notes")) << object;
        EXPECT_THAT(std::string(object.at("notes").at(0).as_string()), HasSubstr(how));
    }
    EXPECT_THAT(shown.err, HasSubstr(how));
    EXPECT_THAT(framed.err, HasSubstr(how));
    EXPECT_FALSE(unasked.contains("notes")) << unasked;
}

TEST_F(GroundingOff, ByTheConfigurationIsToldAsSuch) {  // V8
    begin(kOnlyAnswer, "\n[models.\"off\"]\nvision = true\ngrounding = \"none\"\n");
    bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});

    const auto shown = fovea({"describe", "red.png", "--boxes", "--model", "eyes/off"});

    EXPECT_THAT(shown.err, HasSubstr("[models.\"off\"] grounding = \"none\""));
}

INSTANTIATE_TEST_SUITE_P(
    Families,
    Grounding,
    ::testing::ValuesIn(kFamilies),
    [](const auto& parameter) { return std::string(parameter.param.name); }
);

}  // namespace
}  // namespace fovea::testing
