#include "fovea/mcp/server/tools/tools.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/mcp/server/answer_json.hpp"
#include "fovea/mcp/server/picture.hpp"
#include "fovea/mcp/server/resource.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <fstream>

#include "support/test_paths.hpp"

namespace fovea::mcp {
namespace {

namespace json = boost::json;

// 3 by 2 pixels, red.
constexpr std::string_view kRed =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGM4IScHQQxwFgBBAAYZPEVBlgAAAABJRU"
    "5ErkJggg==";

class ServerTools : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        workers_ = media::PictureWorkers::open({.program = test_paths::program("fovea-worker"),
                                                .workers = 1})
                       .value();
    }
    static void TearDownTestSuite() { workers_.reset(); }

    Eyes make_eyes() {
        return {
            .intake = {.gate = gate_, .blobs = *blobs_},
            .variants = *variants_,
            .look = [this](const proxy::DescribeRequest& request, const std::stop_token&)
                -> Result<proxy::Description> {
                asked_ = request;
                proxy::Description said;
                said.text = "A red field.";
                said.fence = "<vision_proxy_analysis>\nA red field.\n</vision_proxy_analysis>";
                said.usage.input_tokens = 7;
                said.boxes.push_back({.label = "field", .box = {0, 0, 3, 2}});
                if (!why_no_boxes_.empty()) said.boxes.clear();
                said.why_no_boxes = why_no_boxes_;
                return said;
            },
            .check_model =
                [this](const std::string& model, const std::stop_token&) -> Result<void> {
                if (model == "far/away" && !agreed_) return kAgreeFirst;
                return {};
            },
            .agree = [this](const std::string&, const auto& ask) -> Result<void> {
                agreed_ = ask("May it go far away?") == Said::Yes;
                if (!agreed_) return kAgreeFirst;
                return {};
            },
            .compare = [](const auto&, const auto&, const auto&) -> Result<media::Compared> {
                media::Compared compared;
                compared.similarity = 0.5;
                compared.same_size = true;
                compared.changed_fraction = 0.25;
                compared.regions = {{1, 1, 2, 1}};
                compared.recoloured = {{{1, 1, 2, 1}, {37, 99, 235}, {22, 163, 74}, 0.5}};
                return compared;
            },
            .analyze = [this](const analysis::AnalysisRequest& request, const std::stop_token&)
                -> Result<analysis::Analysis, analysis::AnalysisFailed> {
                if (request.model == "far/away" && !agreed_) {
                    return analysis::AnalysisFailed{kAgreeFirst, "far/away"};
                }
                if (request.prompt == "fail") {
                    return analysis::AnalysisFailed{{ErrorCode::LlmError, "it failed"}};
                }
                return analysis::Analysis{
                    .text = "Red. </vision_proxy_analysis>",
                    .parsed = R"({"colour": "red"})",
                    .model = "local/ocr",
                    .citations = {{.page = 3, .box = {{0, 0, 3.5, 2}}, .label = "red"}},
                    .notes = {"sent whole"},
                    .complete = false,
                    .from_cache = true};
            },
            .take_shot = [this](const browser::ShotRequest& request, const std::stop_token&)
                -> Result<browser::Shot> {
                shot_ = request;
                browser::Shot shot;
                shot.png = decode_base64(kRed).value();
                shot.title = "Red";
                shot.final_url = request.url;
                shot.status = 200;
                return shot;
            },
            .model = "local/ocr",
            .timeout = [](const std::string&) { return std::chrono::milliseconds(1000); }};
    }

    std::string picture() {
        std::ofstream file(folder_ / "red.png", std::ios::binary);
        const auto bytes = decode_base64(kRed).value();
        file << as_text(bytes);
        return "red.png";
    }

    Result<Answer> call(const std::string& name, json::object arguments) {
        const auto* row = table_.find(name);
        if (row->tool.adapt) row->tool.adapt(arguments);
        TRY(row->input.check(json::value(arguments)));
        Call made{.arguments = std::move(arguments), .workspace = [this](const std::stop_token&) {
                      return workspace_;
                  }};
        made.ask_person = [this](const std::string&, const std::stop_token&) { return says_; };
        auto answer = row->tool.run(made, {});
        if (answer.ok() && row->tool.output_schema) {
            const auto schema = JsonSchema::compile(json::value(*row->tool.output_schema)).value();
            const auto valid = schema.check(json::value(*answer.value().structured));
            EXPECT_TRUE(valid.ok()) << valid.error().message;
        }
        return answer;
    }

