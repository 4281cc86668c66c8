// Ids of pictures: a model that knows only what its request says can ask about every picture that it
// was ever shown, whatever stands in the picture's place now.
#include "fovea/base/digest.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "e2e/headless_fixture.hpp"
#include "support/label_reader.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

constexpr const char* kSees = "anthropic/claude-sonnet-4-6";
// Takes no pictures in tool results, and no documents.
constexpr const char* kMovesPictures = "compatible/a-model-that-sees";

class Ids : public ::testing::TestWithParam<const char*> {
protected:
    void begin(const std::string& configuration = {}) {
        bench_ = std::make_unique<Workbench>(
            model_.url(), "[images]\naging_policy = \"turns\"\n" + configuration
        );
        bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});
        bench_->picture("blue.png", {"plain", "44", "30", "30,30,200"});
    }
    // In the table that the workbench's configuration has for the other model.
    void allow_one_picture() {
        const auto file = path("config.toml");
        auto text = read_whole_file(file);
        const std::string table = "[models.\"a-model-that-sees\"]\n";
        text.insert(text.find(table) + table.size(), "max_images = 1\n");
        std::ofstream(file) << text;
    }
    std::string path(const std::string& name) const { return (bench_->folder() / name).string(); }
    std::string hash_of(const std::string& name) const {
        return sha256(as_bytes(read_whole_file(path(name)))).hex();
    }

    // One more turn of the session; the answer.
    std::string turn(
        const std::string& words,
        const std::vector<std::string>& images = {},
        std::string_view input = {}
    ) {
        std::vector<std::string> arguments = {
            "-p", words, "--model", GetParam(), "--output-format", "json"};
        arguments.insert(
            arguments.end(), {begun_ ? "--resume" : "--session-id", std::string("ids")}
        );
        for (const auto& image : images) arguments.insert(arguments.end(), {"--image", image});
        const auto done = run_program(bench_->command(arguments), input);
        EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
        begun_ = true;
        const auto frames = frames_of(done.out);
        return frames.empty() ? "" : std::string(frames.back().at("result").as_string());
    }
    // The model finds the label, and with the id in it the picture.
    void expect_found(const std::string& label, const std::string& sha256) {
        EXPECT_THAT(turn("ask about " + label), HasSubstr("image=\"sha256:" + sha256 + "\""));
    }
    void age() {
        for (const char* words : {"go on", "and on", "and on", "and on"}) turn(words);
    }

    LabelReader model_;
    std::unique_ptr<Workbench> bench_;
    bool begun_ = false;
};

INSTANTIATE_TEST_SUITE_P(
    Models,
    Ids,
    ::testing::Values(kSees, kMovesPictures),
    [](const auto& parameter) {
        return std::string(parameter.param == kSees ? "anthropic" : "openai_compatible");
    }
);

TEST_P(Ids, NameAPictureThatIsAttached) {  // S1, V2
    begin();
    const auto answer = turn("ask about [Image: blue.png", {"red.png", "blue.png"});

    EXPECT_THAT(answer, HasSubstr("image=\"sha256:" + hash_of("blue.png") + "\""));
    expect_found("[Image: red.png, 40x30", hash_of("red.png"));
}

TEST_P(Ids, NameAPictureThatWasPastedAndHasNoName) {  // S1, V2
    begin();
    const auto answer = turn("ask about [Image: ", {}, read_whole_file(path("red.png")));

    EXPECT_THAT(answer, HasSubstr("image=\"sha256:" + hash_of("red.png") + "\""));
}

TEST_P(Ids, NameAPictureThatIsOnlyWordsByNow) {  // S1, V2, X1
    begin();
    turn("look", {"red.png", "blue.png"});
    age();

    expect_found("[Previous image: red.png", hash_of("red.png"));
    expect_found("[Previous image: blue.png", hash_of("blue.png"));
}

TEST_P(Ids, NameAPictureForWhichThereWasNoRoom) {  // S1, V2, M5
    const std::string name = GetParam();
    begin(name == kSees ? "[models.\"claude-sonnet-4-6\"]\nmax_images = 1\n" : "");
    if (name == kMovesPictures) allow_one_picture();
    turn("look", {"red.png"});
    turn("look", {"blue.png"});

    bench_->picture("green.png", {"plain", "48", "30", "30,200,30"});
    const auto answer = turn("ask about [Image not sent: blue.png", {"green.png"});

    EXPECT_THAT(answer, HasSubstr("image=\"sha256:" + hash_of("blue.png") + "\""));
}

TEST_P(Ids, NameAPictureThatIsThereTwice) {  // S1, V2, X3
    begin();
    const auto answer =
        turn("ask about [Same image as above: red.png", {"red.png", "blue.png", "red.png"});

    EXPECT_THAT(answer, HasSubstr("image=\"sha256:" + hash_of("red.png") + "\""));
}

