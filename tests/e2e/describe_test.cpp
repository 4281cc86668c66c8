// fovea describe, as a person would run it.
#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/ingest_lines.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

const std::string kData = test_paths::source_dir() + "/tests/data/";
const std::string kSample = kData + "sample/screenshot.png";
const std::string kForm = kData + "sample/form.png";

// Each test has a cache of its own, empty at first.
class DescribeCommand : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("fovea-e2e-" + std::to_string(::getpid()) + "-" + test->name());
        std::filesystem::create_directories(folder_);
        ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    }
    void TearDown() override {
        ::unsetenv("XDG_CACHE_HOME");
        std::filesystem::remove_all(folder_);
    }

    static Finished describe(std::vector<std::string> arguments, std::string_view input = {}) {
        arguments.insert(arguments.begin(), "describe");
        return run_fovea(std::move(arguments), input);
    }
    static json::object describe_json(std::vector<std::string> arguments) {
        arguments.emplace_back("--json");
        const auto finished = describe(std::move(arguments));
        EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
        return json::parse(finished.out).as_object();
    }

    std::filesystem::path folder_;
};

struct Box {
    double x1, y1, x2, y2;
};

Box box_of(const json::value& seen) {
    const auto& numbers = seen.at("box").as_array();
    const auto number = [&](std::size_t i) { return numbers.at(i).to_number<double>(); };
    return {number(0), number(1), number(2), number(3)};
}

std::string text_of(const json::value& object, std::string_view key = "text") {
    return std::string(object.at(key).as_string());
}

