#include "fovea/reading/answer/find_answers.hpp"
#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

constexpr const char* kIntro =
    "From the text recognised in the picture; boxes are [x1, y1, x2, y2] in pixels:\n";

TestSight trace() {
    TestSight shot({1920, 1080});
    shot.ink({180, 35, 24})
        .height(30)
        .text(48, 36, "TypeError: Cannot read properties of undefined");
    shot.ink({}).height(16).text(48, 80, "POST /v1/messages 2025-03-14 09:26:53.589 UTC");
    shot.code(
        65,
        129,
        {"at fitToBudget (/srv/app/dist/attachments.js:142:31)",
         "  142 >   const k = limit / img.meta.width;",
         "at async /srv/app/node_modules/router/lib/layer.js:95:5"}
    );
    shot.text(63, 645, "Copy stack").text(166, 645, "Open in editor");
    return shot;
}

TEST(Answer, PutsTheFailingLineAndItsBoxFirst) {  // P5
    const auto told = answer("which file and line failed?", trace().sight());

    EXPECT_EQ(
        told.text,
        std::string(kIntro) +
            "- failing line: [65, 129, 481, 145] at fitToBudget "
            "(/srv/app/dist/attachments.js:142:31)\n"
            "  file /srv/app/dist/attachments.js, line 142, column 31, in fitToBudget\n"
            "- code there: [81, 149, 409, 165] 142 > const k = limit / img.meta.width;\n"
            "- error message: [48, 36, 416, 66] TypeError: Cannot read properties of undefined\n"
    );
    EXPECT_EQ(told.boxes.at(0).box, (media::PixelRect{65, 129, 416, 16}));
}

TEST(Answer, UnderstandsOtherWaysToAskForTheFailingLine) {  // P5
    const auto shot = trace();
    const auto told = answer("which file and line failed?", shot.sight());

    for (const char* question :
         {"In which file did it crash?",
          "Where did the error occur?",
          "what line number threw the exception",
          "Welche Datei und Zeile ist fehlgeschlagen?",
          "Quel fichier et quelle ligne ont échoué ?",
          "Which source line failed in the stack trace?"}) {
        EXPECT_EQ(answer(question, shot.sight()).boxes.at(0), told.boxes[0]) << question;
    }
}

TEST(Answer, QuotesTheErrorMessage) {  // P5
    for (const char* question :
         {"What is the error?", "What does the error message say?", "Was ist der Fehler?"}) {
        EXPECT_EQ(
            answer(question, trace().sight()).text,
            std::string(kIntro) +
                "- [48, 36, 416, 66] TypeError: Cannot read properties of undefined\n"
        ) << question;
    }
}

TEST(Answer, PrefersTheTableOverARuleThatSharesAWord) {  // P5
    TestSight shot;
    shot.table(0, 0, 120, {{"Provider", "Error rate"}, {"Aster", "0.21%"}, {"Eridanus", "8.15%"}});
    shot.text(0, 200, "Error: upload failed");

    const auto told = answer("What is the error rate of Eridanus?", shot.sight());

    EXPECT_EQ(
        told.text, std::string(kIntro) + "- Eridanus, Error rate: [120, 40, 160, 56] 8.15%\n"
    );
}

TEST(Answer, AnswersTwoQuestionsAtOnce) {
    TestSight shot;
    shot.text(0, 0, "dana@example.org").text(0, 30, "+49 30 1234567").text(0, 60, "Berlin");

    const auto told = answer("What are the email and the phone number?", shot.sight());

    EXPECT_EQ(
        told.text,
        std::string(kIntro) +
            "- [0, 0, 128, 16] dana@example.org\n- [0, 30, 112, 46] +49 30 1234567\n"
    );
}

TEST(Answer, SaysWhenNothingBearsOnTheQuestion) {  // P5
    const auto told = answer("Who is the president?", trace().sight());

    EXPECT_TRUE(told.text.starts_with("No text in the picture bears on this question.\n"));
    EXPECT_TRUE(told.boxes.empty());
}

