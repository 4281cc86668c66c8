#include "fovea/models/model_names.hpp"
#include "fovea/proxy/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace fovea::proxy {
namespace {

using P = ProxySettings;

constexpr std::array kRows = {
    SettingRow{
        "mode", "mode", "MODE", "vision.mode", "auto (or fallback), always or off", &P::mode},
    SettingRow{
        "model",
        "modelId",
        "MODEL",
        "vision.model",
        "a provider, a slash and a model id",
        &P::model},
    SettingRow{"tool", "tool", "TOOL", "", "on or off", &P::tool},
    SettingRow{
        "max_images_per_call",
        "maxImagesPerCall",
        "MAX_IMAGES_PER_CALL",
        "",
        "a whole number from 1 to 20",
        &P::max_images_per_call,
        1,
        20},
    SettingRow{
        "max_batch",
        "maxBatch",
        "MAX_BATCH",
        "",
        "a whole number from 1 to 10",
        &P::max_batch,
        1,
        10},
    SettingRow{
        "cache_size",
        "cacheSize",
        "CACHE_SIZE",
        "",
        "a whole number from 0 to 500",
        &P::cache_size,
        0,
        500},
    SettingRow{
        "phash_threshold",
        "pHashSimilarityThreshold",
        "PHASH_THRESHOLD",
        "",
        "a number from 0.0 to 1.0",
        &P::phash_threshold,
        0,
        1},
    SettingRow{"grounding", "grounding", "", "vision.grounding", "on or off", &P::grounding},
    SettingRow{
        "include_context",
        "includeContext",
        "INCLUDE_CONTEXT",
        "",
        "on or off",
        &P::include_context},
};

std::optional<ProxyMode> to_mode(std::string_view text) {
    if (text == "auto" || text == "fallback") return ProxyMode::Auto;
    if (text == "always") return ProxyMode::Always;
    if (text == "off") return ProxyMode::Off;
    return {};
}

std::optional<bool> to_flag(std::string_view text) {
    for (const auto yes : {"on", "true", "yes", "1"}) {
        if (text == yes) return true;
    }
    for (const auto no : {"off", "false", "no", "0"}) {
        if (text == no) return false;
    }
    return {};
}

template <class Number>
std::optional<Number> to_number(std::string_view text, double min, double max) {
    Number number{};
    const auto* const end = text.data() + text.size();
    const auto [stopped, status] = std::from_chars(text.data(), end, number);
    if (status != std::errc{} || stopped != end) return {};
    // Written so that a NaN is outside.
    const auto value = static_cast<double>(number);
    if (!(value >= min && value <= max)) return {};
    return number;
}

constexpr std::size_t kMaxModelName = 200;

// The id alone will do for a model of the catalogue.
std::optional<std::string> to_model(std::string_view name) {
    const auto text = models::full_model_name({}, name);
    const auto slash = text.find('/');
    if (slash == 0 || slash == std::string::npos || slash + 1 == text.size()) return {};
    const bool clean = std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && c != 0x7F;
    });
    if (!clean || text.size() > kMaxModelName) return {};
    return text;
}

template <class Value>
std::optional<Value> to_value(const SettingRow& row, std::string_view text) {
    if constexpr (std::is_same_v<Value, ProxyMode>) return to_mode(text);
    if constexpr (std::is_same_v<Value, bool>) return to_flag(text);
    if constexpr (std::is_same_v<Value, int>) return to_number<int>(text, row.min, row.max);
    if constexpr (std::is_same_v<Value, double>) return to_number<double>(text, row.min, row.max);
    if constexpr (std::is_same_v<Value, std::string>) return to_model(text);
}

std::string to_text(ProxyMode mode) {
    return std::string(name_of(mode));
}
std::string to_text(bool flag) {
    return flag ? "on" : "off";
}
std::string to_text(int number) {
    return std::to_string(number);
}
std::string to_text(const std::string& text) {
    return text;
}
std::string to_text(double number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return {digits.data(), end};
}

}  // namespace

std::string_view name_of(ProxyMode mode) {
    switch (mode) {
        case ProxyMode::Auto: return "auto";
        case ProxyMode::Always: return "always";
        case ProxyMode::Off: return "off";
    }
    return "off";
}

std::span<const SettingRow> setting_rows() {
    return kRows;
}

const SettingRow* find_setting(std::string_view name) {
    const auto* const found = std::ranges::find(kRows, name, &SettingRow::name);
    return found == kRows.end() ? nullptr : found;
}

Result<void> set_from_text(const SettingRow& row, std::string_view text, ProxySettings& settings) {
    const bool done = std::visit(
        [&]<class Value>(Value ProxySettings::*member) {
            auto value = to_value<Value>(row, text);
            if (value) settings.*member = *std::move(value);
            return value.has_value();
        },
        row.member
    );
    if (done) return {};
    constexpr std::size_t kShown = 60;
    const std::string shown(text.substr(0, kShown));
    return Error{
        ErrorCode::InvalidInput,
        std::string(row.name) + " is " + std::string(row.allowed) + ", not \"" + shown + "\"" +
            (row.name == "model" ? models::did_you_mean({}, {"", shown}) : "")};
}

std::string text_of(const SettingRow& row, const ProxySettings& settings) {
    return std::visit([&](const auto member) { return to_text(settings.*member); }, row.member);
}

}  // namespace fovea::proxy
