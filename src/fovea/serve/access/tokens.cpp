#include "fovea/serve/access/tokens.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/atomic_file.hpp"
#include "fovea/base/foreign_json.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/serve/http/request_id.hpp"
#include "fovea/store/private_files.hpp"
#include "fovea/store/session_id.hpp"

#include <boost/json.hpp>
#include <sys/stat.h>

#include <algorithm>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::size_t kSecret = 43;  // 256 bits and a little
constexpr std::uintmax_t kMaxFile = 16u << 20;

// In the same time, whatever is in them.
bool is_same(const Sha256& a, const Sha256& b) {
    unsigned different = 0;
    for (std::size_t i = 0; i < a.bytes.size(); ++i) {
        different |= static_cast<unsigned>(a.bytes[i] ^ b.bytes[i]);
    }
    return different == 0;
}

Error damaged(const std::filesystem::path& file) {
    return {
        ErrorCode::StoreError, file.string() + " is damaged: remove it, or add its tokens anew"};
}

json::object to_json(const Token& token) {
    json::object object{
        {"name", token.name},
        {"scopes", to_text(token.scopes)},
        {"created", store::to_iso_text(token.created)},
        {"sha256", token.digest.hex()}};
    if (token.expires) object["expires"] = store::to_iso_text(*token.expires);
    const auto& budget = token.budget;
    if (budget.usd_per_day) object["usd_per_day"] = *budget.usd_per_day;
    if (budget.requests_per_minute) object["requests_per_minute"] = *budget.requests_per_minute;
    return object;
}

Result<Token> token_from_json(const json::value& value) {
    const auto text = [&](std::string_view name) -> Result<std::string> {
        const auto* object = value.if_object();
        const auto* field = object != nullptr ? object->if_contains(name) : nullptr;
        if (field == nullptr || !field->is_string()) {
            return Error{ErrorCode::InvalidInput, "no " + std::string(name)};
        }
        return std::string(field->get_string());
    };
    Token token{.name = TRY(text("name"))};
    const auto scopes = TRY(text("scopes"));
    token.scopes = TRY(scopes_from_text(scopes));
    const auto created = TRY(text("created"));
    token.created = TRY(store::time_from_iso_text(created));
    const auto digest = TRY(text("sha256"));
    token.digest = TRY(Sha256::from_hex(digest));
    if (value.get_object().contains("expires")) {
        const auto expires = TRY(text("expires"));
        token.expires = TRY(store::time_from_iso_text(expires));
    }
    if (const auto* usd = value.get_object().if_contains("usd_per_day")) {
        json::error_code wrong;
        token.budget.usd_per_day = usd->to_number<double>(wrong);
        if (wrong) return Error{ErrorCode::InvalidInput, "usd_per_day is not a number"};
    }
    if (const auto* count = value.get_object().if_contains("requests_per_minute")) {
        json::error_code wrong;
        token.budget.requests_per_minute = count->to_number<std::int64_t>(wrong);
        if (wrong) return Error{ErrorCode::InvalidInput, "requests_per_minute is not a number"};
    }
    return token;
}

Sha256 digest_of(std::string_view secret) {
    return sha256(as_bytes(secret));
}

// Its time alone is not enough: two changes may come within one tick of the clock that files have.
std::optional<TokenBook::FileState> state_of(const std::filesystem::path& file) {
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0) return std::nullopt;
    return TokenBook::FileState{
        about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_ino, about.st_size};
}

}  // namespace

Result<std::unique_ptr<TokenBook>> TokenBook::open(
    std::filesystem::path folder, store::Clock clock
) {
    TRY(make_private_folder(folder));
    std::unique_ptr<TokenBook> book(new TokenBook(std::move(folder), std::move(clock)));
    TRY(book->read_owner());
    TRY(book->list());
    return book;
}

