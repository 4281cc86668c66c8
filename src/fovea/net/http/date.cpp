#include "fovea/net/http/date.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace fovea::net {

namespace {

using namespace std::chrono;

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view kGaps = " ,-:";
    std::vector<std::string_view> words;
    while (words.size() < 9) {
        const auto first = text.find_first_not_of(kGaps);
        if (first == std::string_view::npos) break;
        text.remove_prefix(first);
        const auto end = std::min(text.find_first_of(kGaps), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

// -1 for what is no number of at most four digits.
int number(std::string_view word) {
    int value = -1;
    if (word.size() > 4 || word.empty() || word.front() < '0' || word.front() > '9') return -1;
    const auto* end = word.data() + word.size();
    return std::from_chars(word.data(), end, value).ptr == end ? value : -1;
}

unsigned month_of(std::string_view word) {
    constexpr std::array<std::string_view, 12> kMonths = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    for (unsigned i = 0; i < kMonths.size(); ++i) {
        if (same_word(word, kMonths[i])) return i + 1;
    }
    return 0;
}

int full_year(std::string_view word, system_clock::time_point now) {
    const int digits = number(word);
    if (word.size() == 4) return digits;
    if (word.size() != 2 || digits < 0) return -1;
    const int this_year = int(year_month_day(floor<days>(now)).year());
    const int guess = this_year / 100 * 100 + digits;
    return guess > this_year + 50 ? guess - 100 : guess;
}

}  // namespace

std::optional<sys_seconds> parse_http_date(std::string_view text, system_clock::time_point now) {
    // The first word is the day's name. In asctime's form the month is the second, and no zone is
    // named.
    const auto words = words_of(text);
    const bool asctime = words.size() == 7;
    if (!asctime && (words.size() != 8 || !same_word(words[7], "GMT"))) return std::nullopt;
    const auto month_word = asctime ? words[1] : words[2];
    const auto day_word = asctime ? words[2] : words[1];
    const auto year_word = asctime ? words[6] : words[3];
    const auto* clock = &words[asctime ? 3 : 4];

    const int year_number = full_year(year_word, now);
    const int hour = number(clock[0]);
    const int minute = number(clock[1]);
    const int second = number(clock[2]);
    const auto day_number = static_cast<unsigned>(std::max(number(day_word), 0));
    const year_month_day date(year(year_number), month(month_of(month_word)), day(day_number));
    if (year_number < 0 || !date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
        second < 0 || second > 60) {
        return std::nullopt;
    }
    return sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
}

}  // namespace fovea::net
