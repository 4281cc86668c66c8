#include "fovea/reading/answer/find_value.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace fovea::reading {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // lead and text

Findings found_by(const TestSight& shot, const char* question) {
    const auto sight = shot.sight();
    return find_value(read_question(question), {sight, passages_of(shot.page, shot.reading)});
}

// What is told plainly; nothing where it is uncertain.
Pairs plainly(const TestSight& shot, const char* question) {
    const auto found = found_by(shot, question);
    Pairs pairs;
    for (const auto& finding : found.list) {
        if (found.sure) pairs.emplace_back(finding.lead, finding.text);
    }
    return pairs;
}

TestSight providers() {
    TestSight shot;
    shot.table(
        0,
        0,
        120,
        {{"Provider", "Region", "Error rate", "Status"},
         {"Aster", "eu-west-1", "0.21%", "Healthy"},
         {"Cirrus", "ap-south-1", "3.90%", "Healthy"},
         {"Eridanus", "eu-central-1", "8.15%", "Down"}}
    );
    return shot;
}

TEST(FindValue, LooksUpRowAndColumn) {  // P5
    EXPECT_EQ(
        plainly(providers(), "What is the error rate of Eridanus?"),
        (Pairs{{"Eridanus, Error rate", "8.15%"}})
    );
    EXPECT_EQ(plainly(providers(), "status in ap-south-1"), (Pairs{{"Cirrus, Status", "Healthy"}}));
}

TEST(FindValue, GivesTheBareAnswer) {  // P5
    EXPECT_EQ(found_by(providers(), "What is the error rate of Eridanus?").value, "8.15%");
}

TEST(FindValue, TellsTheRowOrTheColumnWhenOnlyThatIsNamed) {  // P5
    EXPECT_EQ(
        plainly(providers(), "tell me about Aster"),
        (Pairs{{"", "Provider: Aster; Region: eu-west-1; Error rate: 0.21%; Status: Healthy"}})
    );
    EXPECT_EQ(
        plainly(providers(), "which regions are listed?"),
        (Pairs{
            {"Aster, Region", "eu-west-1"},
            {"Cirrus, Region", "ap-south-1"},
            {"Eridanus, Region", "eu-central-1"}})
    );
}

TEST(FindValue, TellsAllRowsThatFit) {
    EXPECT_EQ(
        plainly(providers(), "which provider is healthy?"),
        (Pairs{{"Provider", "Aster"}, {"Provider", "Cirrus"}})
    );
}

TEST(FindValue, FindsNothingWhereNothingIsNamed) {  // P5
    EXPECT_EQ(plainly(providers(), "what is the total?"), Pairs{});
    EXPECT_EQ(plainly(TestSight(), "what is the total?"), Pairs{});
}

TEST(FindValue, TakesNoRowForAHeadThatIsOneLikeTheOthers) {  // P5
    TestSight list;
    list.table(0, 0, 200, {{"Seal kit", "41.90"}, {"Hose", "63.25"}, {"Total", "105.15"}});

    EXPECT_EQ(plainly(list, "how much is the seal kit?"), (Pairs{{"Seal kit", "41.90"}}));
    EXPECT_EQ(plainly(list, "What is the total?"), (Pairs{{"Total", "105.15"}}));
}

TEST(FindValue, NeverTellsTheValueOfAnotherRow) {  // P5
    TestSight invoice;
    invoice.table(
        0, 0, 200, {{"Subtotal", "£4,181.00"}, {"VAT (20%)", "£836.20"}, {"Total", "£5,017.20"}}
    );

    EXPECT_EQ(plainly(invoice, "How much VAT is on it?"), (Pairs{{"VAT (20%)", "£836.20"}}));
    EXPECT_EQ(plainly(invoice, "How much did the delivery cost?"), Pairs{});
    EXPECT_EQ(plainly(invoice, "How much was the total in 2019?"), Pairs{});
}

TEST(FindValue, SaysWhichWordsAreNowhereOnThePage) {  // P5
    const auto found = found_by(providers(), "What is the error rate of Eridanus in August?");

    EXPECT_FALSE(found.sure);
    EXPECT_EQ(found.absent, std::vector<std::string>{"august"});
}

