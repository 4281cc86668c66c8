#include "fovea/reading/answer/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace fovea::reading {
namespace {

constexpr double kMet = 0.28;  // by the title of the page at least
constexpr double kHint = 0.35;
constexpr double kFarInLine = 0.92;
constexpr double kOtherPart = 0.9;      // of the line
constexpr double kOtherSentence = 0.5;  // of the line
constexpr double kThing = 0.8;
constexpr double kOtherForm = 0.93;
constexpr double kSurely = 0.75;  // a tie

bool holds(const std::vector<std::string>& roots, const std::string& root) {
    return std::ranges::find(roots, root) != roots.end();
}

// Where the part of a line that holds [begin, end) starts and stops.
struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

constexpr std::string_view kSentences[] = {" · ", " | ", ". ", "? ", "! "};
constexpr std::string_view kClauses[] = {
    "; ", ", ", " - ", " – ", " — ", " · ", " | ", ". ", "? ", "! "};

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

Intent fitted(Intent intent, const std::vector<Passage>& passages) {
    for (const auto& verb : intent.verbs) {
        const bool said = std::ranges::any_of(passages, [&](const Passage& passage) {
            return reading::holds(roots_of(passage.text), verb);
        });
        const auto at = std::ranges::find(intent.subjects, verb);
        if (said || at == intent.subjects.end() || intent.subjects.size() < 2) continue;
        intent.said.erase(intent.said.begin() + (at - intent.subjects.begin()));
        intent.subjects.erase(at);
    }
    return intent;
}

Coverage::Coverage(const Intent& intent, const Page& page, const std::vector<Passage>& passages)
    : ties_(ties_of(page, passages)) {
    for (const auto& passage : passages) {
        roots_.push_back(roots_of(passage.text));
        spelt_.push_back(words_of(passage.text));
    }
    const auto all = static_cast<double>(passages.size()) + 1;
    const auto add = [&](const std::string& root, const std::string& said, bool subject) {
        const auto in = static_cast<double>(std::ranges::count_if(roots_, [&](const auto& roots) {
            return reading::holds(roots, root);
        }));
        if (in == 0 && !subject) return;
        const auto rare =
            in == 0 ? 1 : 0.6 + std::log(all / (in + 1)) / std::max(std::log(all), 1.0);
        const auto weight = subject ? 1 : root == intent.thing ? kThing : kHint;
        words_.push_back({root, said, weight * rare, subject});
    };
    for (std::size_t i = 0; i < intent.subjects.size(); ++i)
        add(intent.subjects[i], i < intent.said.size() ? intent.said[i] : "", true);
    for (const auto& root : intent.hints) add(root, "", false);
}

template <class Own>
Covered Coverage::count(std::size_t passage, Own own) const {
    Covered covered;
    double all = 0;
    for (const auto& word : words_) {
        auto best = own(word.root) * closeness(passage, word);
        for (const auto& tie : ties_[passage]) {
            if (tie.weight > best && reading::holds(roots_[tie.passage], word.root))
                best = std::max(best, tie.weight * closeness(tie.passage, word));
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

Covered Coverage::of(std::size_t passage, bool own) const {
    return count(passage, [&](const std::string& root) {
        return own && holds(passage, root) ? 1.0 : 0.0;
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
    const auto spoken = roots_of(line.substr(sentence.begin, sentence.end - sentence.begin));
    // Up to the pieces before and behind it.
    auto begin = part.begin;
    auto end = part.end;
    for (const auto& other : pieces) {
        if (other.end <= piece.begin) begin = std::max(begin, other.end);
        if (other.begin >= piece.end) end = std::min(end, other.begin);
    }
    const auto before = roots_of(line.substr(begin, piece.begin - begin));
    const auto behind = roots_of(line.substr(piece.end, end - piece.end));
    const auto around = roots_of(line.substr(part.begin, part.end - part.begin));
    const bool alone = begin == part.begin && end == part.end;
    return count(passage, [&](const std::string& root) {
        if (!holds(passage, root)) return 0.0;
        if (reading::holds(before, root)) return 1.0;
        // "3 failed, 52 passed": what is counted follows; of "Wind 31 km/h Humidity 88%" it does not.
        if (reading::holds(behind, root)) {
            return alone || (!behind.empty() && behind.front() == root) ? 1.0 : kFarInLine;
        }
        if (reading::holds(around, root)) return kFarInLine;
        return reading::holds(spoken, root) ? kOtherPart : kOtherSentence;
    });
}

double Coverage::asked_share(std::size_t passage) const {
    const auto& roots = roots_[passage];
    if (roots.empty()) return 0;
    std::size_t said = 0;
    std::size_t asked = 0;
    for (const auto& root : roots) {
        const bool is_word = std::ranges::find(words_, root, &Word::root) != words_.end();
        if (is_word || !is_stop_word(root)) ++said;
        if (is_word) ++asked;
    }
    return said == 0 ? 0 : static_cast<double>(asked) / static_cast<double>(said);
}

bool Coverage::holds(std::size_t passage, const std::string& root) const {
    return reading::holds(roots_[passage], root);
}

bool Coverage::belongs(std::size_t passage, const std::string& root) const {
    return holds(passage, root) || std::ranges::any_of(ties_[passage], [&](const Tie& tie) {
               return tie.weight >= kSurely && holds(tie.passage, root);
           });
}

bool Coverage::on_page(const std::string& root) const {
    return std::ranges::any_of(roots_, [&](const auto& roots) {
        return reading::holds(roots, root);
    });
}

}  // namespace fovea::reading
