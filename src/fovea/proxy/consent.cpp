#include "fovea/proxy/consent.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/net/http/server_origin.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::proxy {
namespace {

namespace json = boost::json;

constexpr const char* kVariable = "FOVEA_CONSENT";
constexpr std::string_view kConsents = "consents";

std::string host_of(const net::Origin& origin) {
    const bool usual = (origin.scheme == "https" && origin.port == "443") ||
                       (origin.scheme == "http" && origin.port == "80");
    const auto place = usual ? origin.host : origin.host + ":" + origin.port;
    return origin.scheme == "http" ? "http://" + place : place;  // anybody on the way can look
}

std::string how_to_agree(const std::string& provider) {
    return "fovea vision-proxy consent yes " + provider;
}

Error consent_required(std::string message) {
    return {ErrorCode::ConsentRequired, std::move(message)};
}

bool is_time(const json::value& value) {
    return value.is_string() && !value.as_string().empty();
}

// {"openai": {"https://api.openai.com:443": "2026-11-15T12:00:00.000Z"}}
Result<Agreements> agreements_in(const json::value& value, const std::string& where) {
    const auto wrong = [&](const std::string& message) {
        return Error{ErrorCode::ConfigInvalid, message + where};
    };
    if (!value.is_object()) return wrong("consents is an object of providers");
    Agreements agreements;
    for (const auto& entry : value.as_object()) {
        const std::string provider(entry.key());
        const auto* places = entry.value().if_object();
        // Earlier versions wrote the time alone; nobody knows which address that was about.
        if (is_time(entry.value())) continue;
        if (places == nullptr) {
            return wrong("consents: \"" + provider + "\" needs the address it is about");
        }
        for (const auto& place : *places) {
            // false, null or an empty text is no agreement, whoever wrote it.
            if (!is_time(place.value())) {
                return wrong("consents: \"" + provider + "\" needs the time it was given at");
            }
            agreements[provider][std::string(place.key())] = std::string(place.value().as_string());
        }
    }
    return agreements;
}

bool is_yes(std::string_view answer) {
    const auto word = trimmed(answer, " \t");
    return same_word(word, "y") || same_word(word, "yes");
}

}  // namespace

Result<Recipient> recipient_of(const config::Settings& settings, const std::string& provider) {
    const auto found = TRY(config::find_provider(settings, provider));
    if (found.kind == "local") return Recipient{.provider = provider, .local = true};
    const auto origin = net::server_origin(found.base_url);
    if (!origin.ok()) {
        return Error{
            ErrorCode::ConfigInvalid,
            "providers." + provider + ".base_url " + origin.error().message};
    }
    return Recipient{
        .provider = provider,
        .host = host_of(origin.value()),
        .origin = origin.value().text(),
        .from_stranger = found.from_stranger};
}

Result<Recipient> recipient_of_model(const config::Settings& settings, std::string_view model) {
    const auto name = TRY(models::find_model_name(settings, model));
    return recipient_of(settings, name.provider);
}

Result<Consents> read_consents(
    const config::VisionProxyFile& file, const config::Environment& environment
) {
    const auto object = TRY(file.read());
    Consents consents;
    if (const auto* recorded = object.if_contains(kConsents)) {
        const auto where = " (" + file.path().string() + ")";
        consents.recorded = TRY(agreements_in(*recorded, where));
    }
    const char* text = environment ? environment(kVariable) : nullptr;
    std::string_view rest = text == nullptr ? "" : text;
    while (!rest.empty()) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto provider = std::string(trimmed(rest.substr(0, comma), " \t"));
        if (!provider.empty()) consents.from_environment.insert(provider);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return consents;
}

bool has_consent(const Consents& consents, const Recipient& recipient) {
    if (recipient.local) return true;
    const auto recorded = consents.recorded.find(recipient.provider);
    if (recorded != consents.recorded.end() && recorded->second.contains(recipient.origin))
        return true;
    return !recipient.from_stranger && consents.from_environment.contains(recipient.provider);
}

std::string consent_text(const Recipient& recipient) {
    const auto& name = recipient.provider;
    return "To describe pictures and to answer about them, Fovea sends the pictures and the "
           "question, or the message they came with, to " +
           name + " (" + recipient.host +
           "). Crops are sent, too: looking at a part of a picture sends that part. This consent "
           "is for " +
           name + " only; every other provider needs its own.";
}

std::string consent_required_text(const Consents& consents, const Recipient& recipient) {
    std::string others;
    const auto recorded = consents.recorded.find(recipient.provider);
    if (recorded != consents.recorded.end()) {
        for (const auto& [origin, when] : recorded->second)
            others += (others.empty() ? "" : ", ") + origin;
    }
    return "consent is needed to send pictures to " + recipient.provider +
           (others.empty() ? "" : " at " + recipient.origin + "; so far it covers only " + others) +
           ". " + consent_text(recipient) + " To agree: " + how_to_agree(recipient.provider);
}

Result<void> check_consent(const Consents& consents, const Recipient& recipient) {
    if (has_consent(consents, recipient)) return {};
    return consent_required(consent_required_text(consents, recipient));
}

Result<void> check_yes(const Consents& consents, const Recipient& recipient) {
    if (has_consent(consents, recipient)) return {};
    return consent_required(
        "--yes does not give consent to send pictures to " + recipient.provider + " (" +
        recipient.host + "); a person must agree once with " + how_to_agree(recipient.provider) +
        ", or name the provider in " + kVariable + "=" + recipient.provider
    );
}

Result<void> ask_for_consent(
    const Consents& consents,
    const Recipient& recipient,
    const AskPerson& ask,
    const config::VisionProxyFile& file,
    store::Time now
) {
    if (has_consent(consents, recipient)) return {};
    const auto answer = ask ? ask(consent_text(recipient)) : std::nullopt;
    if (!answer) return consent_required(consent_required_text(consents, recipient));
    if (!is_yes(*answer)) {
        return consent_required(
            "nothing was sent to " + recipient.provider + ": you did not agree"
        );
    }
    return record_consent(file, recipient, now);
}

Result<void> record_consent(
    const config::VisionProxyFile& file, const Recipient& recipient, store::Time now
) {
    return file.change([&](json::object& object) -> Result<void> {
        auto& consents = object[kConsents];
        if (consents.is_null()) consents.emplace_object();
        if (!consents.is_object()) {
            return Error{
                ErrorCode::ConfigInvalid,
                "\"consents\" must be an object of providers (" + file.path().string() + ")"};
        }
        auto& places = consents.as_object()[recipient.provider];
        if (!places.is_object()) places.emplace_object();  // a time alone, of no certain address
        places.as_object()[recipient.origin] = store::to_iso_text(now);
        return {};
    });
}

Result<void> withdraw_consent(const config::VisionProxyFile& file, const std::string& provider) {
    return file.change([&](json::object& object) -> Result<void> {
        auto* consents = object.if_contains(kConsents);
        if (consents == nullptr || !consents->is_object()) return {};
        consents->as_object().erase(provider);
        return {};
    });
}

}  // namespace fovea::proxy
