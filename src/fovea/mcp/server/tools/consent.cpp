#include "fovea/mcp/server/tools/consent.hpp"

#include <utility>

namespace fovea::mcp {
namespace {

bool lacks_consent(const Error& error) {
    return error.code == ErrorCode::ConsentRequired;
}

// The model reads this, and the person only what the model makes of it.
Error for_the_model(Error error, const std::string& model) {
    const auto command = "fovea vision-proxy consent yes " + model.substr(0, model.find('/'));
    if (error.message.find(command) == std::string::npos) {
        error.message += "; to agree: " + command;
    }
    error.message +=
        ". Only the user can agree, not you: tell them the command. It takes effect at once; then "
        "repeat the same call. Until then \"model\": \"local/ocr\" reads text and sends nothing "
        "anywhere";
    return error;
}

Result<void> agree(
    const std::string& model, const Call& call, const Eyes& eyes, const std::stop_token& stop
) {
    auto agreed = eyes.agree(model, [&](const std::string& question) {
        return call.ask_person(question, stop);
    });
    if (agreed.ok() || !lacks_consent(agreed.error())) return agreed;
    return for_the_model(agreed.error(), model);
}

}  // namespace

Result<void> check_model(
    const std::string& model, const Call& call, const Eyes& eyes, const std::stop_token& stop
) {
    auto may = eyes.check_model(model, stop);
    if (may.ok() || !lacks_consent(may.error())) return may;
    TRY(agree(model, call, eyes, stop));
    return eyes.check_model(model, stop);
}

tools::AskAnalysis analyze_with_consent(const Call& call, const Eyes& eyes) {
    return [&](const analysis::AnalysisRequest& request, const std::stop_token& stop
           ) -> Result<analysis::Analysis, analysis::AnalysisFailed> {
        auto done = eyes.analyze(request, stop);
        if (done.ok() || !lacks_consent(done.error().error)) return done;
        auto failed = done.error();
        if (failed.model.empty()) return failed;
        const auto agreed = agree(failed.model, call, eyes, stop);
        if (agreed.ok()) return eyes.analyze(request, stop);
        failed.error = agreed.error();
        return failed;
    };
}

}  // namespace fovea::mcp
