#include "fovea/proxy/describe/analyze_image.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::proxy {
namespace {

using testing::HasSubstr;

std::string problem(std::string_view json, AnalyzeLimits limits = {}) {
    const auto input = parse_analyze_input(json, limits);
    return input.ok() ? ""
                      : std::string(wire_name(input.error().code)) + ": " + input.error().message;
}

TEST(AnalyzeInput, TakesAllThreeFormsOfACrop) {  // PVP-1.2, V3
    const auto input = parse_analyze_input(
                           R"({"images": ["a.png", "sha256:0123456789abcdef", "c.png"],
                               "question": "what is the error?", "model": "openai/gpt-5-mini",
                               "reason": "to be sure",
                               "crop": [{"image_index": 0, "region": "top-left"},
                                        {"image_index": 1, "normalized":
                                          {"x": 0.5, "y": 0, "width": 0.25, "height": 1}},
                                        {"image_index": 2, "pixels":
                                          {"x": 10, "y": 20, "width": 30, "height": 40}}]})",
                           {}
    )
                           .value();

    EXPECT_EQ(input.images.size(), 3u);
    EXPECT_EQ(input.model, "openai/gpt-5-mini");
    EXPECT_EQ(input.reason, "to be sure");
    EXPECT_EQ(std::get<media::NamedRegion>(input.crops.at(0)).name, "top-left");
    EXPECT_EQ(
        std::get<media::NormalizedRect>(input.crops.at(1)), (media::NormalizedRect{0.5, 0, 0.25, 1})
    );
    EXPECT_EQ(
        std::get<media::RequestedPixels>(input.crops.at(2)),
        (media::RequestedPixels{10, 20, 30, 40})
    );
}

TEST(AnalyzeInput, TakesAPartByTheNameThatItsFenceGaveIt) {  // V2, V4
    const auto input =
        parse_analyze_input(
            R"({"images": ["sha256:01234567#crop:10,20,30,40", "sha256:89abcdef#crop:1,2,3,4",
                           "a#crop:1.png"],
                "question": "?", "crop": [{"image_index": 1, "region": "left"}]})",
            {}
        )
            .value();

    EXPECT_EQ(
        input.images,
        (std::vector<std::string>{"sha256:01234567", "sha256:89abcdef", "a#crop:1.png"})
    );
    EXPECT_EQ(
        std::get<media::RequestedPixels>(input.crops.at(0)),
        (media::RequestedPixels{10, 20, 30, 40})
    );
    EXPECT_EQ(std::get<media::NamedRegion>(input.crops.at(1)).name, "left");
    EXPECT_EQ(input.crops.size(), 2u);
    EXPECT_THAT(
        problem(R"({"images": ["sha256:01234567#crop:nonsense"], "question": "?"})"),
        HasSubstr("INVALID_INPUT")
    );
}

TEST(AnalyzeInput, SaysWhatIsWrong) {  // PVP-1.2, PVP-1.3
    EXPECT_THAT(problem("[]"), HasSubstr("one JSON object"));
    EXPECT_THAT(problem(R"({"question": "?"})"), HasSubstr("images must be a list of 1 to 10"));
    EXPECT_THAT(problem(R"({"images": [], "question": "?"})"), HasSubstr("images must be a list"));
    EXPECT_THAT(problem(R"({"images": [7], "question": "?"})"), HasSubstr("each of images"));
    EXPECT_THAT(problem(R"({"images": ["a"]})"), HasSubstr("question"));
    EXPECT_THAT(problem(R"({"images": ["a"], "question": "  "})"), HasSubstr("question"));
    EXPECT_THAT(
        problem(R"({"images": ["a"], "question": ")" + std::string(4001, 'x') + "\"}"),
        HasSubstr("4001 characters")
    );
    EXPECT_THAT(
        problem(R"({"images": ["a", "b"], "question": "?"})", {.max_images = 1}),
        HasSubstr("LIMIT_EXCEEDED")
    );
    EXPECT_THAT(problem(R"({"images": ["a"], "question": "?", "zoom": 2})"), HasSubstr("zoom"));
    const auto crop = [](const std::string& entry) {
        return problem(R"({"images": ["a"], "question": "?", "crop": [)" + entry + "]}");
    };
    EXPECT_THAT(crop(R"({"image_index": 0})"), HasSubstr("exactly one of"));
    EXPECT_THAT(
        crop(R"({"image_index": 0, "region": "top", "pixels": {}})"),
        HasSubstr("both region and pixels")
    );
    EXPECT_THAT(crop(R"({"image_index": 1, "region": "top"})"), HasSubstr("from 0 to 0"));
    EXPECT_THAT(crop(R"({"image_index": 0.5, "region": "top"})"), HasSubstr("whole number"));
    EXPECT_THAT(crop(R"({"image_index": 0, "region": "middle"})"), HasSubstr("middle"));
    EXPECT_THAT(crop(R"({"image_index": 0, "pixels": {"x": 1}})"), HasSubstr("\"y\""));
    EXPECT_THAT(
        crop(R"({"image_index": 0, "region": "top"}, {"image_index": 0, "region": "left"})"),
        HasSubstr("second crop for image 0")
    );
}

