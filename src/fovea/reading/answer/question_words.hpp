// The words of common questions, in English, German and French: which mean the same, and which mean
// nothing by themselves. Data for question_terms.cpp; one more word is one more entry.
#pragma once

#include <string_view>

namespace fovea::reading {

struct Synonyms {
    std::string_view term;
    std::string_view words;  // as words_of() gives them, without endings
};

constexpr Synonyms kSynonyms[] = {
    {"fail",
     "failure crash crash threw throw thrown rais raise broke broken break abort panic "
     "fehlgeschlagen scheitert scheiterte abgesturzt echoue echouee plante"},
    {"error", "err exception problem fault wrong fehler fehlermeldung fehlers erreur"},
    {"file", "filename script datei dateien fichier"},
    {"line", "zeile zeilen zeilennummer ligne"},
    {"where", "wo locate location position coordinate bounding"},
    {"colour", "color farbe farben couleur"},
    {"background", "hintergrund hintergrundfarbe fond backdrop"},
    {"url", "link website hyperlink webseite uri"},
    {"email", "mail"},
    {"date", "datum"},
    {"when", "wann quand"},
    {"time", "uhrzeit heure clock timestamp"},
    {"price", "cost amount preis prix betrag montant kosten kostet coute"},
    {"phone", "telephone tel telefon telefonnummer telefonnumm handynummer fax"},
    {"total", "sum gesamt summe gesamtbetrag insgesamt somme"},
    {"title", "heading headline titel uberschrift titre"},
    {"say", "says said written write reads typed typing entered steht getippt lautet dit ecrit"},
    {"read", "transcribe transcript transcription ocr extract lies lesen lire vorlesen"},
    {"text", "texte wortlaut contents content"},
    {"many", "count number nummer numero anzahl viele wieviele"},
    {"column", "col spalte spalten colonne"},
    {"row", "reihe reihen rangee"},
    {"size", "dimension resolution width height grosse auflosung taille"},
    {"barcode", "qr qrcode strichcode"},
    {"button", "btn knopf schaltflache bouton"},
    {"checkbox", "checkboxes checkboxe tickbox tickboxes kontrollkastchen"},
    {"check", "tick ticked angehakt coche cochee"},
    {"unchecked", "uncheck untick unticked"},
    {"toggle", "switch schalter"},
    {"field", "input textbox textfield feld felder eingabefeld champ"},
    {"dropdown", "combobox listbox auswahlliste"},
    {"tab", "reiter registerkarte onglet"},
    {"disabled", "disabl disable greyed grayed deaktiviert ausgegraut desactive"},
    {"enabled", "enabl enable clickable aktiviert"},
    {"select", "selected chosen ausgewahlt selectionne"},
    {"focus", "focus focused fokus"},
    {"control", "widget element bedienelement"},
    {"highest", "largest biggest most maximum max greatest hochste hochsten grosste"},
    {"lowest", "smallest least minimum min fewest niedrigste kleinste"},
    {"describe",
     "description summary summarise summarize overview beschreibe beschreib beschreiben "
     "decris decri resume"},
    {"change", "chang differ difference different diff unterschied anderung geandert changement"},
    {"percent", "percentage prozent pourcentage"},
    {"password", "passwort"},
    {"picture", "image screenshot photo photograph pic bild foto screen bildschirmfoto"},
    {"kind", "type typ art genre"},
    {"ink", "foreground schriftfarbe textfarbe"},
};

// They say how a question is asked; a page full of them still answers nothing.
constexpr std::string_view kStopWords =
    "a an the is are was were be been being am do does did done doing what which who whom whose "
    "when "
    "how why that this these those it its of in on at to for from by with and or not no there here "
    "can could would should will shall may might must please tell me show showing shown shows give "
    "i "
    "you we they he she my your our their his her find see any some has have had having if then "
    "than "
    "as into out up down over under about also just only so such all each every where many exactly "
    "precisely look looking list name value get s t don appear appears display displayed displays "
    "visible picture contain contains exist exists much per "
    "der die das den dem des ist sind war ein eine einen einem einer was welche welcher welches "
    "wie "
    "im auf und oder von zu zum zur mit fur es sich nicht gibt bitte wird hat welchem welchen "
    "le la les un une est sont quel quelle quels quelles que qui dans sur et du de au aux y il "
    "elle "
    "ce cette ces ich muss wurde wurden habe bis wieviel combien wer";

}  // namespace fovea::reading
