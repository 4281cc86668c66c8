// consent, and what must be true before pictures are described.
#include "fovea/base/printable.hpp"
#include "fovea/host/vision_commands/vision_commands.hpp"
#include "fovea/proxy/policy.hpp"

#include <fmt/format.h>

namespace fovea::host {

Result<std::string> VisionCommands::allow(const proxy::DescribePictures& command) const {
    if (!proxy::is_on(vision())) {
        const auto& origin = origin_of("mode");
        const bool by_variable = origin.starts_with("FOVEA_") || origin.starts_with("PI_");
        return Error{
            ErrorCode::VisionNotSupported,
            by_variable ? "the vision proxy is off because of " + origin +
                              "; unset that variable, or set it to auto"
                        : "the vision proxy is off (" + origin +
                              "); turn it on with: fovea vision-proxy mode auto"};
    }
    const auto limit = vision().max_images_per_call;
    if (command.inputs.size() > static_cast<std::size_t>(limit)) {
        return Error{
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} pictures are too many: max-images-per-call is {} ({})",
                command.inputs.size(),
                limit,
                origin_of("max_images_per_call")
            )};
    }
    const auto chosen = TRY(model());
    const auto describer = command.model.value_or(chosen);
    const auto recipient = TRY(proxy::recipient_of_model(settings(), describer));
    const auto given = TRY(consents());
    if (command.yes) {
        TRY(proxy::check_yes(given, recipient));
    } else {
        // A person is asked on the spot (PVP-3.4); a script is told how to agree.
        TRY(proxy::ask_for_consent(given, recipient, ask_, file_, store::system_now()));
    }
    return describer;
}

Result<CommandAnswer> VisionCommands::change(const proxy::ChangeConsent& command) const {
    auto provider = command.provider;
    if (provider.empty()) {
        const auto chosen = TRY(model());
        provider = TRY(proxy::recipient_of_model(settings(), chosen)).provider;
    }
    const auto subject = "consent " + printable(provider);
    if (command.agreement == proxy::Agreement::TakenBack) {
        // Also for a provider that is no longer configured.
        TRY(proxy::withdraw_consent(file_, provider));
        const auto left = TRY(consents());
        CommandAnswer answer{subject + ": no"};
        if (left.from_environment.contains(provider)) {
            answer.notes.push_back("FOVEA_CONSENT still names " + provider);
        }
        return answer;
    }
    const auto recipient = TRY(proxy::recipient_of(settings(), provider));
    if (recipient.local) {
        return CommandAnswer{subject + ": not needed, no data leaves this machine"};
    }
    TRY(proxy::record_consent(file_, recipient, store::system_now()));
    return CommandAnswer{subject + ": yes", {proxy::consent_text(recipient)}};
}

}  // namespace fovea::host