    static inline std::unique_ptr<media::PictureWorkers> workers_;
    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_ = store::FileBlobs::open(folder_ / "blobs").value();
    std::unique_ptr<context::KeptVariants> variants_ =
        context::KeptVariants::open(
            folder_ / "variants", *blobs_, context::prepare_in([] {
                return Result(workers_.get());
            })
        ).value();
    Result<std::shared_ptr<const ingest::Workspace>> workspace_ =
        std::make_shared<const ingest::Workspace>(
            ingest::Workspace::open({folder_.path().string()}).value()
        );
    store::ResultCache known_{{}};
    ingest::Gate gate_{
        .limits = {},
        .known = known_,
        .workers = [] { return Result(workers_.get()); },
        .stored = [this] { return Result(blobs_.get()); }};
    const Error kAgreeFirst{ErrorCode::ConsentRequired, "agree first"};
    Said says_ = Said::Nothing;  // the person
    bool agreed_ = false;
    std::string why_no_boxes_;
    proxy::DescribeRequest asked_;
    browser::ShotRequest shot_;
    Eyes eyes_ = make_eyes();
    ToolTable table_ = ToolTable::of(make_tools(eyes_)).value();
};

TEST_F(ServerTools, HaveSchemasThatHostsTake) {  // D7
    for (const auto& row : table_.rows()) {
        for (const auto* each : {"anyOf", "oneOf", "allOf"}) {
            EXPECT_FALSE(row.tool.input_schema.contains(each)) << row.tool.name;
        }
        EXPECT_EQ(row.tool.input_schema.at("type"), "object");
        const bool shows = row.tool.name == "view_image" || row.tool.name == "browser_screenshot";
        EXPECT_EQ(row.tool.output_schema.has_value(), !shows);
        EXPECT_GT(row.tool.description.size(), 100u);
    }
}

// They stand in each request of a host's model.
TEST_F(ServerTools, AreDefinedInLessThanEightKilobytes) {  // D7
    json::array listed;
    for (const auto& row : table_.rows()) listed.push_back(to_json(row.tool));

    EXPECT_LT(json::serialize(listed).size(), 8000u);
    // What a model has to know is there: arguments, their choices, and how parts are named.
    for (const auto& tool : listed) {
        const auto& whole = table_.find(tool.at("name").as_string())->tool.input_schema;
        const auto& shown = tool.at("inputSchema").at("properties").as_object();
        for (const auto& argument : whole.at("properties").as_object()) {
            ASSERT_TRUE(shown.contains(argument.key())) << tool.at("name") << argument.key();
        }
    }
    const auto& crop = listed[0].at("inputSchema").at("properties").at("crop").at("properties");
    EXPECT_EQ(crop.at("region").at("enum").as_array().size(), 13u);
    EXPECT_TRUE(crop.at("pixels").at("properties").as_object().contains("width"));
}

TEST_F(ServerTools, DescribeAPictureByPathHashAndDataUri) {  // D7
    const auto by_path = call("describe_image", {{"image", picture()}}).value();
    const std::string id(by_path.structured->at("images").at(0).at("id").as_string());
    const auto by_hash = call("describe_image", {{"image", id}}).value();
    const auto uri = "data:image/png;base64," + std::string(kRed);
    const auto by_data = call("describe_image", {{"image", uri}}).value();
    const auto file = "file://" + (folder_ / "red.png").string();
    const auto by_file = call("describe_image", {{"image", file}}).value();

    EXPECT_TRUE(by_path.text.starts_with("<vision_proxy_analysis>\nA red field."));
    EXPECT_EQ(by_path.structured->at("input_tokens"), 7);
    EXPECT_FALSE(by_path.structured->contains("boxes"));
    EXPECT_EQ(by_path.structured->at("images").at(0).at("filename"), "red.png");
    EXPECT_EQ(by_hash.structured->at("images").at(0).at("id"), json::value(id));
    EXPECT_EQ(by_data.structured->at("images").at(0).at("id"), json::value(id));
    EXPECT_EQ(by_file.structured, by_path.structured);
    EXPECT_EQ(by_path.links.at(0).uri, "fovea://image/" + id);
}

