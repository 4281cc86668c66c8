// Questions as people ask them, and what the answer has to hold first of all.
#include "fovea/reading/answer/test_sight.hpp"

#include <gmock/gmock.h>

namespace fovea::reading {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TestSight invoice() {
    TestSight page({1240, 1754});
    page.height(30).text(80, 60, "INVOICE 2024-117").height(16);
    page.text(80, 140, "Nordwind GmbH, Hafenstrasse 3, 20457 Hamburg");
    page.text(80, 200, "Invoice date: 3 May 2024");
    page.text(80, 230, "Due date: 2 June 2024");
    page.text(80, 260, "Customer: Dana Fischer");
    page.text(80, 290, "Shipping: 12.00 EUR");
    page.table(
        80,
        400,
        200,
        {{"Item", "Quantity", "Unit price"},
         {"Keyboard", "3", "89.50 EUR"},
         {"Monitor cable", "10", "7.20 EUR"}}
    );
    page.text(80, 600, "Total: 352.50 EUR");
    page.text(80, 660, "Questions? billing@nordwind.example or +49 40 1234567");
    page.text(80, 690, "https://nordwind.example/pay");
    return page;
}

TestSight failure() {
    TestSight shot({1280, 800});
    shot.height(28).text(40, 30, "Build 17").height(16);
    shot.text(40, 80, "Error E0308: mismatched types");
    shot.text(40, 110, "Type: compile");
    shot.code(40, 160, {"41   let width = limit();", "42 > let edge: u32 = width * 1.5;"});
    shot.text(40, 400, "Retry").text(140, 400, "Open log");
    return shot;
}

struct Asked {
    const char* question;
    const char* holds;        // in the first finding, or at the top of the whole text
    const char* lacks = "~";  // nowhere
};

void expect(const TestSight& shot, const Asked& asked) {
    const auto text = answer(asked.question, shot.sight()).text;
    const auto first = text.substr(text.find('\n') + 1);

    EXPECT_THAT(first.substr(0, first.find("\n- ")), HasSubstr(asked.holds))
        << asked.question << "\n"
        << text;
    EXPECT_THAT(text, Not(HasSubstr(asked.lacks))) << asked.question << "\n" << text;
}

TEST(Questions, AboutAnInvoice) {  // P5
    constexpr Asked kAsked[] = {
        {"how much is the total?", "352.50 EUR", "89.50"},
        {"What is the total amount?", "352.50 EUR", "89.50"},
        {"how much is shipping", "12.00 EUR", "352"},
        {"when is the invoice due?", "2 June 2024", "3 May"},
        {"When is it due?", "2 June 2024", "3 May"},
        {"what is the due date", "2 June 2024", "3 May"},
        {"Wann ist das Due date?", "2 June 2024", "3 May"},
        {"what is the invoice date?", "3 May 2024", "2 June"},
        {"who is the customer?", "Dana Fischer"},
        {"What is the invoice number?", "2024-117"},
        {"which email address can I write to?", "billing@nordwind.example"},
        {"what's the phone number", "+49 40 1234567"},
        {"which link is on it?", "https://nordwind.example/pay"},
        {"how many monitor cables?", "10"},
        {"what does a keyboard cost?", "89.50 EUR"},
        {"What is the unit price of the monitor cable?", "7.20 EUR", "89.50"},
        {"what does it say", "INVOICE 2024-117"},
        {"what is typed?", "INVOICE 2024-117", "a guess"},
        {"What has been typed here?", "INVOICE 2024-117", "a guess"},
        {"what is written there", "INVOICE 2024-117"},
        {"Was wurde getippt?", "INVOICE 2024-117"},
        {"transcribe everything", "INVOICE 2024-117"},
        {"read line 3", "Invoice date: 3 May 2024", "Due date"},
        {"what is on the second line?", "Nordwind GmbH", "Due date"},
        {"read the last line", "https://nordwind.example/pay", "Due date"},
        {"what is the title?", "INVOICE 2024-117", "Nordwind"},
        {"what type of file is this?", "a guess: screenshot", "INVOICE"},
        {"What kind of picture is this?", "a guess: screenshot", "INVOICE"},
        {"what type of keyboard is it?", "Keyboard", "a guess"},
        {"which type of document is it", "a guess: screenshot", "INVOICE"},
        {"Welche Art von Bild ist das?", "a guess: screenshot", "INVOICE"},
        {"how many rows does the table have?", "3 rows"},
        {"is there a QR code?", "none was found"},
    };
    for (const auto& asked : kAsked) expect(invoice(), asked);
}

TEST(Questions, AboutAFailure) {  // P5
    constexpr Asked kAsked[] = {
        {"which error", "Error E0308: mismatched types"},
        {"Which error is shown?", "Error E0308: mismatched types"},
        {"what went wrong?", "Error E0308: mismatched types"},
        {"what is the type?", "Type: compile", "a guess"},
        {"what is on line 41?", "let width = limit();", "edge"},
        {"read line 42", "let edge: u32 = width * 1.5;", "limit"},
        {"where is the Retry button?", "Retry", "Open log"},
        {"what is typed in line 42?", "let edge: u32 = width * 1.5;", "limit"},
    };
    for (const auto& asked : kAsked) expect(failure(), asked);
}

TEST(Questions, ThatNothingAnswersGetNothing) {  // P5
    for (const auto* question :
         {"how much memory is used?", "when does the museum close?", "who owns it?"}) {
        EXPECT_THAT(
            answer(question, failure().sight()).text,
            HasSubstr("No text in the picture bears on this question")
        ) << question;
    }
}

}  // namespace
}  // namespace fovea::reading
