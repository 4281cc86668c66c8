#include "fovea/reading/answer/find_values.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // lead and text

Pairs found_by(
    Findings (*find)(const Question&, const View&), const TestSight& shot, const char* question
) {
    const auto sight = shot.sight();
    Pairs pairs;
    for (const auto& finding :
         find(read_question(question), {sight, passages_of(shot.page, shot.reading)}).list) {
        pairs.emplace_back(finding.lead, finding.text);
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

TEST(FindCells, LooksUpRowAndColumn) {  // P5
    EXPECT_EQ(
        found_by(find_cells, providers(), "What is the error rate of Eridanus?"),
        (Pairs{{"Eridanus, Error rate", "8.15%"}})
    );
    EXPECT_EQ(
        found_by(find_cells, providers(), "status in ap-south-1"),
        (Pairs{{"Cirrus, Status", "Healthy"}})
    );
}

TEST(FindCells, TellsTheRowOrTheColumnWhenOnlyThatIsNamed) {  // P5
    EXPECT_EQ(
        found_by(find_cells, providers(), "tell me about Aster"),
        (Pairs{{"", "Provider: Aster; Region: eu-west-1; Error rate: 0.21%; Status: Healthy"}})
    );
    EXPECT_EQ(
        found_by(find_cells, providers(), "which regions are listed?"),
        (Pairs{{"Aster", "eu-west-1"}, {"Cirrus", "ap-south-1"}, {"Eridanus", "eu-central-1"}})
    );
}

TEST(FindCells, TellsAllRowsThatFit) {
    EXPECT_EQ(
        found_by(find_cells, providers(), "which provider is healthy?"),
        (Pairs{{"Aster, Provider", "Aster"}, {"Cirrus, Provider", "Cirrus"}})
    );
}

TEST(FindCells, FindsNothingInTablesAboutOtherThings) {
    EXPECT_EQ(found_by(find_cells, providers(), "what is the total?"), Pairs{});
    EXPECT_EQ(found_by(find_cells, TestSight(), "what is the total?"), Pairs{});
}

TEST(FindExtreme, ComparesTheNumbersOfAColumn) {  // P5
    EXPECT_EQ(
        found_by(find_extreme, providers(), "Which provider has the highest error rate?"),
        (Pairs{{"Eridanus", "8.15%"}})
    );
    EXPECT_EQ(
        found_by(find_extreme, providers(), "lowest error rate"), (Pairs{{"Aster", "0.21%"}})
    );
    EXPECT_EQ(found_by(find_extreme, providers(), "highest status"), Pairs{});
}

TEST(FindExtreme, ReadsNumbersWithUnitsAndSeparators) {
    TestSight shot;
    shot.table(
        0, 0, 90, {{"Job", "Requests"}, {"a", "9,001"}, {"b", "18,442"}, {"c", "$77.5"}, {"d", "-"}}
    );

    EXPECT_EQ(found_by(find_extreme, shot, "most requests"), (Pairs{{"b", "18,442"}}));
}

TEST(FindLabelled, ReadsWhatStandsBehindAColon) {  // P5
    TestSight shot;
    shot.text(0, 0, "Subtotal: 40 EUR")
        .text(0, 30, "Total: 45 EUR")
        .text(0, 60, "09:26 total failure");

    EXPECT_EQ(found_by(find_labelled, shot, "What is the total?"), (Pairs{{"", "Total: 45 EUR"}}));
}

TEST(FindLabelled, ReadsTheNumberBelowTheNameOfACard) {  // P5
    TestSight shot;
    shot.text(0, 0, "Cache hits").text(300, 0, "Rejected files");
    shot.height(30).text(0, 24, "71.9%").text(300, 24, "713");

    EXPECT_EQ(
        found_by(find_labelled, shot, "What are the rejected files?"),
        (Pairs{{"below \"Rejected files\"", "713"}})
    );
    EXPECT_EQ(
        found_by(find_labelled, shot, "cache hits?").at(0),
        (Pairs::value_type{"below \"Cache hits\"", "71.9%"})
    );
}

TEST(FindLabelled, ReadsTheValueBesideALabelOfAForm) {  // P5
    TestSight form;
    form.text(0, 0, "First name")
        .text(200, 0, "Dana")
        .text(0, 30, "Street")
        .text(200, 30, "Elm Road 5");

    EXPECT_EQ(
        found_by(find_labelled, form, "What is the first name?").at(0),
        (Pairs::value_type{"right of \"First name\"", "Dana"})
    );
}

}  // namespace
}  // namespace fovea::reading
