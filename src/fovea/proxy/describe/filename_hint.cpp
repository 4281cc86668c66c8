#include "fovea/proxy/describe/filename_hint.hpp"

#include "fovea/proxy/describe/basename.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <tuple>

namespace fovea::proxy {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Numbers of any length, as texts without leading zeros: shorter is smaller.
struct Number {
    std::string digits;

    explicit Number(std::string_view text = "") {
        const auto first = text.find_first_not_of('0');
        if (first != std::string_view::npos) digits = text.substr(first);
    }
    auto key() const { return std::tuple(digits.size(), std::string_view(digits)); }
    bool operator==(const Number& other) const { return digits == other.digits; }
    bool operator<(const Number& other) const { return key() < other.key(); }
};

struct Version {
    Number major;
    Number minor;

    bool operator==(const Version&) const = default;
    bool operator<(const Version& other) const {
        return std::tie(major, minor) < std::tie(other.major, other.minor);
    }
};

// A basename in lower case, and the part of it before the extension.
struct Name {
    std::size_t index = 0;
    std::string whole;
    std::string_view stem() const { return std::string_view(whole).substr(0, stem_size); }
    std::size_t stem_size = 0;
};

std::vector<Name> read_names(std::span<const std::string> names) {
    std::vector<Name> read;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto whole = safe_basename(names[i]);
        std::ranges::transform(whole, whole.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        const auto dot = whole.rfind('.');
        // ".10" of "shot-1.10" is no extension: all of them have a letter.
        const bool extension =
            dot != std::string::npos &&
            std::ranges::any_of(whole.substr(dot + 1), [](char c) { return !is_digit(c); });
        const auto stem_size = extension ? dot : whole.size();
        if (!whole.empty()) read.push_back({i, std::move(whole), stem_size});
    }
    return read;
}

std::optional<FilenameHint> find_pair(
    std::span<const Name> names,
    std::string_view earlier,
    std::string_view later,
    std::string_view text
) {
    std::optional<std::size_t> first, second;
    for (const auto& name : names) {
        if (!first && name.whole.starts_with(earlier)) first = name.index;
        if (!second && name.whole.starts_with(later)) second = name.index;
    }
    if (!first || !second) return {};
    return FilenameHint{text, {*first, *second}};
}

std::size_t digits_from(std::string_view text, std::size_t end) {
    auto begin = end;
    while (begin > 0 && is_digit(text[begin - 1])) --begin;
    return begin;
}

struct Numbered {
    std::size_t index = 0;
    std::string_view prefix;
    Version version;
};

// (\d+(\.\d+)?) at the end of the stem, as far to the left as it goes; the v, if any, is part of
// what stands before.
std::optional<Numbered> read_version(const Name& name) {
    const auto stem = name.stem();
    const auto last = digits_from(stem, stem.size());
    if (last == stem.size()) return {};
    const auto last_number = Number(stem.substr(last));
    if (last >= 2 && stem[last - 1] == '.' && is_digit(stem[last - 2])) {
        const auto first = digits_from(stem, last - 1);
        const auto major = Number(stem.substr(first, last - 1 - first));
        return Numbered{name.index, stem.substr(0, first), {major, last_number}};
    }
    return Numbered{name.index, stem.substr(0, last), {last_number, Number()}};
}

// The pictures of a sequence by their numbers; empty when all of them have the same one.
template <class Key>
std::vector<std::size_t> in_order(std::vector<std::pair<Key, std::size_t>> entries) {
    std::ranges::stable_sort(entries, [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    if (entries.empty() || entries.front().first == entries.back().first) return {};
    std::vector<std::size_t> order;
    for (const auto& [key, index] : entries) order.push_back(index);
    return order;
}

std::optional<FilenameHint> find_versions(std::span<const Name> names) {
    std::map<std::string_view, std::vector<std::pair<Version, std::size_t>>> by_prefix;
    for (const auto& name : names) {
        if (const auto numbered = read_version(name)) {
            by_prefix[numbered->prefix].emplace_back(numbered->version, numbered->index);
        }
    }
    // Of several sequences the longest says most.
    std::vector<std::size_t> longest;
    for (auto& [prefix, entries] : by_prefix) {
        auto order = in_order(std::move(entries));
        if (order.size() > longest.size()) longest = std::move(order);
    }
    if (longest.empty()) return {};
    return FilenameHint{"versioned sequence", std::move(longest)};
}

std::optional<std::uint64_t> small_number(std::string_view digits) {
    std::uint64_t number = 0;
    const auto* const end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end) return {};
    return number;
}

// The seed has _1 and _2; any two neighbours say the same. login_404 and chart_2024 say nothing.
std::optional<FilenameHint> find_numbers(std::span<const Name> names, char separator) {
    std::map<std::uint64_t, std::size_t> by_number;
    for (const auto& name : names) {
        const auto stem = name.stem();
        const auto digits = digits_from(stem, stem.size());
        if (digits == stem.size() || digits == 0 || stem[digits - 1] != separator) continue;
        if (const auto number = small_number(stem.substr(digits))) {
            by_number.emplace(*number, name.index);
        }
    }
    std::vector<std::size_t> order;
    bool neighbours = false;
    for (const auto& [number, index] : by_number) {
        neighbours = neighbours || by_number.contains(number + 1);
        order.push_back(index);
    }
    if (!neighbours) return {};
    return FilenameHint{"numbered sequence", std::move(order)};
}

// "2026-05-03_" in front, of a day that there is.
bool starts_with_date(std::string_view name) {
    constexpr std::string_view kForm = "dddd-dd-dd_";
    if (name.size() < kForm.size()) return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        if (kForm[i] == 'd' ? !is_digit(name[i]) : name[i] != kForm[i]) return false;
    }
    const auto part = [&](std::size_t from, std::size_t size) {
        return static_cast<unsigned>(small_number(name.substr(from, size)).value_or(0));
    };
    return std::chrono::year_month_day(
               std::chrono::year(static_cast<int>(part(0, 4))),
               std::chrono::month(part(5, 2)),
               std::chrono::day(part(8, 2))
    )
        .ok();
}

std::optional<FilenameHint> find_dates(std::span<const Name> names) {
    std::vector<std::pair<std::string, std::size_t>> dated;
    for (const auto& name : names) {
        if (name.stem_size < name.whole.size() && starts_with_date(name.whole)) {
            dated.emplace_back(name.whole, name.index);
        }
    }
    auto order = in_order(std::move(dated));
    if (order.empty()) return {};
    return FilenameHint{"time-ordered sequence", std::move(order)};
}

}  // namespace

std::optional<FilenameHint> filename_hint(std::span<const std::string> names) {
    const auto read = read_names(names);
    if (auto hint = find_pair(read, "before.", "after.", "before/after pair")) return hint;
    if (auto hint = find_pair(read, "old.", "new.", "old/new pair")) return hint;
    if (auto hint = find_versions(read)) return hint;
    for (const char separator : {'_', '-'}) {
        if (auto hint = find_numbers(read, separator)) return hint;
    }
    return find_dates(read);
}

}  // namespace fovea::proxy
