#include "fovea/gateway/ledger/budgets.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/providers/sum_usage.hpp"
#include "fovea/store/timestamp.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

namespace fovea::gateway {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxRows = 100'000;  // of days, tokens and models; the oldest days go first
constexpr std::chrono::seconds kMinute{60};

std::string day_of(Budgets::Time now) {
    return store::to_iso_text(std::chrono::floor<std::chrono::milliseconds>(now)).substr(0, 10);
}

std::chrono::seconds until_tomorrow(Budgets::Time now) {
    const auto tomorrow = std::chrono::ceil<std::chrono::days>(now);
    return std::chrono::ceil<std::chrono::seconds>(tomorrow - now);
}

std::string dollars(double usd) {
    return usd >= 0.01 ? fmt::format("${:.2f}", usd) : fmt::format("${:.2g}", usd);
}

std::string hours_and_minutes(std::chrono::seconds time) {
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(time).count();
    return minutes < 60 ? fmt::format("{} min", minutes)
                        : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

// Sums of dollars have digits behind the last one that anybody is billed for: 0.0078 and not 0.007799999999999999.
double billable(double usd) {
    constexpr double kSteps = 1e9;
    return std::round(usd * kSteps) / kSteps;
}

json::object row_of(
    const std::string& day, const std::string& token, const std::string& model, const Spent& spent
) {
    return {
        {"day", day},
        {"token", token},
        {"model", model},
        {"requests", spent.requests},
        {"input_tokens", spent.usage.input_tokens},
        {"output_tokens", spent.usage.output_tokens},
        {"cache_read_tokens", spent.usage.cache_read_tokens},
        {"cache_write_tokens", spent.usage.cache_write_tokens},
        {"cost_usd", billable(spent.usage.cost_usd)}};
}

std::string text_of(const json::object& row, std::string_view name) {
    const auto* const value = row.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

template <class Number>
Number number_of(const json::object& row, std::string_view name) {
    const auto* const value = row.if_contains(name);
    json::error_code failed;
    if (value == nullptr) return 0;
    const auto number = value->to_number<Number>(failed);
    return failed ? 0 : number;
}

}  // namespace

Budgets::Budgets(config::GatewaySettings settings, std::filesystem::path file)
    : settings_(std::move(settings)), file_(std::move(file)) {
    load();
}

// Losing the file costs one day's budget, so nothing here fails.
void Budgets::load() {
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    json::error_code broken;
    const auto value = json::parse(text, broken);
    if (broken || !value.is_array()) return;
    for (const auto& each : value.get_array()) {
        if (!each.is_object()) continue;
        const auto& row = each.get_object();
        const auto day = text_of(row, "day");
        const auto token = text_of(row, "token");
        if (day.size() != 10) continue;
        auto& spent = spent_[{day, token, text_of(row, "model")}];
        spent.requests = number_of<std::uint64_t>(row, "requests");
        spent.usage.input_tokens = number_of<std::uint64_t>(row, "input_tokens");
        spent.usage.output_tokens = number_of<std::uint64_t>(row, "output_tokens");
        spent.usage.cache_read_tokens = number_of<std::uint64_t>(row, "cache_read_tokens");
        spent.usage.cache_write_tokens = number_of<std::uint64_t>(row, "cache_write_tokens");
        spent.usage.cost_usd = number_of<double>(row, "cost_usd");
        today_[{day, token}] += spent.usage.cost_usd;
    }
}

std::optional<Budgets::Refusal> Budgets::refuse(
    const std::string& token, const Own& own, Time now
) {
    const auto usd_per_day = own.usd_per_day.value_or(settings_.usd_per_day);
    const auto requests_per_minute =
        own.requests_per_minute.value_or(settings_.requests_per_minute);
    if (usd_per_day <= 0 && requests_per_minute <= 0) return std::nullopt;
    const std::scoped_lock lock(mutex_);
    if (usd_per_day > 0) {
        const auto today = today_.find({day_text(now), token});
        if (today != today_.end() && today->second >= usd_per_day) {
            return Refusal{
                until_tomorrow(now),
                fmt::format(
                    "the budget of this token for today is spent: {} of {} (usd_per_day); the "
                    "next day begins at 00:00 UTC, in {}",
                    dollars(today->second),
                    dollars(usd_per_day),
                    hours_and_minutes(until_tomorrow(now))
                )};
        }
    }
    if (requests_per_minute > 0) {
        auto& minute = minutes_[token];
        if (now - minute.begun >= kMinute || now < minute.begun) minute = {now, 0};
        if (minute.requests >= requests_per_minute) {
            const auto wait = std::chrono::ceil<std::chrono::seconds>(minute.begun + kMinute - now);
            return Refusal{
                wait,
                fmt::format(
                    "this token may ask {} in a minute (requests_per_minute), and did: again in "
                    "{} s",
                    requests_per_minute == 1 ? "once"
                                             : fmt::format("{} times", requests_per_minute),
                    wait.count()
                )};
        }
        ++minute.requests;
    }
    return std::nullopt;
}

// Asked for at each request, and another once a day.
const std::string& Budgets::day_text(Time now) {
    const auto day = std::chrono::floor<std::chrono::days>(now);
    if (day != last_day_ || last_day_text_.empty()) {
        last_day_ = day;
        last_day_text_ = day_of(now);
    }
    return last_day_text_;
}

void Budgets::spend(
    const std::string& token,
    const std::string& model,
    const providers::Usage& usage,
    double usd,
    Time now
) {
    const std::scoped_lock lock(mutex_);
    const auto& day = day_text(now);
    if (spent_.size() >= kMaxRows) spent_.erase(spent_.begin());
    auto& spent = spent_[{day, token, model}];
    ++spent.requests;
    providers::add_tokens(spent.usage, usage);
    spent.usage.cost_usd += usd;
    if (usd > 0) today_[{day, token}] += usd;
    is_changed_ = true;
}

json::array Budgets::rows(const std::string& token) const {
    const std::scoped_lock lock(mutex_);
    json::array rows;
    for (const auto& [key, spent] : spent_) {
        const auto& [day, whose, model] = key;
        if (token.empty() || whose == token) rows.emplace_back(row_of(day, whose, model, spent));
    }
    return rows;
}

void Budgets::save() {
    if (file_.empty()) return;
    {
        const std::scoped_lock lock(mutex_);
        if (!std::exchange(is_changed_, false)) return;
    }
    const auto text = json_text(rows({}));
    const auto written = write_file(file_, as_bytes(text), Readers::OwnerOnly);
    if (!written.ok()) spdlog::warn("the gateway's usage is not kept: {}", written.error().message);
}

}  // namespace fovea::gateway
