#include "fovea/reading/answer/question_terms.hpp"

#include "fovea/reading/answer/letters.hpp"
#include "fovea/reading/answer/question_words.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxQuestionBytes = 4000;
constexpr std::size_t kMaxTerms = 64;  // no question is about more things

template <class Visit>
void each_word(std::string_view list, Visit visit) {
    std::size_t begin = 0;
    while (begin < list.size()) {
        const auto end = std::min(list.find(' ', begin), list.size());
        if (end > begin) visit(list.substr(begin, end - begin));
        begin = end + 1;
    }
}

using TermTable = std::unordered_map<std::string_view, std::string_view>;

const TermTable& synonym_table() {
    static const TermTable table = [] {
        TermTable made;
        for (const auto& [term, words] : kSynonyms) {
            each_word(words, [&, meant = term](std::string_view word) {
                made.emplace(word, meant);
            });
        }
        return made;
    }();
    return table;
}

const std::unordered_set<std::string_view>& stop_words() {
    static const auto table = [] {
        std::unordered_set<std::string_view> made;
        each_word(kStopWords, [&](std::string_view word) { made.insert(word); });
        return made;
    }();
    return table;
}

bool ends_with_vowel_or(std::string_view word, char letter) {
    return !word.empty() && (word.back() == letter ||
                             std::string_view("aeiou").find(word.back()) != std::string_view::npos);
}

// Only endings whose loss seldom joins two different words. Digits stay: "p99" has no plural.
std::string without_ending(std::string_view word) {
    const auto cut = [&](std::size_t count) {
        return std::string(word.substr(0, word.size() - count));
    };
    if (word.size() < 4 || (word.back() >= '0' && word.back() <= '9')) return std::string(word);
    if (word.ends_with("ies") && word.size() > 4) return cut(3) + "y";
    if (word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches")) return cut(2);
    if (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is")) {
        return std::string(word);
    }
    if (word.ends_with("s")) return cut(1);
    if (word.ends_with("ing") && word.size() > 5) {
        auto stem = cut(3);
        const auto size = stem.size();
        if (stem[size - 1] == stem[size - 2] && !ends_with_vowel_or(stem, 'l')) stem.pop_back();
        return stem;
    }
    if (word.ends_with("ed") && word.size() > 4 && !word.ends_with("eed")) return cut(2);
    return std::string(word);
}

}  // namespace

bool is_stop_word(std::string_view word) {
    return stop_words().contains(word);
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    std::size_t at = 0;
    while (at < text.size()) {
        const auto begin = at;
        const auto letter = next_character(text, at);
        const auto folded = folded_letter(letter);
        if (!folded.empty()) {
            word += folded;
        } else if (stands_alone(letter)) {
            finish();
            words.emplace_back(text.substr(begin, at - begin));
        } else if (is_letter(letter)) {
            word += text.substr(begin, at - begin);
        } else {
            finish();
        }
    }
    finish();
    return words;
}

std::string term_of(std::string_view word) {
    const auto& synonyms = synonym_table();
    if (const auto found = synonyms.find(word); found != synonyms.end()) {
        return std::string(found->second);
    }
    auto stem = without_ending(word);
    if (const auto found = synonyms.find(stem); found != synonyms.end()) {
        return std::string(found->second);
    }
    return stem;
}

std::vector<std::string> terms_of(std::string_view text) {
    auto terms = words_of(text);
    for (auto& term : terms) term = term_of(term);
    return terms;
}

bool Question::asks(std::string_view term) const {
    return std::ranges::find(asked, term) != asked.end();
}

bool Question::mentions(std::string_view term) const {
    return std::ranges::find(terms, term) != terms.end();
}

Question read_question(std::string_view text) {
    Question question;
    question.words = words_of(text.substr(0, kMaxQuestionBytes));
    for (const auto& word : question.words) {
        auto term = term_of(word);
        question.asked.push_back(term);
        const bool says_nothing = stop_words().contains(word) || stop_words().contains(term);
        if (says_nothing || question.mentions(term) || question.terms.size() == kMaxTerms) continue;
        question.terms.push_back(std::move(term));
    }
    return question;
}

}  // namespace fovea::reading