TEST_F(ServerTools, TakeAPartAloneAndAListOfOne) {  // D7, V3
    const json::object part{{"region", "left-half"}};
    const json::object numbered{{"image_index", 0}, {"region", "left-half"}};

    for (const json::value& crop :
         {json::value(part), json::value(json::array{part}), json::value(json::array{numbered})}) {
        asked_ = {};
        const json::object one{{"image", picture()}, {"crop", crop}};
        EXPECT_TRUE(call("describe_image", one).ok()) << crop;
        EXPECT_TRUE(asked_.images.at(0).crop.has_value()) << crop;
        EXPECT_TRUE(call("view_image", one).ok()) << crop;
        const json::object asked{{"images", {picture()}}, {"question", "what?"}, {"crop", crop}};
        EXPECT_TRUE(call("analyze_image", asked).ok()) << crop;
    }
    const json::object two{
        {"images", {picture(), picture()}}, {"question", "what?"}, {"crop", part}};
    EXPECT_EQ(call("analyze_image", two).error().code, ErrorCode::InvalidInput);
}

TEST_F(ServerTools, GiveBoxesAndPartsWhereTheyAreWanted) {  // D7, V3, V8
    const json::object pixels{{"x", 1}, {"y", 0}, {"width", 2}, {"height", 1}};
    const auto answer = call(
                            "describe_image",
                            {{"image", picture()}, {"boxes", true}, {"crop", {{"pixels", pixels}}}}
    ).value();

    EXPECT_EQ(answer.structured->at("boxes").at(0).at("box"), json::parse("[0, 0, 3, 2]"));
    EXPECT_EQ(asked_.images.at(0).crop, (media::PixelRect{1, 0, 2, 1}));
    EXPECT_EQ(asked_.boxes, proxy::Boxes::Wanted);
    const auto both = call(
        "view_image", {{"image", "red.png"}, {"crop", {{"pixels", pixels}, {"region", "top"}}}}
    );
    EXPECT_EQ(both.error().code, ErrorCode::InvalidInput);
}

TEST_F(ServerTools, SayHowToGetBoxesWhereTheModelIsNotAskedForThem) {  // V8
    why_no_boxes_ = "no bounding boxes: switch it on";

    const auto answer = call("describe_image", {{"image", picture()}, {"boxes", true}}).value();

    EXPECT_FALSE(answer.structured->contains("boxes"));
    EXPECT_EQ(
        answer.structured->at("notes"), json::parse(R"(["no bounding boxes: switch it on"])")
    );
    EXPECT_TRUE(answer.text.ends_with("</vision_proxy_analysis>\nno bounding boxes: switch it on"));
}

TEST_F(ServerTools, RefuseWhatMayNotBeSeen) {  // V7, V11, Q2
    picture();
    const auto code = [this](const std::string& name) {
        return call("describe_image", {{"image", name}}).error().code;
    };
    EXPECT_EQ(code("../red.png"), ErrorCode::FileNotFound);
    EXPECT_EQ(code("/etc/passwd"), ErrorCode::FileNotFound);
    EXPECT_EQ(code("file:///etc/passwd"), ErrorCode::FileNotFound);
    EXPECT_EQ(code("http://127.0.0.1/a.png"), ErrorCode::UrlBlocked);
    EXPECT_EQ(code("sha256:12345678"), ErrorCode::InvalidInput);
    EXPECT_EQ(code("sha256:" + std::string(64, '0')), ErrorCode::FileNotFound);
    EXPECT_EQ(
        call("describe_image", {{"image", "red.png"}, {"model", "far/away"}}).error().code,
        ErrorCode::ConsentRequired
    );
}

