#include "fovea/reading/page/text_signs.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(TextSigns, KnowsPrompts) {
    for (const auto* line :
         {"anna@build-07:~/work/router$ ls -la",
          "anna@build-07:~/work/router$",
          "root@vps-12:/etc/nginx# nginx -t",
          "anna@mac router % cargo test",
          "  $ npm install router",
          "$ ./configure",
          ">>> import math",
          ">>>",
          "PS C:\\Users\\anna> cd src",
          "❯ docker ps"}) {
        EXPECT_TRUE(has_prompt(line)) << line;
    }
}

TEST(TextSigns, TakesPricesAddressesAndProseForNoPrompts) {
    for (const auto* line :
         {"$ 24.00",
          "$",
          "anna@example.org",
          "Write to anna@example.org: she knows",
          "@anna costs 5 $ more",
          "# Heading",
          "> a quotation",
          ""}) {
        EXPECT_FALSE(has_prompt(line)) << line;
    }
}

TEST(TextSigns, KnowsBarePrompts) {
    EXPECT_TRUE(has_bare_prompt("> ls"));
    EXPECT_TRUE(has_bare_prompt(") docker ps"));
    EXPECT_FALSE(has_bare_prompt("> 12"));
    EXPECT_FALSE(has_bare_prompt(">"));
    EXPECT_FALSE(has_bare_prompt("ls"));
}

TEST(TextSigns, KnowsTheOutputOfPrograms) {
    for (const auto* line :
         {"drwxr-xr-x  6 anna anna  4096 Mar  4 09:12 .",
          "src/plan.cpp:41:18: error: 'weight' was not declared",
          "make: *** [Makefile:84: all] Error 2",
          "2025-03-14 09:26:53.123 started",
          "[09:26:53] flushed 128 rows",
          "On branch main"}) {
        EXPECT_TRUE(has_program_output(line)) << line;
    }
    EXPECT_FALSE(has_program_output("The committee met at 09:30 on Tuesday."));
    EXPECT_FALSE(has_program_output(""));
}

TEST(TextSigns, KnowsTheTextOfPrograms) {
    for (const auto* line :
         {"for (const auto& row : rows) {",
          "12      return total;",
          "}",
          "def load(path):",
          "const k = limit / size",
          "total += image.width",
          "\"name\": \"router\"",
          "std::sort(a)"}) {
        EXPECT_TRUE(has_program_text(line)) << line;
    }
    for (const auto* line :
         {"The river had been low since June", "Total 576.24", "Save changes", ""}) {
        EXPECT_FALSE(has_program_text(line)) << line;
    }
}

TEST(TextSigns, CutsTheNumberOfALineOff) {
    EXPECT_EQ(without_number("  12  return;"), "return;");
    EXPECT_EQ(without_number("12"), "12");
    EXPECT_EQ(without_number("1234567 rows"), "1234567 rows");
    EXPECT_EQ(without_number("  plain "), "plain");
}

}  // namespace
}  // namespace fovea::reading
