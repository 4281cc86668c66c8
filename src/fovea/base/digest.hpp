// SHA-256: the name of every picture and of everything made from it.
//
//     const auto id = sha256(file).hex();
//
//     Sha256Hasher hasher;
//     while (auto piece = next()) hasher.update(*piece);
//     const auto id = hasher.finish();
//
// Works inside a sandbox: no configuration file is read and nothing is loaded, not even the first
// time.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fovea {

struct Sha256 {
    std::array<std::byte, 32> bytes{};

    std::string hex() const;  // 64 digits, lower case

    // 64 digits in either case; anything else is InvalidInput.
    static Result<Sha256> from_hex(std::string_view digits);

    bool operator==(const Sha256&) const = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): sees a 0 inside of what the compiler makes of it
    std::strong_ordering operator<=>(const Sha256&) const = default;
};

Sha256 sha256(ByteView bytes);

class Sha256Hasher {
public:
    Sha256Hasher();
    Sha256Hasher(Sha256Hasher&&) noexcept;
    Sha256Hasher& operator=(Sha256Hasher&&) noexcept;
    ~Sha256Hasher();

    void update(ByteView bytes);

    // The digest of all so far; the hasher starts anew.
    Sha256 finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace fovea

// Eight bytes of the digest are as good a hash as any.
template <>
struct std::hash<fovea::Sha256> {
    std::size_t operator()(const fovea::Sha256& digest) const noexcept {
        std::size_t value = 0;
        std::memcpy(&value, digest.bytes.data(), sizeof value);
        return value;
    }
};
