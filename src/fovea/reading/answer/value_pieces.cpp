#include "fovea/reading/answer/value_pieces.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/typed_text.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <charconv>

namespace fovea::reading {
namespace {

struct Token {
    std::string_view text;  // without the punctuation around it
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<Token> tokens_of(std::string_view line) {
    constexpr std::string_view kBefore = "([{<\"'`,;*";
    constexpr std::string_view kBehind = ")]}>\"'`,;.:!?*";
    std::vector<Token> tokens;
    std::size_t at = 0;
    while (at < line.size()) {
        auto end = std::min(line.find(' ', at), line.size());
        const auto next = end + 1;
        while (at < end && kBefore.find(line[at]) != std::string_view::npos) ++at;
        while (end > at && kBehind.find(line[end - 1]) != std::string_view::npos) --end;
        if (end > at) tokens.push_back({line.substr(at, end - at), at, end});
        at = next;
    }
    return tokens;
}

constexpr std::string_view kTimeUnits =
    "s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days week weeks "
    "std month "
    "months year years ms jahr jahre jahren monat monate monaten tag tage tagen stunde stunden "
    "minuten";
constexpr std::string_view kMeasureUnits =
    "b kb mb gb tb kib mib gib km cm mm kg g t l ml cl kcal kj kwh wh w kw v a km/h mph m/s mb/s "
    "kb/s gb/s "
    "mbit/s °c °f ° % percent m² m2 m³ px hz ghz mhz hpa rpm db bar fps pcs mg mg/l miles mi ft lb "
    "oz";
constexpr std::string_view kCurrencies =
    "€ $ £ ¥ ₹ eur usd gbp chf jpy sek nok dkk pln cad aud euro euros dollars pounds francs kr zł";
constexpr std::string_view kWeekdays =
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today "
    "tomorrow "
    "yesterday";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0xC3;
}

bool is_one_of(std::string_view word, std::string_view words) {
    return is_word_of(words, word);
}

bool is_time_unit(std::string_view word) {
    return is_word_of(kTimeUnits, lowered(word));
}

bool is_measure_unit(std::string_view word) {
    return is_word_of(kMeasureUnits, lowered(word));
}

bool is_currency(std::string_view word) {
    return is_word_of(kCurrencies, lowered(word));
}

enum class Kind { Word, Plain, Decimal, Money, Span, Measured, Clock, Date, Month, Code };

// Digits with their signs, and what stands right before and behind them.
struct Number {
    std::string_view before;
    std::string_view digits;
    std::string_view behind;
};

Number number_parts(std::string_view text) {
    const auto first = text.find_first_of("0123456789");
    if (first == std::string_view::npos) return {};
    auto end = first;
    while (end < text.size() &&
           (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',' || text[end] == '\'') &&
                                    end + 1 < text.size() && is_digit(text[end + 1])))) {
        ++end;
    }
    return {text.substr(0, first), text.substr(first, end - first), text.substr(end)};
}

std::string_view without_sign(std::string_view text) {
    while (text.starts_with('-') || text.starts_with('+') || text.starts_with(' '))
        text.remove_prefix(1);
    if (text.starts_with("−") || text.starts_with("–")) text.remove_prefix(3);
    return text;
}

bool is_sign(std::string_view before) {
    return before.empty() || is_one_of(before, "- + – − ± ~ ≈ # x ×");
}

Kind kind_of(std::string_view text) {
    if (!find_typed(TextType::Time, text).empty()) return Kind::Clock;
    if (!find_typed(TextType::Date, text).empty()) return Kind::Date;
    if (!find_typed(TextType::Ip, text).empty()) return Kind::Code;
    const auto parts = number_parts(text);
    if (parts.digits.empty()) {
        return find_typed(TextType::Date, "1 " + std::string(text)).empty() ? Kind::Word
                                                                            : Kind::Month;
    }
    if (is_currency(without_sign(parts.before)) || is_currency(parts.behind)) return Kind::Money;
    if (!is_sign(parts.before)) return Kind::Code;
    if (parts.behind.empty()) {
        if (parts.before == "#") return Kind::Code;
        // "3,276" is a count, and "3.27" none.
        const auto point = parts.digits.find_last_of(".,");
        const bool thousands = point != std::string_view::npos && parts.digits[point] == ',' &&
                               parts.digits.size() - point == 4;
        return point == std::string_view::npos || thousands ? Kind::Plain : Kind::Decimal;
    }
    if (is_time_unit(parts.behind)) return Kind::Span;
    if (is_measure_unit(parts.behind) || parts.behind.starts_with("%") ||
        parts.behind.starts_with("°"))
        return Kind::Measured;
    if (parts.behind.find("/s") != std::string_view::npos) return Kind::Measured;
    if (is_one_of(parts.behind, "k K M B x th st nd rd")) return Kind::Plain;
    return Kind::Code;
}

