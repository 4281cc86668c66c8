// filesystem_glob and filesystem_grep, over the same tree.
#include "fovea/tools/filesystem_glob.hpp"
#include "fovea/tools/filesystem_grep.hpp"
#include "fovea/tools/test_tools.hpp"

#include <gmock/gmock.h>

namespace fovea::tools {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SearchFiles : public ToolTest {
protected:
    void SetUp() override {
        ToolTest::SetUp();
        write("README.md", "# Title\nfirst\nsecond\n");
        write("src/a.cpp", "int main() {\n    return 1;\n}\n");
        write("src/a.hpp", "int main();\n");
        write("src/deep/b.cpp", "// TODO: main\nint Main2;\n");
        write("src/.hidden", "main\n");
        write(".git/config", "main\n");
        write("logo.png", std::string("main\0main", 9));
    }
    std::string glob(const std::string& input) {
        FilesystemGlob tool(workspace());
        return text_of(run(tool, input));
    }
    std::string grep(const std::string& input) {
        FilesystemGrep tool(workspace());
        return text_of(run(tool, input));
    }
};

TEST_F(SearchFiles, FilesThatFitComeByTheirPaths) {  // T1
    EXPECT_EQ(glob(R"({"pattern": "*"})"), "README.md\nlogo.png\n");
    EXPECT_EQ(glob(R"({"pattern": "**/*.cpp"})"), "src/a.cpp\nsrc/deep/b.cpp\n");
    EXPECT_EQ(
        glob(R"({"pattern": "src/**/*.{cpp,hpp}"})"), "src/a.cpp\nsrc/a.hpp\nsrc/deep/b.cpp\n"
    );
    EXPECT_EQ(glob(R"({"pattern": "a.?pp", "path": "src"})"), "src/a.cpp\nsrc/a.hpp\n");
    EXPECT_EQ(glob(R"({"pattern": "./src/[!b]*.cpp"})"), "src/a.cpp\n");
    EXPECT_EQ(glob(R"({"pattern": "**/.hidden"})"), "src/.hidden\n");
    EXPECT_EQ(glob(R"({"pattern": "README.md"})"), "README.md\n");
    EXPECT_EQ(glob("{\"pattern\": \"" + (root() / "src/*.hpp").string() + "\"}"), "src/a.hpp\n");
}

TEST_F(SearchFiles, NothingIsFoundOutside) {  // V11
    EXPECT_EQ(glob(R"({"pattern": "/etc/*"})"), "no file matches /etc/*\n");
    EXPECT_EQ(glob(R"({"pattern": "../*"})"), "no file matches ../*\n");
    EXPECT_EQ(glob(R"({"pattern": "none/*"})"), "no file matches none/*\n");
    EXPECT_EQ(
        glob(R"({"pattern": "*", "path": "/etc"})"),
        "FILE_NOT_FOUND: file or folder not found in the workspace: /etc"
    );
    EXPECT_THAT(
        grep(R"({"pattern": "root", "path": "/etc/passwd"})"), StartsWith("FILE_NOT_FOUND")
    );
    EXPECT_THAT(grep(R"({"pattern": "root", "path": "../"})"), StartsWith("FILE_NOT_FOUND"));
}

TEST_F(SearchFiles, TooManyFilesAreCutWithAMarker) {  // T1
    for (int i = 0; i < 1100; ++i) write("many/" + std::to_string(i), "");

    const auto list = glob(R"({"pattern": "many/*"})");

    EXPECT_EQ(std::ranges::count(list, '\n'), 1001);
    EXPECT_THAT(list, EndsWith("[the first 1000 files; there are more: narrow the pattern]\n"));
}

TEST_F(SearchFiles, MatchingLinesComeWithTheirPlace) {  // T1
    EXPECT_EQ(
        grep(R"({"pattern": "\\bmain\\b"})"),
        "src/.hidden:1:main\nsrc/a.cpp:1:int main() {\nsrc/a.hpp:1:int main();\n"
        "src/deep/b.cpp:1:// TODO: main\n"
    );
    EXPECT_EQ(
        grep(R"({"pattern": "main\\d", "ignore_case": true})"), "src/deep/b.cpp:2:int Main2;\n"
    );
    EXPECT_EQ(grep(R"({"pattern": "main", "glob": "*.hpp"})"), "src/a.hpp:1:int main();\n");
    EXPECT_EQ(
        grep(R"({"pattern": "main", "glob": "src/deep/*"})"), "src/deep/b.cpp:1:// TODO: main\n"
    );
    EXPECT_EQ(
        grep(R"({"pattern": "TODO", "path": "src/deep/b.cpp"})"), "src/deep/b.cpp:1:// TODO: main\n"
    );
    EXPECT_EQ(grep(R"({"pattern": "nowhere"})"), "no match\n");
}

TEST_F(SearchFiles, LinesAroundAMatchAreShownOnce) {  // T1
    write("t.txt", "1\n2 x\n3\n4 x\n5\n6\n7\n8\n9 x\n");

    EXPECT_EQ(
        grep(R"({"pattern": "x", "path": "t.txt", "context": 1})"),
        "t.txt-1-1\nt.txt:2:2 x\nt.txt-3-3\nt.txt:4:4 x\nt.txt-5-5\n--\nt.txt-8-8\nt.txt:9:9 x\n"
    );
}

TEST_F(SearchFiles, NamesOrCountsAlone) {  // T1
    EXPECT_EQ(
        grep(R"({"pattern": "int", "mode": "files"})"), "src/a.cpp\nsrc/a.hpp\nsrc/deep/b.cpp\n"
    );
    EXPECT_EQ(
        grep(R"({"pattern": "[a-z]", "mode": "count", "glob": "*.{md,hpp}"})"),
        "README.md:3\nsrc/a.hpp:1\n"
    );
}

TEST_F(SearchFiles, ResultsAndLinesHaveAnEnd) {  // T1
    std::string text;
    for (int i = 0; i < 500; ++i) text += "hit\n";
    write("many.txt", text);
    write("wide.txt", std::string(200'000, '.') + "needle" + std::string(200'000, '.') + "\n");

    const auto many = grep(R"({"pattern": "hit", "max_results": 5})");
    EXPECT_EQ(std::ranges::count(many, '\n'), 6);
    EXPECT_THAT(many, EndsWith("[the first 5 results; there are more: narrow the search]\n"));
    const auto wide = grep(R"({"pattern": "needle"})");
    EXPECT_LT(wide.size(), 600u);
    EXPECT_THAT(wide, HasSubstr(".needle."));
    EXPECT_THAT(
        grep(R"({"pattern": "main", "mode": "files", "max_results": 1})"),
        EndsWith("[the first 1 results; there are more: narrow the search]\n")
    );
    EXPECT_EQ(grep(R"({"pattern": "needle", "mode": "files", "max_results": 1})"), "wide.txt\n");
}

TEST_F(SearchFiles, NoExpressionAndNoPatternCanHang) {  // T1
    write("as.txt", std::string(50'000, 'a') + "\n");

    EXPECT_EQ(grep(R"({"pattern": "(a+)+$b", "path": "as.txt"})"), "no match\n");
    EXPECT_EQ(grep(R"({"pattern": "(a|aa)*(a|aa)*b", "path": "as.txt"})"), "no match\n");
    EXPECT_THAT(grep(R"({"pattern": "(a{1,1000}){1,1000}"})"), StartsWith("INVALID_INPUT: "));
    EXPECT_THAT(grep(R"({"pattern": "(a)\\1"})"), StartsWith("INVALID_INPUT: "));
    write(std::string(200, 'a'), "");
    EXPECT_THAT(
        glob(R"({"pattern": "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"})"),
        StartsWith("no file matches")
    );
}

TEST_F(SearchFiles, EveryArgumentIsChecked) {  // T5
    for (const auto* input : {"{}", R"({"pattern": ""})", R"({"pattern": "a", "paths": "b"})"}) {
        EXPECT_THAT(glob(input), StartsWith("INVALID_INPUT: ")) << input;
        EXPECT_THAT(grep(input), StartsWith("INVALID_INPUT: ")) << input;
    }
    for (const auto* input :
         {R"({"pattern": "{a"})", R"({"pattern": "[a"})", R"({"pattern": "x[/]"})"})
        EXPECT_THAT(glob(input), StartsWith("INVALID_INPUT: ")) << input;
    for (const auto* input :
         {R"({"pattern": "("})",
          R"({"pattern": "a", "context": 21})",
          R"({"pattern": "a", "mode": "x"})",
          R"({"pattern": "a", "ignore_case": "yes"})",
          R"({"pattern": "a", "max_results": 0})"}) {
        EXPECT_THAT(grep(input), StartsWith("INVALID_INPUT: ")) << input;
    }
}

TEST_F(SearchFiles, NamesOfFilesCannotPretendToBeLines) {  // Q4
    write("a\nb\xff.txt", "main\n");

    EXPECT_EQ(
        glob(R"({"pattern": "a*"})"),
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD.txt\n"
    );
}

class SearchClosedFiles : public SearchFiles {
protected:
    // A rule about src/deep, whichever way leads there.
    ingest::Workspace guarded() const {
        const auto closed = std::filesystem::canonical(root()) / "src/deep";
        return workspace().under([closed](const ingest::RealFile& file) {
            const bool inside = file.path.string().starts_with(closed.string());
            return inside ? std::optional(ingest::Objection{ingest::Objection::Kind::Ask, "no"})
                          : std::nullopt;
        });
    }
};

TEST_F(SearchClosedFiles, AreNotSearchedFromAboveAndTheirNumberIsTold) {  // A2
    FilesystemGrep grep(guarded());
    std::filesystem::create_symlink("src/deep/b.cpp", root() / "link.cpp");

    EXPECT_EQ(
        text_of(run(grep, R"({"pattern": "main", "glob": "*.cpp"})")),
        "src/a.cpp:1:int main() {\n"
        "[2 files are left out: a permission rule keeps them from being read]\n"
    );
    EXPECT_EQ(
        text_of(run(grep, R"({"pattern": "main", "path": "src/deep"})")),
        "no match\n[1 file is left out: a permission rule keeps it from being read]\n"
    );
    EXPECT_EQ(
        text_of(run(grep, R"({"pattern": "main", "path": "src", "glob": "*.hpp"})")),
        "src/a.hpp:1:int main();\n"
    );
}

TEST_F(SearchClosedFiles, AreNotListedAndTheirNumberIsTold) {  // A2
    FilesystemGlob glob(guarded());

    EXPECT_EQ(
        text_of(run(glob, R"({"pattern": "**/*.cpp"})")),
        "src/a.cpp\n[1 file is left out: a permission rule keeps it from being read]\n"
    );
    EXPECT_EQ(
        text_of(run(glob, R"({"pattern": "src/deep/*.cpp"})")),
        "no file matches src/deep/*.cpp\n"
        "[1 file is left out: a permission rule keeps it from being read]\n"
    );
    EXPECT_EQ(text_of(run(glob, R"({"pattern": "**/*.hpp"})")), "src/a.hpp\n");
}

