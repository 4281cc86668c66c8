#include "fovea/turn/plan_turn.hpp"

#include "fovea/content/any_block.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/proxy/policy.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fovea::turn {
namespace {

delivery::Picturing picturing_for(
    const delivery::Target& target, const KnownSession& known, const Services& services
) {
    auto picturing = services.picturing(target);
    picturing.standing_of = delivery::standing_for(known.view, target);
    return picturing;
}

bool is_address(const content::ImageBlock& image) {
    return content::blob_of(image.source) == nullptr;
}

decltype(proxy::TurnSettings::on_look) looks_told(
    const Services& services, const OnProgress& on_progress
) {
    return [&services, &on_progress](std::size_t done, std::size_t total) {
        if (!on_progress) return;
        on_progress(
            {.doing = Doing::Describing,
             .done = done,
             .total = total,
             .model = services.vision.model}
        );
    };
}

class Planning {
public:
    Planning(
        const delivery::Target& target,
        const KnownSession& known,
        const Services& services,
        const PlanEvents& events,
        const std::stop_token& stop
    )
        : target_(target), known_(known), services_(services), events_(events), stop_(stop) {}

    Result<TurnPlan> run(const delivery::Conversation& conversation) {
        plan_.stored = &conversation;
        plan_.as_stored = picturing_for(target_, known_, services_);
        TRY(open_documents());
        TRY(fetch_addresses());
        TRY(see());
        return std::move(plan_);
    }

private:
    const std::vector<content::Message>& messages() const { return plan_.conversation().messages; }

    // A long conversation is not copied for what does not change in it.
    void replace(std::vector<content::Message> messages) {
        const auto& stored = *plan_.stored;
        plan_.changed = delivery::Conversation{
            .system = stored.system,
            .messages = std::move(messages),
            .tools = stored.tools,
            .json_schema = stored.json_schema,
            .max_output_tokens = stored.max_output_tokens,
            .cache = stored.cache,
            .naming = stored.naming,
            .wishes = stored.wishes};
    }

    void tell(const std::string& problem) const {
        if (events_.on_problem) events_.on_problem(problem);
    }

    void tell(Doing doing) const {
        if (events_.on_progress) events_.on_progress({.doing = doing});
    }

    bool is_proxy_wanted() const {
        const auto sight =
            target_.can.vision.value ? proxy::ModelSight::Sees : proxy::ModelSight::Blind;
        return proxy::describes_for(services_.vision, sight);
    }

    // Pages where the model takes no documents (R1).
    Result<void> open_documents() {
        const auto& documents = services_.delivery.documents;
        // local/ocr opens them itself.
        if (!documents || target_.is_local()) return {};
        if (!content::any_block<content::DocumentBlock>(messages())) return {};
        tell(Doing::Opening);
        plan_.pages = TRY(delivery::with_pages(messages(), target_, *documents, stop_));
        for (const auto& problem : plan_.pages.problems) tell(problem);
        replace(std::move(plan_.pages.messages));
        return {};
    }

    Result<void> fetch_addresses() {
        if (!services_.take_url) return {};
        if (!delivery::needs_files(target_) && !is_proxy_wanted()) return {};
        if (!content::any_block<content::ImageBlock>(messages(), is_address)) return {};
        const auto seen = [this](const std::string& url) -> std::optional<content::BlobRef> {
            const auto* known = known_.view.ledger.find(content::UrlRef{url});
            if (known != nullptr && known->file) return known->file;
            const auto just_now = known_.just_seen.find(url);
            if (just_now == known_.just_seen.end()) return std::nullopt;
            return just_now->second;
        };
        const auto take = [this](const std::string& url, const auto& before, const auto& stop) {
            if (!before) tell(Doing::Fetching);
            return services_.take_url(url, before, stop);
        };
        plan_.files = TRY(delivery::with_files(messages(), plan_.as_stored, seen, take, stop_));
        if (target_.is_local() && plan_.files.newest_missing) return *plan_.files.newest_missing;
        for (const auto& [url, error] : plan_.files.missing) {
            tell(url + " is not seen: " + error.message);
        }
        plan_.with_addresses = messages();
        replace(std::move(plan_.files.messages));
        return {};
    }

