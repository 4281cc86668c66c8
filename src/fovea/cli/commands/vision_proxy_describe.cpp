// describe, redescribe and consent: what sends pictures somewhere, and who agreed to it.
#include "fovea/base/printable.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/commands/vision_proxy.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/proxy/consent.hpp"
#include "fovea/proxy/policy.hpp"

#include <fmt/format.h>

#include <string>

namespace fovea::cli {
namespace {

constexpr const char* kLinePrefix = "[Vision Proxy] ";

Result<void> check_switched_on(const VisionProxyRun& run) {
    if (proxy::is_on(run.settings())) return {};
    return Error{
        ErrorCode::VisionNotSupported,
        "the vision proxy is off (" + run.origin_of("mode") +
            "); turn it on with: fovea vision-proxy mode auto"};
}

Result<void> check_count(std::size_t pictures, const VisionProxyRun& run) {
    const auto limit = run.settings().max_images_per_call;
    if (pictures <= static_cast<std::size_t>(limit)) return {};
    return Error{
        ErrorCode::LimitExceeded,
        fmt::format(
            "{} pictures are too many: max-images-per-call is {} ({})",
            pictures,
            limit,
            run.origin_of("max_images_per_call")
        )};
}

// A person at a terminal is asked on the spot (PVP-3.4); a script is told how to agree.
Result<void> settle_consent(const VisionProxyRun& run, const std::string& model, bool yes) {
    const auto recipient = TRY(proxy::recipient_of_model(run.invocation.settings(), model));
    const auto consents = TRY(run.consents());
    if (yes) return proxy::check_yes(consents, recipient);
    return proxy::ask_for_consent(
        consents, recipient, ask_at_terminal, run.file, store::system_now()
    );
}

}  // namespace

Result<int> describe_pictures(const VisionProxyRun& run, const proxy::DescribePictures& command) {
    TRY(check_switched_on(run));
    TRY(check_count(command.inputs.size(), run));
    const auto chosen = TRY(run.model());
    const auto model = command.model.value_or(chosen);
    TRY(settle_consent(run, model, command.yes));
    DescribeArguments arguments{
        .inputs = command.inputs,
        .question = command.question,
        .crops = command.crops,
        .model = model,
        .json = command.json,
        .boxes = command.boxes,
        .again = command.save,
        .line_prefix = kLinePrefix,
    };
    return run_describe(arguments, run.invocation);
}

Result<int> change_consent(const VisionProxyRun& run, const proxy::ChangeConsent& command) {
    auto provider = command.provider;
    if (provider.empty()) {
        const auto model = TRY(run.model());
        const auto recipient = TRY(proxy::recipient_of_model(run.invocation.settings(), model));
        provider = recipient.provider;
    }
    if (command.agreement == proxy::Agreement::TakenBack) {
        // Also for a provider that is no longer configured.
        TRY(proxy::withdraw_consent(run.file, provider));
        const auto consents = TRY(run.consents());
        print_line("consent " + printable(provider) + ": no");
        if (consents.from_environment.contains(provider)) {
            fmt::print(
                stderr, "fovea vision-proxy: FOVEA_CONSENT still names {}\n", printable(provider)
            );
        }
        return kSuccess;
    }
    const auto recipient = TRY(proxy::recipient_of(run.invocation.settings(), provider));
    if (recipient.local) {
        print_line("consent " + printable(provider) + ": not needed, no data leaves this machine");
        return kSuccess;
    }
    TRY(proxy::record_consent(run.file, recipient, store::system_now()));
    print_line("consent " + printable(provider) + ": yes");
    fmt::print(stderr, "{}\n", printable(proxy::consent_text(recipient)));
    return kSuccess;
}

}  // namespace fovea::cli
