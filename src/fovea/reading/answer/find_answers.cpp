#include "fovea/reading/answer/find_answers.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/error_words.hpp"
#include "fovea/reading/answer/find_failure.hpp"
#include "fovea/reading/answer/intent.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kLabelLetters = 60;

struct Candidate {
    std::string_view rule;
    Findings findings;
    bool called = false;  // by its words, and not as one that always applies

    bool accounts_for(const std::vector<std::string>& terms) const {
        return std::ranges::all_of(terms, [&](const std::string& term) {
            return is_hint(term) ||
                   std::ranges::find(findings.covered, term) != findings.covered.end();
        });
    }
};

// "How many errors?" and "which is the largest file?" ask for no error and no file.
bool may_answer(const Rule& rule, const Intent& intent) {
    const bool counts = rule.name == "controls" || rule.name == "count" || rule.name == "value";
    if (intent.want == Want::Count && rule.name != "barcode") return counts;
    if (intent.want == Want::YesNo && rule.name == "size") return false;
    return intent.extreme == Extreme::None || counts || rule.name == "colour";
}

std::vector<Candidate> candidates(const Question& question, const View& view) {
    const auto intent = read_intent(question);
    std::vector<Candidate> found;
    for (const auto& rule : answer_rules()) {
        if (!applies(rule, question) || !may_answer(rule, intent)) continue;
        auto findings = rule.find(question, view);
        if (findings.empty()) continue;
        for (auto& term : vocabulary(rule, question)) {
            if (std::ranges::find(findings.covered, term) == findings.covered.end()) {
                findings.covered.push_back(std::move(term));
            }
        }
        found.push_back({rule.name, std::move(findings), !rule.when.empty()});
    }
    return found;
}

std::size_t shared_with(const Question& question, const Findings& findings) {
    return shared_terms(question, findings.covered);
}

}  // namespace

std::vector<Findings> find_answers(const Question& question, const View& view) {
    auto open = candidates(question, view);
    const auto take = [](Candidate& candidate) {
        return std::vector<Findings>{std::move(candidate.findings)};
    };
    if (read_intent(question).want == Want::Reason) {
        auto errors = find_errors(question, view);
        // "Failed" is no reason for having failed.
        errors.sure = std::ranges::any_of(errors.list, [&](const Finding& each) {
            std::string rest;
            for (const auto& word : words_between_spaces(each.text)) {
                const auto terms = terms_of(word);
                const bool said = std::ranges::any_of(terms, [&](const auto& term) {
                    return question.mentions(term);
                });
                if (!said) rest += word + " ";
            }
            return error_strength(rest) >= kMentionsError;
        });
        for (auto& each : errors.list) {
            if (!errors.sure) each.confidence = std::min(each.confidence, 0.5);
        }
        if (!errors.empty()) return {std::move(errors)};
    }
    // What accounts for the whole question comes first, in the order of the rules.
    for (auto& candidate : open) {
        if (candidate.rule != "value" && candidate.rule != "kind" && candidate.findings.sure &&
            candidate.accounts_for(question.terms))
            return take(candidate);
    }
    const auto value = std::ranges::find(open, "value", &Candidate::rule);
    if (value != open.end() && value->findings.sure) return take(*value);
    const auto called = std::ranges::max_element(open, {}, [&](const Candidate& each) {
        return each.rule == "value" ? 0 : shared_with(question, each.findings);
    });
    const auto shared = called == open.end() ? 0 : shared_with(question, called->findings);
    const auto wanted =
        question.terms.size() + (called != open.end() && called->findings.whole ? 0 : 1);
    const bool fits = called != open.end() && called->rule != "value" && shared * 2 >= wanted;
    if (fits || (question.terms.empty() && called != open.end() && called->called))
        return take(*called);
    if (value != open.end()) return take(*value);
    return {};
}

std::string bare_answer(const std::vector<Findings>& found) {
    if (found.size() != 1 || !found[0].sure) return "";
    std::string value;
    for (const auto& finding : found[0].list) {
        if (finding.confidence < kUncertainBelow) return "";
        value += (value.empty() ? "" : ", ") + finding.text;
    }
    if (!found[0].value.empty()) return found[0].value;
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
