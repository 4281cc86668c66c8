#include "fovea/gateway/splice/token_counts.hpp"

#include <charconv>
#include <optional>
#include <utility>

namespace fovea::gateway {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

}  // namespace

void TokenCounts::read(std::string_view json, Span usage) {
    read(json, usage, {});
}

void TokenCounts::read(std::string_view json, Span usage, const std::string& place) {
    for (const auto& [key, value] : members_of(json, usage)) {
        const auto here = place + std::string(key);
        const auto text = text_of(json, value);
        if (text.starts_with('{') && place.empty() && !counts_) read(json, value, here + ".");
        const auto number = whole_number(text);
        if (number && (!counts_ || counts_(key))) now_[here] = *number;
    }
}

void TokenCounts::end_reply() {
    for (const auto& [place, count] : std::exchange(now_, {})) earlier_[place] += count;
}

std::uint64_t TokenCounts::sum_of(const std::string& place) const {
    const auto before = earlier_.find(place);
    const auto now = now_.find(place);
    return (before == earlier_.end() ? 0 : before->second) + (now == now_.end() ? 0 : now->second);
}

void TokenCounts::write(std::string_view json, Span usage, Edits<std::string>& edits) const {
    if (earlier_.empty()) return;
    auto missing = earlier_;
    write(json, usage, {}, missing, edits);
    std::string added;
    for (const auto& [place, count] : missing) {
        if (place.find('.') != place.npos) continue;
        added += ",\"" + place + "\":" + std::to_string(sum_of(place));
    }
    if (added.empty()) return;
    if (members_of(json, usage).empty()) added.erase(0, 1);
    edits.insert(usage.end - 1, std::move(added));
}

void TokenCounts::write(
    std::string_view json,
    Span usage,
    const std::string& place,
    Counts& missing,
    Edits<std::string>& edits
) const {
    for (const auto& [key, value] : members_of(json, usage)) {
        const auto here = place + std::string(key);
        const auto text = text_of(json, value);
        if (text.starts_with('{') && place.empty() && !counts_) {
            write(json, value, here + ".", missing, edits);
        }
        if (missing.erase(here) == 0) continue;
        if (whole_number(text)) edits.replace(value, std::to_string(sum_of(here)));
    }
}

}  // namespace fovea::gateway