bool is_day(const Token& token) {
    const auto parts = number_parts(token.text);
    return parts.before.empty() && !parts.digits.empty() && parts.digits.size() <= 2 &&
           parts.behind.size() <= 2;
}

// "603" or "603,92"
bool is_group_of_thousands(std::string_view text) {
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return digits == 3 && (text.size() == 3 || text[3] == ',' || text[3] == '.');
}

bool is_year(const Token& token) {
    return token.text.size() == 4 && std::ranges::all_of(token.text, is_digit);
}

bool is_weekday(std::string_view word) {
    return is_word_of(kWeekdays, lowered(word));
}

class Finder {
public:
    explicit Finder(std::string_view line) : line_(line), tokens_(tokens_of(line)) {
        for (const auto& token : tokens_) kinds_.push_back(kind_of(token.text));
    }

    std::vector<ValuePiece> moments() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            auto end = moment_end(i);
            if (end == i) continue;
            // "26 November at 15:20", "8 October, 22:41", "22:00 – 06:30"
            while (end < tokens_.size()) {
                const bool joins = is_one_of(tokens_[end].text, "at – - to until and um bis ·");
                const auto further = moment_end(joins ? end + 1 : end);
                if (further == (joins ? end + 1 : end)) break;
                if (tokens_[end].text == "·") break;
                end = further;
            }
            const auto before = i > 0 ? lowered(tokens_[i - 1].text) : "";
            const bool said =
                is_one_of(before, "on until till by next before after from am bis ab");
            const bool weak = end == i + 1 && kinds_[i] == Kind::Word && !said;  // a weekday alone
            add(i, end, weak ? 0.7 : 1);
            i = end - 1;
        }
        for (std::size_t i = 2; i < tokens_.size(); ++i) {
            if (tokens_[i].text == "ago" && kinds_[i - 2] == Kind::Plain) add(i - 2, i + 1, 0.95);
        }
        // "Expires: 9 days", "in 2 weeks"
        for (std::size_t i = 0; found_.empty() && i + 1 < tokens_.size(); ++i) {
            const bool span =
                is_plain(i) && tokens_[i + 1].text.size() > 2 && is_time_unit(tokens_[i + 1].text);
            const bool ahead = i > 0 && tokens_[i - 1].text == "in";
            if (span && (ahead || tokens_.size() == 2)) add(i, i + 2, ahead ? 0.9 : 0.8);
        }
        return std::move(found_);
    }

    std::vector<ValuePiece> figures(Want want) {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            auto end = i + 1;
            auto kind = kinds_[i];
            if (moment_end(i) > i + 1 || kind == Kind::Clock || kind == Kind::Date) {
                i = std::max(moment_end(i), i + 1) - 1;
                continue;
            }
            if (is_currency(tokens_[i].text) && end < tokens_.size() && is_plain(end)) {
                add(i, end + 1, fit(want, Kind::Money));
                i = end;
                continue;
            }
            if (kind == Kind::Word || kind == Kind::Month) continue;
            // "1 603,92"
            const auto begin = i;
            while (is_plain(i) && end < tokens_.size() && is_plain(end) &&
                   tokens_[end].begin == tokens_[i].end + 1 && tokens_[i].text.size() <= 3 &&
                   is_group_of_thousands(tokens_[end].text)) {
                kind = kinds_[end];
                i = end++;
            }
            if (is_plain(i) && end < tokens_.size()) {
                const auto& unit = tokens_[end].text;
                if (is_currency(unit)) kind = Kind::Money;
                if (is_time_unit(unit)) kind = Kind::Span;
                if (is_measure_unit(unit)) kind = Kind::Measured;
                if (kind != kinds_[i]) ++end;
            }
            // "3 h 10 min", "4m 12s", "3 hours 12 minutes"
            while (kind == Kind::Span && end < tokens_.size() &&
                   line_[tokens_[end].begin - 1] == ' ') {
                if (kinds_[end] == Kind::Span) {
                    ++end;
                } else if (is_plain(end) && end + 1 < tokens_.size() && is_time_unit(tokens_[end + 1].text)) {
                    end += 2;
                } else {
                    break;
                }
            }
            const auto points = fit(want, kind);
            if (points > 0) add(begin, end, points);
            i = end - 1;
        }
        return std::move(found_);
    }

    // Words with capitals that stand together, and what follows "by".
    std::vector<ValuePiece> names() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            auto end = i;
            while (end < tokens_.size() && end < i + 4 && is_name(tokens_[end].text) &&
                   kinds_[end] != Kind::Month) {
                // "J. Okafor", "Dr. Aydin"
                const bool short_form = tokens_[end].text.size() <= 2 &&
                                        line_.substr(tokens_[end].end).starts_with(". ");
                const bool closes = tokens_[end].end < line_.size() && !short_form &&
                                    line_[tokens_[end].end] != ' ' &&
                                    line_[tokens_[end].end] != ',';
                ++end;
                if (closes) break;
            }
            const auto before = i > 0 ? lowered(tokens_[i - 1].text) : "";
            if (end == i && is_handle(tokens_[i].text)) {
                add(i, i + 1, 0.8);
                continue;
            }
            if (end == i && before == "by" && kinds_[i] == Kind::Word &&
                !is_stop_word(lowered(tokens_[i].text)))
                end = i + 1;  // "by k.halloran"
            if (end == i || (end == i + 1 && tokens_[i].text.size() <= 2)) continue;
            // A single word at the beginning of a sentence has its capital for that; in German all nouns have one.
            const auto rest = line_.substr(tokens_[end - 1].end);
            const bool parted = rest.starts_with(" · ") || rest.starts_with(" | ");
            // "Call courier"
            const bool bids = i == 0 && tokens_.size() == 2 && tokens_[1].text[0] >= 'a' &&
                              tokens_[1].text[0] <= 'z';
            const bool alone = end == i + 1 && (tokens_.size() > 2 || bids) && !(i == 0 && parted);
            const bool by = is_one_of(before, "by from von par");
            add(i, end, by ? 1 : alone ? (i == 0 ? 0.1 : 0.5) : end - i >= 2 ? 0.95 : 0.85);
            i = end - 1;
        }
        return std::move(found_);
    }

