#include "fovea/reading/answer/find_answers.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxRules = 3;  // that one answer is made of
constexpr std::size_t kLabelLetters = 60;

struct Candidate {
    Findings findings;
    double weight = 1;
    bool called = false;  // by its words, and not as one that always applies
};

std::vector<Candidate> candidates(const Question& question, const View& view) {
    std::vector<Candidate> found;
    for (const auto& rule : answer_rules()) {
        if (!applies(rule, question)) continue;
        auto findings = rule.find(question, view);
        if (findings.empty()) continue;
        for (auto& term : vocabulary(rule, question)) {
            if (std::ranges::find(findings.covered, term) == findings.covered.end()) {
                findings.covered.push_back(std::move(term));
            }
        }
        found.push_back({std::move(findings), rule.weight, !rule.when.empty()});
    }
    return found;
}

// How much it adds to what is accounted for already.
double gain(const Candidate& candidate, const std::vector<std::string>& accounted) {
    const auto fresh = std::ranges::count_if(candidate.findings.covered, [&](const auto& term) {
        return std::ranges::find(accounted, term) == accounted.end();
    });
    return candidate.weight * static_cast<double>(fresh);
}

}  // namespace

std::vector<Findings> find_answers(const Question& question, const View& view) {
    auto open = candidates(question, view);
    std::vector<Findings> chosen;
    std::vector<std::string> accounted;
    while (chosen.size() < kMaxRules) {
        const auto best = std::ranges::max_element(open, {}, [&](const Candidate& candidate) {
            return gain(candidate, accounted);
        });
        if (best == open.end() || gain(*best, accounted) <= 0) break;
        // Once something fits, lines that merely share a word would only distract.
        if (!chosen.empty() && best->weight < 1) break;
        accounted.insert(
            accounted.end(), best->findings.covered.begin(), best->findings.covered.end()
        );
        const bool whole = best->findings.whole.has_value();
        chosen.push_back(std::move(best->findings));
        open.erase(best);
        if (whole) break;
    }
    // Asked only by words that mean nothing on a page: "how many?", "where?".
    for (auto& candidate : open) {
        if (!chosen.empty()) break;
        if (candidate.called) chosen.push_back(std::move(candidate.findings));
    }
    return chosen;
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
    for (const auto& finding : findings.list) {
        told.text += finding_text(finding);
        if (finding.box) {
            const auto& label = finding.label.empty() ? finding.text : finding.label;
            told.boxes.push_back({shorten_characters(label, kLabelLetters), *finding.box, image});
        }
    }
}

}  // namespace fovea::reading
