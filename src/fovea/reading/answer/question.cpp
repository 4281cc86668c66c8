#include "fovea/reading/answer/question.hpp"

#include "fovea/reading/answer/question_words.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxQuestionBytes = 4000;
constexpr std::size_t kMaxTerms = 64;  // no question is about more things

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::string_view words) {
    return is_word_of(words, word);
}

bool holds_phrase(const Words& words, std::string_view phrase) {
    const auto parts = words_between_spaces(phrase);
    return std::search(words.begin(), words.end(), parts.begin(), parts.end()) != words.end();
}

bool holds_any(const Words& words, std::string_view phrases) {
    while (!phrases.empty()) {
        const auto end = std::min(phrases.find('|'), phrases.size());
        if (holds_phrase(words, phrases.substr(0, end))) return true;
        phrases.remove_prefix(std::min(end + 1, phrases.size()));
    }
    return false;
}

Want want_of(const Words& words) {
    if (words.empty()) return Want::Text;
    // "How was it paid?" wants no measure.
    const bool manner = words.size() > 2 && words[0] == "how" &&
                        is_one_of(words[1], "was were did do does is are can");
    if (manner) return Want::Text;
    for (const auto& [phrases, want] : kStarts) {
        if (holds_any(words, phrases)) return want;
    }
    if (is_one_of(words[0], kYesNo)) return Want::YesNo;
    if (holds_any(words, "resolution|width|height")) return Want::Measure;
    if (words.back() == "for") return Want::Text;  // "What did she pay for?"
    // "What does it cost?", "What is the total?" want an amount where one is there.
    const bool of_money = std::ranges::any_of(words, [](const std::string& word) {
        return is_one_of(term_of(word), kOfMoney);
    });
    return of_money ? Want::Amount : Want::Text;
}

Extreme extreme_of(const Words& words) {
    for (const auto& word : words) {
        const auto term = term_of(word);
        if (term == "highest" || is_one_of(word, kHighest)) return Extreme::Highest;
        if (term == "lowest" || is_one_of(word, kLowest)) return Extreme::Lowest;
        if (is_one_of(word, "newest latest recent")) return Extreme::Newest;
        if (word == "earliest") return Extreme::Oldest;
    }
    return Extreme::None;
}

// The word behind "which", "what" or "how many", where that is followed by more.
std::string thing_of(const Words& words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool many = is_one_of(words[i], "many viele");
        if (!many && !is_one_of(words[i], "which what whose welche welcher welches welchen"))
            continue;
        auto next = i + 1;
        if (words[i] == "what" && is_one_of(words[next], kVerbs)) continue;
        while (next + 1 < words.size() &&
               is_one_of(words[next], "of the is are was other different"))
            ++next;
        // "Which is the most expensive cake?"
        while (next + 1 < words.size() && (is_one_of(words[next], "most least expensive cheap") ||
                                           extreme_of({words[next]}) != Extreme::None))
            ++next;
        if (!many) return words[next];
        // "How many unread mails are there": the word before the verb.
        auto end = next;
        while (end < words.size() && !is_one_of(words[end], kVerbs)) ++end;
        return end > next && end < words.size() ? words[end - 1] : words[next];
    }
    return "";
}

Side side_of(const Words& words) {
    const bool changed = holds_any(words, "changed|change");
    if (holds_any(words, "before the change|changed from")) return Side::Old;
    if (holds_any(words, "after the change|changed to")) return Side::New;
    if (changed && holds_phrase(words, "old")) return Side::Old;
    const bool to = holds_phrase(words, "changed") && words.back() == "to";
    return to || (changed && holds_phrase(words, "new")) ? Side::New : Side::Any;
}

// Sorts the terms into what must stand there and what may.
void set_subjects(Question& question) {
    const auto& words = question.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto term = term_of(words[i]);
        if (is_stop_word(words[i]) || is_stop_word(term) || is_one_of(words[i], kNoSubject) ||
            is_one_of(term, kNoSubject) || extreme_of({words[i]}) == Extreme::Newest ||
            (question.side != Side::Any && term == "change"))
            continue;
        if (question.is_about(term)) continue;
        const bool of_now = i > 0 && is_one_of(words[i - 1], "this these my our") &&
                            is_one_of(term, "week month year");
        const bool soft = is_hint(term) || term == question.thing || of_now;
        if (soft && term != "total" && term != "due") {
            question.hints.push_back(term);
            continue;
        }
        question.subjects.push_back({term, words[i]});
    }
    if (!question.subjects.empty()) return;
    // "How many reviews are there?": what else would it be about?
    const bool of_thing = holds(question.hints, question.thing) && !is_hint(question.thing);
    const auto wanted = of_thing ? Words{question.thing} : question.hints;
    for (const auto& term : wanted) question.subjects.push_back({term, ""});
    std::erase_if(question.hints, [&](const std::string& term) { return holds(wanted, term); });
}

}  // namespace

bool Question::says(std::initializer_list<std::string_view> any_of) const {
    return std::ranges::any_of(any_of, [&](std::string_view word) { return holds(words, word); });
}

bool Question::is_about(const std::string& term) const {
    return std::ranges::find(subjects, term, &Subject::term) != subjects.end() ||
           holds(hints, term);
}

void Question::leave_out(const std::function<bool(const std::string& term)>& which) {
    std::erase_if(terms, which);
    std::erase_if(hints, which);
    std::erase_if(subjects, [&](const Subject& subject) { return which(subject.term); });
}

bool is_hint(const std::string& term) {
    static const TermSet hints(kHints);
    return hints.contains(term);
}

Question read_question(std::string_view text) {
    Question question;
    question.words = joined(words_of(text.substr(0, kMaxQuestionBytes)));
    const auto& words = question.words;
    for (const auto& word : words) {
        auto term = term_of(word);
        question.asked.push_back(term);
        const bool says_nothing = is_stop_word(word) || is_stop_word(term);
        if (says_nothing || holds(question.terms, term) || question.terms.size() == kMaxTerms)
            continue;
        question.terms.push_back(std::move(term));
    }
    if (words.empty()) return question;
    question.want = want_of(words);
    question.extreme = extreme_of(words);
    for (const auto& word : words) {
        if (question.extreme_word.empty() && extreme_of({word}) != Extreme::None)
            question.extreme_word = word;
    }
    question.side = side_of(words);
    question.negated = std::ranges::any_of(words, [](const std::string& word) {
        return is_one_of(word, kNegations);
    });
    const auto thing = thing_of(words);
    question.thing = thing.empty() ? "" : term_of(thing);
    question.several = question.want == Want::Name && thing.size() > 3 && thing.ends_with('s') &&
                       !thing.ends_with("ss") && !thing.ends_with("us");
    set_subjects(question);
    const auto open = text.find('(');
    if (open != std::string_view::npos && !text.substr(open).ends_with("()"))
        question.aside = terms_of(text.substr(open, text.find(')', open) - open));
    return question;
}

}  // namespace fovea::reading
