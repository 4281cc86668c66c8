#include "fovea/reading/answer/find_answers.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/find_elements.hpp"
#include "fovea/reading/answer/find_facts.hpp"
#include "fovea/reading/answer/find_failure.hpp"
#include "fovea/reading/answer/find_value.hpp"
#include "fovea/reading/answer/value_pieces.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kLabelLetters = 60;
constexpr std::size_t kMaxReasons = 3;

constexpr Rule kRules[] = {
    {"controls", "", "", find_elements},
    {"failing line",
     "file|line|where|function|stack|traceback|frame fail|error|stack|traceback|frame",
     "code message source test program",
     find_failing_line},
    {"error", "error|fail", "message say text read happen reason cause why test line", find_errors},
    {"numbered line", "line", "read say text number", find_numbered_line},
    {"whole text", "read|say|text", "complete whole full word verbatim", find_whole_text},
    {"description", "describe", "detail", find_description},
    {"count", "many row|column|table|line|word|barcode", "", find_counts},
    {"page number", "page many", "", find_page_number},
    {"title", "title", "page main", find_title},
    {"background", "background", "colour main page", find_background},
    {"colour", "colour", "main dominant text letter background ink", find_colours},
    {"size", "size", "pixel big large", find_size},
    {"barcode", "barcode", "code", find_barcodes},
    {"place",
     "where|click|press|tap",
     "button link field icon label menu box tab input",
     find_places},
    {"marked row", "select", "highlight row line", find_marked},
    {"kind", "kind", "file document page diagram chart graph", find_kind},
};

bool is_asked(std::string_view any_of, const Question& question) {
    while (!any_of.empty()) {
        const auto end = std::min(any_of.find('|'), any_of.size());
        if (question.asks(any_of.substr(0, end))) return true;
        any_of.remove_prefix(std::min(end + 1, any_of.size()));
    }
    return false;
}

// "How many errors?" and "which is the largest file?" ask for no error and no file.
bool is_called(const Rule& rule, const Question& question) {
    const bool counts = rule.name == "controls" || rule.name == "count";
    if (question.want == Want::Count && !counts && rule.name != "barcode") return false;
    if (question.want == Want::YesNo && rule.name == "size") return false;
    if (rule.name == "place" && question.want != Want::Place && question.want != Want::Text)
        return false;
    if (rule.name == "numbered line" && question.asks("error")) return false;
    if (rule.name == "error" && question.asks("code")) return false;
    static const TermSet of_text("say text read");
    const bool of_field = question.says({"entered", "typed", "filled"}) &&
                          !std::ranges::all_of(question.terms, [](const std::string& term) {
                              return of_text.contains(term);
                          });
    if (rule.name == "whole text" && of_field) return false;
    if (question.extreme != Extreme::None && !counts && rule.name != "colour") return false;
    return std::ranges::all_of(words_between_spaces(rule.when), [&](const std::string& words) {
        return is_asked(words, question);
    });
}

// Its own words are accounted for by its being called.
void cover_own_words(Findings& findings, const Rule& rule, const Question& question) {
    auto own = std::string(rule.when) + " " + std::string(rule.helps);
    std::ranges::replace(own, '|', ' ');
    for (auto& term : shared_terms(question, terms_of(own))) {
        findings.covered.push_back(std::move(term));
    }
}

bool accounts_for_all(const Findings& findings, const Question& question) {
    const auto shared = shared_terms(question, findings.covered);
    return std::ranges::all_of(question.terms, [&](const std::string& term) {
        return is_hint(term) || std::ranges::find(shared, term) != shared.end();
    });
}

void doubt(Findings& findings) {
    findings.sure = false;
    for (auto& each : findings.list) each.confidence = std::min(each.confidence, 0.5);
}

// "Failed" is no reason for having failed, nor is what says the question again.
bool says_why(const Question& question, const Finding& error) {
    std::string rest;
    std::size_t further = 0;
    std::size_t again = 0;
    for (const auto& word : words_between_spaces(error.text)) {
        const bool said = !shared_terms(question, terms_of(word)).empty();
        if (said) ++again;
        if (!said) rest += word + " ";
        const auto terms = terms_of(word);
        const bool counts = !terms.empty() && !is_stop_word(terms[0]) && terms[0] != "error" &&
                            terms[0] != term_of("code") && !is_figure(word);
        if (!said && counts) ++further;
    }
    const bool repeats = again > 1 && again == question.terms.size() && further < 3;
    return !repeats && further > 1 && error_strength(rest) >= kMentionsError;
}

