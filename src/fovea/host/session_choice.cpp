#include "fovea/host/session_choice.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/session_id.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::host {
namespace {

constexpr std::size_t kLeastOfSession = 6;
constexpr std::size_t kLeastOfImage = 8;
constexpr std::size_t kShown = 5;       // candidates in a message
constexpr std::uint64_t kRecent = 200;  // entries of a session; a turn has some ten

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kShown; ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more";
    return text;
}

std::string described(const store::LedgerImage& image) {
    const auto id = short_id(image.image);
    return image.filename.empty() ? id : id + " (" + image.filename + ")";
}

Error no_image(std::span<const store::LedgerImage> images, std::string_view given) {
    std::vector<std::string> all;
    for (const auto& image : images) all.push_back(described(image));
    const auto choice = all.empty() ? "it has no images" : "it has " + listed(all);
    return {
        ErrorCode::FileNotFound,
        "the session has no image " + std::string(given.substr(0, 100)) + "; " + choice};
}

}  // namespace

Result<std::string> find_session(store::SessionStore& sessions, std::string_view given) {
    TRY(store::check_session_id(given));
    if (TRY(sessions.exists(given))) return std::string(given);
    const Error none{ErrorCode::FileNotFound, "session not found: " + std::string(given)};
    if (given.size() < kLeastOfSession) {
        return Error{none.code, none.message + " (a shortened name needs at least 6 characters)"};
    }
    std::vector<std::string> found;
    for (auto& session : TRY(sessions.list())) {
        if (session.id.starts_with(given)) found.push_back(std::move(session.id));
    }
    if (found.empty()) return none;
    if (found.size() == 1) return found[0];
    return Error{
        ErrorCode::InvalidInput,
        std::string(given) + " is ambiguous: it is the start of " + std::to_string(found.size()) +
            " sessions: " + listed(found)};
}

Result<std::string> last_session(store::SessionStore& sessions) {
    const auto list = TRY(sessions.list({.most = 1}));
    if (list.empty()) return Error{ErrorCode::FileNotFound, "there is no session to continue"};
    return list.front().id;
}

std::optional<std::string> last_model(store::SessionStore& sessions, const std::string& id) {
    const auto info = sessions.info(id);
    if (!info.ok()) return std::nullopt;
    const auto count = info.value().entries;
    const auto entries = sessions.read(id, count > kRecent ? count - kRecent : 1);
    if (!entries.ok()) return std::nullopt;
    const auto last = std::ranges::find(
        entries.value().rbegin(),
        entries.value().rend(),
        store::EntryKind::Usage,
        &store::Entry::kind
    );
    if (last == entries.value().rend()) return std::nullopt;
    const auto body = store::body_of(*last);
    if (!body.ok()) return std::nullopt;
    const std::string provider(text_in(body.value(), "provider"));
    const std::string model(text_in(body.value(), "model"));
    return provider.empty() || model.empty() ? std::nullopt : std::optional(provider + "/" + model);
}

Result<store::LedgerImage> find_image(
    std::span<const store::LedgerImage> images, std::string_view given
) {
    constexpr std::string_view kPrefix = "sha256:";
    const auto text = lowered(given);
    const auto digits = text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
    std::vector<const store::LedgerImage*> found;
    for (const auto& image : images) {
        const auto* blob = content::blob_of(image.image);
        if (blob == nullptr && std::get<content::UrlRef>(image.image).url == given) return image;
        if (blob != nullptr && blob->sha256.hex().starts_with(digits)) found.push_back(&image);
    }
    if (found.empty()) return no_image(images, given);
    if (digits.size() < kLeastOfImage) {
        return Error{
            ErrorCode::InvalidInput,
            "\"" + std::string(given) +
                "\" is too short: give at least 8 digits of an image's id, as in " +
                described(*found[0])};
    }
    if (found.size() == 1) return *found[0];
    std::vector<std::string> names;
    for (const auto* image : found) names.push_back(content::blob_of(image->image)->sha256.hex());
    return Error{
        ErrorCode::InvalidInput,
        std::string(given) + " is ambiguous: it is the start of " + std::to_string(found.size()) +
            " images: " + listed(names)};
}

std::string short_id(const content::FileRef& image) {
    constexpr std::size_t kDigits = 12;
    if (const auto* blob = content::blob_of(image)) return blob->sha256.hex().substr(0, kDigits);
    return std::get<content::UrlRef>(image).url;
}

}  // namespace fovea::host