    // Pictures that this provider refused before, for a model that sees the others.
    Result<void> see_refused() {
        if (!proxy::describes_for(services_.vision, proxy::ModelSight::Blind)) return {};
        const auto is_refused = [](const store::LedgerImage& image) {
            return !image.quarantined_by.empty();
        };
        if (std::ranges::none_of(known_.view.images(), is_refused)) return {};
        const auto picturing = plan_.picturing();
        std::vector<content::ImageBlock> refused;
        for (const auto& seen : context::pictures_in(messages())) {
            const auto standing = picturing.standing_of(seen.image->source);
            if (standing == context::Standing::Quarantined) refused.push_back(*seen.image);
        }
        if (refused.empty()) return {};
        plan_.sight =
            TRY(see_pictures(refused, known_.descriptions, services_, events_.on_progress, stop_));
        return {};
    }

    // The pictures in words, for a model that cannot see them (V1); in mode always for all.
    Result<void> see() {
        if (!is_proxy_wanted()) return see_refused();
        const auto picturing = plan_.picturing();
        plan_.sight = TRY(proxy::see_turn(
            messages(),
            known_.descriptions,
            services_.look,
            {.model = services_.vision.model,
             .timeout = std::chrono::seconds(services_.settings.vision.timeout_s),
             .max_batch = static_cast<std::size_t>(services_.vision.max_batch),
             .include_context = services_.vision.include_context,
             .ageing = picturing.ageing,
             .standing_of = picturing.standing_of,
             .on_look = looks_told(services_, events_.on_progress)},
            stop_
        ));
        for (const auto& problem : plan_.sight->problems) tell(problem);
        if (!plan_.sight->joint.empty()) replace(proxy::with_joint(messages(), *plan_.sight));
        return {};
    }

    const delivery::Target& target_;
    const KnownSession& known_;
    const Services& services_;
    const PlanEvents& events_;
    const std::stop_token& stop_;
    TurnPlan plan_;
};

}  // namespace

delivery::Picturing TurnPlan::picturing() const {
    auto picturing = as_stored;
    if (as_stored.standing_of && !files.files.empty()) {
        picturing.standing_of = [this](const content::FileRef& image) {
            return as_stored.standing_of(files.stored(image));
        };
    }
    if (sight) picturing.in_words = proxy::in_words_of(*sight);
    return picturing;
}

void TurnPlan::name_as_stored(delivery::Delivered& delivered) const {
    if (!with_addresses.empty()) delivery::name_as_stored(delivered, with_addresses, files);
    delivery::forget_pages(delivered, pages);
}

void TurnPlan::name_as_stored(std::vector<context::Delivery>& receipt) const {
    if (!with_addresses.empty()) delivery::name_as_stored(receipt, with_addresses);
    delivery::forget_pages(receipt, pages);
}

Result<std::vector<delivery::RoutedTarget>> routes_of(
    const delivery::Conversation& conversation,
    const std::string& model,
    const KnownSession& known,
    const Services& services
) {
    const auto& settings = services.settings;
    const auto first = TRY(delivery::find_target(settings, model, services.server_says));
    auto routes = TRY(delivery::routes_for(
        conversation, model, settings, picturing_for(first, known, services), services.server_says
    ));
    // What servers told of their models counts before anything is planned: one may see nothing.
    for (auto& [target, route] : routes) {
        const auto now = services.delivery.now();
        delivery::apply_learnt(target, services.delivery.learnt.of(target.endpoint(), now));
    }
    return routes;
}

Result<TurnPlan> plan_turn(
    const delivery::Conversation& conversation,
    const delivery::Target& target,
    const KnownSession& known,
    const Services& services,
    const PlanEvents& events,
    const std::stop_token& stop
) {
    return Planning(target, known, services, events, stop).run(conversation);
}

Result<proxy::TurnSight> see_pictures(
    const std::vector<content::ImageBlock>& pictures,
    const proxy::Descriptions& known,
    const Services& services,
    const OnProgress& on_progress,
    const std::stop_token& stop
) {
    content::Message message{.role = content::Role::User};
    for (const auto& picture : pictures) message.content.emplace_back(picture);
    return proxy::see_turn(
        {std::move(message)},
        known,
        services.look,
        {.model = services.vision.model,
         .timeout = std::chrono::seconds(services.settings.vision.timeout_s),
         .max_batch = 1,
         .on_look = looks_told(services, on_progress)},
        stop
    );
}

}  // namespace fovea::turn
