#include "fovea/host/analyst.hpp"

#include "fovea/host/named_model.hpp"

#include <chrono>
#include <utility>

namespace fovea::host {

Analyst::Analyst(const Situation& situation, Machine& machine, Vision& vision)
    : situation_(situation),
      machine_(machine),
      vision_(vision),
      delivery_(machine.services()),
      documents_(machine.documents()) {}

Result<delivery::Target> Analyst::find_model(const std::string& name, const std::stop_token& stop) {
    const auto& settings = situation_.settings();
    const auto full = find_named_model(settings, name).full_name();
    auto found = delivery::find_target(settings, full, machine_.server_says(stop));
    if (found.ok() || found.error().code == ErrorCode::ConfigInvalid) return found;
    return Error{
        ErrorCode::VisionNotSupported,
        found.error().message + "; choose a model with --model or vision.model"};
}

analysis::AnalysisServices Analyst::services() {
    analysis::AnalysisServices services{
        .delivery = delivery_,
        .documents = documents_,
        .answers = vision_.answers(),
        .local = [this] { return machine_.local_ocr(); },
        .names = {.auxiliary = vision_.chosen_model(), .main = situation_.settings().model},
        .find_model = [this](
                          const std::string& name, const std::stop_token& stop
                      ) { return find_model(name, stop); },
        .check_consent = [this](const delivery::Target& target
                         ) { return vision_.check_consent(target); },
        .format_of = [this](const delivery::Target& target) { return vision_.format_of(target); },
        .describer = vision_.settings().model};
    if (proxy::is_on(vision_.settings())) services.look = vision_.look();
    return services;
}

Result<analysis::Analysis, analysis::AnalysisFailed> Analyst::ask(
    analysis::AnalysisRequest request, const std::stop_token& stop
) {
    const auto& settings = situation_.settings();
    request.timeout = std::chrono::seconds(settings.vision.timeout_s);
    request.local_timeout = std::chrono::seconds(settings.local.timeout_s);
    const auto services = this->services();
    return analysis::analyze(request, services, stop);
}

}  // namespace fovea::host
