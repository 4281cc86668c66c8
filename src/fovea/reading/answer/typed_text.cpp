#include "fovea/reading/answer/typed_text.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/code_location.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Words between spaces, without the punctuation around them.
std::vector<std::string_view> words_in(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const auto end = std::min(text.find(' ', begin), text.size());
        auto word = text.substr(begin, end - begin);
        begin = end + 1;
        while (!word.empty() &&
               std::string_view("([{<\"'`,;").find(word.front()) != std::string_view::npos) {
            word.remove_prefix(1);
        }
        while (!word.empty() &&
               std::string_view(")]}>\"'`,;.:!?").find(word.back()) != std::string_view::npos) {
            word.remove_suffix(1);
        }
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

// In a form, 9 is a digit, n is one or two and N one or more; all else stands for itself. Greedy,
// so neither n nor N may be followed by a digit.
bool has_form(std::string_view form, std::string_view text) {
    std::size_t i = 0;
    for (const char want : form) {
        if (want == 'N' || want == 'n') {
            const auto begin = i;
            while (i < text.size() && is_digit(text[i])) ++i;
            if (i == begin || (want == 'n' && i - begin > 2)) return false;
        } else if (want == '9') {
            if (i >= text.size() || !is_digit(text[i++])) return false;
        } else if (i >= text.size() || text[i++] != want) {
            return false;
        }
    }
    return i == text.size();
}

template <std::size_t kCount>
bool has_any_form(const std::string_view (&forms)[kCount], std::string_view text) {
    return std::ranges::any_of(forms, [&](std::string_view form) { return has_form(form, text); });
}

constexpr std::string_view kDates[] = {
    "9999-99-99",
    "9999/99/99",
    "9999.99.99",
    "n/n/9999",
    "n.n.9999",
    "n-n-9999",
    "n/n/99",
    "99.99.99",
};
constexpr std::string_view kTimes[] = {"n:99", "n:99:99", "n:99:99.N", "n:99:99,N"};
constexpr std::string_view kPercents[] = {"N%", "N.N%", "N,N%"};
constexpr std::string_view kVersions[] = {"N.N.N", "N.N.N.N"};
constexpr std::string_view kMarkedVersions[] = {"vN", "vN.N", "vN.N.N", "vN.N.N.N"};
constexpr std::string_view kMonths[] = {
    "jan", "feb", "mar", "apr", "may", "jun",  "jul",  "aug", "sep", "oct", "nov", "dec",
    "mai", "okt", "dez", "fev", "avr", "juin", "juil", "aou", "mär", "fév", "aoû", "déc",
};
constexpr std::string_view kCurrencies[] = {
    "$",
    "€",
    "£",
    "¥",
    "₹",
    "USD",
    "EUR",
    "GBP",
    "CHF",
    "JPY",
    "US$",
    "CAD",
    "AUD",
    "SEK",
    "PLN",
};

bool is_url(std::string_view word) {
    for (const std::string_view scheme :
         {"http://", "https://", "ftp://", "file://", "ws://", "wss://"}) {
        if (lowered(word.substr(0, scheme.size())) == scheme && word.size() > scheme.size())
            return true;
    }
    if (lowered(word.substr(0, 4)) == "www." && word.find('.', 4) != std::string_view::npos)
        return true;
    // "example.org/path" and "localhost:3000/x", but no path of files and no "and/or".
    const auto slash = word.find('/');
    const auto host = word.substr(0, slash);
    if (slash == std::string_view::npos || slash == 0) return false;
    if (host.starts_with("localhost")) return true;
    const auto dot = host.rfind('.');
    const bool named = dot != std::string_view::npos && dot > 0 && host.size() - dot > 2;
    return named && std::ranges::all_of(host.substr(dot + 1), is_letter);
}

bool is_email(std::string_view word) {
    const auto at = word.find('@');
    if (at == 0 || at == std::string_view::npos) return false;
    const auto dot = word.find('.', at);
    return dot != std::string_view::npos && dot > at + 1 && dot + 1 < word.size() &&
           word.find('@', at + 1) == std::string_view::npos;
}

bool is_ip(std::string_view word) {
    const auto host = word.substr(0, word.find_first_of(":/"));
    return has_form("N.N.N.N", host) && host.size() <= 15;
}

bool is_version(std::string_view word, std::string_view before) {
    if (has_any_form(kMarkedVersions, word)) return true;
    const auto core = word.substr(0, word.find_first_of("-+"));  // "1.2.0-rc1"
    if (has_any_form(kVersions, core) && !is_ip(word) && !has_any_form(kDates, word)) return true;
    const auto word_before = lowered(before);
    const bool named = word_before == "version" || word_before == "v" || word_before == "release" ||
                       word_before == "build";
    return named && !word.empty() && is_digit(word[0]);
}

bool is_amount(std::string_view text) {
    return !text.empty() && std::ranges::any_of(text, is_digit) &&
           std::ranges::all_of(text, [](char c) {
               return is_digit(c) || c == '.' || c == ',' || c == '-' || c == '+' || c == '\'';
           });
}

bool is_currency(std::string_view text) {
    return std::ranges::find(kCurrencies, text) != std::end(kCurrencies);
}

// "$1,284.07" and "45€" in one word.
bool is_price(std::string_view word) {
    for (const auto currency : kCurrencies) {
        auto amount = word;
        if (amount.starts_with('-') || amount.starts_with('+')) amount.remove_prefix(1);
        if (amount.starts_with(currency) && is_amount(amount.substr(currency.size()))) return true;
        if (word.ends_with(currency) && is_amount(word.substr(0, word.size() - currency.size()))) {
            return true;
        }
    }
    return false;
}

bool is_month(std::string_view word) {
    const auto name = lowered(word);
    if (name.size() > 10 || (!name.empty() && is_digit(name[0]))) return false;
    return std::ranges::any_of(kMonths, [&](std::string_view month) {
        return name.starts_with(month) && (name.size() <= month.size() + 1 || name.size() > 4);
    });
}

bool is_day_or_year(std::string_view word) {
    auto digits = word.substr(0, std::min(word.find_first_not_of("0123456789"), word.size()));
    return !digits.empty() && digits.size() <= 4 && word.size() - digits.size() <= 2;
}

// "14 March 2025", "March 14, 2025", "Mar 14": the month with the numbers beside it.
std::string written_date(const std::vector<std::string_view>& words, std::size_t month) {
    std::string date(words[month]);
    bool has_day = false;
    if (month > 0 && is_day_or_year(words[month - 1])) {
        date = std::string(words[month - 1]) + " " + date;
        has_day = true;
    }
    for (auto i = month + 1; i < words.size() && i <= month + 2 && is_day_or_year(words[i]); ++i) {
        date += " " + std::string(words[i]);
        has_day = true;
    }
    return has_day ? date : "";
}

std::vector<std::string> find_dates(const std::vector<std::string_view>& words) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto day = words[i].substr(0, words[i].find('T'));  // "2025-03-14T09:26:53Z"
        if (has_any_form(kDates, day)) {
            found.emplace_back(words[i]);
        } else if (is_month(words[i])) {
            auto date = written_date(words, i);
            if (!date.empty()) found.push_back(std::move(date));
        }
    }
    return found;
}