TEST(AnalyzeInput, OnePartOfOnePictureNeedsNoListAndNoIndex) {  // V3
    const auto crops = [](const std::string& crop, const std::string& images) {
        return parse_analyze_input(
            R"({"images": [)" + images + R"(], "question": "?", "crop": )" + crop + "}", {}
        );
    };

    EXPECT_EQ(crops(R"({"region": "top"})", R"("a")").value().crops.size(), 1u);
    EXPECT_EQ(crops(R"([{"region": "top"}])", R"("a")").value().crops.size(), 1u);
    EXPECT_EQ(
        crops(R"({"image_index": 1, "region": "top"})", R"("a", "b")").value().crops.count(1), 1u
    );
    EXPECT_FALSE(crops(R"({"region": "top"})", R"("a", "b")").ok());
}

TEST(AnalyzeInput, FourThousandCharactersOfAnyScriptAreAllowed) {  // PVP-1.2, X3
    std::string question;
    for (int i = 0; i < 4000; ++i) question += "図";

    EXPECT_EQ(problem(R"({"images": ["a"], "question": ")" + question + "\"}"), "");
}

TEST(AnalyzeTool, TellsOfCropsDimensionsAndOrigins) {  // PVP-1.2.3, PVP-1.10
    const auto tool = analyze_tool({.max_images = 7});

    EXPECT_EQ(tool.name, "analyze_image");
    for (const auto* words :
         {"\"region\": \"bottom-right\"",
          "\"normalized\": {",
          "\"pixels\": {",
          "crop_origin",
          "`width`, `height` and `filename`",
          "authoritative for the question"}) {
        EXPECT_THAT(tool.description, HasSubstr(words));
    }
    const auto schema = boost::json::parse(tool.input_schema);
    EXPECT_EQ(schema.at("properties").at("images").at("maxItems").as_int64(), 7);
    EXPECT_EQ(
        schema.at("properties")
            .at("crop")
            .at("items")
            .at("properties")
            .at("region")
            .at("enum")
            .as_array()
            .size(),
        13u
    );
}

class Analyze : public testing::Test {
protected:
    AnalyzeOutcome analyze(const AnalyzeInput& input) {
        return analyze_image(
            input,
            {.find = [](const std::string& name) -> Result<content::ImageBlock> {
                 if (name == "gone.png") {
                     return Error{ErrorCode::FileNotFound, "file not found: gone.png"};
                 }
                 return content::ImageBlock{
                     .source = content::BlobRef{sha256(as_bytes(name))},
                     .mime = "image/png",
                     .size = {3840, 2160},
                     .filename = name};
             },
             .look = [this](const DescribeRequest& request, const std::stop_token&)
                 -> Result<Description> {
                 asked_.push_back(request);
                 Description description;
                 description.fence = "<answer/>";
                 description.usage = {.input_tokens = 7, .output_tokens = 3};
                 return description;
             },
             .check_model = [this](const std::string& model) -> Result<void> {
                 if (model == "blind/one") {
                     return Error{ErrorCode::VisionNotSupported, "blind/one does not see"};
                 }
                 return {};
             }},
            {.model = "eyes/one"},
            {}
        );
    }

    static boost::json::object log_of(const AnalyzeOutcome& outcome) {
        return boost::json::parse(outcome.entries.at(0).body).as_object();
    }

