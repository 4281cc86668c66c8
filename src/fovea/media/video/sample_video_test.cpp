#include "fovea/media/video/sample_video.hpp"

#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/media/video/test_recordings.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

class SampleVideo : public ::testing::TestWithParam<const char*> {
protected:
    std::unique_ptr<sandbox::HelperPrograms> helpers_ = test_helpers();
    std::unique_ptr<PictureWorkers> workers_ =
        PictureWorkers::open({.program = test_paths::program("fovea-worker"), .workers = 1})
            .value();

    Result<Sampled> sample(const Bytes& file, const SampleRequest& request = {}) {
        const VideoReaders readers{
            [this] { return Result<sandbox::HelperPrograms*>(helpers_.get()); },
            [this] { return Result<PictureWorkers*>(workers_.get()); }};
        return sample_video(readers, copied(file), request);
    }
};
INSTANTIATE_TEST_SUITE_P(All, SampleVideo, ::testing::Values("mp4", "webm", "gif", "webp"));

TEST_P(SampleVideo, GivesTheSameFramesWhateverTheFormat) {  // M1, M10
    std::size_t told = 0;
    const auto sampled = sample(
        three_scenes(GetParam()), {.progress = [&](std::size_t done, std::size_t) { told = done; }}
    );

    ASSERT_TRUE(sampled.ok()) << sampled.error().message;
    const auto& [info, looked_at, frames, seen_until] = sampled.value();
    EXPECT_EQ(seen_until, std::nullopt);
    EXPECT_EQ(info.size, (PixelSize{160, 90}));
    EXPECT_EQ(info.duration, milliseconds(3000));
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[1].time, milliseconds(1000));
    EXPECT_EQ(frames[2].time, milliseconds(2000));
    EXPECT_EQ(told, 3U);
}

TEST_P(SampleVideo, KeepsToItsBudgetOfPixels) {
    const auto sampled = sample(three_scenes(GetParam()), {.max_pixels = 3 * 80 * 45});

    ASSERT_TRUE(sampled.ok()) << sampled.error().message;
    EXPECT_EQ(sampled.value().frames.front().size, (PixelSize{80, 45}));
}

TEST_P(SampleVideo, MakesASheetOfItsFrames) {  // M10
    const auto frames = sample(three_scenes(GetParam())).value().frames;

    const auto sheet = make_sheet(*workers_, frames, 200);

    ASSERT_TRUE(sheet.ok()) << sheet.error().message;
    EXPECT_GT(sheet.value().file.size(), 100U);
    EXPECT_EQ(make_sheet(*workers_, {}, 200).error().code, ErrorCode::InvalidInput);
}

TEST_P(SampleVideo, ATimeOutsideIsInvalidAndTheNextCallWorks) {
    const auto file = three_scenes(GetParam());

    EXPECT_EQ(sample(file, {.from = milliseconds(9000)}).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(sample(file, {.max_frames = 0}).error().code, ErrorCode::InvalidInput);
    EXPECT_TRUE(sample(file).ok());
}

}  // namespace
}  // namespace fovea::media
