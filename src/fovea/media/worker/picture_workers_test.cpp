// What becomes of a worker whose answers make no sense.
#include "fovea/media/worker/picture_workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::media {
namespace {

const std::string kPngBegin = "\x89PNG\r\n\x1a\n";

class PictureWorkersTest : public ::testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<PictureWorkers> workers_ =
        PictureWorkers::open({.program = test_paths::program("fovea-faulty-worker"), .workers = 1})
            .value();

    // A file that begins as a PNG does, and goes on with what the worker is to do.
    static std::string file(std::string_view deed) { return kPngBegin + std::string(deed); }
    static std::size_t size(std::string_view deed) { return file(deed).size(); }

    PictureJob begin(std::string_view deed) {
        auto job = workers_->begin().value();
        std::ranges::copy(as_bytes(file(deed)), job.input().begin());
        return job;
    }
    pid_t pid_of_the_next() { return begin("").worker_pid(); }
};

using PictureWorkersLies = PictureWorkersTest;
INSTANTIATE_TEST_SUITE_P(
    All,
    PictureWorkersLies,
    ::testing::Values("cut", "longer", "silent", "boast"),
    [](const auto& deed) { return deed.param; }
);

TEST_F(PictureWorkersTest, KeepsAnHonestWorker) {
    const auto pid = pid_of_the_next();

    EXPECT_TRUE(begin("good").prepare(size("good"), {}).ok());
    EXPECT_EQ(
        begin("no picture").prepare(size("no picture"), {}).error(),
        (Error{ErrorCode::DecodeFailed, "no picture"})
    );

    EXPECT_EQ(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, PreparingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto prepared = begin(GetParam()).prepare(size(GetParam()), {});

    EXPECT_EQ(prepared.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").prepare(size("good"), {}).ok());
}

TEST_F(PictureWorkersTest, APictureThatCannotBeEndsALiar) {  // M11
    for (const auto* deed : {"another type", "giant", "many frames"}) {
        const auto pid = pid_of_the_next();
        const auto prepared = begin(deed).prepare(size(deed), {});
        EXPECT_EQ(prepared.error().code, ErrorCode::DecodeFailed) << deed;
        EXPECT_NE(pid_of_the_next(), pid) << deed;
    }
}

TEST_F(PictureWorkersTest, AThumbnailOfNoPixelsEndsALiar) {  // U2, M11
    const auto pid = pid_of_the_next();

    const auto made = begin("good").thumbnail(size("good"), {.limits = {}, .room = {8, 8}});

    EXPECT_EQ(made.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_F(PictureWorkersTest, WhatIsNoPictureIsHandedToNobody) {  // M11
    const auto pid = pid_of_the_next();
    {
        auto job = begin("script");
        const auto prepared = job.prepare(size("script"), {});
        ASSERT_TRUE(prepared.ok());
        EXPECT_EQ(job.result(prepared.value()).error().code, ErrorCode::DecodeFailed);
    }
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, ComparingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto compared = begin(GetParam()).compare(1, size(GetParam()) - 1, {});

    EXPECT_EQ(compared.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, FramingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto framed = begin(GetParam()).frame(size(GetParam()), {});

    EXPECT_EQ(framed.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, MeasuringTextEndsALiar) {  // M7, M11
    const auto pid = pid_of_the_next();

    const auto measured = begin(GetParam()).measure_text(size(GetParam()), {});

    EXPECT_EQ(measured.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_EQ(begin("good").measure_text(size("good"), {}).value(), (TextDensity{1, 12}));
}

TEST_P(PictureWorkersLies, SamplingAnAnimationEndsALiar) {  // M10, M11
    const auto pid = pid_of_the_next();

    const auto sampled = begin(GetParam()).sample_animation(size(GetParam()), {});

    EXPECT_EQ(sampled.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").sample_animation(size("good"), {}).ok());
}

TEST_P(PictureWorkersLies, DrawingASheetEndsALiar) {  // M10, M11
    const auto pid = pid_of_the_next();

    const auto sheet = begin(GetParam()).contact_sheet({.cells = {{size(GetParam()), ""}}});

    EXPECT_EQ(sheet.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").contact_sheet({.cells = {{size("good"), "0:00.0"}}}).ok());
}

}  // namespace
}  // namespace fovea::media
