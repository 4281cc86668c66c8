#include "fovea/reading/answer/find_failure.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Lines = std::vector<std::string>;

Findings failing(const Lines& lines) {
    TestSight shot;
    shot.code(20, 20, lines);
    const auto sight = shot.sight();
    const View view{sight, passages_of(shot.page, shot.reading)};
    return find_failing_line(read_question("which file and line failed?"), view);
}

Lines texts(const Findings& findings) {
    Lines list;
    for (const auto& finding : findings.list) list.push_back(finding.text);
    return list;
}

std::string place(const Lines& lines) {
    const auto found = failing(lines);
    return found.list.empty() ? "" : found.list[0].note;
}

TEST(FindFailingLine, TakesTheFirstFrameOfOnesOwnInNode) {  // P5
    const auto found = failing(
        {"TypeError: Cannot read properties of undefined (reading 'width')",
         "    at Array.map (node:internal/array.js:9:1)",
         "    at fitToBudget (/srv/app/dist/attachments.js:142:31)",
         "  141     const limit = 1568;",
         "  142 >   const k = limit / img.meta.width;",
         "    at async ingest (/srv/app/dist/pipeline.js:77:18)",
         "    at async /srv/app/node_modules/router/lib/layer.js:95:5"}
    );

    EXPECT_EQ(found.list[0].lead, "failing line");
    EXPECT_EQ(
        found.list[0].note, "file /srv/app/dist/attachments.js, line 142, column 31, in fitToBudget"
    );
    EXPECT_EQ(
        texts(found),
        (Lines{
            "at fitToBudget (/srv/app/dist/attachments.js:142:31)",
            "142 > const k = limit / img.meta.width;",
            "TypeError: Cannot read properties of undefined (reading 'width')"})
    );
}

TEST(FindFailingLine, TakesTheLastFrameOfOnesOwnInPython) {  // P5
    const auto found = failing(
        {"Traceback (most recent call last):",
         "  File \"/app/main.py\", line 8, in <module>",
         "    run()",
         "  File \"/app/jobs.py\", line 31, in run",
         "    return json.loads(text)",
         "  File \"/usr/lib/python3.11/json/__init__.py\", line 346, in loads",
         "    return _default_decoder.decode(s)",
         "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"}
    );

    EXPECT_EQ(found.list[0].note, "file /app/jobs.py, line 31, in run");
    EXPECT_EQ(
        texts(found),
        (Lines{
            "File \"/app/jobs.py\", line 31, in run",
            "return json.loads(text)",
            "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"})
    );
}

TEST(FindFailingLine, TakesTheLastOfTwoPythonTraces) {
    EXPECT_EQ(
        place(
            {"Traceback (most recent call last):",
             "  File \"a.py\", line 1, in f",
             "KeyError: 'x'",
             "During handling of the above exception, another exception occurred:",
             "Traceback (most recent call last):",
             "  File \"b.py\", line 2, in g",
             "ValueError: no x"}
        ),
        "file b.py, line 2, in g"
    );
}

TEST(FindFailingLine, FollowsTheCauseInJava) {  // P5
    const auto found = failing(
        {"Exception in thread \"main\" java.lang.IllegalStateException: cannot start",
         "        at com.acme.Main.main(Main.java:14)",
         "Caused by: java.lang.NullPointerException: null",
         "        at java.base/java.util.Objects.requireNonNull(Objects.java:233)",
         "        at com.acme.Shop.pay(Shop.java:58)",
         "        ... 1 more"}
    );

    EXPECT_EQ(found.list[0].note, "file Shop.java, line 58, in com.acme.Shop.pay");
    EXPECT_EQ(found.list[1].text, "Caused by: java.lang.NullPointerException: null");
}

TEST(FindFailingLine, ReadsCompilers) {  // P5
    EXPECT_EQ(
        place(
            {"main.cpp:3:7: warning: unused variable 'y'",
             "main.cpp:12:5: error: 'x' was not declared in this scope",
             "   12 |     x = 1;",
             "      |     ^"}
        ),
        "file main.cpp, line 12, column 5"
    );
    EXPECT_EQ(
        place(
            {"warning: unused variable: `y`",
             " --> src/lib.rs:2:9",
             "error[E0382]: borrow of moved value: `s`",
             " --> src/main.rs:10:20",
             "   |"}
        ),
        "file src/main.rs, line 10, column 20"
    );
    EXPECT_EQ(place({"./main.go:9:2: undefined: fmt.Printl"}), "file ./main.go, line 9, column 2");
    EXPECT_EQ(
        place({"src/app.ts(3,14): error TS2304: Cannot find name 'foo'."}),
        "file src/app.ts, line 3, column 14"
    );
    EXPECT_EQ(
        place(
            {"/home/u/src/app.js",
             "  7:3  warning  odd",
             "  12:5  error  'x' is not defined  no-undef"}
        ),
        "file /home/u/src/app.js, line 12, column 5"
    );
}

