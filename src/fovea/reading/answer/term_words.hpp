// Words that mean the same, and words that mean nothing by themselves, in English, German and French: data for
// terms.cpp. One more word is one more entry.
#pragma once

#include <string_view>

namespace fovea::reading {

struct Synonyms {
    std::string_view term;
    std::string_view words;  // as words_of() gives them; their other forms follow
};

constexpr Synonyms kSynonyms[] = {
    {"fail",
     "failure crash threw throw thrown raise broke broken break abort panic fehlgeschlagen "
     "scheitert scheiterte abgesturzt echoue echouee plante"},
    {"error", "err exception problem fault wrong fehler fehlermeldung erreur"},
    {"file", "filename script datei dateien fichier"},
    {"line", "zeile zeilen zeilennummer ligne"},
    {"where", "wo locate location position coordinate bounding"},
    {"colour", "color farbe farben couleur"},
    {"background", "hintergrund hintergrundfarbe fond backdrop"},
    {"url", "link website hyperlink webseite uri"},
    {"email", "mail"},
    {"date", "datum fecha dato period zeitraum"},
    {"when", "wann quand"},
    {"time", "uhrzeit heure clock timestamp"},
    {"price",
     "cost amount preis prix betrag montant kosten kostet coute expensive cheap cheapest fee "
     "charge teuer teuersten billig billigsten prijs precio prezzo cena pris"},
    {"phone", "telephone tel telefon telefonnummer handynummer fax telefono telefoon"},
    {"total",
     "sum gesamt summe gesamtbetrag insgesamt somme altogether overall ttc auszahlung ausgezahlt "
     "totaal totale razem suma totalt lacznie brutto"},
    {"title", "heading headline titel uberschrift titre"},
    {"say", "says said written write reads typed typing entered steht getippt lautet dit ecrit"},
    {"read", "transcribe transcript transcription ocr extract lies lesen lire vorlesen"},
    {"text", "texte wortlaut contents content"},
    {"many", "count number nummer numero anzahl viele wieviele nr numer nummern"},
    {"column", "col spalte spalten colonne"},
    {"row", "reihe reihen rangee"},
    {"size", "dimension resolution width height grosse auflosung taille big large"},
    {"barcode", "qr qrcode strichcode"},
    {"button", "btn knopf schaltflache bouton"},
    {"checkbox", "tickbox kontrollkastchen"},
    {"check", "tick ticked angehakt coche cochee"},
    {"unchecked", "uncheck untick unticked"},
    {"toggle", "switch schalter"},
    {"field", "input textbox textfield feld felder eingabefeld champ"},
    {"dropdown", "combobox listbox auswahlliste"},
    {"tab", "reiter registerkarte onglet"},
    {"disabled", "disable greyed grayed deaktiviert ausgegraut desactive"},
    {"enabled", "enable clickable aktiviert"},
    {"select", "selected chosen ausgewahlt selectionne"},
    {"focus", "focused fokus"},
    {"control", "widget element bedienelement"},
    {"highest", "largest biggest most maximum max greatest hochste hochsten grosste"},
    {"lowest", "smallest least minimum min fewest niedrigste kleinste"},
    {"describe",
     "description summary summarise summarize overview beschreibe beschreiben decris decri resume"},
    {"change",
     "differ difference different diff unterschied anderung geandert changement modify grow grew "
     "grown growth increase rise rose"},
    {"percent", "percentage prozent pourcentage"},
    {"password", "passwort"},
    {"picture", "image screenshot photo photograph pic bild foto screen bildschirmfoto"},
    {"kind", "type typ art genre"},
    {"ink", "foreground schriftfarbe textfarbe"},
    {"vat", "tax mwst tva ust umsatzsteuer mehrwertsteuer btw iva moms podatek"},
    {"remain", "left rest available avail reste resturlaub verbleibend restant pozostalo"},
    {"attempt", "try tries retry"},
    {"due",
     "deadline payable outstanding balance fallig falligkeit echeance zahlbar vencimiento scadenza "
     "verval vervalt forfall termin zaplaty zaplata faelligkeit"},
    {"pay",
     "paid payer paye bezahlen bezahlt zahlen gezahlt uberweisen virement reglement betalen pagar "
     "pagare zaplacenia zahlbar gezahlt platnosci zahlung paiement pagamento pago payment"},
    {"invoice", "bill billed rechnung facture factuur factura fattura faktura"},
    {"order", "bestellung commande bestelling pedido ordine zamowienie"},
    {"customer", "client kunde kunden klant cliente klient kund buyer nabywca kaufer acheteur"},
    {"seller", "vendor supplier sprzedawca verkaufer lieferant vendeur fournisseur fornitore"},
    {"net", "netto ht imponibile"},
    {"discount", "rabatt remise nachlass skonto sconto korting rabat descuento"},
    {"deposit", "anzahlung acompte arrhes kaution caution acconto zaliczka"},
    {"unit", "einzel unitaire unitario unitaria jednostkowa stuckpreis"},
    {"hour", "std stunde stunden heure heures godzina godzin hr hrs"},
    {"new", "neu neue neuer neuen neues nouveau nouvelle nuovo nowy"},
    {"average", "avg mean durchschnitt moyenne media srednia"},
    {"issue", "issued wystawil wystawienia ausgestellt emis emise"},
    {"assembly", "montage"},
    {"delivery",
     "shipping livraison lieferung versand anlieferung levering envio spedizione dostawa"},
    {"birth", "born geburt geboren naissance ne nee"},
    {"monday", "mon montag lundi"},
    {"tuesday", "tue dienstag mardi"},
    {"wednesday", "wed mittwoch mercredi"},
    {"thursday", "thu donnerstag jeudi"},
    {"friday", "fri freitag vendredi"},
    {"saturday", "sat samstag samedi"},
    {"sunday", "sun sonntag dimanche"},
    {"weight", "heavy weigh heaviest lightest gewicht schwer schwersten leicht leichtesten"},
    {"duration", "long length takes longest shortest"},
    {"age", "old oldest youngest alt alte alten altes ancien ancienne vecchio"},
    {"speed", "fast quick fastest slowest"},
    {"assign", "assignee"},
    {"send", "sent sender"},
    {"report", "reporter"},
    {"close", "closing shut"},
    {"begin", "start"},
    {"salary", "wage gehalt lohn"},
    {"delay", "late"},
    {"quantity", "qty quantiti menge quantite aantal cantidad quantita ilosc antal"},
    {"wifi", "wlan ssid"},
    {"username", "user"},
    {"temperature", "warm cold hot"},
    {"buy", "bought purchase"},
    {"person", "people"},
    {"serve", "portion"},
    {"theme", "themes"},
    {"month", "monat mois maand mes mese"},
    {"child", "children kinder enfant enfants"},
    {"permit", "allow"},
    {"place", "pos rank"},
    {"refund", "credit"},
    {"memory", "mem ram speicher arbeitsspeicher"},
    {"disk", "filesystem drive volume"},
    {"depart", "leave departure abfahrt dep"},
    {"arrive", "arrival land ankunft arr"},
};

// Several words that mean what one does.
struct Phrase {
    std::string_view words;
    std::string_view means;
};

constexpr Phrase kPhrases[] = {
    {"to be paid", "due"},         {"have to pay", "due"},    {"need to pay", "due"},
    {"do i owe", "due"},           {"amount due", "due"},     {"in all", "total"},
    {"left to pay", "due"},        {"net a payer", "due"},    {"reste a payer", "due"},
    {"uberweisen sie bis", "due"}, {"in total", "total"},     {"sign in", "login"},
    {"signed in", "login"},        {"log in", "login"},       {"logged in", "login"},
    {"user name", "username"},     {"e mail", "email"},       {"wi fi", "wifi"},
    {"wireless network", "wifi"},  {"set to", "set"},         {"money back", "refund"},
    {"turned on", "on"},           {"switched on", "on"},     {"turned off", "off"},
    {"switched off", "off"},       {"working on", "assign"},  {"responsible for", "assign"},
    {"check in", "checkin"},       {"check out", "checkout"}, {"alles zusammen", "total"},
};

constexpr std::string_view kCompoundEnds =
    "nummer nr datum betrag preis kosten dauer adresse miete gewicht";

// They say how a question is asked; a page full of them still answers nothing.
constexpr std::string_view kStopWords =
    "a an the is are was were be been being am do does did doing what which who whom whose when "
    "how why that this these those it its of in on at to for from by with and or not no there here "
    "can could would should will shall may might must please tell me show showing shown shows give "
    "i you we they them he she my your our their his her find see any some has have had having if "
    "then "
    "than as into out up down over under about also just only so such all each every where many "
    "exactly precisely look looking list value get s t don appear appears displayed visible "
    "picture contain contains exist exists much per "
    "der die das den dem des ist sind war ein eine einen einem einer was welche welcher welches "
    "wie im auf und oder von zu zum zur mit fur es sich nicht gibt bitte wird hat welchem welchen "
    "le la les un une est sont quel quelle quels quelles que qui dans sur et du de au aux y il "
    "elle ce cette ces ich muss wurde wurden werden worden habe bis wieviel combien wer lautet "
    "heisst l d en par pour t";

}  // namespace fovea::reading
