// The real program over the pictures in tests/data.
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "support/ingest_lines.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kData = test_paths::source_dir() + "/tests/data/";

class IngestCommand : public ::testing::Test {
protected:
    void SetUp() override {
        out_ = std::filesystem::temp_directory_path() / ("fovea-e2e-" + std::to_string(::getpid()));
        std::filesystem::remove_all(out_);
    }
    void TearDown() override { std::filesystem::remove_all(out_); }

    std::filesystem::path out_;
};

struct Case {
    std::string path;
    std::map<std::string, std::string> expected;
};

// Documents and videos have tests of their own: they are refused only where pictures are wanted.
std::vector<Case> cases() {
    std::vector<Case> all;
    for (auto& row : read_table(kData + "manifest.tsv")) {
        if (row["mime"] == "application/pdf" || row["mime"].starts_with("video/")) continue;
        all.push_back({kData + row["path"], row});
    }
    return all;
}

std::vector<std::string> paths_with(const std::string& verdict) {
    std::vector<std::string> paths;
    for (const auto& one : cases()) {
        if (one.expected.at("verdict") == verdict) paths.push_back(one.path);
    }
    return paths;
}

std::string number(const boost::json::object& line, const char* key) {
    return std::to_string(line.at(key).to_number<std::int64_t>());
}

// M1 M2 M3 M4 CAL-IMG-7 CAL-IMG-11 CAL-IMG-12 CAL-IMG-13 ETH-18 PVP-M1
TEST_F(IngestCommand, GivesEveryTestPictureTheVerdictOfTheManifest) {
    const auto all = cases();
    ASSERT_GT(all.size(), 200u);
    std::vector<std::string> paths;
    for (const auto& one : all) paths.push_back(one.path);

    const auto run = ingest_json(paths);

    EXPECT_EQ(run.finished.exit_code, 2);  // some are bad
    ASSERT_EQ(run.lines.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& line = run.lines[i];
        const auto& expected = all[i].expected;
        EXPECT_EQ(line.at("input").as_string(), all[i].path);
        EXPECT_EQ(verdict_of(line), expected.at("verdict"))
            << all[i].path << " " << boost::json::serialize(line);
        if (verdict_of(line) != "ok") continue;
        EXPECT_EQ(std::string(line.at("mime").as_string()), expected.at("mime")) << all[i].path;
        EXPECT_EQ(number(line, "width"), expected.at("width")) << all[i].path;
        EXPECT_EQ(number(line, "height"), expected.at("height")) << all[i].path;
        EXPECT_EQ(number(line, "frames"), expected.at("frames")) << all[i].path;
    }
}

TEST_F(IngestCommand, ExitsWithZeroWhenAllSucceed) {  // H5
    const auto run = ingest_json({kData + "png/rgb-8.png"});

    EXPECT_EQ(run.finished.exit_code, 0);
    EXPECT_EQ(run.finished.err, "");
}

TEST_F(IngestCommand, SamePictureHasOneNameWhateverItsFileIsCalled) {  // CAL-IMG-19, S1, M2
    std::filesystem::create_directories(out_);
    std::filesystem::copy_file(kData + "png/rgb-8.png", out_ / "copy.jpg");

    const auto run = ingest_json({kData + "png/rgb-8.png", (out_ / "copy.jpg").string()});

    ASSERT_EQ(run.lines.size(), 2u);
    EXPECT_EQ(run.lines[0].at("sha256"), run.lines[1].at("sha256"));
    EXPECT_EQ(run.lines[0].at("mime_corrected"), boost::json::value(false));
    EXPECT_EQ(run.lines[1].at("mime_corrected"), boost::json::value(true));
    EXPECT_EQ(run.lines[1].at("mime"), boost::json::value("image/png"));
}

TEST_F(IngestCommand, PictureThatFitsAndCarriesNothingLeavesByteForByte) {  // M5
    const auto run = ingest_json(
        {kData + "png/rgb-8.png", kData + "jpeg/baseline-420.jpg", kData + "gif/still.gif"},
        {"--out", out_.string()}
    );

    ASSERT_EQ(run.lines.size(), 3u);
    for (const auto& line : run.lines) {
        const auto& prepared = line.at("prepared").as_object();
        EXPECT_TRUE(prepared.at("actions").as_array().empty()) << boost::json::serialize(line);
        EXPECT_EQ(prepared.at("sha256"), line.at("sha256"));
        EXPECT_EQ(
            read_whole_file(std::string(prepared.at("path").as_string())),
            read_whole_file(std::string(line.at("input").as_string()))
        );
    }
}

