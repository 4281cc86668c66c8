// The file tools as a model calls them, in the real program.
#include "fovea/base/base64.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::Not;

class ToolFiles : public ::testing::Test {
protected:
    void write(const std::string& name, std::string_view bytes) const {
        std::filesystem::create_directories((bench_.folder() / name).parent_path());
        std::ofstream(bench_.folder() / name, std::ios::binary) << bytes;
    }
    std::string bytes_of(const std::string& name) const {
        std::ifstream in(bench_.folder() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    Finished run(const std::string& tool, const json::object& input, bool as_json = true) const {
        std::vector<std::string> arguments = {"tool", tool, "--input", json::serialize(input)};
        if (as_json) arguments.emplace_back("--json");
        return bench_.fovea(std::move(arguments));
    }
    json::object tool(const std::string& name, const json::object& input) const {
        const auto finished = run(name, input);
        boost::system::error_code broken;
        const auto value = json::parse(finished.out, broken);
        EXPECT_FALSE(broken) << finished.out << finished.err;
        return broken ? json::object() : value.as_object();
    }

    Workbench bench_;
};

TEST_F(ToolFiles, APictureInAFileIsStoredAndNamedByItsHash) {  // DIG-14, DIG-16, S1
    write("shots/other.txt", "");
    bench_.picture("shots/red.jpeg", {"plain", "300", "200", "200,30,30"});

    const auto read = tool("filesystem_read", {{"path", "shots/red.jpeg"}});

    const auto& content = read.at("content").as_array();
    ASSERT_EQ(content.size(), 2u);
    const auto& image = content[1].as_object();
    EXPECT_EQ(image.at("type"), json::value("image"));
    EXPECT_EQ(image.at("width"), json::value(300));
    EXPECT_EQ(image.at("filename"), json::value("red.jpeg"));
    EXPECT_FALSE(image.contains("data"));
    // It is there for whoever names it.
    const auto asked = tool(
        "analyze_image",
        {{"images", {"sha256:" + std::string(image.at("sha256").as_string())}}, {"question", "?"}}
    );
    EXPECT_THAT(std::string(asked.at("text").as_string()), HasSubstr("width=\"300\""));
}

TEST_F(ToolFiles, APictureInsideJsonIsLiftedAndNoBase64IsLeft) {  // T1, DIG-16
    bench_.picture("red.png", {"plain", "300", "200", "200,30,30"});
    const auto bytes = bytes_of("red.png");
    std::string base64(base64_size(bytes.size()), '\0');
    ASSERT_TRUE(encode_base64(as_bytes(bytes), base64).ok());
    write("answer.json", "{\"shot\": \"data:image/png;base64," + base64 + "\"}\n");
    write("key.txt", std::string(4000, 'k') + "\n");

    const auto read = tool("filesystem_read", {{"path", "answer.json"}});

    EXPECT_THAT(json::serialize(read), Not(HasSubstr(base64.substr(0, 100))));
    EXPECT_EQ(read.at("content").at(1).at("width"), json::value(300));
    EXPECT_EQ(
        tool("filesystem_grep", {{"pattern", "kkk"}, {"path", "key.txt"}})
            .at("text")
            .as_string()
            .find(std::string(1001, 'k')),
        json::string::npos
    );
}

TEST_F(ToolFiles, FindsAndSearches) {  // T1
    write("src/a.txt", "one\ntwo needle\n");
    write("src/b/c.txt", "needle\n");

    EXPECT_EQ(
        tool("filesystem_glob", {{"pattern", "src/**/*.txt"}}).at("text"),
        json::value("src/a.txt\nsrc/b/c.txt\n")
    );
    EXPECT_EQ(
        run("filesystem_grep", {{"pattern", "need.e"}, {"path", "src"}}, false).out,
        "src/a.txt:2:two needle\nsrc/b/c.txt:1:needle\n"
    );
}

TEST_F(ToolFiles, FilesOutsideAreAsIfTheyWereNotThere) {  // V11, T5
    std::filesystem::create_symlink("/etc/passwd", bench_.folder() / "link");
    for (const auto* path : {"/etc/passwd", "/etc/none", "../x", "link"}) {
        const auto done = run("filesystem_read", {{"path", path}});

        EXPECT_EQ(done.exit_code, 2) << path;
        EXPECT_EQ(
            json::parse(done.out).at("error").at("message"),
            json::value("file not found in the workspace: " + std::string(path))
        );
    }
}

TEST_F(ToolFiles, AToolThatIsNotThereNamesThoseThatAre) {  // T1
    const auto done = bench_.fovea({"tool", "filesystem_write", "--input", "{}"});

    EXPECT_EQ(done.exit_code, 64);
    EXPECT_THAT(done.err, HasSubstr("did you mean filesystem_grep?"));
}

TEST_F(ToolFiles, EveryToolTellsWhatItTakes) {  // T1
    for (const auto* name :
         {"analyze_image", "filesystem_glob", "filesystem_grep", "filesystem_read"}) {
        const auto done = bench_.fovea({"tool", name, "--json"});

        ASSERT_EQ(done.exit_code, 0) << done.err;
        const auto told = json::parse(done.out);
        EXPECT_EQ(told.at("name"), json::value(name));
        EXPECT_EQ(told.at("input_schema").at("type"), json::value("object"));
        EXPECT_EQ(told.at("input_schema").at("additionalProperties"), json::value(false));
    }
}

}  // namespace
}  // namespace fovea::testing