TEST_F(ServerTools, ThatSendPicturesAwayAskThePersonFirst) {  // V7
    picture();
    const std::vector<std::pair<std::string, json::object>> calls = {
        {"describe_image", {{"image", "red.png"}}},
        {"analyze_image", {{"images", json::array{"red.png"}}, {"question", "which?"}}},
        {"compare_images", {{"before", "red.png"}, {"after", "red.png"}, {"describe", true}}},
        {"vision_analyze", {{"file_path", "red.png"}, {"prompt", "which?"}}}};
    for (const auto& [name, given] : calls) {
        auto arguments = given;
        arguments["model"] = "far/away";
        agreed_ = false;
        for (const auto no : {Said::Nothing, Said::No}) {
            says_ = no;
            const auto refused = call(name, arguments);
            ASSERT_FALSE(refused.ok()) << name;
            EXPECT_EQ(refused.error().code, ErrorCode::ConsentRequired);
            EXPECT_NE(
                refused.error().message.find("fovea vision-proxy consent yes far"),
                std::string::npos
            ) << refused.error().message;
        }
        says_ = Said::Yes;
        EXPECT_TRUE(call(name, arguments).ok()) << name;
    }
}

TEST_F(ServerTools, AnswerAQuestionAboutSeveral) {  // D7, V2
    const auto answer = call(
                            "analyze_image",
                            {{"images", {picture(), "red.png"}},
                             {"question", "which colour?"},
                             {"crop", {json::object{{"image_index", 1}, {"region", "left-half"}}}}}
    ).value();

    EXPECT_EQ(asked_.question, "which colour?");
    ASSERT_EQ(asked_.images.size(), 2u);
    EXPECT_TRUE(asked_.images[1].crop.has_value());
    EXPECT_EQ(answer.structured->at("images").as_array().size(), 2u);
}

TEST_F(ServerTools, CompareTwoWithAndWithoutWords) {  // D7, M8
    const auto measured =
        call("compare_images", {{"before", picture()}, {"after", "red.png"}}).value();
    EXPECT_EQ(
        measured.text,
        "not identical; similarity 0.50 (perceptual); 25.00 % of the pixels changed, in 1 region "
        "(x1, y1, x2, "
        "y2):\n  [1, 1, 3, 2] blue #2563EB → green #16A34A"
    );
    EXPECT_EQ(
        measured.structured->at("colour_changes"),
        json::parse(R"([{"box":[1,1,3,2],"before":"#2563EB","after":"#16A34A","share":0.5}])")
    );
    EXPECT_EQ(measured.structured->at("changed"), json::parse("[[1, 1, 3, 2]]"));
    EXPECT_TRUE(asked_.images.empty());
    const auto told =
        call(
            "compare_images", {{"before", "red.png"}, {"after", "red.png"}, {"describe", true}}
        ).value();
    EXPECT_EQ(asked_.hints, proxy::Hints::Given);
    EXPECT_TRUE(told.text.ends_with("</vision_proxy_analysis>"));
    EXPECT_EQ(told.structured->at("similarity"), 0.5);
}

TEST_F(ServerTools, ShowAWebPageByTheRulesOfTheConfiguration) {  // D7, T1
    const auto answer =
        call("browser_screenshot", {{"url", "https://example.org/"}, {"scale", 2}}).value();

    EXPECT_FALSE(answer.structured.has_value());
    EXPECT_EQ(answer.picture.value().mime, "image/png");
    EXPECT_TRUE(answer.text.starts_with("image, sha256:")) << answer.text;
    EXPECT_NE(answer.text.find("title: Red\nurl: https://example.org/"), std::string::npos)
        << answer.text;
    EXPECT_EQ(shot_.scale, 2u);
    // No argument opens an origin.
    const auto opened = call("browser_screenshot", {{"url", "http://localhost/"}, {"allow", true}});
    EXPECT_EQ(opened.error().code, ErrorCode::InvalidInput);
}

TEST_F(ServerTools, ShowAPageOfTheRootsAndNoOther) {  // D7, V11
    std::ofstream(folder_ / "page.html") << "<h1>Sales</h1>";

    EXPECT_TRUE(call("browser_screenshot", {{"url", "page.html"}}).ok());
    EXPECT_EQ(shot_.local.value().html, "<h1>Sales</h1>");
    for (const auto* path : {"../page.html", "/etc/page.html", "none.html"}) {
        const auto refused = call("browser_screenshot", {{"url", path}});
        EXPECT_EQ(refused.error().code, ErrorCode::FileNotFound) << path;
    }
}

TEST_F(ServerTools, ShowAPictureAndNothingBesideIt) {  // D7
    const auto answer = call("view_image", {{"image", picture()}}).value();

    EXPECT_FALSE(answer.structured.has_value());
    ASSERT_TRUE(answer.picture.has_value());
    EXPECT_EQ(answer.picture->mime, "image/png");
    EXPECT_EQ(answer.picture->bytes, decode_base64(kRed).value());
    EXPECT_TRUE(answer.text.ends_with(": 3x2 pixels")) << answer.text;
}

TEST_F(ServerTools, AFileMayComeAsItsBytes) {  // D7, T2
    const auto answer =
        call("vision_analyze", {{"file_base64", kRed}, {"prompt", "which colour?"}});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().links.size(), 1u);

    const auto both = call(
        "vision_analyze", {{"file_base64", kRed}, {"file_path", picture()}, {"prompt", "which?"}}
    );
    EXPECT_EQ(both.error().code, ErrorCode::InvalidInput);
}