private:
    bool is_plain(std::size_t i) const {
        return kinds_[i] == Kind::Plain || kinds_[i] == Kind::Decimal;
    }

    // Where a date or a time that begins here ends; `i` where none does.
    std::size_t moment_end(std::size_t i) const {
        if (i >= tokens_.size()) return i;
        if (kinds_[i] == Kind::Clock || kinds_[i] == Kind::Date) return i + 1;
        if (is_weekday(tokens_[i].text)) {
            const auto further = i + 1 < tokens_.size() && !is_weekday(tokens_[i + 1].text)
                                     ? moment_end(i + 1)
                                     : i + 1;
            return std::max(further, i + 1);
        }
        const auto month_at = [&](std::size_t at) {
            return at < tokens_.size() && kinds_[at] == Kind::Month;
        };
        std::size_t end = i;
        if (is_day(tokens_[i]) && month_at(i + 1)) end = i + 2;
        if (month_at(i) && i + 1 < tokens_.size() &&
            (is_day(tokens_[i + 1]) || is_year(tokens_[i + 1])))
            end = i + 2;
        if (end > i && end < tokens_.size() && is_year(tokens_[end])) ++end;
        return end;
    }

    static double fit(Want want, Kind kind) {
        const auto choose = [&](double plain,
                                double decimal,
                                double money,
                                double span,
                                double measured,
                                double code) {
            switch (kind) {
                case Kind::Plain: return plain;
                case Kind::Decimal: return decimal;
                case Kind::Money: return money;
                case Kind::Span: return span;
                case Kind::Measured: return measured;
                case Kind::Code: return code;
                case Kind::Word:
                case Kind::Clock:
                case Kind::Date:
                case Kind::Month: break;
            }
            return 0.0;
        };
        switch (want) {
            case Want::Amount: return choose(0.75, 0.95, 1, 0.4, 0.85, 0);
            case Want::Count: return choose(1, 0.8, 0.3, 0.4, 0.5, 0);
            case Want::Measure: return choose(0.25, 0.4, 0.3, 0.85, 1, 0);
            case Want::Duration: return choose(0, 0, 0, 1, 0.3, 0);
            case Want::Number: return choose(1, 0.8, 0.3, 0.3, 0.3, 0.9);
            case Want::Text:
            case Want::Name:
            case Want::Person:
            case Want::Reason:
            case Want::Moment:
            case Want::YesNo:
            case Want::Place: break;
        }
        return 0;
    }

    // "ines.rocha", "jonas-weber"
    static bool is_handle(std::string_view word) {
        const auto joint = word.find_first_of(".-_");
        const auto letters =
            std::ranges::count_if(word, [](char c) { return c >= 'a' && c <= 'z'; });
        return joint != std::string_view::npos && joint > 0 && joint + 2 < word.size() &&
               static_cast<std::size_t>(letters) + 1 == word.size() &&
               find_typed(TextType::FileName, word).empty() &&
               find_typed(TextType::Url, word).empty();
    }

    static bool is_name(std::string_view word) {
        const bool capital =
            (word[0] >= 'A' && word[0] <= 'Z') ||
            (static_cast<unsigned char>(word[0]) >= 0xC3 && !word.starts_with("\xE2"));
        const bool sounds = std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
        return capital && (sounds || word.size() <= 3) && !is_stop_word(lowered(word)) &&
               std::ranges::none_of(word, is_digit) &&
               word.find_first_of(":/\\@_=()") == std::string_view::npos;
    }

    void add(std::size_t first, std::size_t end, double points) {
        if (points <= 0) return;
        const auto begin = tokens_[first].begin;
        const auto stop = tokens_[end - 1].end;
        found_.push_back({std::string(line_.substr(begin, stop - begin)), begin, stop, points});
    }

    std::string_view line_;
    std::vector<Token> tokens_;
    std::vector<Kind> kinds_;
    std::vector<ValuePiece> found_;
};

}  // namespace

