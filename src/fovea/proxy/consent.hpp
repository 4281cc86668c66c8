// Whether pictures may go to a provider (V7, FR-1.5, FR-3.4). Somebody agrees once for each provider at its
// address (scheme, host and port); the answer is kept in vision-proxy.json and says nothing of any other
// provider, nor of the same name at another address. Descriptions,
// analyze_image, joint calls and the commands all ask here, so what was agreed to for one of them
// holds for the same provider in the others.
//
//     const auto recipient = TRY(recipient_of(loaded.settings, "openai"));
//     const auto consents = TRY(read_consents(file, environment));
//     TRY(check_consent(consents, recipient));   // ConsentRequired: what, to whom, how to agree
//
// Providers of kind `local` need none, as nothing leaves the machine. FOVEA_CONSENT=openai,google in the
// environment counts as agreement for these, for machines on which nobody can be asked; not for a provider that
// the file of a project brought which the user does not trust.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/config/vision_proxy_file.hpp"
#include "fovea/store/timestamp.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fovea::proxy {

// Who would get the pictures.
struct Recipient {
    std::string provider;  // its name in the configuration
    std::string host =
        {};  // for people: with the port and http:// where they are not the usual ones
    std::string origin = {};  // "https://api.openai.com:443": what agreement is about; empty: none
    bool local = false;       // kind `local`, whatever its name: nothing leaves this process
    bool from_stranger = false;  // a project's file brought it unasked

    bool operator==(const Recipient&) const = default;
};

// NoCandidate or ConfigInvalid when there is no such provider or it has no address.
Result<Recipient> recipient_of(const config::Settings& settings, const std::string& provider);

// Of a model with its provider's name, "openai/gpt-5-mini".
Result<Recipient> recipient_of_model(const config::Settings& settings, std::string_view model);

// Provider -> origin -> when.
using Agreements = std::map<std::string, std::map<std::string, std::string>>;

struct Consents {
    Agreements recorded;
    std::set<std::string> from_environment;

    bool operator==(const Consents&) const = default;
};

// ConfigInvalid, naming the file, for what is no agreement.
Result<Consents> read_consents(
    const config::VisionProxyFile& file, const config::Environment& environment
);

bool has_consent(const Consents& consents, const Recipient& recipient);

// ConsentRequired without one.
Result<void> check_consent(const Consents& consents, const Recipient& recipient);

// --yes answers questions for scripts, and cannot agree for a person who was never asked: it is
// refused unless agreement was recorded or FOVEA_CONSENT names the provider.
Result<void> check_yes(const Consents& consents, const Recipient& recipient);

// What a person agrees to: what is sent, that crops are sent too, and to whom.
std::string consent_text(const Recipient& recipient);

// The error's sentence: the same, what was agreed to instead, and how to agree.
std::string consent_required_text(const Consents& consents, const Recipient& recipient);

// Shows the text and returns the answer; nothing when nobody can be asked.
using AskPerson = std::function<std::optional<std::string>(const std::string& text)>;

// What is missing is asked for on the spot and recorded; anything but y or yes is a no, and is not.
Result<void> ask_for_consent(
    const Consents& consents,
    const Recipient& recipient,
    const AskPerson& ask,
    const config::VisionProxyFile& file,
    store::Time now
);

Result<void> record_consent(
    const config::VisionProxyFile& file, const Recipient& recipient, store::Time now
);

// For every address of it.
Result<void> withdraw_consent(const config::VisionProxyFile& file, const std::string& provider);

}  // namespace fovea::proxy
