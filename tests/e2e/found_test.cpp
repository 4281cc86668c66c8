// What once went wrong, at the real program's door.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/ingest_lines.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kFound = test_paths::source_dir() + "/tests/data/found/";
const std::string kPicture = test_paths::source_dir() + "/tests/data/png/rgb-8.png";
const std::string kFovea = test_paths::program("fovea");

class FoundFiles : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("fovea-found-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Finished shell(const std::string& script) {
        return run_program({"/bin/sh", "-c", "cd " + folder_.string() + " && " + script});
    }

    std::filesystem::path folder_;
};

TEST_F(FoundFiles, JpegsThatCannotBeTurnedLosslesslyAreEncodedAnew) {  // M4
    const auto run = ingest_json(
        {kFound + "jpeg-coefficient-over-1023.jpg", kFound + "jpeg-table-changes-between-scans.jpg"}
    );

    EXPECT_EQ(run.finished.exit_code, 0) << run.finished.out;
}

TEST_F(FoundFiles, GifFrameBeyondItsCanvasIsNotPassedOn) {  // M5
    const auto run = ingest_json({kFound + "gif-frame-beyond-canvas.gif"});

    const auto& prepared = run.lines.at(0).at("prepared").as_object();
    EXPECT_EQ(prepared.at("mime"), boost::json::value("image/png"));
    EXPECT_EQ(prepared.at("width").to_number<int>(), 10);
}

TEST_F(FoundFiles, BytesHiddenInAContainerHeaderAreRefused) {  // M5
    EXPECT_EQ(
        verdict_of(ingest_json({kFound + "webp-overlong-vp8x.webp"}).lines.at(0)), "DECODE_FAILED"
    );
}

TEST_F(FoundFiles, ActionsSayWhatChanged) {  // M5
    const auto run = ingest_json({kFound + "gif-no-trailer.gif"});

    const auto& actions = run.lines.at(0).at("prepared").as_object().at("actions").as_array();
    ASSERT_EQ(actions.size(), 1u);
    EXPECT_EQ(actions[0], boost::json::value("container_repaired"));
}

TEST_F(FoundFiles, LostOutputIsNotASuccess) {
    EXPECT_EQ(shell(kFovea + " ingest " + kPicture + " > /dev/full").exit_code, 1);
    EXPECT_EQ(shell(kFovea + " doctor --json > /dev/full").exit_code, 1);
    EXPECT_EQ(shell(kFovea + " ingest " + kPicture + " >&-").exit_code, 1);
    EXPECT_EQ(shell(kFovea + " ingest - <&-").exit_code, 2);  // nothing to read is an empty input
}

TEST_F(FoundFiles, AnyFileNameIsTakenAsItIs) {
    for (const std::string name :
         {"[z]", "[a.png,b.png]", "a\x80z", "line\nbreak", "-dash.png", "\x1b[31mred"}) {
        std::filesystem::copy_file(kPicture, folder_ / name);
        const auto path = name.starts_with("[") ? name : (folder_ / name).string();

        const auto finished = run_program(
            {"/bin/sh",
             "-c",
             "cd " + folder_.string() + " && exec \"$@\"",
             "sh",
             kFovea,
             "ingest",
             path}
        );
        const auto json = ingest_json({(folder_ / name).string()});

        EXPECT_EQ(finished.exit_code, 0) << name << finished.err;
        EXPECT_EQ(finished.out.find('\x1b'), std::string::npos);
        EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 1) << finished.out;
        EXPECT_EQ(verdict_of(json.lines.at(0)), "ok") << name;
    }
}

TEST_F(FoundFiles, ResultsArriveOneByOne) {
    // The second input waits for the first line to be read: this ends only if that line came at once.
    const auto finished = shell(
        "mkfifo out in && (" + kFovea + " ingest --json " + kPicture +
        " - < in > out &) && exec 3> in && exec 4< out && "
        "read line <&4 && cat " +
        kPicture + " >&3 && exec 3>&- && read second <&4 && echo done"
    );

    EXPECT_EQ(finished.out, "done\n");
}

TEST_F(FoundFiles, SettingsDoNotDependOnWhereOneStands) {  // O1
    std::filesystem::create_directories(folder_ / ".config/fovea");
    std::ofstream(folder_ / ".config/fovea/config.toml") << "[images]\nmax_edge = 16\n";

    const auto finished = shell("HOME= XDG_CONFIG_HOME= " + kFovea + " ingest " + kPicture);

    EXPECT_NE(finished.out.find("unchanged"), std::string::npos) << finished.out;
}

}  // namespace
}  // namespace fovea::testing
