// Our decoders and our resizing against somebody else's: Pillow, run as a program.
#include "fovea/media/image/decode.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/transform/resize.hpp"
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "support/ingest_lines.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kData = test_paths::source_dir() + "/tests/data/";
const std::string kPillow = test_paths::source_dir() + "/tests/oracle/pillow.py";

class Oracle : public ::testing::Test {
protected:
    void SetUp() override {
        raw_ = std::filesystem::temp_directory_path() /
               ("fovea-oracle-" + std::to_string(::getpid()) + ".raw");
    }
    void TearDown() override { std::filesystem::remove(raw_); }

    // Upright RGBA bytes as Pillow sees them; empty when Pillow cannot read the file.
    std::string pillow(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"/usr/bin/python3", kPillow});
        arguments.push_back(raw_.string());
        const auto finished = run_program(arguments);
        return finished.exit_code == 0 ? read_whole_file(raw_) : "";
    }

    std::filesystem::path raw_;
};

std::string to_rgba(const media::Picture& picture) {
    std::string bytes;
    const auto size = picture.size();
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const std::uint8_t* row = picture.row(y);
        for (std::uint32_t x = 0; x < size.width; ++x) {
            const unsigned channels = media::bytes_per_pixel(picture.format());
            const std::uint8_t* pixel = row + std::size_t{x} * channels;
            for (unsigned c = 0; c < 3; ++c)
                bytes.push_back(static_cast<char>(channels == 1 ? pixel[0] : pixel[c]));
            bytes.push_back(static_cast<char>(channels == 4 ? pixel[3] : 255));
        }
    }
    return bytes;
}

struct Difference {
    int worst = 0;
    double mean = 0;
};

// Colours under a fully transparent pixel are nobody's business.
Difference difference(const std::string& ours, const std::string& theirs) {
    Difference found;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < ours.size(); i += 4) {
        if (ours[i + 3] == 0 && theirs[i + 3] == 0) continue;
        for (std::size_t c = 0; c < 4; ++c) {
            const int delta = std::abs(
                static_cast<unsigned char>(ours[i + c]) - static_cast<unsigned char>(theirs[i + c])
            );
            found.worst = std::max(found.worst, delta);
            sum += static_cast<std::uint64_t>(delta);
        }
    }
    found.mean = ours.empty() ? 0 : double(sum) / double(ours.size());
    return found;
}

// How far apart two right decoders may be: exact for lossless formats; a rounding or two where
// colours are converted or chroma is interpolated.
int tolerance_for(const std::string& path) {
    if (path.find("icc") != path.npos || path.find("gamma") != path.npos) return 4;
    if (path.find("cmyk") != path.npos || path.find("ycck") != path.npos) return 3;
    if (path.find("-16") != path.npos) return 1;
    return path.starts_with("webp") ? 2 : 1;
}

// Where Pillow itself is wrong, checked against ImageMagick: it forgets a transparent grey or a
// colour key of more than 8 bits, ignores gAMA, inverts every CMYK, and grows the canvas of a GIF
// or fills it.
bool pillow_is_wrong(const std::string& path) {
    static const std::set<std::string> known = {
        "png/grey-1-trns.png",
        "png/grey-2-trns.png",
        "png/grey-4-trns.png",
        "png/grey-16-trns.png",
        "png/rgb-16-trns.png",
        "png/with-gamma-linear.png",
        "jpeg/cmyk-plain.jpg",
        "gif/offset-still.gif",
        "gif/beyond-canvas.gif",
        "gif/first-frame-partial.gif"};
    return known.contains(path);
}

TEST_F(Oracle, DecodersAgreeWithPillow) {  // M4, CAL-IMG-12
    int compared = 0;
    for (auto& row : read_table(kData + "manifest.tsv")) {
        if (row["verdict"] != "ok" || row["path"].starts_with("bad/") ||
            pillow_is_wrong(row["path"]))
            continue;
        const auto theirs = pillow({"decode", kData + row["path"]});
        if (theirs.empty()) continue;  // forms that Pillow refuses
        const auto file = read_whole_file(kData + row["path"]);

        const auto ours = media::decode_upright(as_bytes(file), {});

        ASSERT_TRUE(ours.ok()) << row["path"] << ": " << ours.error().message;
        const auto rgba = to_rgba(ours.value().picture);
        ASSERT_EQ(rgba.size(), theirs.size()) << row["path"];
        EXPECT_LE(difference(rgba, theirs).worst, tolerance_for(row["path"])) << row["path"];
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

TEST_F(Oracle, ResizingAgreesWithPillowsLanczos) {  // M5, CAL-IMG-15
    const auto path = test_paths::source_dir() + "/tests/data/sample/screenshot.png";
    const auto file = read_whole_file(path);
    for (const std::uint32_t edge : {1000u, 512u, 333u, 64u}) {
        const auto info = media::probe(as_bytes(file), {});
        ASSERT_TRUE(info.ok());
        const auto size = media::fit_within(info.value().size, edge);
        media::ResizeSink sink(size);
        ASSERT_TRUE(media::decode(info.value().type, as_bytes(file), {}, sink).ok());

        const auto theirs =
            pillow({"resize", path, std::to_string(size.width), std::to_string(size.height)});

        const auto ours = to_rgba(sink.take());
        ASSERT_EQ(ours.size(), theirs.size()) << edge;
        EXPECT_LE(difference(ours, theirs).mean, 1.0) << edge;
    }
}

}  // namespace
}  // namespace fovea::testing
