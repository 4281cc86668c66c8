#include "fovea/reading/answer/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace fovea::reading {
namespace {

constexpr double kMet = 0.28;  // by the title of the page at least
constexpr double kHint = 0.35;
constexpr double kAbsent = 0.2;
constexpr double kFarInLine = 0.92;
constexpr double kOtherPart = 0.85;     // of the line
constexpr double kOtherSentence = 0.5;  // of the line
constexpr double kThing = 0.8;
constexpr double kOtherForm = 0.93;
constexpr double kSurely = 0.75;  // a tie
constexpr double kOwnValue = 0.6;
constexpr double kOfKind = 0.7;
constexpr std::size_t kRunning = 6;  // words of running text

// Where the part of a line that holds [begin, end) starts and stops.
struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

constexpr std::string_view kSentences[] = {" · ", " | ", ". ", "? ", "! "};
constexpr std::string_view kClauses[] = {
    "; ", ", ", " (", " - ", " – ", " — ", " · ", " | ", ". ", "? ", "! "};

Part part_around(
    std::string_view line, const ValuePiece& piece, std::span<const std::string_view> marks
) {
    Part part{0, line.size()};
    for (const auto mark : marks) {
        const auto before = line.substr(0, piece.begin).rfind(mark);
        if (before != std::string_view::npos)
            part.begin = std::max(part.begin, before + mark.size());
        const auto behind = line.find(mark, piece.end);
        if (behind != std::string_view::npos) part.end = std::min(part.end, behind);
    }
    return part;
}

}  // namespace

Question fitted(Question question, const std::vector<Passage>& passages) {
    // "The latest version", where a column is called so.
    const bool by_date = question.extreme == Extreme::Newest || question.extreme == Extreme::Oldest;
    const auto latest = term_of(question.extreme_word);
    const bool label =
        by_date && std::ranges::any_of(passages, [&](const Passage& passage) {
            return passage.terms.size() <= 3 && reading::holds(passage.terms, latest);
        });
    if (label) {
        question.extreme = Extreme::None;
        question.subjects.push_back({latest, question.extreme_word});
    }
    // "the deposit (Kaution)", where the page says it in the second way.
    const auto on_page = [&](const std::string& term) {
        return std::ranges::any_of(passages, [&](const Passage& passage) {
            return reading::holds(passage.terms, term);
        });
    };
    if (!question.aside.empty() && std::ranges::all_of(question.aside, on_page))
        std::erase_if(question.subjects, [&](const Subject& each) { return !on_page(each.term); });
    // "Which jacket is sold out?" is about what is sold out, where the page says so.
    const bool only_thing = question.want == Want::Name && question.extreme == Extreme::None &&
                            question.subjects.size() == 1 &&
                            question.subjects[0].term == question.thing;
    for (const auto& term : only_thing ? question.hints : std::vector<std::string>()) {
        const bool told = std::ranges::any_of(passages, [&](const Passage& passage) {
            return passage.terms.size() <= 3 && reading::holds(passage.terms, term);
        });
        if (!told) continue;
        question.subjects = {{term, ""}};
        question.hints = {question.thing};
        break;
    }
    return question;
}

Coverage::Coverage(const Question& question, const std::vector<Passage>& passages)
    : passages_(passages), relations_(relations_of(passages)), want_(question.want) {
    for (const auto& passage : passages) spelt_.push_back(words_of(passage.text));
    const auto all = static_cast<double>(passages.size()) + 1;
    const auto add = [&](const std::string& term, const std::string& said, bool subject) {
        const auto in = static_cast<double>(std::ranges::count_if(passages, [&](const auto& each) {
            return reading::holds(each.terms, term);
        }));
        if (in == 0 && !subject) return;
        const auto rare = 0.6 + std::log(all / (in + 1)) / std::max(std::log(all), 1.0);
        const auto weight = subject ? 1 : term == question.thing ? kThing : kHint;
        // What stands nowhere tells no place from another.
        words_.push_back({term, said, in == 0 ? kAbsent : weight * rare, subject});
    };
    for (const auto& subject : question.subjects) add(subject.term, subject.said, true);
    for (const auto& term : question.hints) add(term, "", false);
}

