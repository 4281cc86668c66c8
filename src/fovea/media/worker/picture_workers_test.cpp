// What becomes of a worker whose answers make no sense.
#include "fovea/media/worker/picture_workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::media {
namespace {

class PictureWorkersTest : public ::testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<PictureWorkers> workers_ =
        PictureWorkers::open({.program = test_paths::program("fovea-faulty-worker"), .workers = 1})
            .value();

    PictureJob begin(std::string_view deed) {
        auto job = workers_->begin().value();
        std::ranges::copy(as_bytes(deed), job.input().begin());
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

    EXPECT_TRUE(begin("good").prepare(4, {}).ok());
    EXPECT_EQ(
        begin("no picture").prepare(10, {}).error(), (Error{ErrorCode::DecodeFailed, "no picture"})
    );

    EXPECT_EQ(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, PreparingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto prepared = begin(GetParam()).prepare(GetParam().size(), {});

    EXPECT_EQ(prepared.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").prepare(4, {}).ok());
}

TEST_P(PictureWorkersLies, ComparingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto compared = begin(GetParam()).compare(1, GetParam().size() - 1, {});

    EXPECT_EQ(compared.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, FramingEndsALiar) {  // M11
    const auto pid = pid_of_the_next();

    const auto framed = begin(GetParam()).frame(GetParam().size(), {});

    EXPECT_EQ(framed.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
}

TEST_P(PictureWorkersLies, MeasuringTextEndsALiar) {  // M7, M11
    const auto pid = pid_of_the_next();

    const auto measured = begin(GetParam()).measure_text(GetParam().size(), {});

    EXPECT_EQ(measured.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_EQ(begin("good").measure_text(4, {}).value(), (TextDensity{1, 12}));
}

TEST_P(PictureWorkersLies, SamplingAnAnimationEndsALiar) {  // M10, M11
    const auto pid = pid_of_the_next();

    const auto sampled = begin(GetParam()).sample_animation(GetParam().size(), {});

    EXPECT_EQ(sampled.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").sample_animation(4, {}).ok());
}

TEST_P(PictureWorkersLies, DrawingASheetEndsALiar) {  // M10, M11
    const auto pid = pid_of_the_next();

    const auto sheet = begin(GetParam()).contact_sheet({.cells = {{GetParam().size(), ""}}});

    EXPECT_EQ(sheet.error().code, ErrorCode::DecodeFailed);
    EXPECT_NE(pid_of_the_next(), pid);
    EXPECT_TRUE(begin("good").contact_sheet({.cells = {{4, "0:00.0"}}}).ok());
}

}  // namespace
}  // namespace fovea::media