std::vector<std::string> find_prices(const std::vector<std::string_view>& words) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (is_price(words[i])) {
            found.emplace_back(words[i]);
        } else if (is_currency(words[i])) {
            if (i + 1 < words.size() && is_amount(words[i + 1])) {
                found.push_back(std::string(words[i]) + " " + std::string(words[i + 1]));
            } else if (i > 0 && is_amount(words[i - 1])) {
                found.push_back(std::string(words[i - 1]) + " " + std::string(words[i]));
            }
        }
    }
    return found;
}

// Groups of digits that begin with a plus or a bracket, or are held together by dashes.
std::vector<std::string> find_phones(std::string_view text) {
    constexpr std::string_view kWithin = "0123456789 +-()./";
    std::vector<std::string> found;
    std::size_t begin = text.find_first_of("+(0123456789");
    while (begin != std::string_view::npos) {
        auto end = std::min(text.find_first_not_of(kWithin, begin), text.size());
        auto piece = text.substr(begin, end - begin);
        while (!piece.empty() && !is_digit(piece.back())) piece.remove_suffix(1);
        const auto digits = std::ranges::count_if(piece, is_digit);
        const bool marked = piece.starts_with('+') || piece.starts_with('(') ||
                            piece.starts_with("00") || std::ranges::count(piece, '-') >= 2 ||
                            (piece.starts_with('0') && piece.find(' ') != std::string_view::npos);
        const bool is_date = has_any_form(kDates, piece.substr(0, piece.find(' ')));
        if (marked && digits >= 7 && digits <= 15 && !is_date) found.emplace_back(piece);
        begin = text.find_first_of("+(0123456789", std::max(end, begin + 1));
    }
    return found;
}

constexpr std::string_view kFileEndings[] = {
    ".png",  ".jpg",  ".jpeg", ".gif", ".webp", ".svg", ".pdf", ".csv", ".zip", ".log",  ".doc",
    ".docx", ".xlsx", ".pptx", ".mp4", ".tar",  ".gz",  ".exe", ".dll", ".so",  ".lock", ".env",
};

bool is_file_name(std::string_view word) {
    if (is_source_path(word)) return true;
    const auto name = lowered(word);
    return std::ranges::any_of(kFileEndings, [&](std::string_view ending) {
        return name.ends_with(ending) && name.size() > ending.size() && !is_url(word);
    });
}

bool is_hash(std::string_view word) {
    const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    return word.size() >= 7 && word.size() <= 40 && std::ranges::all_of(word, is_hex) &&
           std::ranges::any_of(word, is_digit) && !std::ranges::all_of(word, is_digit);
}

bool is_of_type(TextType type, std::string_view word, std::string_view before) {
    switch (type) {
        case TextType::Url: return is_url(word);
        case TextType::Email: return is_email(word);
        case TextType::Time: return has_any_form(kTimes, word);
        case TextType::Version: return is_version(word, before);
        case TextType::Percent:
            return has_any_form(
                kPercents, word.substr(word.find_first_of("0123456789") == 1 ? 1 : 0)
            );
        case TextType::Ip: return is_ip(word);
        case TextType::FileName: return is_file_name(word);
        case TextType::Hash: return is_hash(word);
        case TextType::Date:
        case TextType::Price:
        case TextType::Phone: break;
    }
    return false;
}

}  // namespace

std::vector<std::string> find_typed(TextType type, std::string_view text) {
    if (type == TextType::Phone) return find_phones(text);
    const auto words = words_in(text);
    if (type == TextType::Date) return find_dates(words);
    if (type == TextType::Price) return find_prices(words);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto before = i > 0 ? words[i - 1] : std::string_view();
        if (is_of_type(type, words[i], before)) found.emplace_back(words[i]);
    }
    return found;
}

}  // namespace fovea::reading
