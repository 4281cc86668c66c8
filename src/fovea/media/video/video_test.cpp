// The video functions together.
#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/media/video/look_over.hpp"
#include "fovea/media/video/probe_lines.hpp"
#include "fovea/media/video/probe_video.hpp"
#include "fovea/media/video/sample_frames.hpp"
#include "fovea/media/video/test_recordings.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

class VideoTest : public ::testing::Test {
protected:
    std::unique_ptr<sandbox::HelperPrograms> helpers_ = test_helpers();

    std::vector<milliseconds> times(const Bytes& file, const SampleRequest& request = {}) {
        const auto sampled = sample_frames(*helpers_, copied(file), request);
        if (!sampled.ok()) {
            ADD_FAILURE() << sampled.error().message;
            return {};
        }
        std::vector<milliseconds> all;
        for (const auto& frame : sampled.value().frames) all.push_back(frame.time);
        return all;
    }
    Error refusal_of(const Bytes& file, const SampleRequest& request = {}) {
        const auto sampled = sample_frames(*helpers_, copied(file), request);
        return sampled.ok() ? Error{ErrorCode::Internal, "accepted"} : sampled.error();
    }
};

TEST_F(VideoTest, TellsLengthSizeAndCodecs) {  // M10
    const auto info = probe_video(
        *helpers_, copied(three_scenes("mp4", "-f lavfi -i sine=d=3 -map 3:a -c:a aac"))
    );
    const auto plain = probe_video(*helpers_, copied(three_scenes("mp4")));

    ASSERT_TRUE(plain.ok()) << plain.error().message;
    EXPECT_EQ(
        plain.value(),
        (VideoInfo{
            .container = VideoContainer::Mp4,
            .mime = "video/mp4",
            .duration = milliseconds(3000),
            .size = {160, 90},
            .frames = 30,
            .fps = 10,
            .codec = "h264"})
    );
}

TEST_F(VideoTest, FindsTheChangesOfScene) {  // M10
    for (const auto* extension : {"mp4", "webm", "mkv", "mov"}) {
        EXPECT_EQ(
            times(three_scenes(extension)),
            (std::vector<milliseconds>{milliseconds(0), milliseconds(1000), milliseconds(2000)})
        ) << extension;
    }
}

TEST_F(VideoTest, LooksAtATimeRangeAlone) {  // M10
    const auto file = three_scenes("mp4");

    EXPECT_EQ(
        times(file, {.from = milliseconds(1500), .to = milliseconds(2600)}),
        (std::vector<milliseconds>{milliseconds(1500), milliseconds(2000)})
    );
    EXPECT_EQ(
        refusal_of(file, {.from = milliseconds(9000)}),
        (Error{ErrorCode::InvalidInput, "there is nothing at 9.0 s; the video runs from 0 to 3.0 s"}
        )
    );
    EXPECT_EQ(
        refusal_of(file, {.from = milliseconds(2000), .to = milliseconds(1000)}).code,
        ErrorCode::InvalidInput
    );
}

TEST_F(VideoTest, KeepsToItsBudgetOfFramesAndPixels) {  // M10
    const auto file =
        made_by_ffmpeg("-f lavfi -i testsrc=d=4:s=320x180:r=10 -pix_fmt yuv420p", "mp4");

    const auto sampled =
        sample_frames(*helpers_, copied(file), {.max_frames = 5, .max_pixels = 5 * 160 * 90})
            .value();

    ASSERT_EQ(sampled.frames.size(), 5U);
    for (const auto& frame : sampled.frames) EXPECT_EQ(frame.size, (PixelSize{160, 90}));
}

TEST_F(VideoTest, ARecordingWithoutALengthIsMeasured) {
    const auto file = three_scenes("webm", "-live 1");

    EXPECT_EQ(probe_video(*helpers_, copied(file)).value().duration, milliseconds(3000));
    EXPECT_EQ(times(file).size(), 3U);
}

TEST_F(VideoTest, BrokenFilesAreDecodeFailedAndTheNextOneWorks) {  // M10
    const auto good = three_scenes("mp4");
    const Bytes half(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.size() / 2));
    Bytes head = good;
    head.resize(40);
    Bytes nonsense = good;
    for (std::size_t i = 32; i < nonsense.size(); ++i) nonsense[i] = std::byte(i * 31 % 251);

    for (const Bytes& file : {half, head, nonsense}) {
        EXPECT_EQ(refusal_of(file).code, ErrorCode::DecodeFailed) << file.size();
    }
    EXPECT_EQ(times(good).size(), 3U);
}

TEST_F(VideoTest, AFileIsLookedAtWhereItLies) {  // M10
    const auto path = std::filesystem::path(::testing::TempDir()) / "fovea-where-it-lies.mp4";
    const auto bytes = three_scenes("mp4");
    std::ofstream(path, std::ios::binary) << as_text(bytes);
    const auto file = OpenFile::of(sandbox::Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC))).value();
    std::filesystem::remove(path);  // what was opened is what is read

    const auto sampled = sample_frames(*helpers_, file);

    ASSERT_TRUE(sampled.ok()) << sampled.error().message;
    EXPECT_EQ(sampled.value().frames.size(), 3U);
}

