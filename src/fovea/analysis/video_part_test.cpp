#include "fovea/analysis/test_analysis.hpp"
#include "fovea/media/video/test_recordings.hpp"

namespace fovea::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class VideoAnalysis : public AnalysisTest {
protected:
    static void SetUpTestSuite() {
        workers_ = media::PictureWorkers::open({.program = test_paths::program("fovea-worker"),
                                                .workers = 1})
                       .value();
    }
    static void TearDownTestSuite() { workers_.reset(); }

    void SetUp() override {
        AnalysisTest::SetUp();
        documents_->workers = [] { return Result<media::PictureWorkers*>(workers_.get()); };
    }
    Material video(const Bytes& file, std::string mime) {
        return {
            .kind = MaterialKind::Video,
            .source = originals_->put(file).value(),
            .mime = std::move(mime),
            .filename = "clip"};
    }
    static std::size_t pictures_in(const std::string& body) {
        std::size_t count = 0;
        for (auto at = body.find("\"image/"); at != body.npos; at = body.find("\"image/", at + 1)) {
            ++count;
        }
        return count;
    }

    static inline std::unique_ptr<media::PictureWorkers> workers_;
};

TEST_F(VideoAnalysis, AModelWithoutVideoSeesFramesWithTheirTimes) {  // T3, R1, ETH-23, ETH-26
    answer([](const auto&, auto) { return "It turns green [0:01.0] and never white [0:09.0]."; });
    const auto done =
        ask({.files = {video(media::three_scenes("mp4"), "video/mp4")}, .prompt = "When?"});

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(pictures_in(body(0)), 3u);
    const auto texts = texts_of(body(0));
    EXPECT_THAT(texts, HasSubstr("\"clip\", a recording of 0:03.0, as 3 frames"));
    EXPECT_THAT(texts, HasSubstr("At 0:00.0:"));
    EXPECT_THAT(texts, HasSubstr("At 0:01.0:"));
    EXPECT_EQ(
        done.value().citations,
        (std::vector<Citation>{{.file = 0, .time = std::chrono::milliseconds(1000)}})
    );
    EXPECT_EQ(done.value().usage.input_tokens, 100u);
}

TEST_F(VideoAnalysis, ARangeShowsOnlyWhatIsInIt) {  // T3
    answer([](const auto&, auto) { return "ok"; });
    const auto clip = video(media::three_scenes("webm"), "video/webm");
    const auto part =
        ask({.files = {clip}, .prompt = "?", .scope = {.from = std::chrono::milliseconds(1500)}});
    const auto outside =
        ask({.files = {clip}, .prompt = "?", .scope = {.from = std::chrono::seconds(60)}});

    ASSERT_TRUE(part.ok()) << problem(part);
    EXPECT_THAT(texts_of(body(0)), Not(HasSubstr("At 0:00")));
    EXPECT_THAT(problem(outside), StartsWith("INVALID_INPUT: "));
}

TEST_F(VideoAnalysis, FewPicturesBecomeOneSheet) {  // M10
    answer([](const auto&, auto) { return "ok"; });
    auto with = services();
    with.find_model = [this](const std::string& name, const std::stop_token&) {
        auto target = delivery::find_target(settings_, name);
        if (target.ok()) target.value().limits.max_images = 1;
        return target;
    };
    const auto done = analyze(
        {.files = {video(media::three_scenes("mp4"), "video/mp4")}, .prompt = "?"},
        with,
        stop_.get_token()
    );

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(pictures_in(body(0)), 1u);
    EXPECT_THAT(texts_of(body(0)), HasSubstr("row by row on one picture"));
}

TEST_F(VideoAnalysis, AnAnimationIsARecordingToo) {  // M1, M10
    answer([](const auto&, auto) { return "ok"; });
    const auto done =
        ask({.files = {video(media::three_scenes("gif"), "image/gif")}, .prompt = "?"});

    ASSERT_TRUE(done.ok()) << problem(done);
    EXPECT_EQ(pictures_in(body(0)), 3u);
}

TEST_F(VideoAnalysis, AnAddressThatOnlyModelsOpenIsForThoseThatDo) {  // T3, ETH-24
    answer([](const auto&, auto) { return "ok"; });
    const Material film{
        .kind = MaterialKind::Video,
        .source = content::UrlRef{"https://www.youtube.com/watch?v=1"}};

    EXPECT_THAT(
        problem(ask({.files = {film}, .prompt = "?"})), StartsWith("VIDEO_NOT_SUPPORTED: ")
    );
    EXPECT_EQ(asked(), 0u);
}

}  // namespace
}  // namespace fovea::analysis
