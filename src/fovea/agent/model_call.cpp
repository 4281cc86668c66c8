#include "fovea/agent/model_call.hpp"

#include "fovea/delivery/document_pages.hpp"
#include "fovea/delivery/routes.hpp"
#include "fovea/store/timestamp.hpp"

#include <utility>

namespace fovea::agent {
namespace {

class Call {
public:
    Call(
        const KnownSession& known,
        const CallServices& services,
        const CallOptions& options,
        const CallEvents& events,
        const std::stop_token& stop
    )
        : known_(known), services_(services), options_(options), events_(events), stop_(stop) {}

    Result<Called> run(const delivery::Conversation& conversation, const std::string& model) {
        auto settings = services_.settings;
        settings.vision.mode = name_of(services_.vision.mode);
        const auto first = TRY(delivery::find_target(settings, model, services_.server_says));
        const auto routes = TRY(delivery::routes_for(
            conversation, model, settings, picturing_for(first), services_.server_says
        ));
        for (std::size_t i = 0; i < routes.size(); ++i) {
            const auto& target = routes[i].target;
            auto delivered = try_target(conversation, target);
            if (delivered.ok()) return finish(std::move(delivered).value(), target);
            const auto& failed = delivered.error();
            if (!failed.others_may_do || i + 1 == routes.size()) return failed.error;
            if (events_.on_reroute) {
                events_.on_reroute(target, routes[i + 1].target, failed.error);
            }
        }
        return Error{ErrorCode::NoCandidate, "there is no model to ask"};
    }

private:
    delivery::Picturing picturing_for(const delivery::Target& target) const {
        auto picturing = services_.picturing(target);
        picturing.standing_of = delivery::standing_for(known_.view, target.kind);
        return picturing;
    }

    bool is_proxy_wanted(const delivery::Target& target) const {
        return proxy::describes_for(
            services_.vision,
            target.can.vision.value ? proxy::ModelSight::Sees : proxy::ModelSight::Blind
        );
    }

    // Documents as the model takes them, its pages where it takes none (R1).
    Result<void> open_documents(
        delivery::Conversation& conversation, const delivery::Target& target
    ) {
        pages_ = {};
        const auto& documents = services_.delivery.documents;
        // local/ocr opens them itself.
        if (!documents || target.is_local()) return {};
        pages_ = TRY(delivery::with_pages(conversation.messages, target, *documents, stop_));
        for (const auto& problem : pages_.problems) {
            if (events_.on_problem) events_.on_problem(problem);
        }
        conversation.messages = pages_.messages;
        return {};
    }

    // Files in place of addresses, where nobody else would open them.
    Result<void> fetch_urls(
        delivery::Conversation& conversation,
        const delivery::Target& target,
        delivery::Picturing& picturing
    ) {
        urls_ = {};
        if (!services_.take_url) return {};
        if (!delivery::needs_files(target) && !is_proxy_wanted(target)) return {};
        urls_ =
            TRY(delivery::with_files(conversation.messages, picturing, services_.take_url, stop_));
        if (target.is_local() && urls_.newest_missing) return *urls_.newest_missing;
        for (const auto& [url, error] : urls_.missing) {
            if (events_.on_problem) events_.on_problem(url + " is not seen: " + error.message);
        }
        conversation.messages = urls_.messages;
        picturing.standing_of = [this, of = picturing.standing_of](const auto& image) {
            return of(urls_.stored(image));
        };
        return {};
    }

    // The pictures in words, for a model that cannot see them (V1); in mode always for all.
    Result<void> see(
        delivery::Conversation& conversation,
        const delivery::Target& target,
        delivery::Picturing& picturing
    ) {
        if (!is_proxy_wanted(target)) return {};
        auto known = known_.descriptions;
        if (sight_) {
            for (const auto& [image, said] : sight_->seen) known.put(image, said);
        }
        sight_ = TRY(proxy::see_turn(
            conversation.messages,
            known,
            services_.look,
            {.model = services_.vision.model,
             .timeout = std::chrono::seconds(services_.settings.vision.timeout_s),
             .max_batch = static_cast<std::size_t>(services_.vision.max_batch),
             .include_context = services_.vision.include_context,
             .ageing = picturing.ageing,
             .standing_of = picturing.standing_of},
            stop_
        ));
        if (events_.on_problem) {
            for (const auto& problem : sight_->problems) events_.on_problem(problem);
        }
        if (events_.keep && !sight_->entries.empty()) TRY(events_.keep(sight_->entries));
        conversation.messages = proxy::with_joint(std::move(conversation.messages), *sight_);
        picturing.in_words = proxy::in_words_of(*sight_);
        return {};
    }

    Result<delivery::Delivered, delivery::Failed> try_target(
        delivery::Conversation conversation, const delivery::Target& target
    ) {
        auto picturing = picturing_for(target);
        if (const auto opened = open_documents(conversation, target); !opened.ok()) {
            return delivery::Failed{opened.error(), false};
        }
        const auto stored = conversation.messages;
        if (const auto fetched = fetch_urls(conversation, target, picturing); !fetched.ok()) {
            return delivery::Failed{fetched.error(), false};
        }
        if (const auto seen = see(conversation, target, picturing); !seen.ok()) {
            return delivery::Failed{seen.error(), false};
        }
        auto delivered = delivery::deliver(
            conversation,
            target,
            picturing,
            services_.delivery,
            {.delivery = options_.delivery,
             .timeout = options_.timeout,
             .was_accepted = [this, by = delivery::accepted_by(known_.view, target.kind)](
                                 const auto& image
                             ) { return by(urls_.stored(image)); }},
            {.on_event = events_.on_piece,
             .on_retry =
                 [&](const auto& notice) {
                     if (events_.on_retry) events_.on_retry(notice, target);
                 },
             .on_learnt =
                 [&](const auto& limit) {
                     if (events_.on_learnt) events_.on_learnt(limit, target);
                 }},
            stop_
        );
        if (delivered.ok()) {
            delivery::name_as_stored(delivered.value(), stored, urls_);
            delivery::forget_pages(delivered.value(), pages_);
        }
        return delivered;
    }

    Result<Called> finish(delivery::Delivered delivered, const delivery::Target& target) {
        const auto now = store::system_now();
        auto cost = delivery::cost_of(delivered.reply.usage, target, now);
        if (events_.keep) TRY(events_.keep(delivery::entries_of(delivered, target, cost, now)));
        return Called{std::move(delivered), target, std::move(cost), std::move(sight_)};
    }

    const KnownSession& known_;
    const CallServices& services_;
    const CallOptions& options_;
    const CallEvents& events_;
    const std::stop_token& stop_;
    std::optional<proxy::TurnSight> sight_;
    delivery::WithPages pages_;  // both of the target that is being asked
    delivery::WithFiles urls_;
};

}  // namespace

Result<Called> call_model(
    const delivery::Conversation& conversation,
    const std::string& model,
    const KnownSession& known,
    const CallServices& services,
    const CallOptions& options,
    const CallEvents& events,
    const std::stop_token& stop
) {
    return Call(known, services, options, events, stop).run(conversation, model);
}

}  // namespace fovea::agent