TEST_F(ServerTools, AFileThatHasNoPathNeedsNoWorkspace) {  // D7, T2
    workspace_ = Error{ErrorCode::FileNotFound, "no folder is open"};

    const auto bytes = call("vision_analyze", {{"file_base64", kRed}, {"prompt", "which colour?"}});
    EXPECT_TRUE(bytes.ok()) << bytes.error().message;
    const auto path = call("vision_analyze", {{"file_path", "red.png"}, {"prompt", "which?"}});
    EXPECT_EQ(path.error().message, "no folder is open");
}

TEST_F(ServerTools, AnalyzeFilesWithAnEnvelopeInAFence) {  // D7, T2, T4
    const auto answer =
        call("vision_analyze", {{"file_path", picture()}, {"prompt", "which colour?"}}).value();

    EXPECT_TRUE(answer.text.starts_with("<vision_proxy_analysis")) << answer.text;
    EXPECT_TRUE(answer.text.ends_with("\n</vision_proxy_analysis>"));
    EXPECT_EQ(answer.text.find("</vision_proxy_analysis>"), answer.text.rfind("</vision"));
    EXPECT_EQ(answer.structured->at("parsed"), json::parse(R"({"colour": "red"})"));
    EXPECT_EQ(answer.structured->at("text"), json::value(answer.text));
    EXPECT_EQ(answer.links.size(), 1u);
    const auto by_link =
        call("vision_analyze", {{"file_path", answer.links[0].uri}, {"prompt", "what?"}});
    EXPECT_TRUE(by_link.ok()) << by_link.error().message;
    const auto uri = "file://" + (folder_ / "red.png").string();
    EXPECT_TRUE(call("vision_analyze", {{"file_paths", {uri, uri}}, {"prompt", "what?"}}).ok());
    const auto outside =
        call("vision_analyze", {{"file_path", "/etc/passwd"}, {"prompt", "what?"}});
    EXPECT_EQ(outside.error().code, ErrorCode::FileNotFound);
    const auto failed = call("vision_analyze", {{"file_path", "red.png"}, {"prompt", "fail"}});
    EXPECT_EQ(failed.error().code, ErrorCode::LlmError);
    const auto neither = call("video_analyze", {{"prompt", "what?"}});
    EXPECT_EQ(neither.error().code, ErrorCode::InvalidInput);
}

TEST_F(ServerTools, GiveOriginalsAsResources) {  // D7
    const auto link = call("view_image", {{"image", picture()}}).value().links.at(0);

    const auto whole = read_resource(link.uri, eyes_, {}).value();
    const auto part = read_resource(link.uri + "?crop=p%3D0,0,1,1&max_edge=100", eyes_, {});

    EXPECT_EQ(whole.at("blob"), json::value(kRed));
    EXPECT_EQ(whole.at("mimeType"), "image/png");
    EXPECT_TRUE(part.ok()) << part.error().message;
    EXPECT_EQ(read_resource(link.uri + "?x=1", eyes_, {}).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(read_resource("file:///etc/passwd", eyes_, {}).error().code, ErrorCode::InvalidInput);
    const auto unknown = "fovea://image/sha256:" + std::string(64, '1');
    EXPECT_EQ(read_resource(unknown, eyes_, {}).error().code, ErrorCode::FileNotFound);
}

}  // namespace
}  // namespace fovea::mcp
