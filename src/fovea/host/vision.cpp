#include "fovea/host/vision.hpp"

#include "fovea/context/words.hpp"
#include "fovea/proxy/consent.hpp"
#include "fovea/proxy/describe/describe.hpp"
#include "fovea/proxy/describe/filename_hint.hpp"
#include "fovea/proxy/grounding/registry.hpp"

#include <cstdlib>
#include <utility>

namespace fovea::host {
namespace {

// [models."id"] grounding says it for one model, before any list.
proxy::grounding::Format format_for(
    const std::string& model,
    const models::Capabilities& can,
    const config::VisionSettings& settings
) {
    if (can.grounding.origin == models::Origin::Config) {
        if (const auto format = proxy::grounding::format_named(can.grounding.value)) return *format;
    }
    return proxy::grounding::format_of(
        model, proxy::grounding::known_models(settings.grounding_models)
    );
}

// Stands where a model would, and is never asked: what it said before is found under its name.
class AbsentModel final : public providers::Provider {
public:
    explicit AbsentModel(const providers::Provider& model) : model_(model) {}

    std::string revision() const override { return model_.revision(); }
    bool needs_prompt() const override { return model_.needs_prompt(); }
    std::string grounding_format() const override { return model_.grounding_format(); }

    Result<providers::Reply>
    complete(const providers::Request&, providers::BlobSource&, const std::stop_token&) override {
        return Error{ErrorCode::NoCandidate, "no vision model was asked"};
    }

private:
    const providers::Provider& model_;
};

// "a.png and b.png"
std::string names_of(const std::vector<content::ImageBlock>& images) {
    std::string names;
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (i > 0) names += i + 1 == images.size() ? " and " : ", ";
        names += context::name_of(images[i]);
    }
    return images.size() > 1 ? names + " together" : names;
}

std::string why_no_boxes_from(const std::string& model, const delivery::Target& target) {
    const auto off = "no bounding boxes: " + model + " is not asked for them";
    if (target.can.grounding.origin == models::Origin::Config) {
        return off + ", since the configuration says [models.\"" + target.model +
               "\"] grounding = \"" + target.can.grounding.value + "\"";
    }
    return off + ". Turn them on with: fovea vision-proxy grounding-models add " + model;
}

}  // namespace

Vision::Vision(const Situation& situation, Machine& machine)
    : situation_(situation),
      machine_(machine),
      services_(machine.services()),
      known_(situation.parts.result_cache(situation.settings())) {}

Result<std::unique_ptr<Vision>> Vision::open(const Situation& situation, Machine& machine) {
    std::unique_ptr<Vision> vision(new Vision(situation, machine));
    TRY(vision->read_settings());
    return vision;
}

Result<void> Vision::read_settings() {
    settings_ = situation_.settings().vision;
    settings_.model = TRY(proxy::chosen_vision_model(situation_.loaded));
    auto kept = machine_.cache_settings();
    if (!kept.folder.empty()) kept.folder = kept.folder.parent_path() / "answers";
    kept.max_entries = static_cast<std::size_t>(settings_.cache_size);
    answers_ = store::ResultCache(std::move(kept));
    return {};
}

Result<delivery::Target> Vision::find_model(const std::string& model, const std::stop_token& stop) {
    return find_model(model, machine_.server_says(stop));
}

Result<delivery::Target> Vision::find_model(
    const std::string& model, const delivery::ServerSays& server_says
) {
    const auto& settings = situation_.settings();
    auto found = delivery::find_target(settings, model, server_says);
    if (!found.ok()) {
        return Error{
            ErrorCode::NoCandidate,
            found.error().message + "; choose a model with --model or vision.model"};
    }
    auto target = std::move(found).value();
    if (!target.can.vision.value) return models::missing_capability(target.can, "vision");
    TRY(check_consent(target));
    return target;
}

Result<proxy::Consents> Vision::consents() const {
    const config::VisionProxyFile file(config::vision_proxy_file(situation_.parts.config_sources));
    return proxy::read_consents(file, ::getenv);
}