    std::vector<DescribeRequest> asked_;
};

TEST_F(Analyze, CropsOfOneAreaComeToTheSamePixels) {  // PVP-1.2.1c, 1.6c
    analyze(
        {.images = {"a"},
         .question = "?",
         .crops = {{0, media::find_region("bottom-right").value()}}}
    );
    analyze(
        {.images = {"a"}, .question = "?", .crops = {{0, media::NormalizedRect{.5, .5, .5, .5}}}}
    );
    analyze(
        {.images = {"a"},
         .question = "?",
         .crops = {{0, media::RequestedPixels{1920, 1080, 1920, 1080}}}}
    );

    ASSERT_EQ(asked_.size(), 3u);
    for (const auto& request : asked_) {
        EXPECT_EQ(request.images[0].crop, (media::PixelRect{1920, 1080, 1920, 1080}));
    }
}

TEST_F(Analyze, SeveralPicturesAreOneCallWithoutHints) {  // PVP-2.2, PVP-2.5.4, PVP-X4
    analyze(
        {.images = {"a", "b"},
         .question = "which is newer?",
         .crops = {{1, media::find_region("top").value()}}}
    );

    ASSERT_EQ(asked_.size(), 1u);
    EXPECT_EQ(asked_[0].images.size(), 2u);
    EXPECT_FALSE(asked_[0].images[0].crop);
    EXPECT_EQ(asked_[0].images[1].crop, (media::PixelRect{0, 0, 3840, 1080}));
    EXPECT_EQ(asked_[0].hints, Hints::None);
}

TEST_F(Analyze, EveryCallIsLogged) {  // PVP-1.9, PVP-1.2.2, PVP-T1
    const auto outcome = analyze(
        {.images = {"a"},
         .question = "what?",
         .crops = {{0, media::find_region("top").value()}},
         .reason = "curious"}
    );

    const auto log = log_of(outcome);
    EXPECT_EQ(log.at("type").as_string(), "vision_proxy.tool_call");
    EXPECT_EQ(log.at("images").as_array().size(), 1u);
    EXPECT_EQ(log.at("question").as_string(), "what?");
    EXPECT_EQ(log.at("reason").as_string(), "curious");
    EXPECT_EQ(log.at("crop_form").as_string(), "region");
    EXPECT_EQ(
        log.at("crop_resolved_pixels").as_array().at(0), (boost::json::array{0, 0, 3840, 1080})
    );
    EXPECT_EQ(log.at("model").as_string(), "eyes/one");
    EXPECT_EQ(log.at("input_tokens").as_int64(), 7);
    EXPECT_FALSE(log.at("cache_hit").as_bool());
    EXPECT_TRUE(log.contains("latency_ms"));
    EXPECT_TRUE(log.contains("timestamp"));
}

TEST_F(Analyze, AModelCanBeNamedButMustSee) {  // PVP-1.4
    analyze({.images = {"a"}, .question = "?", .model = "other/two"});
    const auto refused = analyze({.images = {"a"}, .question = "?", .model = "blind/one"});

    ASSERT_EQ(asked_.size(), 1u);
    EXPECT_EQ(asked_[0].model, "other/two");
    EXPECT_THAT(refused.text, HasSubstr("VISION_NOT_SUPPORTED"));
}

TEST_F(Analyze, ACropOfNothingLooksAtNothing) {  // PVP-1.2.1n, 1.2.1p, 1.2.1c
    const auto outcome = analyze(
        {.images = {"a"},
         .question = "?",
         .crops = {{0, media::RequestedPixels{9000, 9000, 10, 10}}}}
    );

    EXPECT_TRUE(asked_.empty());
    EXPECT_THAT(outcome.text, HasSubstr("INVALID_INPUT"));
    EXPECT_EQ(log_of(outcome).at("error").as_string(), "INVALID_INPUT");
}

TEST_F(Analyze, AMissingFileIsToldToTheModel) {  // PVP-1.3
    const auto outcome = analyze({.images = {"gone.png"}, .question = "?"});

    EXPECT_THAT(outcome.text, HasSubstr("FILE_NOT_FOUND: file not found: gone.png"));
}

}  // namespace
}  // namespace fovea::proxy
