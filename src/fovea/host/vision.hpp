// The eyes of the vision proxy, for one command: its settings, and whoever looks.
//
//     const auto vision = TRY(Vision::open(situation, machine));
//     const auto sight = TRY(proxy::see_turn(messages, known, vision->look(), …, stop));
//
// No picture goes to a provider that was not agreed to (V7), and none to a model that cannot see.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/host/unasked.hpp"
#include "fovea/proxy/consent.hpp"
#include "fovea/proxy/describe/grounded_model.hpp"
#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/policy.hpp"
#include "fovea/proxy/turn_sight.hpp"
#include "fovea/store/result_cache.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>

namespace fovea::host {

class Vision {
public:
    // ConfigInvalid where vision.model is no model's name. Borrows both.
    static Result<std::unique_ptr<Vision>> open(const Situation& situation, Machine& machine);

    // [vision], with the model's full name.
    const config::VisionSettings& settings() const { return settings_; }

    // Who looks, where somebody said so; the default is not said.
    std::optional<std::string> chosen_model() const;

    // How a model is asked for places, where that is switched on.
    proxy::grounding::Format format_of(const delivery::Target& target) const;

    // Asks the model that a request names.
    proxy::Look look();

    // Asks nobody: local/ocr looks, and of other models what they said before is told. What they would
    // have to be asked is added to `unasked`.
    proxy::Look recall(Unasked& unasked);

    // Whether it may be asked: its provider is known, it sees, and it was agreed to.
    Result<delivery::Target> find_model(const std::string& model, const std::stop_token& stop);

    // Who may get pictures, read anew: a person agrees and takes it back while a program runs.
    Result<proxy::Consents> consents() const;

    // ConsentRequired unless its provider was agreed to (V7).
    Result<void> check_consent(const delivery::Target& target) const;

    // Who is asked for what is missing while the work waits, once for each provider; by default nobody. Before
    // anything is looked at.
    void ask_by(proxy::AskPerson ask) { ask_ = std::move(ask); }

    // Answers to questions that are kept (V6).
    const store::ResultCache& answers() const { return answers_; }

private:
    Vision(const Situation& situation, Machine& machine);
    Result<void> read_settings();
    proxy::JointHints hints_for(
        const std::vector<content::ImageBlock>& images, const std::stop_token& stop
    );
    Result<delivery::Target> find_model(
        const std::string& model, const delivery::ServerSays& server_says
    );
    proxy::GroundedModel remote(delivery::Target target, const proxy::DescribeRequest& request)
        const;
    Result<proxy::Description> describe(
        const proxy::DescribeRequest& request,
        providers::Provider& model,
        const std::stop_token& stop
    );

    const Situation& situation_;
    Machine& machine_;
    delivery::Services services_;
    store::ResultCache known_;
    store::ResultCache answers_{{}};  // to questions; as many as cache-size says (V6)
    config::VisionSettings settings_;
    proxy::AskPerson ask_;
    mutable std::mutex asking_;              // one question at a time; guards refused_
    mutable std::set<std::string> refused_;  // origins that a person said no to
};

}  // namespace fovea::host