TEST_F(VideoTest, AFileThatChangesMeanwhileIsAnErrorThatSaysSo) {  // M10
    const auto path = std::filesystem::path(::testing::TempDir()) / "fovea-that-changes.mp4";
    const auto bytes = three_scenes("mp4");
    for (const std::size_t left : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
        std::ofstream(path, std::ios::binary) << as_text(bytes);
        const auto file =
            OpenFile::of(sandbox::Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC))).value();
        const auto cut = [&](std::size_t, std::size_t) {
            std::filesystem::resize_file(path, left);
        };

        const auto sampled = sample_frames(*helpers_, file, {.progress = cut});

        ASSERT_FALSE(sampled.ok()) << left;
        EXPECT_EQ(sampled.error().code, ErrorCode::InvalidInput);
        EXPECT_THAT(sampled.error().message, HasSubstr("changed while it was looked at"));
    }
    std::filesystem::remove(path);
}

TEST_F(VideoTest, RefusesWhatIsNoVideo) {  // M1
    const auto sound = made_by_ffmpeg("-f lavfi -i sine=d=1 -c:a aac -brand mp42", "mp4");

    EXPECT_EQ(refusal_of({}).code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(refusal_of(numbered_pdf(1)).code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(
        refusal_of(sound),
        (Error{ErrorCode::UnsupportedFileType, "the file holds sound (aac) and no pictures"})
    );
}

TEST_F(VideoTest, RefusesTooManyBytesPixelsAndHours) {
    const auto file = three_scenes("mp4");

    EXPECT_EQ(refusal_of(file, {.limits = {.max_bytes = 100}}).code, ErrorCode::FileTooLarge);
    EXPECT_EQ(refusal_of(file, {.limits = {.max_pixels = 100}}).code, ErrorCode::FileTooLarge);
    EXPECT_EQ(
        refusal_of(file, {.limits = {.max_duration = std::chrono::seconds(1)}}).code,
        ErrorCode::FileTooLarge
    );
}

TEST_F(VideoTest, CanBeCancelled) {
    std::stop_source stop;
    stop.request_stop();

    EXPECT_EQ(
        sample_frames(*helpers_, copied(three_scenes("mp4")), {}, stop.get_token()).error().code,
        ErrorCode::Cancelled
    );
}

TEST_F(VideoTest, AMissingProgramIsNamedWithItsPackage) {  // O2
    const auto helpers = sandbox::HelperPrograms::open({.cage = test_paths::program("fovea-cage"),
                                                        .folders = "/nowhere"})
                             .value();

    EXPECT_EQ(
        probe_video(*helpers, copied(three_scenes("mp4"))).error(),
        (Error{ErrorCode::VideoNotSupported, "ffprobe is not installed: apt install ffmpeg"})
    );
}

TEST(ProbeLines, TurnsAndStretchesAsAPlayerWould) {
    ProbeLines lines;
    lines.take("packet|stream_index=1|pts_time=1.0|duration_time=0.5");
    lines.take(
        "stream|index=0|codec_name=mjpeg|codec_type=video|width=9|height=9|"
        "disposition:attached_pic=1"
    );
    lines.take(
        "stream|index=1|codec_name=h264|codec_type=video|width=720|height=576|"
        "sample_aspect_ratio=16:15|avg_frame_rate=2/1|side_data|rotation=-90"
    );

    const auto info = lines.finish({});

    ASSERT_TRUE(info.ok()) << info.error().message;
    EXPECT_EQ(info.value().size, (PixelSize{576, 768}));
    EXPECT_EQ(info.value().stream, 1U);
    EXPECT_EQ(info.value().duration, milliseconds(500));
}

TEST(ProbeLines, SurvivesNonsense) {
    ProbeLines lines;
    for (const auto* line :
         {"",
          "|||",
          "packet|pts_time=nan",
          "packet|stream_index=-1|pts_time=1e308",
          "stream",
          "stream|width=-5|height=1e99|sample_aspect_ratio=0:0",
          "format|duration=inf"}) {
        lines.take(line);
    }
    EXPECT_FALSE(lines.finish({}).ok());
}

TEST(FrameTimes, NeverRunBackwards) {
    EXPECT_EQ(
        read_frame_times("Warning: using insecure memory!\nframe:0 pts:0 pts_time:0.5\nf=1\n"
                         "frame:1 pts:1 pts_time:NOPTS\nframe:2 pts:2 pts_time:0.2\n"),
        (std::vector<milliseconds>(3, milliseconds(500)))
    );
}

}  // namespace
}  // namespace fovea::media
