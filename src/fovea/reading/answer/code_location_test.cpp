#include "fovea/reading/answer/code_location.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

CodeLocation place(
    std::string file,
    std::uint32_t line,
    std::optional<std::uint32_t> column = {},
    std::string function = ""
) {
    return {std::move(file), line, column, std::move(function)};
}

TEST(CodeLocation, IsFoundInTracesOfManyLanguages) {  // P5
    const struct {
        const char* text;
        CodeLocation location;
    } cases[] = {
        {"at fit (/srv/app/a.js:142:31)", place("/srv/app/a.js", 142, 31, "fit")},
        {"at async /srv/app/lib/layer.js:95:5", place("/srv/app/lib/layer.js", 95, 5)},
        {"at async ingest (/srv/p.js:7:1)", place("/srv/p.js", 7, 1, "ingest")},
        {"at com.acme.Shop.pay(Shop.java:58)", place("Shop.java", 58, {}, "com.acme.Shop.pay")},
        {"File \"/app/my shop/main.py\", line 12, in pay",
         place("/app/my shop/main.py", 12, {}, "pay")},
        {"File \"<stdin>\", line 1, in <module>", place("<stdin>", 1, {}, "<module>")},
        {"at Shop.Pay(String id) in C:\\src\\Shop.cs:line 9", place("C:\\src\\Shop.cs", 9, {}, "")},
        {"src/main.cpp:12:5: error: 'x' was not declared", place("src/main.cpp", 12, 5)},
        {"main.cpp(12): error C2065: 'x'", place("main.cpp", 12)},
        {"src/app.ts(3,14): error TS2304: Cannot find name", place("src/app.ts", 3, 14)},
        {"--> src/main.rs:10:5", place("src/main.rs", 10, 5)},
        {"/home/u/go/main.go:17 +0x1d", place("/home/u/go/main.go", 17)},
        {"#1 0x55d1 in parse /src/parse.c:88:3", place("/src/parse.c", 88, 3, "parse")},
        {"#0 0x0040 in main () at main.c:5", place("main.c", 5, {}, "main")},
        {"PHP Fatal error: x in /var/www/a.php on line 7", place("/var/www/a.php", 7)},
        {"at http://localhost:3000/static/b.js:12:3",
         place("http://localhost:3000/static/b.js", 12, 3)},
        {"thread 'main' panicked at src/lib.rs:3:9:", place("src/lib.rs", 3, 9)},
    };

    for (const auto& [text, location] : cases) {
        const auto found = find_location(text);
        ASSERT_TRUE(found) << text;
        auto wanted = location;
        if (wanted.function.empty()) wanted.function = found->function;
        EXPECT_EQ(*found, wanted) << text << " gave " << found->file << ":" << found->line;
    }
}

TEST(CodeLocation, OverlooksASpaceThatReadingPutInside) {  // P5
    EXPECT_EQ(
        find_location("at f (/srv/app/dist/attachments. js:142:31)")->file,
        "/srv/app/dist/attachments.js"
    );
    EXPECT_EQ(find_location("at f (/srv/app/ dist/a.js:1:2)")->file, "/srv/app/dist/a.js");
    EXPECT_EQ(find_location("a.py: 12: error")->line, 12u);
}

TEST(CodeLocation, IsNotATimeAHostOrAVersion) {
    for (const char* text :
         {"09:26:53.589 UTC",
          "example.org:8080",
          "10.0.0.1:80",
          "v2.18.4",
          "see a.js",
          ".js:1",
          "",
          ".",
          "a.js:99999999999",
          "a.js:0",
          "a.js:12ab"}) {
        EXPECT_FALSE(find_location(text)) << text;
    }
}

TEST(CodeLocation, TellsTheStyleOfAFrame) {
    EXPECT_EQ(frame_style("at f (a.js:1:2)"), FrameStyle::At);
    EXPECT_EQ(frame_style("File \"a.py\", line 1"), FrameStyle::File);
    EXPECT_EQ(frame_style("#0 main () at a.c:1"), FrameStyle::Numbered);
    EXPECT_EQ(frame_style("--> a.rs:1:2"), FrameStyle::Pointer);
    EXPECT_EQ(frame_style("/go/main.go:17 +0x1d"), FrameStyle::Bare);
    EXPECT_EQ(frame_style("a.cpp:1:2: error: x"), FrameStyle::None);
}

TEST(CodeLocation, KnowsLibraries) {
    EXPECT_TRUE(is_library(place("/srv/app/node_modules/router/lib/layer.js", 95)));
    EXPECT_TRUE(is_library(place("ArrayList.java", 1, {}, "java.util.ArrayList.get")));
    EXPECT_TRUE(is_library(place("/usr/lib/python3.11/json/decoder.py", 355)));
    EXPECT_FALSE(is_library(place("/srv/app/dist/a.js", 1)));
}

TEST(CodeLocation, FindsTheLinesOfLinters) {
    EXPECT_EQ(find_position("12:5 error 'x' is not defined no-undef"), place("", 12, 5));
    EXPECT_FALSE(find_position("12:55 started"));
    EXPECT_TRUE(is_source_path("/home/u/src/app.js"));
    EXPECT_FALSE(is_source_path("see app.js"));
}

}  // namespace
}  // namespace fovea::reading