TEST(FindValue, FindsALabelWithoutItsValue) {  // P5
    TestSight login;
    login.text(0, 0, "User name").text(0, 24, "h.brandvold").text(0, 100, "Password");
    login.text(0, 300, "Forgot password?");

    const auto found = found_by(login, "What is the password?");

    ASSERT_TRUE(found.label.has_value());
    EXPECT_EQ(found.label->text, "Password");
    EXPECT_TRUE(found.value.empty());
    EXPECT_EQ(found_by(login, "Which user name was entered?").value, "h.brandvold");
}

TEST(FindValue, ReadsWhatStandsBehindAColon) {  // P5
    TestSight shot;
    shot.text(0, 0, "Subtotal: 40 EUR")
        .text(0, 30, "Total: 45 EUR")
        .text(0, 60, "09:26 total failure");

    EXPECT_EQ(plainly(shot, "What is the total?"), (Pairs{{"45 EUR", "Total: 45 EUR"}}));
}

TEST(FindValue, ReadsTheNumberBelowTheNameOfACard) {  // P5
    TestSight shot;
    shot.text(0, 0, "Cache hits").text(300, 0, "Rejected files");
    shot.height(30).text(0, 24, "71.9%").text(300, 24, "713");

    EXPECT_EQ(
        plainly(shot, "How many rejected files?"), (Pairs{{"below \"Rejected files\"", "713"}})
    );
    EXPECT_EQ(plainly(shot, "cache hits?"), (Pairs{{"below \"Cache hits\"", "71.9%"}}));
}

TEST(FindValue, NamesTheSideOfItsLabelOnWhichItStands) {  // P5
    TestSight tiles;
    tiles.text(0, 0, "713").text(300, 0, "71.9%");
    tiles.text(0, 24, "Rejected files").text(300, 24, "Cache hits");

    EXPECT_EQ(
        plainly(tiles, "How many rejected files?"), (Pairs{{"above \"Rejected files\"", "713"}})
    );
}

TEST(FindValue, ReadsTheValueBesideALabelOfAForm) {  // P5
    TestSight form;
    form.text(0, 0, "First name")
        .text(200, 0, "Dana")
        .text(0, 30, "Street")
        .text(200, 30, "Elm Road 5");

    EXPECT_EQ(plainly(form, "What is the street?"), (Pairs{{"right of \"Street\"", "Elm Road 5"}}));
}

TEST(FindValue, CountsWhatIsNotCountedOnThePage) {  // P5
    TestSight shot;
    shot.text(0, 0, "17:00 Choir rehearsal")
        .text(0, 60, "Dentist")
        .text(300, 90, "18:00 Choir rehearsal");

    EXPECT_EQ(found_by(shot, "How many choir rehearsals are there?").value, "2");
}

TEST(FindValue, TakesACountThatThePageTells) {  // P5
    TestSight shot;
    shot.text(0, 0, "Errors are listed here")
        .text(0, 60, "Errors in red")
        .text(0, 120, "32 errors, 5 warnings");

    EXPECT_EQ(found_by(shot, "How many errors are there?").value, "32");
}

TEST(FindValue, KnowsWhoWroteAMessage) {  // P5
    TestSight chat;
    chat.paragraph(0, 0, {"Ines Carvalho 08:15", "Can somebody else take the Friday shift?"});
    chat.paragraph(0, 80, {"Sofia Lindqvist 08:19", "I will take it, no problem."});

    EXPECT_EQ(found_by(chat, "Who asked for the Friday shift?").value, "Ines Carvalho");
    EXPECT_EQ(found_by(chat, "When did Sofia write?").value, "08:19");
}

TEST(FindValue, NarrowsToThePiece) {  // P5
    TestSight shot;
    shot.text(0, 0, "Contact: dana@example.org today").text(0, 30, "no address");

    const auto found = found_by(shot, "what is the email?");

    ASSERT_EQ(found.list.size(), 1u);
    EXPECT_EQ(found.list[0].lead, "dana@example.org");
    EXPECT_EQ(found.list[0].box, (media::PixelRect{72, 0, 128, 16}));
}

TEST(FindValue, ListsAllOfAKindAndSaysHowManyMoreThereAre) {
    TestSight shot;
    for (std::uint32_t i = 0; i < 15; ++i) shot.text(0, i * 40, "$" + std::to_string(i));

    const auto found = found_by(shot, "which prices?");

    EXPECT_EQ(found.list.size(), 13u);
    EXPECT_EQ(found.list.back().text, "and 3 more");
}

