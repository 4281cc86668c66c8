// Words as they are compared: a question and a page go through the same steps, so that both agree.
//
//     terms_of("The last retries crashed");   // {"the", "last", "attempt", "fail"}
//
// Words are lower-cased, without accents and endings; what means the same becomes one word, in English, German and
// French; compounds are taken apart, and phrases put together.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Words of letters and digits in lower case, Latin accents removed ("Größe" is "grosse"). Of
// scripts written without spaces, each character is a word. Bytes that are no UTF-8 separate words.
std::vector<std::string> words_of(std::string_view text);

// "user name" becomes "username", and "Rechnungsnummer" two words.
std::vector<std::string> joined(const std::vector<std::string>& words);

// What a word of words_of() is compared as.
std::string term_of(std::string_view word);

// The terms of a text, in its order; those of "DiskFilling" come behind it, and "✗" is "fail".
std::vector<std::string> terms_of(std::string_view text);

// It says how something is asked or told, and nothing by itself. Takes words and terms.
bool is_stop_word(std::string_view word);

inline bool holds(const std::vector<std::string>& terms, std::string_view term) {
    for (const auto& each : terms) {
        if (each == term) return true;
    }
    return false;
}

// The terms of a list of words with spaces between them.
class TermSet {
public:
    explicit TermSet(std::string_view words);
    bool contains(const std::string& term) const { return terms_.contains(term); }

private:
    std::set<std::string> terms_;
};

}  // namespace fovea::reading
