// OpenSSL's plain SHA-256 functions, not EVP: EVP looks for engines when a digest starts, and for
// them reads openssl.cnf, also with a library context of its own (seen with 3.0). A sandboxed
// worker may open no file. These have no state outside their context, cannot fail, and use the same
// SHA-NI code; OpenSSL 3 marks them as old, which asking for the 1.1.1 interface makes silent.
#define OPENSSL_API_COMPAT 0x10101000L

#include "fovea/base/digest.hpp"

#include <openssl/sha.h>

namespace fovea {
namespace {

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

struct Sha256Hasher::State {
    State() { SHA256_Init(&context); }

    SHA256_CTX context;
};

std::string Sha256::hex() const {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string digits;
    digits.reserve(2 * bytes.size());
    for (const auto byte : bytes) {
        digits += kDigits[std::to_integer<unsigned>(byte) >> 4];
        digits += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return digits;
}

Result<Sha256> Sha256::from_hex(std::string_view digits) {
    Sha256 digest;
    if (digits.size() != 2 * digest.bytes.size()) {
        return Error{
            ErrorCode::InvalidInput,
            "a SHA-256 has 64 hexadecimal digits, not " + std::to_string(digits.size())};
    }
    for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
        const auto high = digit_value(digits[2 * i]);
        const auto low = digit_value(digits[2 * i + 1]);
        if (high < 0 || low < 0) {
            return Error{
                ErrorCode::InvalidInput,
                "\"" + std::string(digits) + "\" is not a SHA-256 in hexadecimal digits"};
        }
        digest.bytes[i] = static_cast<std::byte>(high << 4 | low);
    }
    return digest;
}

Sha256Hasher::Sha256Hasher() : state_(std::make_unique<State>()) {}
Sha256Hasher::Sha256Hasher(Sha256Hasher&&) noexcept = default;
Sha256Hasher& Sha256Hasher::operator=(Sha256Hasher&&) noexcept = default;
Sha256Hasher::~Sha256Hasher() = default;

void Sha256Hasher::update(ByteView bytes) {
    SHA256_Update(&state_->context, bytes.data(), bytes.size());
}

Sha256 Sha256Hasher::finish() {
    Sha256 digest;
    SHA256_Final(reinterpret_cast<unsigned char*>(digest.bytes.data()), &state_->context);
    SHA256_Init(&state_->context);
    return digest;
}

Sha256 sha256(ByteView bytes) {
    Sha256 digest;
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes.data(), bytes.size());
    SHA256_Final(reinterpret_cast<unsigned char*>(digest.bytes.data()), &context);
    return digest;
}

}  // namespace fovea