TEST(FindValue, KnowsTheNetworkAndThePasswordOfAWifiCode) {  // P5
    TestSight shot;
    shot.text(0, 0, "Scan to join our Wi-Fi");
    shot.reading.barcodes = {{"QRCode", "WIFI:T:WPA;S:Guests;P:lantern\\;42;;", {1, 2, 3, 4}}};

    EXPECT_EQ(found_by(shot, "What is the Wi-Fi password?").value, "lantern;42");
    EXPECT_EQ(found_by(shot, "What's the name of the wireless network?").value, "Guests");
}

TEST(FindValue, TellsOldFromNewInAChange) {
    TestSight diff;
    diff.code(0, 0, {"timeout = 30", "timeout = 90"});
    diff.reading.lines[0].ground = {254, 234, 232};
    diff.reading.lines[1].ground = {218, 251, 225};

    EXPECT_EQ(found_by(diff, "What was the timeout changed to?").value, "90");
    EXPECT_EQ(found_by(diff, "What was the timeout before the change?").value, "30");
}

TEST(FindValue, KeepsTheTilesOfADashboardApart) {  // P5
    TestSight shot;
    shot.ink({100, 110, 120}).height(12);
    shot.text(40, 100, "Orders").text(340, 100, "Returns").text(640, 100, "Best day");
    shot.ink({20, 30, 40}).height(22);
    shot.text(40, 120, "1,938").text(340, 120, "117").text(640, 120, "Sun, 15 June");

    EXPECT_EQ(found_by(shot, "How many returns were there?").value, "117");
    EXPECT_EQ(found_by(shot, "What is the best day?").value, "Sun, 15 June");
}

TEST(FindValue, IsUncertainOfCardsThatAreReadAsOneTable) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        120,
        {{"node-a1", "Ready", "node-c2", "Ready"},
         {"CPU", "38%", "CPU", "24%"},
         {"Pods", "42", "Pods", "19"},
         {"Uptime", "61 days", "Uptime", "3 days"}}
    );

    EXPECT_EQ(found_by(shot, "How long has node-c2 been up?").value, "");
    EXPECT_EQ(found_by(shot, "How many pods run on node-a1?").value, "");
}

TEST(FindValue, ReadsARosterWhoseShiftsRepeatByItsRows) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        90,
        {{"Name", "Mon", "Tue", "Wed", "Thu", "Hours"},
         {"Adaeze Obi", "Early", "Early", "Late", "Late", "40"},
         {"Bram de Wit", "Night", "Night", "off", "off", "42"},
         {"Elin Moe", "Late", "Late", "Early", "Early", "38"}}
    );

    EXPECT_EQ(found_by(shot, "How many hours does Bram work?").value, "42");
    EXPECT_EQ(found_by(shot, "Who has the most hours?").value, "Bram de Wit");
}

TEST(FindValue, TakesTheNameBehindTheThingThatIsAskedFor) {  // P5
    TestSight shot;
    shot.text(40, 40, "Interview: Oyelaran").text(40, 60, "14:00 - 15:30");
    shot.text(40, 80, "Room Elbe");
    shot.text(40, 300, "imgproxy started, 8 workers, port 8080");

    EXPECT_EQ(found_by(shot, "In which room is the interview?").value, "Room Elbe");
    EXPECT_EQ(found_by(shot, "On which port does imgproxy listen?").value, "8080");
    EXPECT_FALSE(found_by(shot, "On which day is the interview?").sure
    );  // only its hours are known
}

TEST(FindValue, DoesNotTakeOneValueForThatOfItsNeighbour) {  // P5
    TestSight shot;
    shot.ink({100, 110, 120}).height(12).text(40, 100, "Temperature").text(340, 100, "Humidity");
    shot.ink({20, 30, 40}).height(22).text(40, 120, "24.6 °C").text(340, 120, "71 %");
    shot.ink({100, 110, 120}).height(12).text(40, 150, "target 24.0 °C");

    EXPECT_EQ(found_by(shot, "What is the temperature?").value, "24.6 °C");
    EXPECT_NE(found_by(shot, "What is the target temperature?").value, "24.6 °C");
}

TEST(FindValue, SaysYesOrNoByTheCellOfAState) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        160,
        {{"Member", "Role", "Posts", "Status"},
         {"Rosa Achterberg", "Owner", "204", "Active"},
         {"Lucien Moreau", "Editor", "19", "Suspended"}}
    );

    EXPECT_EQ(found_by(shot, "Is Rosa Achterberg active?").value, "yes");
    EXPECT_EQ(found_by(shot, "Is Lucien Moreau active?").value, "no");
    EXPECT_EQ(found_by(shot, "Is Ada active?").value, "");
}

