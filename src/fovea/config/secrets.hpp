// Keys of providers: from the environment, or from a file that nobody else can read (Q5).
//
//     const auto key = TRY(read_key(provider, environment));   // nothing: this provider has none
//     headers = dialect.authentication(key->reveal());
//
// A Secret cannot be printed, logged, formatted or written as JSON by accident: it has no operator<<
// and no conversion, only reveal(), which is easy to search for. Errors name the variable or the
// file, never what is in it.
#pragma once

#include "fovea/base/result.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace fovea::config {

class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}
    Secret(const Secret&) = default;
    Secret(Secret&&) noexcept = default;
    Secret& operator=(const Secret&) = default;
    Secret& operator=(Secret&&) noexcept = default;
    ~Secret();  // overwrites the memory

    bool empty() const { return text_.empty(); }
    const std::string& reveal() const { return text_; }

    bool operator==(const Secret&) const = default;

    // GoogleTest would print the bytes of an object that it does not know.
    friend void PrintTo(const Secret& secret, std::ostream* out);

private:
    std::string text_;
};

struct ProviderSettings;

using Environment = std::function<const char*(const char* name)>;  // like getenv

// In this order: api_key, api_key_file, api_key_env. Nothing when the provider names none of them.
// ConfigInvalid when a named variable is not set or empty, when the file is missing, no regular
// file, larger than 16 KiB, readable or writable by others, or somebody else's, and when the key has
// bytes that no header may have. A symbolic link is followed; what it leads to is checked.
Result<std::optional<Secret>> read_key(
    const ProviderSettings& provider, const Environment& environment
);

// One key out of a private file, without the white space around it.
Result<Secret> read_key_file(const std::string& path);

// True when only its owner can read the file, and the owner is this user or root.
Result<bool> is_private_file(const std::string& path);

}  // namespace fovea::config