TEST(Answer, SaysWhenThereIsNoTextAtAll) {  // P5
    const auto told = answer("What animal is this?", TestSight().sight());

    EXPECT_TRUE(told.text.starts_with("No text was found in the picture"));
}

TEST(Answer, SaysWhenItMeasuredInsteadOfReading) {  // P5
    EXPECT_EQ(
        answer("What are the dimensions?", TestSight({640, 480}).sight()).text,
        "Measured in the picture by local/ocr:\n- picture: 640 x 480 pixels (width x height)\n"
    );
}

TEST(Answer, ReadsTheWholeTextWhenAskedTo) {  // P5
    TestSight shot;
    shot.text(0, 0, "One").text(0, 40, "Two");

    for (const char* question :
         {"What does it say?", "Read the text", "Transcribe all of the text", "OCR"}) {
        EXPECT_EQ(
            answer(question, shot.sight()).text,
            std::string(kIntro) + "[0, 0, 24, 16] One\n[0, 40, 24, 56] Two\n"
        ) << question;
    }
}

TEST(Answer, DescribesWhenNothingInParticularIsAsked) {
    const auto shot = trace();

    EXPECT_EQ(answer("What is this?", shot.sight()), describe(shot.sight()));
    EXPECT_EQ(answer("", shot.sight()), describe(shot.sight()));
    EXPECT_EQ(answer("?!", shot.sight()), describe(shot.sight()));
}

TEST(Answer, MarksWhatWasReadUncertainly) {  // P5
    TestSight shot;
    shot.confidence(0.4).text(0, 0, "Total: 4S EUR");

    EXPECT_EQ(
        answer("What is the total?", shot.sight()).text,
        std::string(kIntro) + "- 4S EUR: [56, 0, 104, 16] Total: 4S EUR (uncertain)\n"
    );
}

TEST(Answer, GivesTheBareAnswerWhereItIsCertain) {  // P5
    TestSight shot;
    shot.text(0, 0, "Total: 45 EUR").text(0, 40, "Due");

    EXPECT_EQ(answer("What is the total?", shot.sight()).value, "45 EUR");
    EXPECT_EQ(answer("What is the total in 2019?", shot.sight()).value, "");
    EXPECT_EQ(answer("Read the text", shot.sight()).value, "");
    shot.confidence(0.4).text(0, 90, "Shipping: 5 EUR");
    EXPECT_EQ(answer("What is the shipping?", shot.sight()).value, "");
}

TEST(Answer, SaysWhichWordIsMissingAndWhatComesNearest) {  // P5
    TestSight shot;
    shot.text(0, 0, "Total: 45 EUR").text(0, 60, "Thank you").text(0, 120, "Come again");

    const auto text = answer("What is the total in 2019?", shot.sight()).text;

    EXPECT_TRUE(text.starts_with("No text in the picture has \"2019\". Not certain:")) << text;
    EXPECT_NE(text.find("Total: 45 EUR (uncertain)"), std::string::npos) << text;
}

TEST(Answer, SaysThatALabelHasNoValue) {  // P5
    TestSight shot;
    shot.text(0, 0, "Members' area").text(0, 200, "Password");

    EXPECT_EQ(
        answer("What is the password?", shot.sight()).text,
        "No text in the picture answers this.\n"
        "Found the label \"Password\" at [0, 200, 64, 216], not its value.\n"
    );
}

TEST(Answer, SurvivesOddQuestions) {
    const auto shot = trace();

    for (const char* question :
         {"\xFF\xFE", "错误是什么?", "где?", "how many?", "where?", "what what what"}) {
        EXPECT_FALSE(answer(question, shot.sight()).text.empty()) << question;
    }
    EXPECT_FALSE(answer(std::string(1'000'000, '?'), shot.sight()).text.empty());
}

}  // namespace
}  // namespace fovea::reading