Result<void> Vision::check_consent(const delivery::Target& target) const {
    const auto recipient = TRY(proxy::recipient_of(situation_.settings(), target.provider));
    if (recipient.local) return {};
    // Several pictures are looked at at once; those who waited find the answer.
    const std::scoped_lock lock(asking_);
    const auto consents = TRY(this->consents());
    if (!ask_ || refused_.contains(recipient.origin)) {
        return proxy::check_consent(consents, recipient);
    }
    const config::VisionProxyFile file(config::vision_proxy_file(situation_.parts.config_sources));
    bool has_answered = false;
    const auto ask = [&](const std::string& question) {
        auto answer = ask_(question);
        has_answered = answer.has_value();
        return answer;
    };
    auto agreed = proxy::ask_for_consent(consents, recipient, ask, file, store::system_now());
    if (!agreed.ok() && has_answered) refused_.insert(recipient.origin);
    return agreed;
}

std::optional<std::string> Vision::chosen_model() const {
    const auto origin = situation_.loaded.origins.find("vision.model");
    const bool is_said = origin != situation_.loaded.origins.end() && origin->second != "default";
    return is_said ? std::optional(settings_.model) : std::nullopt;
}

proxy::grounding::Format Vision::format_of(const delivery::Target& target) const {
    if (!settings_.grounding) return proxy::grounding::Format::None;
    return format_for(target.name, target.can, settings_);
}

// What can be measured between pictures; what cannot be measured is no hint, and nothing else.
proxy::JointHints Vision::hints_for(
    const std::vector<content::ImageBlock>& images, const std::stop_token& stop
) {
    std::vector<std::string> names;
    for (const auto& image : images) names.push_back(image.filename);
    proxy::JointHints hints{.filenames = proxy::filename_hint(names), .alike = {}, .changes = {}};
    for (std::size_t i = 0; i + 1 < images.size(); ++i) {
        const auto compared = machine_.compare(images[i], images[i + 1], stop);
        if (!compared.ok()) continue;
        const auto& pair = compared.value();
        if (pair.similarity >= settings_.phash_threshold) {
            hints.alike.push_back({i, i + 1, pair.similarity});
        }
        if (pair.same_size) {
            hints.changes.push_back({i, i + 1, pair.identical, pair.regions, pair.recoloured});
        }
    }
    return hints;
}

proxy::GroundedModel Vision::remote(delivery::Target target, const proxy::DescribeRequest& request)
    const {
    const bool wanted = settings_.grounding || request.boxes == proxy::Boxes::Wanted;
    const auto format =
        wanted ? format_for(request.model, target.can, settings_) : proxy::grounding::Format::None;
    return {std::move(target), services_, format};
}

Result<proxy::Description> Vision::describe(
    const proxy::DescribeRequest& given, providers::Provider& model, const std::stop_token& stop
) {
    delivery::VariantFiles files(machine_.variants());
    const auto& kept = given.question.empty() ? known_ : answers_;
    return proxy::describe(given, model, files, kept, stop);
}

proxy::Look Vision::look() {
    return [this](
               const proxy::DescribeRequest& given, const std::stop_token& stop
           ) -> Result<proxy::Description> {
        auto target = TRY(find_model(given.model, stop));
        auto request = given;
        request.model = target.name;
        if (target.is_local()) return describe(request, *TRY(machine_.local_ocr()), stop);
        if (request.hints == proxy::Hints::Given) {
            request.joint_hints = hints_for(request.images, stop);
        }
        const auto why_no_boxes = why_no_boxes_from(request.model, target);
        auto model = remote(std::move(target), request);
        auto description = TRY(describe(request, model, stop));
        const bool is_asked =
            model.grounding_format() != proxy::grounding::id_of(proxy::grounding::Format::None);
        if (request.boxes == proxy::Boxes::Wanted && !is_asked) {
            description.why_no_boxes = why_no_boxes;
        }
        return description;
    };
}

proxy::Look Vision::recall(Unasked& unasked) {
    return [this, &unasked](
               const proxy::DescribeRequest& given, const std::stop_token& stop
           ) -> Result<proxy::Description> {
        auto target = TRY(find_model(given.model, machine_.recall_server(unasked)));
        auto request = given;
        request.model = target.name;
        if (target.is_local()) return describe(request, *TRY(machine_.local_ocr()), stop);
        const auto model = remote(std::move(target), request);
        AbsentModel absent(model);
        auto known = describe(request, absent, stop);
        if (!known.ok() && !stop.stop_requested()) {
            unasked.add("what " + request.model + " says about " + names_of(request.images));
        }
        return known;
    };
}

}  // namespace fovea::host