std::multiset<std::string> words_of(const json::object& described) {
    std::multiset<std::string> words;
    for (const auto& word : described.at("words").as_array()) words.insert(text_of(word));
    return words;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_F(DescribeCommand, ReadsTheSampleWithoutKeyNetworkOrSettings) {  // P5
    const auto finished = describe({kSample});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    for (const char* part :
         {"1280 x 800",
          "Log of invoices",
          "Migration 0042 was applied twice",
          "connected to ledger-db:5432",
          "Owner: payments team",
          "signed in as Mira Okafor"}) {
        EXPECT_TRUE(has(finished.out, part)) << part << "\n" << finished.out;
    }
}

TEST_F(DescribeCommand, GivesTheEnvelopeWithFenceBoxesAndWords) {  // P5, V4, PVP-1.8a
    const auto described = describe_json({kSample});

    EXPECT_EQ(text_of(described, "model"), "local/ocr");
    EXPECT_EQ(described.at("cost_usd").to_number<double>(), 0);
    EXPECT_EQ(described.at("input_tokens").to_number<int>(), 0);
    EXPECT_EQ(described.at("output_tokens").to_number<int>(), 0);
    EXPECT_TRUE(described.at("complete").as_bool());
    EXPECT_FALSE(described.at("boxes").as_array().empty());

    const auto fence = text_of(described, "fence");
    EXPECT_TRUE(fence.starts_with("<vision_proxy_description ")) << fence;
    EXPECT_TRUE(has(fence, "image=\"sha256:")) << fence;
    EXPECT_TRUE(has(fence, "width=\"1280\" height=\"800\"")) << fence;
    EXPECT_TRUE(has(fence, "filename=\"screenshot.png\"")) << fence;  // PVP-S1
    EXPECT_FALSE(has(fence, kData)) << fence;
    EXPECT_TRUE(has(fence, "grounding_format=\"qwen_pixels\"")) << fence;
    EXPECT_FALSE(has(fence, "crop_origin")) << fence;  // PVP-1.8c

    // Where the words stand was measured in a browser.
    struct Place {
        const char* text;
        Box box;
    };
    for (const Place& place : std::vector<Place>{
             {"gateway", {57, 174, 121, 190}},
             {"1840", {437, 212, 477, 230}},
             {"rollback,", {725, 253, 793, 271}},
             {"Mira", {1160, 20, 1200, 38}}}) {
        const auto& words = described.at("words").as_array();
        const auto found = std::ranges::find_if(words, [&](const json::value& word) {
            const auto box = box_of(word);
            const auto x = (box.x1 + box.x2) / 2;
            const auto y = (box.y1 + box.y2) / 2;
            return text_of(word) == place.text && x > place.box.x1 && x < place.box.x2 &&
                   y > place.box.y1 && y < place.box.y2;
        });
        EXPECT_NE(found, words.end()) << place.text;
    }
}

TEST_F(DescribeCommand, SaysThatOfAnAnimationOneFrameWasRead) {  // P5, M3
    for (const auto& [name, frames] :
         {std::pair("webp/animated-lossless.webp", "4"), std::pair("png/apng.png", "2")}) {
        const auto path = test_paths::source_dir() + "/tests/data/" + name;
        const auto words = "frame 1 of " + std::string(frames) + " was read";

        EXPECT_NE(describe({path}).err.find(words), std::string::npos);
        const auto shown = describe_json({path});
        EXPECT_NE(json::serialize(shown.at("notes")).find(words), std::string::npos) << name;
        EXPECT_NE(json::serialize(shown.at("text")).find(words), std::string::npos) << name;
    }
}

TEST_F(DescribeCommand, KeepsTablesAndCodeInShape) {  // P5
    const auto text = describe({kSample}).out;

    const auto row = text.find("gateway");
    ASSERT_NE(row, std::string::npos);
    const auto line = text.substr(row, text.find('\n', row) - row);
    EXPECT_TRUE(has(line, "4.12.0") && has(line, "healthy") && has(line, "18 ms")) << line;
    EXPECT_TRUE(has(text, "ERROR column \"currency\"\n")) << text;
    EXPECT_TRUE(has(text, "\n         already exists\n")) << text;  // nine columns in
}

TEST_F(DescribeCommand, AnswersFromTheTextWithTheBox) {  // P5
    const auto described = describe_json({kSample, "--question", "what is the exit code?"});

    EXPECT_TRUE(has(text_of(described), "exit code 3")) << text_of(described);
    ASSERT_FALSE(described.at("boxes").as_array().empty());
    const auto box = box_of(described.at("boxes").as_array().front());
    EXPECT_NEAR(box.x1, 894, 4);  // of the value, not of its whole line
    EXPECT_NEAR(box.x2, 901, 4);
    EXPECT_NEAR((box.y1 + box.y2) / 2, 262, 8);
    EXPECT_TRUE(text_of(described, "fence").starts_with("<vision_proxy_analysis "));
}

TEST_F(DescribeCommand, TellsAScriptThatThereIsNoCertainAnswer) {  // P5
    const auto certain = describe({kSample, "--plain", "--question", "what is the exit code?"});
    const auto unknown = describe({kSample, "--plain", "--question", "which animal is this?"});

    EXPECT_EQ(certain.exit_code, 0);
    EXPECT_EQ(certain.out, "3\n");
    EXPECT_EQ(unknown.exit_code, 3);
    EXPECT_EQ(unknown.out, "");
    EXPECT_TRUE(has(unknown.err, "No text in the picture")) << unknown.err;
}

TEST_F(DescribeCommand, SaysWhenNoTextBearsOnTheQuestion) {  // P5
    const auto finished = describe({kSample, "--question", "which animal is on the sofa?"});

    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_TRUE(has(finished.out, "bears on")) << finished.out;
}

TEST_F(DescribeCommand, AllFormsOfACropAreTheSamePixelsAndShareAnAnswer) {  // PVP-1.2.1c, PVP-1.6c
    const auto region = describe_json({kSample, "--crop", "0:r=top-right"});
    const auto fractions = describe_json({kSample, "--crop", "0:n=0.5,0,0.5,0.5"});
    const auto pixels = describe_json({kSample, "--crop", "0:p=640,0,640,400"});
    const auto beyond = describe_json({kSample, "--crop", "0:p=640,-50,9000,450"});

    EXPECT_FALSE(region.at("cached").as_bool());
    for (const auto* other : {&fractions, &pixels, &beyond}) {
        EXPECT_TRUE(other->at("cached").as_bool());
        EXPECT_EQ(other->at("fence"), region.at("fence"));
        EXPECT_EQ(other->at("words"), region.at("words"));
    }
    const auto fence = text_of(region, "fence");
    EXPECT_TRUE(has(fence, "#crop:640,0,640,400\" width=\"640\" height=\"400\"")) << fence;
    EXPECT_TRUE(has(fence, "crop_origin=\"640,0\"")) << fence;  // PVP-1.8b, PVP-1.8c
    EXPECT_EQ(words_of(region).count("gateway"), 0U);
    for (const auto& word : region.at("words").as_array()) {
        EXPECT_GE(box_of(word).x1, 640) << text_of(word);  // pixels of the whole picture
        EXPECT_LE(box_of(word).y2, 400) << text_of(word);
    }
    EXPECT_GT(words_of(region).count("Okafor"), 0U);
}

TEST_F(DescribeCommand, ACropWithoutAreaIsAnErrorAndNeverTheWholePicture) {  // PVP-1.2.1c
    for (const char* crop : {"0:p=5000,0,10,10", "0:n=0.5,0.5,0,0.2"}) {
        const auto finished = describe({kSample, "--crop", crop, "--json"});

        EXPECT_EQ(finished.exit_code, 2) << crop;
        EXPECT_EQ(verdict_of(json::parse(finished.out).as_object()), "INVALID_INPUT") << crop;
    }
}

TEST_F(DescribeCommand, WrongUsageIs64) {  // PVP-1.2.x
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {},
             {kSample, "--crop", "top"},
             {kSample, "--crop", "r=top", "--crop", "0:r=left"},
             {kSample, "--each", "--overlay", "o.png"},
             {kSample, "--each", "--marks", "m.png"},
             {kSample, kSample, "--marks", "m.png"},
             {kSample, "--marks", "m.png", "--question", "which tab is selected?"},
             {kSample, "--marks", "m.png", "--overlay", "m.png"},
             {kSample, "--marks", kSample},
             {kSample, "--overlay", kSample},
             {kSample, "--crop", "1:r=top"},
             {kSample, "--crop", "0:r=middle"},
             {kSample, "--crop", "0:r=top,n=0,0,1,1"},
             {kSample, "--crop", "0:r=top", "--crop", "0:n=0,0,1,1"},
             {kSample, "--question", ""},
             {kSample, "--question", std::string(4001, 'x')},
             {kSample, "--nonsense"},
             {"-", "-"}}) {
        const auto finished = describe(arguments);

        EXPECT_EQ(finished.exit_code, 64) << finished.err;
        EXPECT_TRUE(has(finished.err, "Try fovea describe --help")) << finished.err;
        EXPECT_TRUE(finished.out.empty()) << finished.out;
    }
}