TEST(FindValue, TakesNoLabelForWhatItNames) {  // P5
    TestSight shot;
    shot.text(40, 40, "Network name (SSID)").text(260, 40, "Moosgasse-7");
    shot.ink({100, 100, 100}).height(12).text(40, 200, "Medication reminder");
    shot.ink({20, 20, 20}).height(20).text(40, 220, "Iron tablet at 08:30");

    EXPECT_NE(found_by(shot, "What is the SSID?").value, "Network name (SSID)");
    EXPECT_EQ(found_by(shot, "Which medication must be taken?").value, "");
}

TEST(FindValue, TakesTheHourOfAMessageForNoneOfWhatItSays) {  // P5
    TestSight shot;
    shot.ink({120, 120, 120}).height(12).text(40, 40, "Imke · 10:21");
    shot.ink({20, 20, 20}).height(16);
    shot.text(40, 60, "Thank you, it will be delivered tomorrow between 9 and 12");

    EXPECT_EQ(found_by(shot, "When will it be delivered?").value, "tomorrow");
}

TEST(FindValue, ReadsThousandsWithSpacesBetweenThem) {  // P5
    TestSight shot;
    shot.text(40, 40, "Net à payer").text(260, 40, "1 603,92 €");

    EXPECT_EQ(found_by(shot, "How much is left to pay?").value, "1 603,92 €");
}

TEST(FindValue, CountsUnitsByTheirUnit) {  // P5
    TestSight shot;
    shot.text(40, 40, "Serves 6").text(200, 40, "310 kcal per portion");

    EXPECT_EQ(found_by(shot, "How many kcal does a portion have?").value, "310 kcal");
}

TEST(FindValue, NamesOneAndDoesNotQuoteALineThatCountsThem) {  // P5
    TestSight shot;
    shot.text(40, 400, "5 sensors, 1 offline. Updated 3 minutes ago.");

    EXPECT_FALSE(found_by(shot, "Which sensor is offline?").sure);
}

TEST(FindValue, TakesAHandleForAPerson) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        160,
        {{"Service", "Build", "Started by"},
         {"checkout", "814", "ines.rocha"},
         {"catalog", "501", "h.tanaka"}}
    );

    EXPECT_EQ(found_by(shot, "Who started catalog?").value, "h.tanaka");
}

TEST(FindValue, CountsNothingWithAYear) {  // P5
    TestSight shot;
    shot.text(40, 40, "Ferry passengers by route, 2024");
    shot.text(40, 160, "Hull").text(200, 160, "87");

    EXPECT_EQ(found_by(shot, "How many routes are there?").value, "");
}

TEST(FindValue, TakesWhatIsForNoAnswerToWhatIsNot) {  // P5
    TestSight shot;
    shot.table(
        0, 0, 120, {{"Job", "Runs", "State"}, {"build", "12", "Ready"}, {"deploy", "9", "Waiting"}}
    );

    EXPECT_TRUE(found_by(shot, "Which job is ready?").sure);
    EXPECT_FALSE(found_by(shot, "Which job is not ready?").sure);
}

TEST(FindValue, ReadsRunningTextBySentences) {  // P5
    TestSight mail;
    mail.paragraph(
        0,
        0,
        {"We expect you on Friday, 18 July. The price for three nights",
         "includes breakfast, which is served from 07:00 to 10:30 each",
         "day. You can cancel free of charge until 11 July."}
    );

    EXPECT_EQ(found_by(mail, "When is breakfast served?").value, "07:00 to 10:30");
    EXPECT_EQ(found_by(mail, "Until when can I cancel?").value, "11 July");
}

