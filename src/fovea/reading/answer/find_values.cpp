#include "fovea/reading/answer/find_values.hpp"

#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxFound = 8;

bool has_digit(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// All terms of the label are asked, and one of them means something: it is what is asked for.
bool is_asked(const Question& question, const std::vector<std::string>& label) {
    if (label.empty() || shared_terms(question, label) == 0) return false;
    return std::ranges::all_of(label, [&](const auto& term) { return question.asks(term); });
}

// As a value stands to its label: other colour or size, digits, close by.
int value_likeness(const Passage& label, const Passage& value) {
    int points = has_digit(value.text) || value.text.find('@') != std::string::npos ? 2 : 0;
    if (value.letter_height != label.letter_height || value.ink != label.ink) points += 1;
    if (value.text.ends_with(':')) points -= 3;
    return points;
}

// What stands beside a label and below it, the more likely value first.
std::vector<Finding> values_for(const std::vector<Passage>& passages, std::size_t index) {
    const auto& label = passages[index];
    const auto* beside = right_of(passages, index);
    const auto* under = below(passages, index);
    std::vector<Finding> values;
    if (beside != nullptr)
        values.push_back(finding_of(*beside, "right of " + in_quotes(label.text)));
    if (under != nullptr) values.push_back(finding_of(*under, "below " + in_quotes(label.text)));
    if (values.size() < 2) return values;
    auto for_beside = value_likeness(label, *beside);
    if (label.text.ends_with(':')) for_beside += 4;
    const auto gap = left_edge(beside->box) - right_edge(label.box);
    if (gap <= 2 * std::int64_t{label.box.height}) for_beside += 2;
    if (value_likeness(label, *under) > for_beside) std::swap(values[0], values[1]);
    return values;
}

// "Total: 45 EUR" is a label and its value in one passage.
struct Pair {
    std::vector<std::string> label;
    std::string value;
};

Pair split_pair(const Passage& passage) {
    const auto at = passage.text.find_first_of(":=");
    if (at == std::string::npos || at == 0) return {};
    const auto rest = std::string_view(passage.text).substr(at + 1);
    // "09:26" and "http://" are no labels.
    const bool apart = rest.starts_with(' ') || passage.text[at] == '=';
    if (!apart) return {};
    return {terms_of(std::string_view(passage.text).substr(0, at)), one_line(rest)};
}

}  // namespace

Findings find_labelled(const Question& question, const View& view) {
    Findings findings;
    std::size_t best = 0;
    const auto offer = [&](const std::vector<std::string>& label, std::vector<Finding> found) {
        const auto score = shared_terms(question, label);
        if (score < best || found.empty()) return;
        if (score > best) findings = {};
        best = score;
        shared_terms(question, label, &findings.covered);
        for (auto& finding : found) {
            if (findings.list.size() < kMaxFound) findings.list.push_back(std::move(finding));
        }
    };
    for (std::size_t i = 0; i < view.passages.size(); ++i) {
        const auto& passage = view.passages[i];
        const auto pair = split_pair(passage);
        if (!pair.value.empty() && is_asked(question, pair.label)) {
            offer(pair.label, {finding_of(passage)});
            continue;
        }
        const bool may_be_label = passage.kind == BlockKind::Text;
        if (may_be_label && is_asked(question, passage.terms)) {
            offer(passage.terms, values_for(view.passages, i));
        }
    }
    return findings;
}

}  // namespace fovea::reading
