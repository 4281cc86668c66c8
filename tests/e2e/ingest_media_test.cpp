// fovea ingest on documents and recordings.
#include "fovea/base/base64.hpp"
#include "fovea/media/pdf/test_pdf.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "support/clean_home.hpp"
#include "support/ingest_lines.hpp"
#include "support/live_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

const std::string kData = test_paths::source_dir() + "/tests/data/";

class IngestMedia : public ::testing::Test {
protected:
    CleanHome person_;

    std::string document(std::size_t pages) {
        return person_.write("project/report.pdf", as_text(media::numbered_pdf(pages)));
    }
    json::object ingest(
        std::vector<std::string> arguments, const std::string& path = "PATH=/usr/bin"
    ) {
        arguments.insert(arguments.begin(), {"ingest", "--json"});
        finished_ = person_.run(arguments, {path});
        return json::parse(split(finished_.out, '\n').at(0)).as_object();
    }
    std::string message_of(const json::object& line) {
        return std::string(line.at("error").as_object().at("message").as_string());
    }
    Finished finished_;
};

TEST_F(IngestMedia, TellsWhatADocumentIs) {  // M9, ETH-7, ETH-18, CAL-IMG-33
    const auto line = ingest({document(3)});

    EXPECT_EQ(finished_.exit_code, 0) << finished_.err;
    EXPECT_EQ(line.at("mime"), "application/pdf");
    EXPECT_EQ(line.at("pages"), 3);
    EXPECT_EQ(line.at("text"), (json::object{{"pages", "1-3"}, {"words", 15}}));
    EXPECT_EQ(line.at("page_size"), (json::array{612, 792}));
}

TEST_F(IngestMedia, WritesSixPagesOfThreeHundredAsPictures) {  // M9
    const auto folder = person_.path("project/pages").string();

    const auto line = ingest({document(300), "--pages", "120-125", "--out", folder});

    ASSERT_EQ(finished_.exit_code, 0) << finished_.out << finished_.err;
    const auto& pages = line.at("rendered").as_array();
    ASSERT_EQ(pages.size(), 6U);
    EXPECT_EQ(pages.front().as_object().at("page"), 120);
    const auto drawn = ingest({std::string(pages.front().as_object().at("path").as_string())});
    EXPECT_EQ(drawn.at("mime"), "image/png");
    EXPECT_EQ(drawn.at("height"), 1568);
}

TEST_F(IngestMedia, NamesTheRangeForAPageThatIsNotThereAndWorksAfterwards) {  // M9, T5
    const auto file = document(300);

    const auto refused = ingest({file, "--pages", "301"});

    EXPECT_EQ(finished_.exit_code, 2);
    EXPECT_EQ(verdict_of(refused), "INVALID_INPUT");
    EXPECT_EQ(message_of(refused), "no page 301: the document has pages 1 to 300");
    EXPECT_EQ(verdict_of(ingest({file, "--pages", "300"})), "ok");
}

TEST_F(IngestMedia, TellsLockedAndDamagedApart) {  // M9
    const auto helpers = media::test_helpers();
    const auto locked = media::locked_pdf(*helpers, media::numbered_pdf(1), "secret");

    const auto first = ingest({person_.write("project/locked.pdf", as_text(locked))});
    const auto second = ingest({person_.write("project/damaged.pdf", "%PDF-1.7\nnothing more")});

    EXPECT_EQ(verdict_of(first), "INVALID_INPUT");
    EXPECT_NE(message_of(first).find("encrypted"), std::string::npos);
    EXPECT_EQ(verdict_of(second), "DECODE_FAILED");
}

TEST_F(IngestMedia, ReadsStandardInputAndDataUrlsAsWell) {  // M9, M10, ETH-5
    const auto pdf = media::numbered_pdf(2);
    const auto video = read_whole_file(kData + "other/video.webm");

    const auto from_pipe = json::parse(run_fovea({"ingest", "--json", "-"}, as_text(pdf)).out);
    const auto recording = json::parse(run_fovea({"ingest", "--json", "-"}, video).out);
    std::string base64(base64_size(pdf.size()), '\0');
    ASSERT_TRUE(encode_base64(pdf, base64).ok());
    const auto from_url = ingest({"data:application/pdf;base64," + base64});

    EXPECT_EQ(from_pipe.at("pages"), 2);
    EXPECT_EQ(from_pipe.at("mime_corrected"), false);
    EXPECT_EQ(recording.at("mime"), "video/webm");
    EXPECT_EQ(from_url.at("sha256"), from_pipe.at("sha256"));
}