TEST_F(DescribeCommand, LanguagesForOneCall) {  // P5
    const auto german = describe({kSample, "--lang", "deu+eng"});
    const auto unknown = describe({kSample, "--lang", "xyz"});
    const auto nonsense = describe({kSample, "--lang", "../eng"});

    EXPECT_EQ(german.exit_code, 0) << german.err;
    EXPECT_NE(unknown.exit_code, 0);
    EXPECT_NE(unknown.err.find("tesseract-ocr-xyz"), std::string::npos) << unknown.err;
    EXPECT_EQ(nonsense.exit_code, 64);
    EXPECT_NE(nonsense.err.find("--lang takes names of languages"), std::string::npos);
}

TEST_F(DescribeCommand, UsageErrorsAreJsonToo) {  // T5
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{kSample, "--question", ""}, {kSample, "--nonsense"}, {}}) {
        auto with_json = arguments;
        with_json.emplace_back("--json");
        const auto finished = describe(with_json);

        EXPECT_EQ(finished.exit_code, 64) << finished.err;
        EXPECT_TRUE(has(finished.out, R"("code":"INVALID_INPUT")")) << finished.out;
    }
}

TEST_F(DescribeCommand, AnUnknownModelNamesTheSetting) {  // R2
    const auto finished = describe({kSample, "--model", "nobody/knows-it"});

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_TRUE(has(finished.err, "NO_CANDIDATE") && has(finished.err, "vision.model"))
        << finished.err;
}

TEST_F(DescribeCommand, BadFilesGetTheirCode) {  // CAL-IMG-7, CAL-IMG-11, CAL-IMG-12, CAL-IMG-13
    std::size_t bad = 0;
    for (const auto& row : read_table(kData + "manifest.tsv")) {
        const auto& verdict = row.at("verdict");
        const auto& mime = row.at("mime");
        const bool is_other = mime == "application/pdf" || mime.starts_with("video/");
        if (verdict == "ok" || is_other) continue;  // describe_files_test.cpp has the others
        ++bad;
        const auto finished = describe({kData + row.at("path"), "--json"});

        EXPECT_EQ(finished.exit_code, 2) << row.at("path");
        EXPECT_EQ(verdict_of(json::parse(finished.out).as_object()), verdict) << row.at("path");
    }
    EXPECT_GT(bad, 10U);
    EXPECT_EQ(describe({"/dev/null/such.png"}).exit_code, 2);
}

TEST_F(DescribeCommand, OddPicturesAreDescribedHonestly) {  // P5
    for (const char* file :
         {"png/pixel.png", "png/interlaced-1x5.png", "png/rgb-8.png", "png/palette-8.png"}) {
        const auto finished = describe({kData + file});

        EXPECT_EQ(finished.exit_code, 0) << file << finished.err;
        EXPECT_TRUE(has(finished.out, "No text was found")) << finished.out;
    }
}