TEST(FindFailingLine, ReadsPanicsAndSanitizers) {  // P5
    EXPECT_EQ(
        place(
            {"panic: runtime error: index out of range [3] with length 2",
             "goroutine 1 [running]:",
             "main.pick(...)",
             "        /home/u/shop/main.go:17 +0x1d",
             "main.main()",
             "        /home/u/shop/main.go:9 +0x2f"}
        ),
        "file /home/u/shop/main.go, line 17"
    );
    EXPECT_EQ(
        place(
            {"thread 'main' panicked at src/main.rs:4:10:",
             "called `Option::unwrap()` on a `None` value"}
        ),
        "file src/main.rs, line 4, column 10"
    );
    EXPECT_EQ(
        place(
            {"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602",
             "    #0 0x7f in memcpy /usr/lib/gcc/string.c:3:1",
             "    #1 0x55 in parse /src/parse.c:88:3",
             "    #2 0x55 in main /src/main.c:12:5"}
        ),
        "file /src/parse.c, line 88, column 3, in parse"
    );
}

TEST(FindFailingLine, ReadsPytest) {  // P5
    const auto found = failing(
        {"    def test_total():",
         ">       assert total([1, 2]) == 4",
         "E       assert 3 == 4",
         "tests/test_cart.py:42: AssertionError",
         "=========== short test summary info ===========",
         "FAILED tests/test_cart.py::test_total - assert 3 == 4"}
    );

    EXPECT_EQ(found.list[0].note, "file tests/test_cart.py, line 42");
}

TEST(FindFailingLine, IsAskedForByTheNameOfItsFile) {  // P5
    TestSight shot;
    shot.code(
        20,
        20,
        {"Traceback (most recent call last):",
         "  File \"/app/cart.py\", line 54, in total",
         "    return self.user.name",
         "AttributeError: 'NoneType' object has no attribute 'name'"}
    );

    const auto told = answer("which line in cart.py failed?", shot.sight());
    EXPECT_NE(told.text.find("file /app/cart.py, line 54"), std::string::npos) << told.text;
}

TEST(FindFailingLine, FindsNothingWhereNoPlaceIsNamed) {
    EXPECT_TRUE(failing({"Welcome back", "Sign in"}).empty());
}

TEST(FindErrors, PutsThePlainestFirst) {  // P5
    TestSight shot;
    shot.text(0, 0, "Error rate")
        .text(0, 40, "Could not save the draft")
        .text(0, 80, "fatal: disk full");
    const auto sight = shot.sight();

    const auto found = find_errors(
        read_question("what is the error?"), {sight, passages_of(shot.page, shot.reading)}
    );

    EXPECT_EQ(texts(found), (Lines{"fatal: disk full", "Could not save the draft"}));
}

TEST(FindErrors, TellsALineThatGoesOnInTheNext) {  // P5
    TestSight shot;
    shot.code(
        0, 0, {"09:14:05 ERROR column \"currency\"", "         already exists", "09:14:05 rollback"}
    );
    const auto sight = shot.sight();

    const auto found = find_errors(
        read_question("what is the error?"), {sight, passages_of(shot.page, shot.reading)}
    );

    EXPECT_EQ(texts(found), Lines{"09:14:05 ERROR column \"currency\" already exists"});
}

TEST(FindErrors, PrefersTheEndOfAPythonTrace) {
    TestSight shot;
    shot.code(
        0,
        0,
        {"ERROR: build failed: see below",
         "Traceback (most recent call last):",
         "  File \"a.py\", line 1",
         "ValueError: bad"}
    );
    const auto sight = shot.sight();

    const auto found = find_errors(
        read_question("what went wrong?"), {sight, passages_of(shot.page, shot.reading)}
    );

    EXPECT_EQ(found.list.at(0).text, "ValueError: bad");
}

TEST(FindErrors, TakesRedLettersForWhatIsWrongWithWhatTheySpeakOf) {
    TestSight form;
    form.text(0, 0, "Postcode").text(0, 24, "9908").ink({190, 20, 20});
    form.text(0, 48, "A postcode has five digits.").text(0, 300, "Red letters elsewhere too");
    const auto sight = form.sight();

    const auto found = find_errors(
        read_question("What is wrong with the postcode?"),
        {sight, passages_of(form.page, form.reading)}
    );

    EXPECT_EQ(texts(found), Lines{"A postcode has five digits."});
}

TEST(FindErrors, TrustsRedLettersALittleMore) {
    TestSight shot;
    shot.text(0, 0, "Invalid links are listed here")
        .ink({190, 20, 20})
        .text(0, 40, "Invalid e-mail address");
    const auto sight = shot.sight();

    const auto found = find_errors(
        read_question("what is the error?"), {sight, passages_of(shot.page, shot.reading)}
    );

    EXPECT_EQ(found.list.at(0).text, "Invalid e-mail address");
}

}  // namespace
}  // namespace fovea::reading
