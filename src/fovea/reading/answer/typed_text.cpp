#include "fovea/reading/answer/typed_text.hpp"

#include "fovea/reading/answer/code_location.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <re2/re2.h>

namespace fovea::reading {
namespace {

// What a word of the type looks like as a whole; RE2 takes time linear in its length.
struct Forms {
    const RE2 url{
        R"((?i)(?:https?|ftp|file|wss?)://.+|www\.[^.]+\..+|localhost[^/]*/.*|[^/]*[^/.]\.[a-z]{2,}/.*)"};
    const RE2 email{R"([^@]+@[^@.][^@]*\.[^@]+)"};
    const RE2 time{R"(\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?)"};
    const RE2 date{
        R"((?:\d{4}-\d\d-\d\d|\d{4}/\d\d/\d\d|\d{4}\.\d\d\.\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{1,2}/\d{1,2}/\d\d|\d\d\.\d\d\.\d\d)(?:T.*)?)"};
    const RE2 month{
        R"((?i)(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[eé]v(?:rier)?|mar(?:ch|s)?|märz?|apr(?:il)?|avr(?:il)?|ma[yi]|june?|juni|juin|july?|juli|juil(?:let)?|aug(?:ust)?|ao[uû]t|sept?(?:em(?:ber|bre))?|o[ck]t(?:ob(?:er|re))?|nov(?:em(?:ber|bre))?|d[eé][cz](?:em(?:ber|bre))?)\.?)"};
    const RE2 day_or_year{R"(\d{1,4}(?:st|nd|rd|th|\.)?)"};
    const RE2 amount{R"([-+.,'\d]*\d[-+.,'\d]*)"};
    const RE2 currency{R"(US\$|[$€£¥₹]|USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|PLN)"};
    const RE2 price{
        R"([-+]?(?:US\$|[$€£¥₹]|USD|EUR|GBP|CHF)[-+.,'\d]*\d[-+.,'\d]*|[-+.,'\d]*\d[-+.,'\d]*(?:[$€£¥₹]|USD|EUR|GBP|CHF))"};
    const RE2 percent{R"([^\d]?\d+(?:[.,]\d+)?%)"};
    const RE2 ip{R"(\d{1,3}(?:\.\d{1,3}){3}(?:[:/].*)?)"};
    const RE2 version{R"(v\d+(?:\.\d+){0,3}|[~^]?\d+(?:\.\d+){2,3}(?:[-+].*)?)"};
    const RE2 image{R"([a-z][\w./-]*:v?(\d+(?:\.\d+)*))"};  // "postgres:16.2"
    const RE2 before_version{R"((?i)version|v|release|build)"};
    const RE2 file{
        R"((?i).+\.(?:png|jpe?g|gif|webp|svg|pdf|csv|zip|log|docx?|xlsx|pptx|mp4|tar|gz|exe|dll|so|lock|env))"};
    const RE2 hash{R"([0-9a-f]{7,40})"};
    const RE2 iban{R"(\b[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)"};
    const RE2 phone{R"([+(]?\d[\d +\-()./]*\d)"};
};

const Forms& forms() {
    static const Forms made;
    return made;
}

bool is(std::string_view word, const RE2& form) {
    return RE2::FullMatch(re2::StringPiece(word.data(), word.size()), form);
}

// Words between spaces, without the punctuation around them.
std::vector<std::string_view> words_in(std::string_view text) {
    constexpr std::string_view kBefore = "([{<\"'`,;";
    constexpr std::string_view kBehind = ")]}>\"'`,;.:!?";
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const auto end = std::min(text.find(' ', begin), text.size());
        auto word = text.substr(begin, end - begin);
        begin = end + 1;
        word.remove_prefix(std::min(word.find_first_not_of(kBefore), word.size()));
        word = word.substr(0, word.find_last_not_of(kBehind) + 1);
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

// "14 March 2025", "March 14, 2025", "Mar 14": the month with the numbers beside it.
std::string written_date(const std::vector<std::string_view>& words, std::size_t month) {
    const auto is_number = [&](std::size_t i) { return is(words[i], forms().day_or_year); };
    std::string date(words[month]);
    bool has_day = month > 0 && is_number(month - 1);
    if (has_day) date = std::string(words[month - 1]) + " " + date;
    for (auto i = month + 1; i < words.size() && i <= month + 2 && is_number(i); ++i) {
        date += " " + std::string(words[i]);
        has_day = true;
    }
    return has_day ? date : "";
}

// The price that a word is, or is a part of; empty where it is none.
std::string price_at(const std::vector<std::string_view>& words, std::size_t i) {
    if (is(words[i], forms().price)) return std::string(words[i]);
    if (!is(words[i], forms().currency)) return "";
    if (i + 1 < words.size() && is(words[i + 1], forms().amount)) {
        return std::string(words[i]) + " " + std::string(words[i + 1]);
    }
    const bool behind = i > 0 && is(words[i - 1], forms().amount);
    return behind ? std::string(words[i - 1]) + " " + std::string(words[i]) : "";
}

// Groups of digits that begin with a plus or a bracket, or are held together by dashes.
std::vector<std::string> find_phones(std::string_view text) {
    std::vector<std::string> found;
    re2::StringPiece rest(text.data(), text.size());
    re2::StringPiece match;
    while (forms().phone.Match(rest, 0, rest.size(), RE2::UNANCHORED, &match, 1)) {
        const std::string_view piece(match.data(), match.size());
        rest.remove_prefix(static_cast<std::size_t>(match.data() + match.size() - rest.data()));
        const auto digits = std::ranges::count_if(piece, is_digit);
        const bool marked = piece.starts_with('+') || piece.starts_with('(') ||
                            piece.starts_with("00") || std::ranges::count(piece, '-') >= 2 ||
                            (piece.starts_with('0') && piece.find(' ') != std::string_view::npos);
        const bool is_date = is(piece.substr(0, piece.find(' ')), forms().date);
        if (marked && digits >= 7 && digits <= 15 && !is_date) found.emplace_back(piece);
    }
    return found;
}

std::vector<std::string> find_iban(std::string_view text) {
    re2::StringPiece match;
    const re2::StringPiece all(text.data(), text.size());
    if (!forms().iban.Match(all, 0, all.size(), RE2::UNANCHORED, &match, 1)) return {};
    std::string iban(match.data(), match.size());
    const auto letters = iban.size() - static_cast<std::size_t>(std::ranges::count(iban, ' '));
    if (letters < 15) return {};  // Norway's
    return {std::move(iban)};
}

bool is_version(std::string_view word, std::string_view before) {
    if (is(word, forms().version)) return !is(word, forms().ip) && !is(word, forms().date);
    return is(before, forms().before_version) && is_digit(word[0]);
}

// "deadbee" may be a word, and "1234567" a number.
bool is_hash(std::string_view word) {
    const auto digits = static_cast<std::size_t>(std::ranges::count_if(word, is_digit));
    return is(word, forms().hash) && digits > 0 && digits < word.size();
}

std::string piece_at(TextType type, const std::vector<std::string_view>& words, std::size_t i) {
    const auto word = words[i];
    const auto if_is = [&](bool so) { return so ? std::string(word) : std::string(); };
    switch (type) {
        case TextType::Url: return if_is(is(word, forms().url));
        case TextType::Email: return if_is(is(word, forms().email));
        case TextType::Time: return if_is(is(word, forms().time));
        case TextType::Version:
            if (is(word, forms().image)) return std::string(word.substr(word.rfind(':') + 1));
            return if_is(is_version(word, i > 0 ? words[i - 1] : ""));
        case TextType::Percent: return if_is(is(word, forms().percent));
        case TextType::Ip: return if_is(is(word, forms().ip));
        case TextType::FileName:
            return if_is(
                is_source_path(word) || (is(word, forms().file) && !is(word, forms().url))
            );
        case TextType::Hash: return if_is(is_hash(word));
        case TextType::Price: return price_at(words, i);
        case TextType::Date:
            if (is(word, forms().month)) return written_date(words, i);
            return if_is(is(word, forms().date));
        case TextType::Iban:
        case TextType::Phone: break;
    }
    return "";
}

}  // namespace

std::vector<std::string> find_typed(TextType type, std::string_view text) {
    if (type == TextType::Phone) return find_phones(text);
    if (type == TextType::Iban) return find_iban(text);
    const auto words = words_in(text);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto piece = piece_at(type, words, i);
        if (!piece.empty()) found.push_back(std::move(piece));
    }
    return found;
}

}  // namespace fovea::reading