TEST_F(DescribeCommand, TellsWhatChangedBetweenTwoPictures) {  // P5, M8, PVP-F1
    const auto described = describe_json({kSample, kData + "sample/after.png"});

    const auto text = text_of(described);
    for (const char* part : {"2.7.3", "2.7.4", "failing", "healthy", "1840", "31", "14", "13"}) {
        EXPECT_TRUE(has(text, part)) << part << "\n" << text;
    }
    EXPECT_FALSE(has(text, "Okafor")) << text;  // did not change
    EXPECT_TRUE(
        text_of(described, "fence").starts_with("<vision_proxy_joint_description images=\"2\"")
    );
    EXPECT_TRUE(has(text_of(described, "fence"), "after.png"));
    EXPECT_EQ(described.at("images").as_array().size(), 2U);
}

TEST_F(DescribeCommand, TheSecondCallIsAnsweredFromTheCache) {  // V6
    const auto first = describe_json({kSample});
    auto second = describe_json({kSample});
    const auto question = describe_json({kSample, "--question", "what is the exit code?"});

    EXPECT_FALSE(first.at("cached").as_bool());
    EXPECT_TRUE(second.at("cached").as_bool());
    EXPECT_FALSE(question.at("cached").as_bool());  // another question is another answer
    second["cached"] = false;
    EXPECT_EQ(first, second);
}

TEST_F(DescribeCommand, KeepsNothingWhenToldSo) {  // O1
    ::setenv("FOVEA_CACHE_ENTRIES", "0", 1);
    const auto first = describe_json({kSample, "--crop", "0:p=0,0,300,60"});
    const auto second = describe_json({kSample, "--crop", "0:p=0,0,300,60"});
    ::unsetenv("FOVEA_CACHE_ENTRIES");

    EXPECT_FALSE(second.at("cached").as_bool());
    EXPECT_EQ(first, second);
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(DescribeCommand, ReadsStandardInput) {
    const auto finished = describe({"-", "--crop", "0:r=top"}, read_whole_file(kSample));

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(has(finished.out, "Services")) << finished.out;
}

TEST_F(DescribeCommand, DrawsTheBoxesOnThePicture) {
    const auto out = folder_ / "overlay.png";

    const auto finished = describe({kSample, "--overlay", out.string()});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    const auto compared = run_fovea({"compare", "--json", kSample, out.string()});
    const auto result = json::parse(compared.out).as_object();
    EXPECT_TRUE(result.at("same_size").as_bool());
    EXPECT_FALSE(result.at("identical").as_bool());
    EXPECT_LT(result.at("changed_fraction").to_number<double>(), 0.1);  // frames, not areas
}

// A form drawn in code: two filled buttons with writing, as flat as interfaces are.
TEST_F(DescribeCommand, NumbersTheControlsOfAPicture) {  // P5
    const auto out = folder_ / "marks.png";

    const auto finished = describe({kForm, "--json", "--marks", out.string()});

    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    const auto described = json::parse(finished.out).as_object();
    const auto& elements = described.at("elements").as_array();
    ASSERT_FALSE(elements.empty()) << finished.out;
    std::int64_t number = 0;
    bool has_button = false;
    for (const auto& element : elements) {
        EXPECT_EQ(element.at("number").as_int64(), ++number);
        EXPECT_EQ(element.at("box").as_array().size(), 4u);
        EXPECT_TRUE(element.at("states").is_array());
        EXPECT_GT(element.at("confidence").to_number<double>(), 0.2);
        has_button =
            has_button || (element.at("kind") == "button" && element.at("label") == "Sign in");
    }
    EXPECT_TRUE(has_button) << finished.out;
    EXPECT_TRUE(has(described.at("text").as_string().c_str(), "button \"Sign in\""))
        << finished.out;
    const auto compared = run_fovea({"compare", "--json", kForm, out.string()});
    const auto result = json::parse(compared.out).as_object();
    EXPECT_TRUE(result.at("same_size").as_bool());
    EXPECT_FALSE(result.at("identical").as_bool());
}

TEST_F(DescribeCommand, AnswersAboutControls) {  // P5
    const auto finished = describe({kForm, "--question", "where is the Sign in button?"});

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_TRUE(has(finished.out, "button \"Sign in\"")) << finished.out;
    EXPECT_TRUE(has(finished.out, "its centre is at")) << finished.out;
}

TEST_F(DescribeCommand, AMissingLanguageNamesThePackage) {
    ::setenv("FOVEA_LOCAL_LANGUAGES", "eng,tlh", 1);
    const auto finished = describe({kSample});
    ::unsetenv("FOVEA_LOCAL_LANGUAGES");

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_TRUE(has(finished.err, "tesseract-ocr-tlh")) << finished.err;
}

}  // namespace
}  // namespace fovea::testing
