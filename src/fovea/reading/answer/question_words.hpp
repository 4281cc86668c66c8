// Words that say how a question is asked: data for question.cpp.
#pragma once

#include "fovea/reading/answer/question.hpp"

namespace fovea::reading {

struct Start {
    std::string_view phrases;  // with bars between them
    Want want;
};

// What a question holds anywhere; the first that fits counts. "The number of orders" is counted, "the order
// number of" is not.
constexpr Start kStarts[] = {
    {"the number of|total number of|how many|wie viele|wieviele|combien de|combien d|combien y",
     Want::Count},
    {"how long|wie lange", Want::Duration},
    {"how much|how expensive|wie viel|wieviel|wie hoch|quel est le montant", Want::Amount},
    {"how often|wie oft|wie heisst|wie heissen|wie lautet", Want::Text},
    {"what time|which time|which day|what day|what date|which date|when|wann|quand|quelle date",
     Want::Moment},
    {"who|whom|whose|wer|qui", Want::Person},
    {"why|warum|pourquoi", Want::Reason},
    {"where|wo", Want::Place},
    {"which number|what number|digits", Want::Number},
    {"how|wie gross|wie weit|wie alt|wie schwer", Want::Measure},
    {"which|welche|welcher|welches|welchen|welchem", Want::Name},
    {"combien", Want::Amount},
};

constexpr std::string_view kYesNo =
    "is are can does do has have was were did may will ist sind kann hat est";

constexpr std::string_view kOfMoney =
    "price total pay revenue balance salary fee discount deposit tip gratuity";

constexpr std::string_view kHighest =
    "highest expensive longest heaviest fastest oldest hottest tallest busiest schwersten langsten "
    "teuersten meisten altesten schnellsten";
constexpr std::string_view kLowest =
    "lowest cheapest shortest lightest slowest coldest youngest leichtesten kurzesten billigsten "
    "gunstigsten wenigsten";

constexpr std::string_view kVerbs =
    "is are was were do does did have has had can will made left in on of";

// They are no part of what is asked about, though they are no stop words.
constexpr std::string_view kNoSubject =
    "often of highest lowest newest oldest latest earliest most least until till from after before "
    "during between";

constexpr std::string_view kNegations =
    "not no without except never nicht kein keine ohne pas sans";

// Verbs and filling words: they help to choose and need not stand on the page.
constexpr std::string_view kHints =
    "arrive land depart fly have get got give given take took taken make made go goes gone went "
    "come came leave need want use used using usage say write wrote written ask tell told see look "
    "find found work happen begin start stop end run ran move set call called name number amount "
    "price value time date day moment duration size long big much many page picture screen invoice "
    "receipt document list table chart graph map chat dialog form window app program application "
    "website site still yet now current currently next people person thing something somebody "
    "someone anybody anyone one own us me mine we altogether kind type exactly please last first "
    "new old full far high deep late strong healthy humid warm heavy fast open allow pay paid "
    "bring brought put let keep kept hold held show become became receive per offer return belong "
    "live know think mean try buy sell sold spend spent reach read sent send appear listed "
    "shown enter entered type typed fill filled choose chosen pick today tonight right reason line "
    "item entry row column field text word message label information detail yield fit press dial "
    "join answer speak digit code unit percent second hour ich habe haben muss wird wurde hoch "
    "gross lang viel bis wann monnaie montant occur weight speed age minute kg km eur euro dollar "
    "pound space install two three four five six seven eight like";

}  // namespace fovea::reading
