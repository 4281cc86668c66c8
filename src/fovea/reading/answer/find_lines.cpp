#include "fovea/reading/answer/find_lines.hpp"

#include "fovea/reading/answer/block_text.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxLines = 8;
constexpr std::size_t kMaxTyped = 12;
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

// Around those words of the passage that `wanted` says yes to; around all of it without any.
template <class Wanted>
media::PixelRect box_of_words(const Passage& passage, const Reading& reading, Wanted wanted) {
    media::PixelRect box;
    for (const auto word : passage.words) {
        if (word < reading.words.size() && wanted(reading.words[word].text)) {
            box = around(box, reading.words[word].box);
        }
    }
    return box.width > 0 ? box : passage.box;
}

std::string centre_text(const media::PixelRect& box) {
    const auto x = std::uint64_t{box.x} + box.width / 2;
    const auto y = std::uint64_t{box.y} + box.height / 2;
    return "the text's centre is at (" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

// How much a term tells passages apart: the fewer have it, the more.
class TermWeights {
public:
    TermWeights(const Question& question, const View& view)
        : all_(static_cast<double>(view.passages.size())) {
        for (const auto& passage : view.passages) {
            for (const auto& term : question.terms) {
                if (holds(passage.terms, term)) ++in_passages_[term];
            }
        }
    }

    // Of the terms of the question that are among these.
    double sum(const Question& question, const std::vector<std::string>& terms) const {
        double weight = 0;
        for (const auto& term : question.terms) {
            const auto found = in_passages_.find(term);
            if (found == in_passages_.end() || !holds(terms, term)) continue;
            weight += 1 + std::log(all_ / static_cast<double>(found->second));
        }
        return weight;
    }

private:
    double all_;
    std::unordered_map<std::string_view, std::size_t> in_passages_;  // terms of the question
};

Findings of_type(TextType type, const Question& question, const View& view) {
    struct Typed {
        Finding finding;
        double shared;
        std::vector<std::string> terms;
    };
    const TermWeights weights(question, view);
    std::vector<Typed> found;
    const auto add = [&](const std::string& piece, const Passage& passage) {
        // Words of its own line count twice; those of its label or table heading once.
        auto terms = terms_of(place_of(view.sight.page, view.passages, passage.box));
        terms.insert(terms.end(), passage.terms.begin(), passage.terms.end());
        const auto shared = weights.sum(question, terms) + weights.sum(question, passage.terms);
        auto finding = finding_of(passage, piece == passage.text ? "" : piece);
        finding.label = piece;
        finding.box = box_of_words(passage, view.sight.reading, [&](const std::string& word) {
            return word.find(piece) != std::string::npos || piece.find(word) != std::string::npos;
        });
        found.push_back({std::move(finding), shared, std::move(terms)});
    };
    for (const auto& passage : view.passages) {
        if (found.size() > 1000) break;  // a page of nothing but prices answers no question
        for (const auto& piece : find_typed(type, passage.text)) add(piece, passage);
    }
    if (type == TextType::Url) {
        for (const auto& barcode : view.sight.reading.barcodes) {
            if (find_typed(type, barcode.text).empty()) continue;
            Finding finding{"from the " + barcode.format, one_line(barcode.text), barcode.box, 1};
            found.push_back({std::move(finding), 0, {}});
        }
    }
    std::ranges::stable_sort(found, std::greater{}, &Typed::shared);
    Findings findings;
    if (found.empty()) return findings;
    shared_terms(question, found[0].terms, &findings.covered);
    const auto most = found[0].shared;
    const auto best = static_cast<std::size_t>(std::ranges::count(found, most, &Typed::shared));
    for (std::size_t i = 0; i < best && i < kMaxTyped; ++i) {
        findings.list.push_back(std::move(found[i].finding));
    }
    if (best > kMaxTyped) {
        const auto more = "and " + std::to_string(best - kMaxTyped) + " more of this kind";
        findings.list.push_back({"", more, std::nullopt, 1});
    }
    return findings;
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
        findings.list.push_back(std::move(finding));
        shared_terms(question, passage.terms, &findings.covered);
        if (findings.list.size() == kMaxLines) break;
    }
    return findings;
}

Findings find_lines(const Question& question, const View& view) {
    const TermWeights weights(question, view);
    struct Scored {
        std::size_t passage;
        double score;
    };
    std::vector<Scored> matches;
    for (std::size_t i = 0; i < view.passages.size(); ++i) {
        const auto weight = weights.sum(question, view.passages[i].terms);
        if (weight == 0) continue;
        matches.push_back({i, weight + (is_quoted(question, view.passages[i]) ? 1 : 0)});
    }
    std::ranges::stable_sort(matches, std::greater{}, &Scored::score);
    Findings findings;
    for (const auto& match : matches) {
        const bool far_behind = match.score * 2 <= matches[0].score;
        if (far_behind || findings.list.size() == kMaxLines) break;
        findings.list.push_back(finding_of(view.passages[match.passage]));
    }
    if (!matches.empty()) {
        shared_terms(question, view.passages[matches[0].passage].terms, &findings.covered);
    }
    return findings;
}

template <TextType kType>
Findings find_of_type(const Question& question, const View& view) {
    return of_type(kType, question, view);
}

template <TextType kType>
Findings find_named_of_type(const Question& question, const View& view) {
    auto findings = of_type(kType, question, view);
    return findings.covered.empty() && !question.terms.empty() ? Findings{} : findings;
}

template Findings find_named_of_type<TextType::Date>(const Question&, const View&);
template Findings find_named_of_type<TextType::Price>(const Question&, const View&);
template Findings find_of_type<TextType::Url>(const Question&, const View&);
template Findings find_of_type<TextType::Email>(const Question&, const View&);
template Findings find_of_type<TextType::Date>(const Question&, const View&);
template Findings find_of_type<TextType::Time>(const Question&, const View&);
template Findings find_of_type<TextType::Price>(const Question&, const View&);
template Findings find_of_type<TextType::Phone>(const Question&, const View&);
template Findings find_of_type<TextType::Version>(const Question&, const View&);
template Findings find_of_type<TextType::Percent>(const Question&, const View&);
template Findings find_of_type<TextType::Ip>(const Question&, const View&);
template Findings find_of_type<TextType::FileName>(const Question&, const View&);

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