TEST(FindValue, LooksUpATimetableByItsTwoHeads) {  // P5
    TestSight school;
    school.table(
        0,
        0,
        120,
        {{"", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"},
         {"08:00", "Maths", "English", "Physics", "Maths", "Art"},
         {"09:55", "Music", "Chemistry", "French", "English", "Maths"}}
    );

    EXPECT_EQ(found_by(school, "What is on Tuesday at 09:55?").value, "Chemistry");
}

TEST(FindValue, KnowsToWhichPartALineOfASettingsFileBelongs) {  // P5
    TestSight file;
    file.code(0, 0, {"server:", "  host: api.example", "  port: 8443", "cache:", "  port: 6379"});
    for (const std::size_t i : {1u, 2u, 4u}) file.page.blocks[0].lines[i].box.x = 16;

    EXPECT_EQ(found_by(file, "Which port does the server use?").value, "8443");
}

TEST(FindValue, IsUncertainOfWhatIsNotOfTheKindThatIsAskedFor) {  // P5
    TestSight claim;
    claim.text(0, 0, "Traveller").text(200, 0, "Sunita Rao");
    claim.text(0, 60, "Destination").text(200, 60, "Rotterdam");

    EXPECT_EQ(found_by(claim, "Who is the traveller?").value, "Sunita Rao");
    EXPECT_FALSE(found_by(claim, "Where did the traveller go?").sure);
    EXPECT_FALSE(found_by(claim, "When does the traveller leave?").sure);
}

TEST(FindValue, TakesNoFigureForAPlace) {  // P5
    TestSight ticket;
    ticket.text(0, 0, "Flight").text(0, 60, "Gate F32");
    ticket.height(22).text(0, 20, "NS 418");

    EXPECT_NE(found_by(ticket, "Where does the flight go?").value, "NS 418");
}

TEST(FindValue, PrefersTheVeryWordToOneThatMeansTheSame) {  // P5
    TestSight receipt;
    receipt.text(0, 0, "Gesamt").text(200, 0, "95,00");
    receipt.text(0, 60, "Gesamtbetrag").text(200, 60, "3.586,66");

    EXPECT_EQ(found_by(receipt, "Wie hoch ist der Gesamtbetrag?").value, "3.586,66");
}

TEST(FindValue, TakesCompoundsApart) {  // P5
    TestSight letter;
    letter.text(0, 0, "Rechnungsnummer").text(200, 0, "RE-2025-0319");

    EXPECT_EQ(found_by(letter, "What is the invoice number?").value, "RE-2025-0319");
}

TEST(FindValue, ReadsColumnsThatAProgramPrints) {  // P5
    TestSight shot;
    shot.code(
        0,
        0,
        {"$ ps",
         "NAME          STATUS      RESTARTS",
         "cart          Running     0",
         "mailer        Failed      47"}
    );

    EXPECT_EQ(found_by(shot, "How many restarts does the mailer have?").value, "47");
    EXPECT_EQ(found_by(shot, "What is the status of cart?").value, "Running");
}

TEST(FindValue, KnowsWhoSentTheMailOfAListWithTwoLinesEach) {  // P5
    TestSight list;
    const std::vector<std::array<std::string, 3>> rows = {
        {"Dilara Oz", "09:41", "Minutes of Tuesday"},
        {"Tobias Lund", "08:15", "Quote for the roof"},
        {"Ravi Menon", "07:02", "Photos from the hike"}};
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        list.ink({0, 0, 0}).text(10, 60 * i, rows[i][0]).text(400, 60 * i, rows[i][1]);
        list.ink({120, 120, 120}).text(10, 60 * i + 20, rows[i][2]);
    }

    EXPECT_EQ(found_by(list, "Who wrote about the roof?").value, "Tobias Lund");
    EXPECT_EQ(found_by(list, "When did Ravi Menon write?").value, "07:02");
}

TEST(FindValue, TakesNobodyForDoingWhatHeOnlySpeaksOf) {  // P5
    TestSight chat;
    chat.paragraph(0, 0, {"Ines Carvalho 08:15", "The movers come on Friday at eight o'clock"});

    EXPECT_FALSE(found_by(chat, "Who pays for the movers?").sure);
}

TEST(FindValue, TakesLatestForALabelWhereThereIsOne) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        120,
        {{"Package", "Current", "Latest"},
         {"luxon", "3.4.4", "3.5.0"},
         {"sharp", "0.32.6", "0.33.5"}}
    );

    EXPECT_EQ(found_by(shot, "What is the latest version of sharp?").value, "0.33.5");
}

TEST(FindExtreme, ComparesTilesSideBySide) {  // P5
    TestSight shop;
    shop.height(30).text(0, 0, "Rain jackets");
    const std::vector<std::pair<std::string, std::string>> tiles = {
        {"Fjell Light", "€ 129.00"}, {"Storm Pro", "€ 219.00"}, {"City Parka", "€ 89.90"}};
    for (std::uint32_t i = 0; i < tiles.size(); ++i) {
        shop.height(16).text(300 * i, 120, tiles[i].first);
        shop.height(24).text(300 * i, 142, tiles[i].second);
    }

    EXPECT_EQ(found_by(shop, "Which jacket is the cheapest?").value, "City Parka");
}

