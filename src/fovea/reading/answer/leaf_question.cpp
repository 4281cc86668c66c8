#include "fovea/reading/answer/leaf_question.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>

namespace fovea::reading {
namespace {

// Words for the whole thing and for what goes on in it. A question made of these alone asks for no
// line that has them.
constexpr std::string_view kOfTheWhole =
    "document pdf paper page report article manual video recording record clip movie film "
    "screencast footage animation gif frame scene happen occur going go stand topic subject "
    "theme main mainly purpose gist explain "
    "dokument diesem dieser dieses seite aufnahme aufzeichnung passiert geschieht thema geht worum "
    "enregistrement passe sujet";

bool is_number(const std::string& word) {
    return !word.empty() &&
           std::ranges::all_of(word, [](char letter) { return letter >= '0' && letter <= '9'; });
}

bool means_page(const std::string& word) {
    return word == "page" || word == "pages" || word == "seite" || word == "seiten";
}

// "2-4" as "2 to 4": signs are lost between words.
std::string with_ranges_in_words(std::string_view text) {
    constexpr std::string_view kDashes[] = {"-", "\u2013"};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string written;
    while (!text.empty()) {
        const auto* const dash = std::ranges::find_if(kDashes, [&](std::string_view each) {
            return text.starts_with(each) && text.size() > each.size() &&
                   is_digit(text[each.size()]);
        });
        const bool joins =
            dash != std::end(kDashes) && !written.empty() && is_digit(written.back());
        written += joins ? std::string_view(" to ") : text.substr(0, 1);
        text.remove_prefix(joins ? dash->size() : 1);
    }
    return written;
}

bool means_to(const std::string& word) {
    return word == "to" || word == "bis" || word == "through";
}

// All numbers from one to another, which may be behind each other in any order.
void add_range(std::set<std::string>& numbers, const std::string& first, const std::string& last) {
    constexpr std::size_t kMaxDigits = 6;
    constexpr std::uint32_t kMaxPages = 1000;
    if (first.size() > kMaxDigits || last.size() > kMaxDigits) return;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::from_chars(first.data(), first.data() + first.size(), from);
    std::from_chars(last.data(), last.data() + last.size(), to);
    for (auto page = from; page <= to && page - from < kMaxPages; ++page) {
        numbers.insert(std::to_string(page));
    }
}

// The numbers behind "page" and "pages": "page 3", "pages 2, 4 and 7", "pages 2 to 5".
std::set<std::string> pages_named(const std::vector<std::string>& words) {
    std::set<std::string> numbers;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!means_page(words[i])) continue;
        for (auto next = i + 1; next < words.size(); ++next) {
            const auto& word = words[next];
            if (word == "and" || word == "und" || word == "et") continue;
            const bool joins = means_to(word) && is_number(words[next - 1]) &&
                               next + 1 < words.size() && is_number(words[next + 1]);
            if (joins) add_range(numbers, words[next - 1], words[next + 1]);
            if (joins) continue;
            if (!is_number(word)) break;
            numbers.insert(word);
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
    LeafQuestion asked{.question = read_question(with_ranges_in_words(text))};
    const auto numbers = pages_named(asked.question.words);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (numbers.contains(number_of(names[i]))) asked.meant.push_back(i);
    }
    if (asked.meant.empty()) {
        asked.meant.resize(names.size());
        std::iota(asked.meant.begin(), asked.meant.end(), std::size_t{0});
    } else {
        asked.question.leave_out([&](const std::string& term) {
            return term == term_of("page") || means_to(term) || numbers.contains(term);
        });
    }
    asked.wants_text = std::ranges::all_of(asked.question.terms, [](const std::string& term) {
        static const TermSet words(kOfTheWhole);
        return words.contains(term);
    });
    return asked;
}

}  // namespace fovea::reading
