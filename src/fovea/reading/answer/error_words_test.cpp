#include "fovea/reading/answer/error_words.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(ErrorWords, KnowTheMessagesOfPrograms) {  // P5
    for (const char* text :
         {"TypeError: Cannot read properties of undefined",
          "java.lang.NullPointerException: null",
          "main.cpp:12:5: error: 'x' was not declared",
          "error[E0382]: borrow of moved value",
          "fatal: not a git repository",
          "panic: runtime error: index out of range",
          "npm ERR! code ERESOLVE",
          "thread 'main' panicked at src/main.rs:1:2:",
          "Segmentation fault (core dumped)",
          "E AssertionError: assert 3 == 4",
          "Caused by: x",
          "undefined reference to `foo'",
          "src/app.ts(3,14): error TS2304: Cannot find name"}) {
        EXPECT_GE(error_strength(text), kSaysError) << text;
    }
}

TEST(ErrorWords, KnowWhatProgramsTellPeople) {  // P5
    for (const char* text :
         {"The password is incorrect. 2 attempts left.",
          "Access denied",
          "Page not found",
          "Der Upload ist fehlgeschlagen",
          "Fehler beim Laden",
          "Something went wrong"}) {
        EXPECT_GE(error_strength(text), kMentionsError) << text;
        EXPECT_LT(error_strength(text), kSaysError) << text;
    }
}

TEST(ErrorWords, LeaveOutWhatOnlyTalksAboutErrors) {
    for (const char* text :
         {"} catch (error) {",
          "throw new Error(\"x\");",
          "12 passed, 0 failed",
          "0 errors",
          "Error rate",
          "Traceback (most recent call last):",
          "Welcome back",
          "mirror",
          "main.cpp:1:2: warning: unused"}) {
        EXPECT_LT(error_strength(text), kMentionsError) << text;
    }
}

}  // namespace
}  // namespace fovea::reading
