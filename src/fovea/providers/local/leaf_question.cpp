#include "fovea/providers/local/leaf_question.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

namespace fovea::providers::local {
namespace {

// Words for the whole thing and for what goes on in it. A question made of these alone asks for no
// line that has them.
constexpr std::string_view kOfTheWhole =
    "document pdf paper page report article manual video recording record clip movie film "
    "screencast footage animation gif frame scene happen occur going go stand topic subject "
    "theme main mainly purpose gist explain "
    "dokument diesem dieser dieses seite aufnahme aufzeichnung passiert geschieht thema geht worum "
    "enregistrement passe sujet";

const std::set<std::string>& words_of_the_whole() {
    static const auto words = [] {
        const auto terms = terms_of(kOfTheWhole);
        return std::set<std::string>(terms.begin(), terms.end());
    }();
    return words;
}

bool is_number(const std::string& word) {
    return !word.empty() &&
           std::ranges::all_of(word, [](char letter) { return letter >= '0' && letter <= '9'; });
}

bool means_page(const std::string& word) {
    return word == "page" || word == "pages" || word == "seite" || word == "seiten";
}

// The numbers behind "page" and "pages": "page 3", "pages 2, 4 and 7".
std::set<std::string> pages_named(const std::vector<std::string>& words) {
    std::set<std::string> numbers;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!means_page(words[i])) continue;
        for (auto next = i + 1; next < words.size(); ++next) {
            if (words[next] == "and" || words[next] == "und" || words[next] == "et") continue;
            if (!is_number(words[next])) break;
            numbers.insert(words[next]);
        }
    }
    return numbers;
}

// The number at the end of a page's name; empty for other leaves.
std::string number_of(std::string_view name) {
    const auto words = words_of(name);
    if (words.size() < 2 || words[words.size() - 2] != "page") return {};
    return words.back();
}

}  // namespace

LeafQuestion read_leaf_question(std::string_view text, std::span<const std::string_view> names) {
    LeafQuestion asked{.question = read_question(text)};
    const auto numbers = pages_named(asked.question.words);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (numbers.contains(number_of(names[i]))) asked.meant.push_back(i);
    }
    auto& terms = asked.question.terms;
    if (asked.meant.empty()) {
        asked.meant.resize(names.size());
        std::iota(asked.meant.begin(), asked.meant.end(), std::size_t{0});
    } else {
        std::erase_if(terms, [&](const std::string& term) {
            return term == term_of("page") || numbers.contains(term);
        });
    }
    asked.wants_text = std::ranges::all_of(terms, [](const std::string& term) {
        return words_of_the_whole().contains(term);
    });
    return asked;
}

}  // namespace fovea::providers::local
