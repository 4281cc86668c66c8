// How the lines of the schema are made: one function for each kind of value. Internal to config/.
//
//     integer_setting("images.max_edge", "…", Inner{&Settings::images, &ImageSettings::max_edge},
//                     {16, 16384})
//     word_setting("kind", "…", Own{&ProviderSettings::kind}, {"anthropic", …})
#pragma once

#include "fovea/config/value.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

namespace fovea::config {

// A member of the owner itself.
template <class O, class T>
struct Own {
    using Owner = O;
    using Type = T;
    T O::*member;

    T& of(O& owner) const { return owner.*member; }
    const T& of(const O& owner) const { return owner.*member; }
};
// clang 14 does not deduce an aggregate's arguments on its own.
template <class O, class T>
Own(T O::*) -> Own<O, T>;

// A member of a section of the owner.
template <class O, class Section, class T>
struct Inner {
    using Owner = O;
    using Type = T;
    Section O::*section;
    T Section::*member;

    T& of(O& owner) const { return owner.*section.*member; }
    const T& of(const O& owner) const { return owner.*section.*member; }
};
template <class O, class Section, class T>
Inner(Section O::*, T Section::*) -> Inner<O, Section, T>;

template <class T>
struct WithoutOptional {
    using Type = T;
};
template <class T>
struct WithoutOptional<std::optional<T>> {
    using Type = T;
};

inline Error invalid_setting(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

// Says what is wrong with a value of the right type; `name` begins the sentence.
template <class T>
using Check = std::function<Result<void>(std::string_view name, const T& value)>;

using Parse = Result<Value> (*)(std::string_view text);

template <class Field, class T = typename WithoutOptional<typename Field::Type>::Type>
Setting<typename Field::Owner> setting_of(
    std::string_view name,
    std::string_view help,
    Field field,
    const std::string& what,
    Parse parse,
    std::type_identity_t<Check<T>> check = {}
) {
    using Owner = typename Field::Owner;
    const auto set = [=](Owner& owner, const Value& value) -> Result<void> {
        const auto* typed = std::get_if<T>(&value);
        std::optional<T> whole;
        if constexpr (std::is_same_v<T, double>) {  // "price_in = 3" is a number as well
            if (const auto* integer = std::get_if<std::int64_t>(&value))
                typed = &whole.emplace(static_cast<double>(*integer));
        }
        if (typed == nullptr) return not_allowed(name, what, to_text(value));
        if (check) TRY(check(name, *typed));
        field.of(owner) = *typed;
        return {};
    };
    const auto get = [=](const Owner& owner) -> Value {
        if constexpr (std::is_same_v<typename Field::Type, std::optional<T>>) {
            const auto& held = field.of(owner);
            return held ? Value{*held} : Value{Unset{}};
        } else {
            return Value{field.of(owner)};
        }
    };
    return {name, help, set, get, parse};
}

// One that is told apart by a sentence alone: `fits` says whether a value is what `allowed` says.
template <class Field, class Fits>
auto bounded_setting(
    std::string_view name,
    std::string_view help,
    Field field,
    const std::string& allowed,
    Parse parse,
    Fits fits
) {
    using T = typename WithoutOptional<typename Field::Type>::Type;
    const auto check = [=](std::string_view, const T& value) -> Result<void> {
        if (fits(value)) return {};
        return not_allowed(name, allowed, to_text(Value{value}));
    };
    auto setting = setting_of(name, help, field, allowed, parse, check);
    setting.allowed = allowed;
    return setting;
}

struct Range {
    std::int64_t low;
    std::int64_t high;
};

inline std::string within(const char* what, Range range) {
    return what + (" from " + std::to_string(range.low)) + " to " + std::to_string(range.high);
}

template <class Field>
auto integer_setting(std::string_view name, std::string_view help, Field field, Range range) {
    const auto fits = [range](std::int64_t number) {
        return number >= range.low && number <= range.high;
    };
    return bounded_setting(name, help, field, within("a whole number", range), parse_integer, fits);
}

template <class Field>
auto number_setting(std::string_view name, std::string_view help, Field field, Range range) {
    // Written so that a NaN is outside.
    const auto fits = [range](double number) {
        return number >= static_cast<double>(range.low) &&
               number <= static_cast<double>(range.high);
    };
    return bounded_setting(name, help, field, within("a number", range), parse_number, fits);
}

template <class Field>
auto flag_setting(std::string_view name, std::string_view help, Field field) {
    return bounded_setting(name, help, field, "true or false", parse_flag, [](bool) {
        return true;
    });
}

// One of a few words.
template <class Field>
auto word_setting(std::string_view name, std::string_view help, Field field, const Texts& words) {
    std::string allowed;
    for (std::size_t i = 0; i < words.size(); ++i)
        allowed += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    const auto fits = [words](const std::string& word) {
        return std::ranges::find(words, word) != words.end();
    };
    return bounded_setting(name, help, field, allowed, parse_text, fits);
}

template <class Field>
auto text_setting(
    std::string_view name, std::string_view help, Field field, Check<std::string> check = {}
) {
    return setting_of(name, help, field, "a string", parse_text, std::move(check));
}

template <class Field>
auto list_setting(
    std::string_view name, std::string_view help, Field field, Check<Texts> check = {}
) {
    return setting_of(
        name, help, field, "a list such as [\"one\", \"two\"]", parse_list, std::move(check)
    );
}

// Header or variable names with their values.
template <class Field>
auto map_setting(
    std::string_view name, std::string_view help, Field field, Check<TextMap> check = {}
) {
    return setting_of(name, help, field, "a table of strings", parse_map, std::move(check));
}

// A key itself. No message and no listing repeats it.
template <class Field>
auto secret_setting(std::string_view name, std::string_view help, Field field) {
    using Owner = typename Field::Owner;
    const auto set = [=](Owner& owner, const Value& value) -> Result<void> {
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr) return invalid_setting(std::string(name) + " must be a string");
        field.of(owner) = Secret(*text);
        return {};
    };
    const auto get = [=](const Owner& owner) {
        return Value{std::string(field.of(owner).empty() ? "" : "(hidden)")};
    };
    Setting<Owner> setting{name, help, set, get, parse_text};
    setting.secret = true;
    return setting;
}

}  // namespace fovea::config
