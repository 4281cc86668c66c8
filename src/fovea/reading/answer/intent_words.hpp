// Words that say how a question is asked, as term_of() gives them: data for intent.cpp.
#pragma once

#include <string_view>

namespace fovea::reading {

// Several words that mean what one does, in questions and on pages; as words_of() gives them.
struct Phrase {
    std::string_view words;
    std::string_view means;
};

constexpr Phrase kPhrases[] = {
    {"to be paid", "due"},         {"have to pay", "due"},
    {"need to pay", "due"},        {"do i owe", "due"},
    {"amount due", "due"},         {"in all", "total"},
    {"in total", "total"},         {"sign in", "login"},
    {"signed in", "login"},        {"log in", "login"},
    {"logged in", "login"},        {"user name", "username"},
    {"e mail", "email"},           {"wi fi", "wifi"},
    {"wireless network", "wifi"},  {"set to", "set"},
    {"money back", "refund"},      {"turned on", "on"},
    {"switched on", "on"},         {"turned off", "off"},
    {"switched off", "off"},       {"working on", "assign"},
    {"responsible for", "assign"},
};

// Words of pages and questions that mean the same, by their roots.
struct Alike {
    std::string_view means;
    std::string_view roots;
};

constexpr Alike kAlike[] = {
    {"vat", "tax mwst tva ust umsatzsteuer mehrwertsteuer"},
    {"total", "sum altogether overall gesamt gesamtbetrag summe ttc insgesamt"},
    {"remain", "left rest available avail reste"},
    {"attempt", "try tries retry"},
    {"due", "deadline payable outstanding balance fallig falligkeit echeance zahlbar"},
    {"pay", "paid payer paye bezahlen bezahlt zahlen gezahlt"},
    {"invoice", "rechnung facture"},
    {"order", "bestellung commande"},
    {"customer", "client kunde kunden"},
    {"delivery", "shipping livraison lieferung versand anlieferung"},
    {"birth", "born geburt geboren naissance ne nee"},
    {"monday", "mon montag lundi"},
    {"tuesday", "tue dienstag mardi"},
    {"wednesday", "wed mittwoch mercredi"},
    {"thursday", "thu donnerstag jeudi"},
    {"friday", "fri freitag vendredi"},
    {"saturday", "sat samstag samedi"},
    {"sunday", "sun sonntag dimanche"},
    {"size", "big large"},
    {"weight", "heavy weigh heaviest lightest"},
    {"duration", "long length takes longest shortest"},
    {"age", "old oldest youngest"},
    {"speed", "fast quick fastest slowest"},
    {"price", "expensive cheap cheapest cost fee charge"},
    {"assign", "assignee"},
    {"send", "sent sender"},
    {"report", "reporter"},
    {"close", "closing shut"},
    {"begin", "start"},
    {"salary", "pay wage"},
    {"delay", "late"},
    {"quantity", "qty quantiti"},
    {"fail", "failure"},
    {"wifi", "wlan ssid"},
    {"username", "user"},
    {"temperature", "warm cold hot"},
    {"change", "modify grow grew grown growth increase rise rose"},
    {"buy", "bought purchase"},
    {"person", "people"},
    {"serve", "portion"},
    {"permit", "allow"},
    {"position", "place pos rank"},
    {"refund", "credit"},
};

// Verbs and filling words: they help to choose and need not stand on the page.
constexpr std::string_view kHints =
    "arrive land depart fly have get got give given take took taken make made go goes gone went "
    "come came leave depart "
    "need "
    "want use used using usage say write wrote written ask tell told see look find found work "
    "happen "
    "begin start stop end run ran move set call called name number amount price value time date "
    "day "
    "moment duration size long big much many page picture screen invoice receipt document list "
    "table "
    "chart graph map chat dialog form window app program website site still yet now current "
    "currently "
    "next people person thing something somebody someone anybody anyone one own us me mine we "
    "altogether "
    "kind type exactly please last first new old full far high deep late strong healthy humid warm "
    "heavy "
    "fast open allow pay paid bring brought put let keep kept hold held show become became get "
    "receive "
    "per offer return belong live know think mean look try buy sell sold spend spent reach read "
    "sent send "
    "show print appear listed shown enter entered type typed written fill filled choose chosen "
    "pick "
    "today tonight right reason line item entry row column field text word message label "
    "information detail total yield fit press dial join answer speak digit code unit percent "
    "second hour "
    "ich habe haben muss wird wurde hoch gross lang viel bis wann monnaie montant "
    "occur weight speed age minute kg km eur euro dollar pound two three four five six seven eight";

}  // namespace fovea::reading
