#include "fovea/media/video/sample_animation.hpp"

#include "fovea/media/video/test_recordings.hpp"
#include "fovea/media/worker/picture_workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/test_paths.hpp"

namespace fovea::media {
namespace {

Bytes out_of(std::size_t size) {
    return Bytes(size);
}

std::vector<std::uint64_t> times(const Result<SampledAnimation>& sampled) {
    if (!sampled.ok()) {
        ADD_FAILURE() << sampled.error().message;
        return {};
    }
    std::vector<std::uint64_t> all;
    for (const auto& frame : sampled.value().frames) all.push_back(frame.time_ms);
    return all;
}

class SampleAnimation : public ::testing::TestWithParam<const char*> {
protected:
    Bytes file_ = three_scenes(GetParam());
    Bytes out_ = out_of(1u << 20);
};
INSTANTIATE_TEST_SUITE_P(Both, SampleAnimation, ::testing::Values("gif", "webp"));

TEST_P(SampleAnimation, FindsTheChangesOfScene) {  // M1, M10
    const auto sampled = sample_animation(file_, {}, out_);

    EXPECT_EQ(times(sampled), (std::vector<std::uint64_t>{0, 1000, 2000}));
    EXPECT_EQ(sampled.value().duration_ms, 3000U);
    EXPECT_EQ(sampled.value().frames.front().size, (PixelSize{160, 90}));
}

TEST_P(SampleAnimation, KeepsToItsBudgetAndItsTime) {
    const auto few = sample_animation(file_, {.max_frames = 2, .max_edge = 80}, out_);
    const auto part = sample_animation(file_, {.from_ms = 1500, .to_ms = 2500}, out_);

    EXPECT_EQ(times(few).size(), 2U);
    EXPECT_EQ(few.value().frames.front().size, (PixelSize{80, 45}));
    EXPECT_EQ(times(part).size(), 2U);
    EXPECT_EQ(
        sample_animation(file_, {.from_ms = 9000}, out_).error().code, ErrorCode::InvalidInput
    );
}

TEST_P(SampleAnimation, RefusesWhatIsCutShortOrTooMuch) {  // M4
    auto half = file_;
    half.resize(half.size() / 2);

    EXPECT_EQ(sample_animation(half, {}, out_).error().code, ErrorCode::DecodeFailed);
    EXPECT_EQ(
        sample_animation(file_, {.limits = {.max_pixels = 100}}, out_).error().code,
        ErrorCode::FileTooLarge
    );
    EXPECT_EQ(
        sample_animation(file_, {}, std::span(out_).first(50)).error().code, ErrorCode::FileTooLarge
    );
}

TEST_P(SampleAnimation, RunsInAWorkerAndItsFramesMakeASheet) {  // M10, M11
    const auto workers =
        PictureWorkers::open({.program = test_paths::program("fovea-worker"), .workers = 1})
            .value();
    auto job = workers->begin().value();
    std::ranges::copy(file_, job.input().begin());

    const auto sampled = job.sample_animation(file_.size(), {});
    ASSERT_TRUE(sampled.ok()) << sampled.error().message;
    const auto frames = job.frames(sampled.value()).value();
    SheetRequest request;
    auto* to = job.input().data();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        to = std::ranges::copy(frames[i], to).out;
        request.cells.push_back({frames[i].size(), time_label(sampled.value().frames[i].time_ms)});
    }
    const auto sheet = job.contact_sheet(request);

    ASSERT_TRUE(sheet.ok()) << sheet.error().message;
    EXPECT_EQ(sheet.value().size, (PixelSize{324, 206}));
    EXPECT_EQ(job.sheet(sheet.value()).value().size(), sheet.value().bytes);
}

TEST(SampleAnimationOf, AStillScreenIsOneFrame) {
    const auto file =
        made_by_ffmpeg("-f lavfi -i color=c=red:s=64x64:r=10:d=1 -gifflags -offsetting", "gif");
    auto out = out_of(1u << 20);

    EXPECT_EQ(times(sample_animation(file, {}, out)), (std::vector<std::uint64_t>{0}));
}

}  // namespace
}  // namespace fovea::media
