// fovea compare and fovea doctor, as a person would run them.
#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

const std::string kData = test_paths::source_dir() + "/tests/data/";

json::object compare(const std::string& first, const std::string& second) {
    const auto finished = run_fovea({"compare", "--json", kData + first, kData + second});
    EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
    return json::parse(finished.out).as_object();
}

TEST(CompareCommand, AllEightOrientationsShowTheSamePicture) {  // M4, M8
    for (int orientation = 2; orientation <= 8; ++orientation) {
        const auto result = compare(
            "jpeg/orientation-1.jpg", "jpeg/orientation-" + std::to_string(orientation) + ".jpg"
        );

        // Not to the bit: a decoder's chroma interpolation rounds differently from left and from
        // right.
        EXPECT_TRUE(result.at("changed").as_array().empty()) << orientation;
        EXPECT_EQ(result.at("similarity").to_number<double>(), 1.0) << orientation;
    }
}

TEST(CompareCommand, SaysWhenSizesDiffer) {  // M8
    const auto result = compare("png/rgb-8.png", "jpeg/orientation-1.jpg");

    EXPECT_FALSE(result.at("same_size").as_bool());
    EXPECT_FALSE(result.contains("changed"));
}

TEST(CompareCommand, AnOverlayThatCannotBeWrittenIsNoFaultOfThePictures) {  // H5
    const Workbench bench;
    const auto blue = bench.picture("blue.png", {"button", "37,99,235"});
    const auto green = bench.picture("green.png", {"button", "22,163,74"});

    const auto failed = bench.fovea({"compare", blue, green, "--overlay", "/dev/null/a.png"});

    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_EQ(failed.err.rfind("fovea compare: STORE_ERROR: ", 0), 0u) << failed.err;
}

TEST(CompareCommand, TellsAButtonThatGotAnotherColour) {  // M8
    const Workbench bench;
    const auto blue = bench.picture("blue.png", {"button", "37,99,235"});
    const auto green = bench.picture("green.png", {"button", "22,163,74"});
    constexpr auto kChange = "blue #2563EB → green #16A34A";

    const auto told = bench.fovea({"compare", blue, green});
    EXPECT_NE(told.out.find(kChange), std::string::npos) << told.out;

    const auto measured = json::parse(bench.fovea({"compare", "--json", blue, green}).out);
    const auto& changes = measured.at("colour_changes").as_array();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].at("before"), "#2563EB");
    EXPECT_EQ(changes[0].at("after"), "#16A34A");
    EXPECT_EQ(changes[0].at("box"), measured.at("changed").at(0));

    const auto described = bench.fovea({"describe", blue, green});
    EXPECT_NE(described.out.find(kChange), std::string::npos) << described.out << described.err;
}

TEST(CompareCommand, WritesAnOverlay) {  // M8
    const auto out = std::filesystem::temp_directory_path() /
                     ("fovea-overlay-" + std::to_string(::getpid()) + ".png");

    const auto finished = run_fovea(
        {"compare",
         kData + "png/rgb-8.png",
         kData + "png/rgb-8-interlaced.png",
         "--overlay",
         out.string()}
    );

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_EQ(run_fovea({"ingest", out.string()}).exit_code, 0);
    std::filesystem::remove(out);
}

TEST(CompareCommand, NamesThePictureThatIsBad) {  // T5
    const auto finished = run_fovea({"compare", kData + "png/rgb-8.png", kData + "bad/zero.png"});

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(finished.err.find("bad/zero.png: "), std::string::npos) << finished.err;
    EXPECT_EQ(finished.err.find("the second picture"), std::string::npos) << finished.err;
}

TEST(DoctorCommand, TellsWhichLayersAreActive) {  // M11, O2
    const auto finished = run_fovea({"doctor", "--json"});

    EXPECT_EQ(finished.exit_code, 0) << finished.out;
    std::string names;
    const auto report = json::parse(finished.out);
    for (const auto& check : report.as_object().at("checks").as_array()) {
        names += std::string(check.as_object().at("check").as_string()) + " ";
    }
    for (const char* layer : {"seccomp", "landlock", "memory", "worker"})
        EXPECT_NE(names.find(layer), std::string::npos) << names;
}

}  // namespace
}  // namespace fovea::testing
