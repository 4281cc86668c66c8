// The video functions together.
#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/media/transform/upright.hpp"
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
        (Error{ErrorCode::InvalidInput, "there is nothing at 9.0 s; the video goes from 0 to 3.0 s"}
        )
    );
    EXPECT_EQ(
        refusal_of(file, {.from = milliseconds(2000), .to = milliseconds(1000)}).code,
        ErrorCode::InvalidInput
    );
}

// A picture at 0, 5, 17 and 39 seconds and nothing between, as recorders of screens write it.
Bytes rare_pictures() {
    return made_by_ffmpeg(
        "-f lavfi -i testsrc=s=160x90:r=1:d=40 "
        "-vf 'select=eq(n\\,0)+eq(n\\,5)+eq(n\\,17)+eq(n\\,39)' -vsync passthrough",
        "mkv"
    );
}

TEST_F(VideoTest, ARangeBeginsWithWhatIsShownThen) {  // M10
    const auto file = rare_pictures();

    EXPECT_EQ(
        times(file, {.from = milliseconds(10'000), .to = milliseconds(15'000)}),
        (std::vector<milliseconds>{milliseconds(10'000)})
    );
    EXPECT_EQ(
        times(file, {.from = milliseconds(4'000), .to = milliseconds(20'000)}),
        (std::vector<milliseconds>{milliseconds(4'000), milliseconds(5'000), milliseconds(17'000)})
    );
}

TEST_F(VideoTest, TimeBeginsWithTheFileAlsoWhereSoundComesFirst) {  // M10
    const auto file = made_by_ffmpeg(
        "-f lavfi -i sine=d=8 -itsoffset 5 -f lavfi -i testsrc=s=160x90:r=5:d=3 "
        "-map 1:v -map 0:a -c:a pcm_s16le",
        "mkv"
    );

    const auto seen = times(file);

    EXPECT_EQ(probe_video(*helpers_, copied(file)).value().duration, milliseconds(8000));
    ASSERT_EQ(seen.size(), 15U);
    EXPECT_EQ(seen.front(), milliseconds(5000));
    EXPECT_EQ(seen.back(), milliseconds(7800));
    EXPECT_EQ(times(file, {.from = milliseconds(6900)}).size(), 6U);
}

TEST_F(VideoTest, ShortEventsOfALongRecordingAreSeen) {  // M10
    const auto file = made_by_ffmpeg(
        "-f lavfi -i color=c=black:s=160x90:r=10:d=300 -vf \""
        "drawbox=c=white:x=20:y=20:w=60:h=9:t=fill:enable='between(t,133.25,133.45)',"
        "drawbox=c=white:x=20:y=40:w=60:h=9:t=fill:enable='between(t,277.65,277.85)'\" "
        "-preset ultrafast",
        "mp4"
    );

    EXPECT_EQ(
        times(file),
        (std::vector<milliseconds>{
            milliseconds(0),
            milliseconds(133'300),
            milliseconds(133'500),
            milliseconds(277'700),
            milliseconds(277'900)})
    );
}

TEST_F(VideoTest, HdrLooksAsItDoesOnAScreen) {  // M10
    // Red, as bright as paper, by both ways of writing it.
    for (const auto* transfer : {"smpte2084", "arib-std-b67"}) {
        const auto file = made_by_ffmpeg(
            "-f lavfi -i color=red:s=64x64:r=5:d=1 -vf "
            "scale=out_color_matrix=bt709,format=yuv444p,setparams=colorspace=bt709:"
            "color_primaries=bt709:color_trc=bt709:range=tv,zscale=t=linear:npl=203,"
            "format=gbrpf32le,zscale=p=bt2020:m=bt2020nc:r=tv:npl=203:t=" +
                std::string(transfer) +
                ",format=yuv420p10le -color_primaries bt2020 -colorspace bt2020nc -color_trc " +
                transfer,
            "mp4"
        );

        const auto sampled = sample_frames(*helpers_, copied(file)).value();
        const auto decoded = decode_upright(sampled.frames.at(0).file, {}).value();
        const auto* pixel = decoded.picture.row(32) + std::size_t{32} * 3;

        EXPECT_EQ(decoded.picture.format(), PixelFormat::Rgb8);
        EXPECT_GT(pixel[0], 190) << transfer;
        EXPECT_LT(pixel[1], 40) << transfer;
        EXPECT_LT(pixel[2], 40) << transfer;
    }
}

TEST_F(VideoTest, TheStreamThatIsMeantIsTaken) {
    const auto file = made_by_ffmpeg(
        "-f lavfi -i color=red:s=64x64:d=1:r=5 -f lavfi -i color=green:s=32x32:d=3:r=5 "
        "-map 0 -map 1 -disposition:v:0 0 -disposition:v:1 default",
        "mkv"
    );

    const auto info = probe_video(*helpers_, copied(file)).value();

    EXPECT_EQ(info.size, (PixelSize{32, 32}));
    EXPECT_EQ(info.stream, 1U);
    EXPECT_FALSE(info.cut_short);
}

// A minute in which something moves all the time.
Bytes busy_recording() {
    return made_by_ffmpeg("-f lavfi -i testsrc2=s=640x360:r=30:d=60 -c:v mpeg4 -b:v 200k", "mp4");
}

// On a busy machine not even the first frame may come in time; then the error says so.
void expect_a_part(const Result<Sampled>& sampled, milliseconds longest) {
    if (!sampled.ok()) {
        EXPECT_EQ(sampled.error().code, ErrorCode::DecodeFailed);
        EXPECT_NE(sampled.error().message.find("takes longer"), std::string::npos)
            << sampled.error().message;
        return;
    }
    ASSERT_TRUE(sampled.value().seen_until.has_value());
    EXPECT_LT(*sampled.value().seen_until, longest);
    ASSERT_FALSE(sampled.value().frames.empty());
    EXPECT_LE(sampled.value().frames.back().time, *sampled.value().seen_until);
}

TEST_F(VideoTest, SaysUpToWhereItWasSeenWhenTheTimeForThatIsOver) {  // M10
    const auto file = copied(busy_recording());
    const VideoBudget budget{.looking = milliseconds(200), .taking = std::nullopt};

    const auto sampled = sample_frames(*helpers_, file, {.max_frames = 4, .budget = budget});

    expect_a_part(sampled, milliseconds(59'000));
}

TEST_F(VideoTest, GivesTheFramesForWhichThereWasTime) {  // M10
    const auto file = copied(busy_recording());
    const VideoBudget budget{.looking = std::nullopt, .taking = milliseconds(1)};

    const auto sampled = sample_frames(*helpers_, file, {.max_frames = 4, .budget = budget});

    expect_a_part(sampled, milliseconds(59'000));
    EXPECT_TRUE(!sampled.ok() || sampled.value().frames.size() < 4);
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
    const auto file = OpenFile::of(Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC))).value();
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
        const auto file = OpenFile::of(Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC))).value();
        const auto cut = [&](std::size_t, std::size_t) {
            std::filesystem::resize_file(path, left);
        };

        const auto sampled = sample_frames(*helpers_, file, {.progress = cut});

        ASSERT_FALSE(sampled.ok()) << left;
        EXPECT_EQ(sampled.error().code, ErrorCode::InvalidInput);
        EXPECT_THAT(sampled.error().message, HasSubstr("changed while it was read"));
    }
    std::filesystem::remove(path);
}

TEST_F(VideoTest, RefusesWhatIsNoVideo) {  // M1
    const auto sound = made_by_ffmpeg("-f lavfi -i sine=d=1 -c:a aac -brand mp42", "mp4");

    EXPECT_EQ(refusal_of({}).code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(refusal_of(numbered_pdf(1)).code, ErrorCode::UnsupportedFileType);
    EXPECT_EQ(
        refusal_of(sound),
        (Error{ErrorCode::UnsupportedFileType, "the file has only sound (aac), no video"})
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
                                                        .folders = "/dev/null"})
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

TEST(FrameTimes, NeverRunBackwardsAndStayWithTheirFrames) {
    EXPECT_EQ(
        read_frame_times(
            "Warning: using insecure memory!\nframe:0    pts:0 pts_time:0.5\nf=1\n"
            "frame:1 pts:1 pts_time:NOPTS\nframe:2 pts:2 pts_time:0.2\n"
            "frame:3 pts:[h264 @ 0x1] it is damaged\n2 pts_time:0.7\n"
            "frame:4 pts:4 pts_time:0.9\nframe:99 pts:4 pts_time:8\n",
            5
        ),
        (std::vector<milliseconds>{
            milliseconds(500),
            milliseconds(500),
            milliseconds(500),
            milliseconds(500),
            milliseconds(900)})
    );
}

}  // namespace
}  // namespace fovea::media
