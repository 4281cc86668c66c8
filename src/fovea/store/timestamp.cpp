#include "fovea/store/timestamp.hpp"

#include <fmt/format.h>

#include <array>

namespace fovea::store {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::milliseconds;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr milliseconds kSecond{1000};
constexpr milliseconds kMinute{60'000};
constexpr milliseconds kHour{3'600'000};

Time time_at(int year, unsigned month, unsigned day) {
    return sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day));
}

Error not_a_time(std::string_view text) {
    return {
        ErrorCode::InvalidInput,
        "\"" + std::string(text.substr(0, 40)) + "\" is not a time like 2026-03-01T12:00:00.000Z"};
}

}  // namespace

Time system_now() {
    return floor<milliseconds>(std::chrono::system_clock::now());
}

bool is_storable(Time time) {
    return time >= time_at(1970, 1, 1) && time < time_at(10'000, 1, 1);
}

std::string to_iso_text(Time time) {
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const auto clock = time - day;
    return fmt::format(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()),
        clock / kHour,
        clock % kHour / kMinute,
        clock % kMinute / kSecond,
        (clock % kSecond).count()
    );
}

Result<Time> time_from_iso_text(std::string_view text) {
    // Digits stand for digits, everything else for itself.
    constexpr std::string_view kForm = "0000-00-00T00:00:00.000Z";
    if (text.size() != kForm.size()) return not_a_time(text);
    std::array<int, 7> numbers{};
    std::size_t number = 0;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        if (kForm[i] != '0') {
            if (text[i] != kForm[i]) return not_a_time(text);
            ++number;
        } else if (text[i] >= '0' && text[i] <= '9') {
            numbers[number] = numbers[number] * 10 + (text[i] - '0');
        } else {
            return not_a_time(text);
        }
    }
    const auto date = std::chrono::year(numbers[0]) /
                      std::chrono::month(static_cast<unsigned>(numbers[1])) /
                      std::chrono::day(static_cast<unsigned>(numbers[2]));
    if (!date.ok() || numbers[3] > 23 || numbers[4] > 59 || numbers[5] > 59) {
        return not_a_time(text);
    }
    const Time time = Time(sys_days(date)) + numbers[3] * kHour + numbers[4] * kMinute +
                      numbers[5] * kSecond + milliseconds(numbers[6]);
    if (!is_storable(time)) return not_a_time(text);
    return time;
}

}  // namespace fovea::store