TEST_F(SearchClosedFiles, AreSearchedByACallThatAPersonAgreedTo) {  // A2
    FilesystemGrep grep(guarded());
    const ToolCall call{.id = "1", .input = R"({"pattern": "TODO"})", .agreed = true};

    EXPECT_EQ(text_of(grep.run(call, {})), "src/deep/b.cpp:1:// TODO: main\n");
}

TEST_F(SearchFiles, WhenTheTimeIsOverWhatWasFoundIsTold) {  // T1
    FilesystemGrep grep(workspace(), std::chrono::milliseconds(0));
    FilesystemGlob glob(workspace(), std::chrono::milliseconds(0));

    EXPECT_THAT(
        text_of(run(grep, R"({"pattern": "main"})")),
        HasSubstr("[timed out before all files were searched")
    );
    EXPECT_THAT(
        text_of(run(glob, R"({"pattern": "**"})")),
        HasSubstr("[timed out before all folders were searched")
    );
}

TEST_F(SearchFiles, ALargePatternOnALongLineEndsSoon) {  // T1
    write("big.txt", std::string(900'000, 'a') + "\n");
    const auto begun = std::chrono::steady_clock::now();

    const auto found = grep(R"({"pattern": "((a?){500}){2}b", "path": "big.txt"})");

    // It took half a minute and more; a busy machine may need a few seconds.
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15));
    EXPECT_THAT(found, HasSubstr("only the beginning was searched: the pattern is large"));
}

TEST_F(SearchFiles, ALargePatternOnManyLinesEndsWithTheTime) {  // T1
    std::string lines;
    for (int i = 0; i < 90; ++i) lines += std::string(10'000, 'a') + "\n";
    write("big.txt", lines);
    FilesystemGrep tool(workspace(), std::chrono::milliseconds(300));
    const auto begun = std::chrono::steady_clock::now();

    const auto found = text_of(run(tool, R"({"pattern": "((a?){500}){2}b", "path": "big.txt"})"));

    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
    EXPECT_THAT(found, HasSubstr("[timed out"));
}

TEST_F(SearchFiles, AStopIsSeenInsideABigFile) {  // T1
    std::string lines;
    for (int i = 0; i < 90; ++i) lines += std::string(10'000, 'a') + "\n";
    write("big.txt", lines);
    FilesystemGrep tool(workspace());
    std::stop_source stop;
    stop.request_stop();

    const auto outcome = tool.run(
        {.id = "1", .input = R"({"pattern": "((a?){500}){2}b", "path": "big.txt"})"},
        stop.get_token()
    );

    EXPECT_EQ(outcome.error.value().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::tools