template <class Own>
Covered Coverage::count(std::size_t passage, Own own) const {
    Covered covered;
    double all = 0;
    for (const auto& word : words_) {
        auto best = own(word.term) * closeness(passage, word);
        for (const auto& tie : ties(passage)) {
            if (!reading::holds(passages_[tie.passage].terms, word.term)) continue;
            const auto own_value = names_its_own(tie.passage, word) ? kOwnValue : 1.0;
            best = std::max(best, own_value * tie.weight * closeness(tie.passage, word));
        }
        all += word.weight;
        covered.share += word.weight * best;
        if (word.subject && best >= kMet) ++covered.met;
    }
    covered.share = all > 0 ? covered.share / all : 1;
    return covered;
}

double Coverage::closeness(std::size_t passage, const Word& word) const {
    return word.said.empty() || reading::holds(spelt_[passage], word.said) ? 1 : kOtherForm;
}

// "target 24.0 °C" says which figure is the target, and no other is.
bool Coverage::names_its_own(std::size_t passage, const Word& word) const {
    const auto& line = passages_[passage].text;
    const auto piece = named_piece(line, word.term);
    const auto pieces = value_pieces(want_, line);
    const bool told =
        want_ == Want::Moment && passages_[passage].terms.size() >= kRunning &&
        std::ranges::any_of(pieces, [](const ValuePiece& each) { return each.fit >= kOfKind; });
    if (told) return true;  // "It will be delivered tomorrow"
    if (!piece || (word.subject && !is_figure(piece->text))) return false;
    // "Copying 46 items" does not say how far that is.
    const bool of_kind = want_ == Want::Text || want_ == Want::Name ||
                         std::ranges::any_of(pieces, [&](const ValuePiece& each) {
                             const bool share = want_ == Want::Amount && each.text.ends_with('%');
                             return each.begin == piece->begin && each.fit >= kOfKind && !share;
                         });
    if (!of_kind) return false;
    return std::ranges::none_of(terms_of(piece->text), [&](const std::string& term) {
        return std::ranges::find(words_, term, &Word::term) != words_.end();
    });
}

Covered Coverage::of(std::size_t passage, bool own) const {
    return count(passage, [&](const std::string& term) {
        return own && holds(passage, term) ? 1.0 : 0.0;
    });
}

Covered Coverage::of(
    std::size_t passage,
    std::string_view line,
    const ValuePiece& piece,
    const std::vector<ValuePiece>& pieces
) const {
    const auto part = part_around(line, piece, kClauses);
    const auto sentence = part_around(line, piece, kSentences);
    const auto spoken = terms_of(line.substr(sentence.begin, sentence.end - sentence.begin));
    // Up to the pieces before and behind it.
    auto begin = part.begin;
    auto end = part.end;
    for (const auto& other : pieces) {
        if (other.end <= piece.begin) begin = std::max(begin, other.end);
        if (other.begin >= piece.end) end = std::min(end, other.begin);
    }
    const auto before = terms_of(line.substr(begin, piece.begin - begin));
    const auto behind = terms_of(line.substr(piece.end, end - piece.end));
    const auto around = terms_of(line.substr(part.begin, part.end - part.begin));
    const bool alone = begin == part.begin && end == part.end;
    return count(passage, [&](const std::string& term) {
        if (!holds(passage, term)) return 0.0;
        if (reading::holds(before, term)) return 1.0;
        // "3 failed, 52 passed": what is counted follows; of "Wind 31 km/h Humidity 88%" it does not.
        if (reading::holds(behind, term)) {
            return alone || (!behind.empty() && behind.front() == term) ? 1.0 : kFarInLine;
        }
        if (reading::holds(around, term)) return kFarInLine;
        return reading::holds(spoken, term) ? kOtherPart : kOtherSentence;
    });
}

double Coverage::asked_share(std::size_t passage) const {
    const auto& terms = passages_[passage].terms;
    if (terms.empty()) return 0;
    std::size_t said = 0;
    std::size_t asked = 0;
    for (const auto& term : terms) {
        const bool is_word = std::ranges::find(words_, term, &Word::term) != words_.end();
        if (is_word || !is_stop_word(term)) ++said;
        if (is_word) ++asked;
    }
    return said == 0 ? 0 : static_cast<double>(asked) / static_cast<double>(said);
}

bool Coverage::holds(std::size_t passage, const std::string& term) const {
    return reading::holds(passages_[passage].terms, term);
}

bool Coverage::belongs(std::size_t passage, const std::string& term) const {
    return holds(passage, term) || std::ranges::any_of(ties(passage), [&](const Tie& tie) {
               return tie.weight >= kSurely && holds(tie.passage, term);
           });
}

bool Coverage::on_page(const std::string& term) const {
    return std::ranges::any_of(passages_, [&](const auto& passage) {
        return reading::holds(passage.terms, term);
    });
}

}  // namespace fovea::reading
