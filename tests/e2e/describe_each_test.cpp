// fovea describe --each: many inputs, one after the other.
#include "fovea/media/pdf/test_pdf.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "support/clean_home.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class DescribeEach : public ::testing::Test {
protected:
    void SetUp() override {
        const auto data = test_paths::source_dir() + "/tests/data/";
        person_.write("project/a.png", read_whole_file(data + "sample/screenshot.png"));
        person_.write("project/b.png", read_whole_file(data + "png/rgb-8.png"));
        person_.write("project/cut.png", read_whole_file(data + "bad/png-truncated-idat.png"));
    }
    static std::vector<json::object> lines_of(const Finished& done) {
        std::vector<json::object> objects;
        for (const auto& line : split(done.out, '\n')) {
            if (!line.empty()) objects.push_back(json::parse(line).as_object());
        }
        return objects;
    }
    static std::vector<std::string> inputs_of(const std::vector<json::object>& lines) {
        std::vector<std::string> names;
        for (const auto& line : lines) names.emplace_back(line.at("input").as_string());
        return names;
    }
    Finished on_a_terminal(const std::string& command) const {
        const auto line = "cd " + person_.path("project").string() +
                          "; TERM=xterm HOME=" + person_.path("home").string() + " '" +
                          test_paths::program("fovea") + "' " + command;
        return run_program({"script", "-qefc", line, "/dev/null"});
    }

    CleanHome person_;
};

TEST_F(DescribeEach, GivesOneObjectALineAndFailuresBesideTheOthers) {
    const auto done =
        person_.run({"describe", "--each", "--json", "a.png", "none.png", "cut.png", "b.png"});

    EXPECT_EQ(done.exit_code, 2);
    const auto lines = lines_of(done);
    EXPECT_THAT(inputs_of(lines), ElementsAre("a.png", "none.png", "cut.png", "b.png"));
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_THAT(std::string(lines[0].at("text").as_string()), HasSubstr("Log of invoices"));
    EXPECT_EQ(lines[0].at("images").as_array().size(), 1u);
    EXPECT_EQ(lines[1].at("error").at("code"), "FILE_NOT_FOUND");
    EXPECT_EQ(lines[2].at("error").at("code"), "DECODE_FAILED");
    EXPECT_EQ(lines[3].at("images").at(0).at("width"), 33);
}

TEST_F(DescribeEach, SaysToPeopleWhichInputIsMeant) {
    const auto done = person_.run({"describe", "--each", "b.png", "none.png", "a.png"});

    EXPECT_EQ(done.exit_code, 2);
    EXPECT_THAT(
        done.out,
        AllOf(HasSubstr("==> b.png <==\n"), HasSubstr("==> a.png <==\n"), HasSubstr("invoices"))
    );
    EXPECT_LT(done.out.find("b.png"), done.out.find("a.png"));
    EXPECT_THAT(done.err, HasSubstr("none.png: FILE_NOT_FOUND: file not found: none.png\n"));
}

TEST_F(DescribeEach, TakesAnyNumberWhereOneLookTakesTen) {
    std::vector<std::string> many(25, "b.png");
    auto together = many;
    together.insert(together.begin(), "describe");
    auto each = together;
    each.insert(each.end(), {"--each", "--json"});

    const auto refused = person_.run(together);
    const auto done = person_.run(each);

    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("LIMIT_EXCEEDED"), HasSubstr("--each")));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(lines_of(done).size(), 25u);
}

TEST_F(DescribeEach, CropsEachByItsPlaceOrAllAlike) {  // V3
    const auto all =
        lines_of(person_.run({"describe", "--each", "--json", "b.png", "b.png", "--crop", "r=top"})
        );
    const auto second =
        lines_of(person_.run({"describe", "--each", "--json", "b.png", "b.png", "--crop", "1:r=top"}
        ));

    ASSERT_EQ(all.size(), 2u);
    ASSERT_EQ(second.size(), 2u);
    EXPECT_TRUE(all[0].at("images").at(0).as_object().contains("crop"));
    EXPECT_TRUE(all[1].at("images").at(0).as_object().contains("crop"));
    EXPECT_FALSE(second[0].at("images").at(0).as_object().contains("crop"));
    EXPECT_TRUE(second[1].at("images").at(0).as_object().contains("crop"));
}

TEST_F(DescribeEach, TakesDocumentsAmongPictures) {
    person_.write("project/report.pdf", as_text(media::to_pdf({{.text = "INVOICE 4711"}})));

    const auto lines =
        lines_of(person_.run({"describe", "--each", "--json", "b.png", "report.pdf"}));

    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(std::string(lines[1].at("text").as_string()), HasSubstr("4711"));
}

TEST_F(DescribeEach, ShowsOnATerminalHowFarItIs) {  // O3
    const auto piped = person_.run({"describe", "--each", "b.png", "a.png"});
    const auto shown = on_a_terminal("describe --each b.png a.png");

    EXPECT_THAT(
        shown.out, AllOf(HasSubstr("described ["), HasSubstr("1/2"), HasSubstr("==> a.png"))
    );
    EXPECT_THAT(piped.out + piped.err, Not(HasSubstr("described [")));
}

}  // namespace
}  // namespace fovea::testing
