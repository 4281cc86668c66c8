#include "fovea/reading/answer/find_lines.hpp"

#include "fovea/reading/answer/block_text.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxLines = 8;
constexpr std::size_t kMaxWholeBytes = 256 * 1024;

// They say what kind of thing is asked for; a picture's text seldom names it so.
constexpr std::string_view kThings[] = {
    "button", "link",    "url",   "field", "icon",     "label",  "text",       "menu",
    "click",  "box",     "tab",   "input", "colour",   "ink",    "background", "where",
    "word",   "located", "press", "tap",   "checkbox", "option",
};

bool is_thing(std::string_view term) {
    return std::ranges::find(kThings, term) != std::end(kThings);
}

bool holds(const std::vector<std::string>& terms, std::string_view term) {
    return std::ranges::find(terms, term) != terms.end();
}

// The passage stands in the question word for word: "where is the Sign in button".
bool is_quoted(const Question& question, const Passage& passage) {
    if (passage.terms.empty()) return false;
    const auto& asked = question.asked;
    const auto& terms = passage.terms;
    return std::search(asked.begin(), asked.end(), terms.begin(), terms.end()) != asked.end();
}

std::vector<std::string> names_in(const Question& question) {
    std::vector<std::string> names;
    for (const auto& term : question.terms) {
        if (!is_thing(term)) names.push_back(term);
    }
    return names;
}

std::string centre_text(const media::PixelRect& box) {
    const auto x = std::uint64_t{box.x} + box.width / 2;
    const auto y = std::uint64_t{box.y} + box.height / 2;
    return "the text's centre is at (" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

}  // namespace

std::vector<std::size_t> passages_named(const Question& question, const View& view) {
    const auto names = names_in(question);
    struct Scored {
        std::size_t passage;
        double score;
    };
    std::vector<Scored> matches;
    for (std::size_t i = 0; i < view.passages.size() && !names.empty(); ++i) {
        const auto& passage = view.passages[i];
        const auto shared = static_cast<double>(std::ranges::count_if(names, [&](const auto& name) {
            return holds(passage.terms, name);
        }));
        if (shared == 0) continue;
        const auto sizes = static_cast<double>(names.size() + passage.terms.size());
        matches.push_back({i, 2 * shared / sizes + (is_quoted(question, passage) ? 1 : 0)});
    }
    std::ranges::stable_sort(matches, std::greater{}, &Scored::score);
    // What matches only half as well as the best is something else.
    std::vector<std::size_t> named;
    for (const auto& match : matches) {
        if (match.score * 2 > matches[0].score) named.push_back(match.passage);
    }
    return named;
}

Findings find_places(const Question& question, const View& view) {
    Findings findings;
    const auto names = names_in(question);
    // "Where is the meeting?" may ask for a place of the world.
    findings.sure = names.size() < question.terms.size() || !question.asks("where");
    for (const auto index : passages_named(question, view)) {
        const auto& passage = view.passages[index];
        auto finding = finding_of(passage);
        if (!is_quoted(question, passage)) {
            // Only the words that are named: a long line is no place to click.
            finding.box = box_of_words(passage, view.sight.reading, [&](const std::string& word) {
                const auto terms = terms_of(word);
                return std::ranges::any_of(terms, [&](const auto& term) {
                    return holds(names, term);
                });
            });
        }
        finding.note = centre_text(*finding.box);
        if (!findings.sure) finding.confidence = std::min(finding.confidence, 0.5);
        findings.list.push_back(std::move(finding));
        shared_terms(question, passage.terms, &findings.covered);
        if (findings.list.size() == kMaxLines) break;
    }
    return findings;
}

Findings find_whole_text(const Question&, const View& view) {
    Findings findings;
    auto text = page_text(view.sight.page, kMaxWholeBytes);
    if (text.empty()) return findings;
    findings.whole = Told{std::move(text), {}};
    for (const auto& block : view.sight.page.blocks) {
        auto label = block_label(block);
        if (!label.empty()) findings.whole->boxes.push_back({std::move(label), block.box});
    }
    return findings;
}

Findings find_description(const Question&, const View& view) {
    Findings findings;
    findings.whole = describe(view.sight);
    return findings;
}

}  // namespace fovea::reading
