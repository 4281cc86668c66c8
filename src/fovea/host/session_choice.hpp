// The session and the picture that a person means. Names are long, so their beginnings will do where
// they are unambiguous: 6 characters of a session's, 8 digits of a picture's.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/ledger.hpp"
#include "fovea/store/sessions.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fovea::host {

// Its whole id. A session of exactly that name comes first. FileNotFound for none; InvalidInput,
// with the candidates, for several.
Result<std::string> find_session(store::SessionStore& sessions, std::string_view given);

// That of the session that was used last. FileNotFound where there is none.
Result<std::string> last_session(store::SessionStore& sessions);

// Who answered last in a session; nobody where it has no answer yet.
std::optional<std::string> last_model(store::SessionStore& sessions, const std::string& id);

// One of a session's pictures: digits of its hash ("sha256:" before them or not), or its URL. Errors
// as above, with what there is to choose from.
Result<store::LedgerImage> find_image(
    std::span<const store::LedgerImage> images, std::string_view given
);

// As it stands in lists: "1a2b3c4d5e6f", or the URL.
std::string short_id(const content::FileRef& image);

}  // namespace fovea::host
