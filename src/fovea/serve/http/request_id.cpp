#include "fovea/serve/http/request_id.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace fovea::serve {
namespace {

constexpr std::size_t kMaxGiven = 128;

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
}

}  // namespace

std::string random_name(std::size_t characters) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string name(characters, '\0');
    // Never fails and never waits once the system is up.
    for (std::size_t done = 0; done < characters;) {
        const auto count = ::getrandom(name.data() + done, characters - done, 0);
        if (count > 0) done += static_cast<std::size_t>(count);
    }
    for (auto& c : name) c = kAlphabet[static_cast<unsigned char>(c) % kAlphabet.size()];
    return name;
}

std::string request_id(std::optional<std::string_view> given) {
    if (given && !given->empty() && given->size() <= kMaxGiven &&
        std::ranges::all_of(*given, is_plain)) {
        return std::string(*given);
    }
    // Many are made in a second: chance for some of them is fetched at once. No secret is made of it.
    constexpr std::size_t kCharacters = 20;
    constexpr std::size_t kAtOnce = 50;
    thread_local std::string names;
    if (names.empty()) names = random_name(kCharacters * kAtOnce);
    auto id = names.substr(names.size() - kCharacters);
    names.resize(names.size() - kCharacters);
    return id;
}

}  // namespace fovea::serve