TEST_F(IngestCommand, NoOutputCarriesMetadata) {  // M5, CAL-IMG-7
    const auto paths = paths_with("ok");

    const auto run = ingest_json(paths, {"--out", out_.string()});

    EXPECT_EQ(run.finished.exit_code, 0) << run.finished.err;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(out_)) {
        ++files;
        const auto bytes = read_whole_file(entry.path());
        for (const char* trace :
             {"Exif",
              "eXIf",
              "EXIF",
              "GPS",
              "ns.adobe.com/xap",
              "xpacket",
              "tEXt",
              "zTXt",
              "iTXt",
              "ICC_PROFILE",
              "alert(",
              "PK\x03\x04"}) {
            EXPECT_EQ(bytes.find(trace), std::string::npos) << entry.path() << " has " << trace;
        }
    }
    EXPECT_GT(files, 50u);
}

TEST_F(IngestCommand, PreparingAPreparedPictureChangesNothing) {  // M5
    ingest_json(paths_with("ok"), {"--out", out_.string()});
    std::vector<std::string> prepared;
    for (const auto& entry : std::filesystem::directory_iterator(out_))
        prepared.push_back(entry.path());

    const auto again = ingest_json(prepared);

    EXPECT_EQ(again.finished.exit_code, 0);
    for (const auto& line : again.lines) {
        EXPECT_EQ(line.at("prepared").as_object().at("sha256"), line.at("sha256"))
            << boost::json::serialize(line);
    }
}

TEST_F(
    IngestCommand, OverLargePicturesAreScaledDownAndSaySo
) {  // M5, CAL-IMG-15, CAL-IMG-16, CAL-IMG-17
    const auto json_run = ingest_json({kData + "png/rgb-8.png"}, {"--max-edge", "16"});
    const auto text_run = run_fovea({"ingest", "--max-edge", "16", kData + "png/rgb-8.png"});

    const auto& prepared = json_run.lines.at(0).at("prepared").as_object();
    EXPECT_EQ(number(prepared, "width"), "16");
    EXPECT_EQ(number(prepared, "height"), "10");
    EXPECT_TRUE(prepared.at("downscaled").as_bool());
    EXPECT_NE(json_run.finished.err.find("warning: "), std::string::npos) << json_run.finished.err;
    EXPECT_NE(json_run.finished.err.find("downscaled from 33x21 to 16x10"), std::string::npos)
        << json_run.finished.err;
    EXPECT_NE(text_run.out.find("[downscaled to 48 %]"), std::string::npos) << text_run.out;
}

TEST_F(
    IngestCommand, BytesOverTheCapAreReEncodedBeforeAnythingIsScaled
) {  // CAL-IMG-14, CAL-IMG-15
    const auto run = ingest_json({kData + "sample/screenshot.png"}, {"--max-bytes", "72000"});

    const auto& prepared = run.lines.at(0).at("prepared").as_object();
    EXPECT_GT(run.lines.at(0).at("bytes").to_number<std::int64_t>(), 72000);
    EXPECT_LE(prepared.at("bytes").to_number<std::int64_t>(), 72000);
    EXPECT_FALSE(prepared.at("downscaled").as_bool());
}

TEST_F(IngestCommand, EightOrientationsBecomeOnePicture) {  // M4
    std::vector<std::string> paths;
    for (int i = 1; i <= 8; ++i)
        paths.push_back(kData + "jpeg/orientation-" + std::to_string(i) + ".jpg");

    const auto run = ingest_json(paths, {"--out", out_.string()});

    std::set<std::string> pixels;
    for (const auto& line : run.lines) {
        const auto file =
            read_whole_file(std::string(line.at("prepared").as_object().at("path").as_string()));
        const auto decoded = media::decode_upright(as_bytes(file), {});
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        const auto& picture = decoded.value().picture;
        std::string all;
        for (std::uint32_t y = 0; y < picture.size().height; ++y) {
            all.append(reinterpret_cast<const char*>(picture.row(y)), picture.stride());
        }
        pixels.insert(all);
    }
    EXPECT_EQ(run.lines.size(), 8u);
    EXPECT_EQ(pixels.size(), 1u);
}

TEST_F(IngestCommand, ConfigurationSetsTheCaps) {  // CAL-IMG-18, ETH-19
    std::filesystem::create_directories(out_);
    const auto config = (out_ / "config.toml").string();
    const auto write = [&](const char* text) {
        std::filesystem::remove(config);
        FILE* file = std::fopen(config.c_str(), "w");
        std::fputs(text, file);
        std::fclose(file);
    };
    write("[images]\nmax_edge = 20\n");
    const auto smaller = ingest_json({kData + "png/rgb-8.png"}, {"--config", config});
    write("[images]\nmax_edge = 20\ndownscale = false\n");
    const auto refused = ingest_json({kData + "png/rgb-8.png"}, {"--config", config});
    write("[images]\nmax_edgy = 20\n");
    const auto broken = run_fovea({"ingest", "--config", config, kData + "png/rgb-8.png"});

    EXPECT_EQ(number(smaller.lines.at(0).at("prepared").as_object(), "width"), "20");
    EXPECT_EQ(verdict_of(refused.lines.at(0)), "FILE_TOO_LARGE");
    EXPECT_EQ(broken.exit_code, 78);
    EXPECT_NE(broken.err.find("did you mean images.max_edge?"), std::string::npos) << broken.err;
}