// What is told first says more than that it went wrong.
Findings find_reasons(const Question& question, const View& view) {
    auto errors = find_errors(question, view);
    std::stable_partition(errors.list.begin(), errors.list.end(), [&](const Finding& each) {
        return says_why(question, each);
    });
    errors.sure = !errors.list.empty() && says_why(question, errors.list.front());
    if (errors.sure) {
        std::erase_if(errors.list, [&](const Finding& each) { return !says_why(question, each); });
        if (errors.list.size() > kMaxReasons) errors.list.resize(kMaxReasons);
    }
    if (!errors.sure) doubt(errors);
    if (errors.sure && errors.list.size() == 1) errors.value = errors.list.front().text;
    return errors;
}

}  // namespace

std::span<const Rule> answer_rules() {
    return kRules;
}

Findings find_answer(const Question& question, const View& view) {
    if (question.want == Want::Reason) {
        auto reasons = find_reasons(question, view);
        if (!reasons.empty()) return reasons;
    }
    Findings nearest;  // of those that account for a part of the question
    std::size_t most = 0;
    for (const auto& rule : kRules) {
        if (!is_called(rule, question)) continue;
        auto findings = rule.find(question, view);
        if (findings.empty()) continue;
        cover_own_words(findings, rule, question);
        // A page may tell its kind itself.
        // What is measured in the picture comes behind what it says of itself.
        const bool measures = findings.source == Source::Pixels && !findings.list.empty();
        // Messages seldom name what failed.
        if (rule.name == "error" && question.want == Want::Name) doubt(findings);
        const bool first = findings.sure && !measures;
        if (first && accounts_for_all(findings, question)) return findings;
        const auto shared = shared_terms(question, findings.covered).size();
        if (!nearest.empty() && shared <= most) continue;
        most = shared;
        nearest = std::move(findings);
    }
    auto value = find_value(question, view);
    if (value.sure && !value.empty()) return value;
    const auto wanted = question.terms.size() + (nearest.whole ? 0 : 1);
    if (!nearest.empty() && most * 2 >= wanted) return nearest;
    if (value.empty() && most > 0 && !nearest.whole) {
        doubt(nearest);
        return nearest;
    }
    return value;
}

std::string bare_answer(const Findings& found) {
    if (!found.sure) return "";
    std::string value;
    for (const auto& finding : found.list) {
        if (finding.confidence < kUncertainBelow) return "";
        value += (value.empty() ? "" : ", ") + finding.text;
    }
    if (!found.value.empty()) return found.value;
    for (const std::string_view reply : {"yes", "no"}) {
        if (value.starts_with(std::string(reply) + ", ")) return std::string(reply);
    }
    return value;
}

std::string finding_text(const Finding& finding) {
    std::string text = "- ";
    if (!finding.lead.empty()) {
        text += finding.lead;
        text += finding.lead.ends_with(':') ? " " : ": ";
    }
    if (finding.box) text += box_text(*finding.box) + " ";
    text += finding.text;
    if (finding.confidence < kUncertainBelow) text += kUncertain;
    if (!finding.note.empty()) text += "\n  " + finding.note;
    return text + "\n";
}

void add_findings(Told& told, const Findings& findings, std::size_t image) {
    if (findings.whole) {
        told.text += findings.whole->text;
        for (auto box : findings.whole->boxes) {
            box.image = image;
            told.boxes.push_back(std::move(box));
        }
        return;
    }
    if (findings.label) {
        told.text += "Found the label " + in_quotes(findings.label->text) + " at " +
                     box_text(*findings.label->box) + ", not its value.\n";
        told.boxes.push_back(
            {shorten_characters(findings.label->text, kLabelLetters), *findings.label->box, image}
        );
    }
    for (const auto& finding : findings.list) {
        told.text += finding_text(finding);
        if (finding.box) {
            const auto& label = finding.label.empty() ? finding.text : finding.label;
            told.boxes.push_back({shorten_characters(label, kLabelLetters), *finding.box, image});
        }
    }
}

}  // namespace fovea::reading
