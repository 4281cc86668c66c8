#include "fovea/reading/answer/terms.hpp"

#include "fovea/reading/answer/letters.hpp"
#include "fovea/reading/answer/term_words.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxTerms = 400;  // of one text

// Only endings whose loss seldom joins two different words. Digits stay: "p99" has no plural.
std::string singular(std::string_view word) {
    const auto cut = [&](std::size_t count) {
        return std::string(word.substr(0, word.size() - count));
    };
    if (word.size() < 4 || is_digit(word.back())) return std::string(word);
    if (word.ends_with("ies") && word.size() > 4) return cut(3) + "y";
    if (word.ends_with("sses") || word.ends_with("shes") || word.ends_with("ches")) return cut(2);
    if (word.ends_with("ss") || word.ends_with("us") || word.ends_with("is"))
        return std::string(word);
    if (word.ends_with("s")) return cut(1);
    if (word.ends_with("ing") && word.size() > 5) {
        auto stem = cut(3);
        const char last = stem.back();
        const bool doubled = last == stem[stem.size() - 2] &&
                             std::string_view("aeioul").find(last) == std::string_view::npos;
        if (doubled) stem.pop_back();
        return stem;
    }
    if (word.ends_with("ed") && word.size() > 4 && !word.ends_with("eed")) return cut(2);
    return std::string(word);
}

// Endings that make another form of the same word, the longest first.
std::string without_endings(std::string_view word) {
    constexpr std::string_view kEndings[] = {
        "ations", "ation", "ments", "ment", "ities", "ity", "ings", "ing", "ors", "ers", "ies",
        "ied",    "ed",    "en",    "or",   "er",    "es",  "ly",   "al",  "y",   "e"};
    if (std::ranges::any_of(word, is_digit)) return std::string(word);
    for (const auto ending : kEndings) {
        if (word.size() < ending.size() + 4 || !word.ends_with(ending)) continue;
        word.remove_suffix(ending.size());
        break;
    }
    // "gesetzt" is a form of "setzen".
    const bool participle = word.size() > 6 && word.starts_with("ge") && word.ends_with('t');
    if (participle) word = word.substr(2, word.size() - 3);
    const auto size = word.size();
    const bool doubled = size > 4 && word[size - 1] == word[size - 2] && word.back() != 's';
    return std::string(word.substr(0, doubled ? size - 1 : size));
}

using Meanings = std::unordered_map<std::string, std::string>;

const Meanings& meanings() {
    static const auto table = [] {
        Meanings made;
        for (const auto& [term, words] : kSynonyms) made.emplace(term, term);
        for (const auto& [term, words] : kSynonyms) {
            for (const auto& word : words_between_spaces(words)) made.emplace(word, term);
        }
        const auto plain = made;
        for (const auto& [word, term] : plain) made.emplace(without_endings(singular(word)), term);
        return made;
    }();
    return table;
}

// "Rechnung" and "nummer" of "Rechnungsnummer".
std::vector<std::string> parts_of(const std::string& word) {
    for (const auto& end : words_between_spaces(kCompoundEnds)) {
        if (word.size() < end.size() + 4 || !word.ends_with(end)) continue;
        auto first = word.substr(0, word.size() - end.size());
        if (first.ends_with('s')) first.pop_back();
        return {std::move(first), end};
    }
    return {word};
}

// "disk" and "filling" of "DiskFilling".
std::vector<std::string> camel_parts(std::string_view text) {
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    std::vector<std::string> parts;
    for (const auto& word : words_between_spaces(text)) {
        std::string spaced;
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (i > 1 && is_upper(word[i]) && is_lower(word[i - 1])) spaced += ' ';
            spaced += word[i];
        }
        if (spaced == word) continue;
        for (auto& part : words_of(spaced)) parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

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

std::vector<std::string> joined(const std::vector<std::string>& all) {
    std::vector<std::string> words;
    for (const auto& word : all) {
        for (auto& part : parts_of(word)) words.push_back(std::move(part));
    }
    for (const auto& [phrase, means] : kPhrases) {
        const auto parts = words_between_spaces(phrase);
        const auto length = static_cast<std::ptrdiff_t>(parts.size());
        for (auto found = std::search(words.begin(), words.end(), parts.begin(), parts.end());
             found != words.end();
             found = std::search(words.begin(), words.end(), parts.begin(), parts.end())) {
            words.insert(words.erase(found, found + length), std::string(means));
        }
    }
    return words;
}

std::string term_of(std::string_view word) {
    const auto& known = meanings();
    auto stem = std::string(word);
    for (const auto step : {0, 1, 2}) {
        if (step == 1) stem = singular(word);
        if (step == 2) stem = without_endings(stem);
        if (const auto found = known.find(stem); found != known.end()) return found->second;
    }
    return stem;
}

std::vector<std::string> terms_of(std::string_view text) {
    auto terms = joined(words_of(text));
    for (auto& word : camel_parts(text)) terms.push_back(std::move(word));
    if (terms.size() > kMaxTerms) terms.resize(kMaxTerms);
    for (auto& term : terms) term = term_of(term);
    for (const std::string_view sign : {"✗", "✘", "❌", "×"}) {
        if (text.starts_with(sign)) terms.emplace_back("fail");
    }
    return terms;
}

bool is_stop_word(std::string_view word) {
    static const auto table = [] {
        std::unordered_set<std::string> made;
        for (auto& each : words_between_spaces(kStopWords)) made.insert(std::move(each));
        return made;
    }();
    return table.contains(std::string(word));
}

TermSet::TermSet(std::string_view words) {
    for (const auto& word : words_between_spaces(words)) terms_.insert(term_of(word));
}

}  // namespace fovea::reading