TEST(FindExtreme, ComparesAlongARowWhereTheHeadsAreOnTheLeft) {  // P5
    TestSight bikes;
    bikes.table(
        0,
        0,
        140,
        {{"", "Torrent", "Velora City", "Kestrel"},
         {"Price", "€ 2,899", "€ 1,749", "€ 3,650"},
         {"Weight", "24.1 kg", "19.8 kg", "22.6 kg"},
         {"Gears", "11", "7", "12"}}
    );

    EXPECT_EQ(found_by(bikes, "Which bike is the lightest?").value, "Velora City");
    EXPECT_EQ(found_by(bikes, "Which has the highest price?").value, "Kestrel");
}

TEST(FindExtreme, ComparesTheNumbersOfAColumn) {  // P5
    EXPECT_EQ(
        plainly(providers(), "Which provider has the highest error rate?"),
        (Pairs{{"Eridanus", "8.15%"}})
    );
    EXPECT_EQ(plainly(providers(), "lowest error rate"), (Pairs{{"Aster", "0.21%"}}));
    EXPECT_EQ(plainly(providers(), "highest status"), Pairs{});
}

TEST(FindExtreme, IsUncertainWhereAWordOfTheQuestionIsAboutNoSeries) {  // P5
    EXPECT_TRUE(found_by(providers(), "Which provider has the highest error rate?").sure);
    EXPECT_FALSE(found_by(providers(), "Which provider has the highest error rate in August?").sure
    );
}

TEST(FindExtreme, LeavesTotalsOut) {  // P5
    TestSight shot;
    shot.table(
        0,
        0,
        90,
        {{"Job", "Requests"},
         {"a1", "9,001"},
         {"night run", "18,442"},
         {"day run", "77.5"},
         {"Total", "27,520"}}
    );

    EXPECT_EQ(found_by(shot, "Which job has the most requests?").value, "night run");
}

TEST(FindExtreme, ComparesUnits) {
    TestSight phone;
    phone.text(0, 0, "APPS").ink({200, 0, 0});
    phone.table(0, 40, 200, {{"Maps", "312 MB"}, {"Podcasts", "4.9 GB"}, {"Photos", "1.7 GB"}});

    EXPECT_EQ(found_by(phone, "Which app used most?").value, "Podcasts");
}

TEST(FindValue, TellsASumAndNotItsShare) {  // P5
    TestSight receipt;
    receipt.table(
        0, 0, 300, {{"Net", "€ 1,305.00"}, {"VAT 10%", "€ 130.50"}, {"Sum", "€ 1,435.50"}}
    );

    EXPECT_EQ(plainly(receipt, "How much VAT is there?"), (Pairs{{"VAT 10%", "€ 130.50"}}));
}

TEST(FindValue, TellsWhatComesNearestWhereThePageLacksAWord) {  // P5
    TestSight page;
    page.text(0, 0, "wants to merge 4 commits into main").text(0, 40, "Files changed 3");
    const auto found = found_by(page, "How many commits are in the pull request?");

    ASSERT_FALSE(found.list.empty());
    EXPECT_FALSE(found.sure);
    EXPECT_EQ(found.list[0].lead, "4");
    EXPECT_EQ(found.absent, (std::vector<std::string>{"pull", "request"}));
}

TEST(FindValue, IsNotSureOfALineWhereAWordOfTheQuestionIsMissing) {  // P5
    TestSight page;
    page.text(0, 0, "mgarcia commented 2 days ago").text(0, 24, "What if the file changes?");

    EXPECT_TRUE(plainly(page, "What did mgarcia ask?").empty());
}

TEST(FindValue, TakesTheOtherNameOfAThing) {  // P5
    TestSight page;
    page.table(0, 0, 300, {{"Katalog", "18,50"}, {"Plakat", "4,10"}, {"Ulotka", "0,32"}});

    EXPECT_EQ(
        plainly(page, "What is the price of the posters (Plakat)?"), (Pairs{{"Plakat", "4,10"}})
    );
}

TEST(FindValue, FindsWhoDidWhatTheLineSays) {  // P5
    TestSight page;
    page.text(0, 0, "tnguyen approved these changes").text(0, 60, "rfischer commented yesterday");
    const auto found = found_by(page, "Who approved it?");

    ASSERT_FALSE(found.list.empty());
    EXPECT_EQ(found.list[0].lead, "tnguyen");
}

}  // namespace
}  // namespace fovea::reading
