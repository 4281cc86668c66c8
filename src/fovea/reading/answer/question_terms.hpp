// What a question asks about, as words that can be found again in a picture.
//
//     const Question question = read_question("Which file and line failed?");
//     question.terms;   // {"file", "line", "fail"}
//
// Words are lower-cased, without accents and endings, and common synonyms become one word:
// "crashed" is "fail", "Fehler" is "error". Page and question go through the same steps, so that
// both agree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Words of letters and digits in lower case, Latin accents removed ("Größe" is "grosse"). Of
// scripts written without spaces, each character is a word. Bytes that are no UTF-8 separate words.
std::vector<std::string> words_of(std::string_view text);

// A word of words_of() without its ending, or what it is a synonym of.
std::string term_of(std::string_view word);

// It says how something is asked or told, and nothing by itself.
bool is_stop_word(std::string_view word);

// The terms of a text, in its order.
std::vector<std::string> terms_of(std::string_view text);

struct Question {
    std::vector<std::string> words;  // all of them
    std::vector<std::string> asked;  // the terms of all words: how it is asked
    std::vector<std::string> terms;  // what it asks about: each once, at most 64, no stop words

    bool asks(std::string_view term) const;      // it is among `asked`
    bool mentions(std::string_view term) const;  // it is among `terms`
};

// Questions are cut at 4000 bytes, which is more than a person asks.
Question read_question(std::string_view text);

}  // namespace fovea::reading
