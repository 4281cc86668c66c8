#include "fovea/store/session_id.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace fovea::store {
namespace {

constexpr std::size_t kRandomLength = 20;
constexpr std::size_t kMaxLength = 64;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::string random_session_id() {
    // Crockford's 32: without i, l, o and u.
    constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
    std::array<std::uint8_t, kRandomLength> random{};
    while (::getrandom(random.data(), random.size(), 0) < 0 && errno == EINTR) {
    }
    std::string id;
    for (const auto byte : random) id += kLetters[byte % kLetters.size()];
    return id;
}

Result<void> check_session_id(std::string_view id) {
    const auto allowed = [](char c) {
        return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.';
    };
    const bool good = !id.empty() && id.size() <= kMaxLength && is_letter_or_digit(id[0]) &&
                      std::ranges::all_of(id, allowed);
    if (good) return {};
    return Error{
        ErrorCode::InvalidInput,
        "\"" + std::string(id.substr(0, kMaxLength)) +
            "\" is not a valid session name: use 1 to 64 letters, digits, \"_\", \"-\" and \".\", "
            "starting with a letter or digit"};
}

}  // namespace fovea::store