TEST_F(IngestMedia, EndsWithCtrlCWhileItWaitsForItsInput) {  // H5
    auto run = LiveProgram::start(
        {test_paths::program("fovea"), "ingest", "--json", kData + "png/rgb-8.png", "-"}
    );
    const auto first = run.read_line();

    run.send_signal(SIGINT);
    const auto second = run.read_line();  // its input is still open
    const auto done = run.finish();

    EXPECT_EQ(verdict_of(json::parse(first).as_object()), "ok");
    EXPECT_EQ(verdict_of(json::parse(second).as_object()), "CANCELLED");
    EXPECT_EQ(done.exit_code, 124) << done.out << done.err;
}

TEST_F(IngestMedia, LeavesNoPictureBehindWhereTheDiskIsFull) {  // M9, T5
    const auto file = document(3);
    const auto folder = person_.path("project/pages");

    // No file may grow beyond what the first page needs.
    const auto done = run_program(
        {"/bin/sh",
         "-c",
         "ulimit -f 4; trap '' XFSZ; exec \"$@\"",
         "sh",
         test_paths::program("fovea"),
         "ingest",
         "--json",
         file,
         "--max-edge",
         "4000",
         "--out",
         folder.string()}
    );

    EXPECT_EQ(done.exit_code, 2) << done.out << done.err;
    EXPECT_EQ(json::parse(done.out).at("error").at("code"), "STORE_ERROR");
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    EXPECT_EQ(verdict_of(ingest({file, "--out", folder.string()})), "ok");
}

TEST_F(IngestMedia, OpensARecordingThatIsLargerThanWhatIsReadIntoMemory) {  // M10
    const auto path = person_.write("project/long.mp4", read_whole_file(kData + "other/video.mp4"));
    constexpr std::uintmax_t kBytes = 300u << 20;
    std::filesystem::resize_file(path, kBytes);  // a hole, which takes no room

    const auto line = ingest({path});

    EXPECT_EQ(verdict_of(line), "ok") << finished_.out << finished_.err;
    EXPECT_EQ(line.at("bytes"), kBytes);
}

TEST_F(IngestMedia, WritesTheFramesOfARecordingWithTheirTimes) {  // M10
    const auto folder = person_.path("project/frames").string();

    for (const auto* name : {"video.mp4", "video.webm"}) {
        const auto line = ingest({kData + "other/" + name, "--out", folder});

        ASSERT_EQ(finished_.exit_code, 0) << finished_.out << finished_.err;
        EXPECT_EQ(line.at("width"), 48);
        EXPECT_EQ(line.at("height"), 32);
        EXPECT_EQ(line.at("frames"), 3);
        const auto& frames = line.at("sampled").as_array();
        ASSERT_GE(frames.size(), 1U);
        EXPECT_EQ(frames.front().as_object().at("time_s").to_number<double>(), 0);
        EXPECT_TRUE(
            std::filesystem::exists(std::string(frames.front().as_object().at("path").as_string()))
        );
    }
}

TEST_F(IngestMedia, NamesThePackageOfAMissingProgram) {  // O2, T5
    const auto line = ingest({document(1)}, "PATH=/dev/null/none");
    const auto video = ingest({kData + "other/video.mp4"}, "PATH=/dev/null/none");

    EXPECT_EQ(verdict_of(line), "PDF_NOT_SUPPORTED");
    EXPECT_EQ(message_of(line), "pdfinfo is not installed: apt install poppler-utils");
    EXPECT_EQ(verdict_of(video), "VIDEO_NOT_SUPPORTED");
    EXPECT_EQ(message_of(video), "ffprobe is not installed: apt install ffmpeg");
}

}  // namespace
}  // namespace fovea::testing
