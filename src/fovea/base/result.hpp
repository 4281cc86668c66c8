// A value or the reason why there is none.
//
//     Result<Header> read_header(ByteView file);
//
//     Result<Picture> decode(ByteView file) {
//         const auto header = TRY(read_header(file));   // the value, or returns the error
//         if (header.width == 0) return Error{ErrorCode::DecodeFailed, "0 pixels wide"};
//         …
//     }
//
// One TRY a statement. Where the caller decides by more than the code, E is that layer's own error.
#pragma once

#include "fovea/base/error.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace fovea {

template <class T, class E = Error>
class [[nodiscard]] Result {
public:
    // Implicit on purpose: `return value;` and `return Error{…};` are how results are made.
    // NOLINTNEXTLINE(google-explicit-constructor)
    Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    Result(E error) : held_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return held_.index() == 0; }
    explicit operator bool() const { return ok(); }

    // Only when ok().
    T& value() & { return *std::get_if<0>(&held_); }
    const T& value() const& { return *std::get_if<0>(&held_); }
    T value() && { return std::move(*std::get_if<0>(&held_)); }

    // Only when not ok().
    const E& error() const& { return *std::get_if<1>(&held_); }
    E error() && { return std::move(*std::get_if<1>(&held_)); }

private:
    std::variant<T, E> held_;
};

template <class E>
class [[nodiscard]] Result<void, E> {
public:
    Result() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): `return Error{…};`
    Result(E error) : error_(std::move(error)) {}

    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }

    void value() const {}
    const E& error() const& { return *error_; }
    E error() && { return std::move(*error_); }

private:
    std::optional<E> error_;
};

}  // namespace fovea

// Unwraps a Result or returns its error from the function around it. A statement expression, so
// that it can stand where a value is wanted; g++ and clang both have it.
#define TRY(expression)                                 \
    __extension__({                                     \
        auto fovea_try_result = (expression);           \
        if (!fovea_try_result.ok()) {                   \
            return std::move(fovea_try_result).error(); \
        }                                               \
        std::move(fovea_try_result).value();            \
    })
