// The tokens that are let in. The owner's own is made on the first start and lies in SERVE/token, for its
// owner's eyes alone; those of others lie as hashes in SERVE/tokens.json.
//
//     auto tokens = TRY(TokenBook::open(folder));
//     tokens->find(given);                                  // the principal, or nobody
//     const auto secret = TRY(tokens->add({.name = "ci", .scopes = {Scope::Sessions}}));   // told once
//
// Several processes use one folder: what one adds or revokes, the others see with their next question.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/serve/access/principal.hpp"
#include "fovea/store/timestamp.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

inline constexpr std::string_view kOwner = "owner";

struct Token {
    std::string name;
    std::set<Scope> scopes = {Scope::Sessions};
    store::Time created = {};
    std::optional<store::Time> expires = {};
    Sha256 digest = {};  // of the secret
    TokenBudget budget = {};
};

class TokenBook {
public:
    // Makes the folder and the owner's token where they are not there. StoreError for what the disk does,
    // and for a token's file that others may read.
    static Result<std::unique_ptr<TokenBook>> open(
        std::filesystem::path folder, store::Clock clock = store::system_now
    );

    // The owner's own.
    const std::string& secret() const { return secret_; }

    // Who that is. Every one is compared, each in the same time.
    std::optional<Principal> find(std::string_view secret);

    // Its secret, which nobody can learn again. InvalidInput for a name that is taken or is none.
    Result<std::string> add(Token token);
    // FileNotFound where there is none.
    Result<void> revoke(std::string_view name);
    Result<std::vector<Token>> list();
    // Whether the token that they came with still counts: it was not revoked, and has not expired.
    bool knows(const Principal& who);

    struct FileState {
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        std::uint64_t number = 0;  // each change makes another file
        std::int64_t size = 0;

        bool operator==(const FileState&) const = default;
    };

private:
    TokenBook(std::filesystem::path folder, store::Clock clock)
        : folder_(std::move(folder)), clock_(std::move(clock)) {}

    std::filesystem::path file() const { return folder_ / "tokens.json"; }
    Result<void> read_owner();
    Result<std::vector<Token>> read() const;
    Result<void> write(const std::vector<Token>& tokens) const;

    std::filesystem::path folder_;
    store::Clock clock_;
    std::string secret_;
    Sha256 owner_;

    std::mutex mutex_;  // guards what follows
    std::vector<Token> known_;
    std::optional<FileState> read_as_ = {};  // none: there was no file
};

}  // namespace fovea::serve