TEST_F(IngestCommand, ReadsStandardInput) {
    const auto bytes = read_whole_file(kData + "png/rgb-8.png");

    const auto finished = run_fovea({"ingest", "--json", "-"}, bytes);

    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_NE(finished.out.find("\"mime\":\"image/png\""), std::string::npos) << finished.out;
    EXPECT_EQ(run_fovea({"ingest", "-", "-"}).exit_code, 64);
    EXPECT_EQ(run_fovea({"ingest", "--json", "-"}, "").exit_code, 2);
}

TEST_F(IngestCommand, RefusesWhatItDoesNotTakeWithACodeAndAWayOut) {  // T5, M1, CAL-IMG-33
    const auto run = ingest_json(
        {"http://example.org/a.png", kData + "missing.png", kData, kData + "other/text.gz"}
    );

    ASSERT_EQ(run.lines.size(), 4u);
    EXPECT_EQ(run.finished.exit_code, 2);
    EXPECT_EQ(verdict_of(run.lines[0]), "URL_BLOCKED");
    EXPECT_EQ(verdict_of(run.lines[1]), "FILE_NOT_FOUND");
    EXPECT_EQ(verdict_of(run.lines[2]), "INVALID_INPUT");
    EXPECT_EQ(verdict_of(run.lines[3]), "UNSUPPORTED_FILE_TYPE");
    EXPECT_NE(
        std::string(run.lines[3].at("error").as_object().at("message").as_string()).find("gzip"),
        std::string::npos
    );
    EXPECT_EQ(
        run.lines[3].at("error").as_object().at("class"), boost::json::value("input_invalid")
    );
}

TEST_F(IngestCommand, WrongUsageIsExit64AndTeaches) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"ingest"},
          {"ingest", "--crop", "middle", "a.png"},
          {"ingest", "--max-edge", "0", "a.png"},
          {"ingest", "--for", "no-such-model", "a.png"},
          {"frobnicate"},
          {"ingest", "--no-sandbox", "a.png"}}) {
        const auto finished = run_fovea(arguments);

        EXPECT_EQ(finished.exit_code, 64);
        EXPECT_EQ(finished.out, "");
        EXPECT_NE(finished.err, "");
    }
    EXPECT_EQ(run_fovea({"--help"}).exit_code, 0);
    EXPECT_EQ(run_fovea({"--version"}).exit_code, 0);
}

TEST_F(IngestCommand, CropsTheUprightPictureInThreeForms) {  // V3, M7
    for (const char* crop : {"r=top-left", "n=0,0,0.5,0.5", "p=0,0,24,16"}) {
        const auto run = ingest_json(
            {kData + "jpeg/orientation-6.jpg"}, {"--crop", crop, "--out", out_.string()}
        );

        ASSERT_EQ(run.lines.size(), 1u);
        const auto& prepared = run.lines[0].at("prepared").as_object();
        EXPECT_EQ(number(prepared, "width"), "24") << crop;
        EXPECT_EQ(number(prepared, "height"), "16") << crop;
    }
}

TEST_F(IngestCommand, BombsBesideAGoodPictureDoNotHurtIt) {  // M11
    std::vector<std::string> inputs;
    for (int i = 0; i < 20; ++i) {
        inputs.push_back(
            kData + (i % 2 == 0 ? "bad/jpeg-1500-scans.jpg" : "bad/png-declares-4-gigapixels.png")
        );
    }
    inputs.insert(inputs.begin() + 10, kData + "png/rgb-8.png");

    const auto run = ingest_json(inputs);

    ASSERT_EQ(run.lines.size(), 21u);
    for (std::size_t i = 0; i < run.lines.size(); ++i) {
        EXPECT_EQ(verdict_of(run.lines[i]) == "ok", i == 10)
            << boost::json::serialize(run.lines[i]);
    }
}

TEST_F(IngestCommand, FitsToAModel) {  // M5, K1
    const auto run = ingest_json({kData + "png/rgb-8.png"}, {"--for", "claude-sonnet-4-6"});

    EXPECT_EQ(run.finished.exit_code, 0) << run.finished.err;
}

TEST_F(IngestCommand, EstimatesTokensByRule) {  // K2, CAL-IMG-31
    const auto run = ingest_json({kData + "png/rgb-8.png"});

    const auto& tokens = run.lines.at(0).at("estimated_tokens").as_object();
    EXPECT_EQ(tokens.at("default").to_number<int>(), 1);  // 33 * 21 / 750, rounded up
    EXPECT_GT(tokens.size(), 5u);
}

}  // namespace
}  // namespace fovea::testing