TEST_P(Ids, NameAPictureThatGoesInTiles) {  // S1, V2, M7
    begin();
    bench_->picture("sheet.png", {"sheet", "2560", "1440", "1"});
    turn("look", {"sheet.png"});
    const auto sent = model_.requests().back().body;
    if (sent.find("[Tile 1 of") == sent.npos) GTEST_SKIP() << "goes whole to this model";

    const auto overview = turn("ask about [Overview of sheet.png", {"sheet.png"});
    const auto tile = turn("ask about [Tile 2 of", {"sheet.png"});

    EXPECT_THAT(overview, HasSubstr("image=\"sha256:" + hash_of("sheet.png") + "\""));
    EXPECT_THAT(tile, HasSubstr("image=\"sha256:" + hash_of("sheet.png") + "\""));
}

TEST_P(Ids, NameAPictureThatAToolShowed) {  // S1, V2, C3
    begin();
    turn("read red.png");
    turn("read blue.png");

    expect_found("[Image: red.png", hash_of("red.png"));
    age();
    expect_found("[Previous image: blue.png", hash_of("blue.png"));
}

TEST_P(Ids, NameThePageOfADocument) {  // S1, V2, R1
    begin();
    bench_->picture("paper.pdf", {"scan", "2"});
    turn("read paper.pdf");
    const auto sent = model_.requests().back().body;
    if (sent.find("[Image: page 2 of paper.pdf") == sent.npos) {
        GTEST_SKIP() << "this model opens documents itself";
    }

    EXPECT_THAT(turn("ask about [Image: page 2 of paper.pdf"), HasSubstr("paper.pdf-2.png"));
}

TEST_P(Ids, DoNotChangeWhatWasSaidBefore) {  // X2
    begin("[vision]\nmode = \"always\"\n");
    turn("look", {"red.png"});
    const auto first = json::parse(model_.requests().back().body).at("messages").as_array();
    turn("go on");
    const auto second = json::parse(model_.requests().back().body).at("messages").as_array();

    const auto label = [](const json::array& messages) {
        const auto text = json::serialize(messages);
        std::smatch found;
        std::regex_search(text, found, std::regex(R"(\[Image: red\.png[^\]]*\])"));
        return found.str();
    };
    EXPECT_THAT(label(first), HasSubstr("sha256:" + hash_of("red.png").substr(0, 8) + "]"));
    EXPECT_EQ(label(first), label(second));
}

// The same ids, where a person runs the tool by hand.
TEST_P(Ids, OfRequestsThatSendMadeAreThoseThatTheToolTakes) {  // S1, V2
    begin();
    const auto send = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"send", "--session", "s", "--model", GetParam()});
        const auto done = bench_->fovea(std::move(more));
        EXPECT_EQ(done.exit_code, 0) << done.err;
    };
    send({"--message", "look", "--image", "red.png", "--image", "blue.png"});
    for (const char* words : {"go on", "and on", "and on", "and on"}) send({"--message", words});

    for (const auto& request : {model_.requests().front(), model_.requests().back()}) {
        std::smatch found;
        ASSERT_TRUE(std::regex_search(
            request.body, found, std::regex(R"(mage: blue\.png[^\]]*(sha256:[0-9a-f]{8})\])")
        )) << request.body;
        const json::object input{{"images", {found[1].str()}}, {"question", "What is it?"}};
        const auto told = bench_->fovea(
            {"tool", "analyze_image", "--session", "s", "--input", json::serialize(input)}
        );
        EXPECT_EQ(told.exit_code, 0) << told.err;
        EXPECT_THAT(told.out, HasSubstr("image=\"sha256:" + hash_of("blue.png") + "\""));
    }
}

TEST_P(Ids, OfPicturesThatAreNotOfTheSessionAreRefused) {  // S1, V11
    begin();
    turn("look", {"red.png"});
    const auto other = bench_->fovea(
        {"send",
         "--session",
         "other",
         "--model",
         GetParam(),
         "--message",
         "look",
         "--image",
         "blue.png"}
    );
    EXPECT_EQ(other.exit_code, 0) << other.err;

    // A file may say anything.
    std::ofstream(path("note.txt")) << "[sha256:" + hash_of("blue.png").substr(0, 8) + "]\n";
    turn("read note.txt");
    const auto answer = turn("ask about [");

    EXPECT_THAT(answer, HasSubstr("FILE_NOT_FOUND"));
    EXPECT_THAT(answer, HasSubstr(hash_of("red.png").substr(0, 8)));  // what there is
}

}  // namespace
}  // namespace fovea::testing