Result<void> TokenBook::read_owner() {
    const auto path = folder_ / "token";
    // Two that start at once make one token.
    const auto lock = TRY(store::lock_file(folder_ / "lock", store::LockKind::Exclusive));
    auto file = store::read_regular_file(path, 4096);
    if (!file.ok() && file.error().code != ErrorCode::FileNotFound) return file.error();
    if (!file.ok()) {
        secret_ = random_name(kSecret);
        const auto line = secret_ + "\n";
        TRY(write_file(path, as_bytes(line), Readers::OwnerOnly));
    } else {
        struct stat about {};
        if (::stat(path.c_str(), &about) == 0 && (about.st_mode & 077) != 0) {
            return Error{
                ErrorCode::StoreError,
                path.string() + " can be read by others: chmod 600, or remove it for a new one"};
        }
        secret_ = std::string(trimmed(as_text(file.value())));
        if (secret_.size() < 16) return damaged(path);
    }
    owner_ = digest_of(secret_);
    return {};
}

Result<std::vector<Token>> TokenBook::read() const {
    const auto bytes = store::read_regular_file(file(), kMaxFile);
    if (!bytes.ok() && bytes.error().code == ErrorCode::FileNotFound) return std::vector<Token>();
    if (!bytes.ok()) return bytes.error();
    const auto value = parse_foreign_json(as_text(bytes.value()), 8);
    if (!value.ok() || !value.value().is_array()) return damaged(file());
    std::vector<Token> tokens;
    for (const auto& each : value.value().get_array()) {
        auto token = token_from_json(each);
        if (!token.ok()) return damaged(file());
        tokens.push_back(std::move(token).value());
    }
    return tokens;
}

Result<void> TokenBook::write(const std::vector<Token>& tokens) const {
    json::array list;
    for (const auto& token : tokens) list.push_back(to_json(token));
    const auto text = json::serialize(list) + "\n";
    return write_file(file(), as_bytes(text), Readers::OwnerOnly);
}

std::optional<Principal> TokenBook::find(std::string_view secret) {
    const auto digest = digest_of(secret);
    const auto tokens = list();
    std::optional<Principal> found;
    if (is_same(digest, owner_)) found = Principal{std::string(kOwner), {Scope::Admin}, digest};
    if (!tokens.ok()) return found;
    for (const auto& token : tokens.value()) {
        const bool is_it = is_same(digest, token.digest);
        const bool is_over = token.expires && *token.expires <= clock_();
        if (is_it && !is_over) found = Principal{token.name, token.scopes, digest, token.budget};
    }
    return found;
}

bool TokenBook::knows(const Principal& who) {
    if (is_same(who.token, owner_)) return true;
    const auto tokens = list();
    return tokens.ok() && std::ranges::any_of(tokens.value(), [&](const Token& token) {
               const bool is_over = token.expires && *token.expires <= clock_();
               return !is_over && is_same(who.token, token.digest);
           });
}

Result<std::string> TokenBook::add(Token token) {
    // The same rule as for a session's.
    if (!store::check_session_id(token.name).ok()) {
        return Error{
            ErrorCode::InvalidInput,
            "\"" + to_utf8(token.name) +
                "\" is not a valid name for a token: use 1 to 64 letters, digits, \"_\", \"-\" and "
                "\".\", starting with a letter or digit"};
    }
    const auto lock = TRY(store::lock_file(folder_ / "lock", store::LockKind::Exclusive));
    auto tokens = TRY(read());
    const bool is_taken =
        token.name == kOwner ||
        std::ranges::any_of(tokens, [&](const Token& each) { return each.name == token.name; });
    if (is_taken) {
        return Error{ErrorCode::InvalidInput, "there is a token " + token.name + " already"};
    }
    auto secret = random_name(kSecret);
    token.digest = digest_of(secret);
    token.created = clock_();
    tokens.push_back(std::move(token));
    TRY(write(tokens));
    return secret;
}

Result<void> TokenBook::revoke(std::string_view name) {
    const auto lock = TRY(store::lock_file(folder_ / "lock", store::LockKind::Exclusive));
    auto tokens = TRY(read());
    if (std::erase_if(tokens, [&](const Token& each) { return each.name == name; }) == 0) {
        return Error{ErrorCode::FileNotFound, "there is no token " + std::string(name)};
    }
    return write(tokens);
}

Result<std::vector<Token>> TokenBook::list() {
    const auto state = state_of(file());
    const std::scoped_lock lock(mutex_);
    if (state != read_as_) {
        known_ = state ? TRY(read()) : std::vector<Token>();
        read_as_ = state;
    }
    return known_;
}

}  // namespace fovea::serve