std::vector<ValuePiece> value_pieces(Want want, std::string_view line) {
    Finder finder(line);
    if (want == Want::Moment) return finder.moments();
    if (want == Want::Person) return finder.names();
    return finder.figures(want);
}

bool is_unit(std::string_view word) {
    return is_measure_unit(word) || is_time_unit(word);
}

std::optional<ValuePiece> named_piece(std::string_view line, const std::string& thing) {
    const auto tokens = tokens_of(line);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const auto& name = tokens[i + 1];
        const bool behind = name.begin == tokens[i].end + 1;
        const char first = name.text[0];
        const bool names = is_digit(first) || first == '#' || (first >= 'A' && first <= 'Z');
        if (behind && names && terms_of(tokens[i].text) == std::vector{thing})
            return ValuePiece{std::string(name.text), name.begin, name.end, 1};
    }
    return std::nullopt;
}

bool is_figure(std::string_view text) {
    std::size_t digits = 0;
    std::size_t letters = 0;
    const auto name = without_sign(text.substr(0, text.find_first_of("0123456789")));
    if (std::ranges::count_if(name, is_letter) > 2 && !is_currency(trimmed(name, " ")))
        return false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') ++digits;
        if (is_letter(c)) ++letters;
    }
    return digits > 0 && letters <= digits + 3 && letters <= 9;
}

std::optional<double> number_in(std::string_view text) {
    const auto parts = number_parts(text);
    std::string digits;
    for (const char c : parts.digits) {
        if (c != ',' && c != '\'') digits += c;
    }
    double value = 0;
    const auto* const end = digits.data() + digits.size();
    if (digits.empty() || std::from_chars(digits.data(), end, value).ec != std::errc())
        return std::nullopt;
    if (parts.before.ends_with('-') || parts.before.ends_with("−") || parts.before.ends_with("–"))
        value = -value;
    auto unit = parts.behind;
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    const auto size = unit.empty() ? ' ' : unit[0];
    if (size == 'k' || size == 'K') value *= 1e3;
    if (size == 'M' || unit.starts_with("mb")) value *= 1e6;
    if (size == 'G' || unit.starts_with("gb")) value *= 1e9;
    if (size == 'T') value *= 1e12;
    if (unit.starts_with("kg") || unit.starts_with("km") || unit.starts_with("kWh")) value /= 1e3;
    return value;
}

}  // namespace fovea::reading
