#include "fovea/turn/run_turn.hpp"

#include "fovea/providers/sum_usage.hpp"
#include "fovea/proxy/describe/sight_name.hpp"
#include "fovea/proxy/policy.hpp"
#include "fovea/store/timestamp.hpp"
#include "fovea/turn/plan_turn.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace fovea::turn {
namespace {

Effort effort_of(const Result<delivery::Delivered, delivery::Failed>& delivered) {
    if (delivered.ok()) return {delivered.value().retries, delivered.value().probes};
    const auto& failed = delivered.error();
    return {failed.retries, failed.probes, failed.had};
}

class Asking {
public:
    Asking(
        const KnownSession& known,
        const Services& services,
        const TurnOptions& options,
        const TurnEvents& events,
        const std::stop_token& stop
    )
        : known_(known), services_(services), options_(options), events_(events), stop_(stop) {}

    Result<Answered> run(const delivery::Conversation& conversation, const std::string& model) {
        const auto routes = TRY(routes_of(conversation, model, known_, services_));
        for (std::size_t i = 0; i < routes.size(); ++i) {
            auto target = routes[i].target;
            auto delivered = try_target(conversation, target);
            // The server says that its model sees nothing: the same turn, in words.
            if (!delivered.ok() && delivered.error().is_blind && target.can.vision.value) {
                const providers::LearntLimit blind{providers::LearntLimit::What::Images, 0};
                delivery::apply_learnt(target, std::span(&blind, 1));
                delivered = try_target(conversation, target);
            }
            if (delivered.ok()) return finish(std::move(delivered).value(), target);
            const auto& failed = delivered.error();
            if (!failed.others_may_do || i + 1 == routes.size()) return failed.error;
            if (events_.on_reroute) {
                events_.on_reroute(target, routes[i + 1].target, failed.error);
            }
        }
        return Error{ErrorCode::NoCandidate, "no model is configured"};
    }

private:
    // What was described for the model before it is known for this one, too.
    Result<TurnPlan> plan_for(
        const delivery::Conversation& conversation, const delivery::Target& target
    ) {
        auto descriptions = known_.descriptions;
        if (sight_) {
            for (const auto& [image, said] : sight_->seen) descriptions.put(image, said);
        }
        auto plan = TRY(plan_turn(
            conversation,
            target,
            {known_.view, descriptions, just_seen_},
            services_,
            {events_.on_problem, events_.on_progress},
            stop_
        ));
        if (!plan.files.fetched.empty()) {
            just_seen_.insert(plan.files.fetched.begin(), plan.files.fetched.end());
            if (events_.keep)
                TRY(events_.keep(delivery::seen_entries(plan.files, store::system_now())));
        }
        if (plan.sight && events_.keep && !plan.sight->entries.empty()) {
            TRY(events_.keep(plan.sight->entries));
        }
        return plan;
    }

    Result<delivery::Delivered, delivery::Failed> try_target(
        const delivery::Conversation& conversation, const delivery::Target& target
    ) {
        auto planned = plan_for(conversation, target);
        if (!planned.ok()) return delivery::Failed{.error = planned.error()};
        auto& plan = planned.value();
        auto delivered = delivery::deliver(
            plan.conversation(),
            target,
            plan.picturing(),
            services_.delivery,
            {.delivery = options_.delivery,
             .timeout = options_.timeout,
             .retries = options_.retries,
             .was_accepted = [&plan,
                              by = delivery::accepted_by(known_.view, target)](const auto& image
                             ) { return by(plan.files.stored(image)); },
             .refused_in_words = refused_in_words()},
            {.on_event = events_.on_piece,
             .on_retry =
                 [&](const auto& notice) {
                     if (events_.on_retry) events_.on_retry(notice, target);
                 },
             .on_learnt =
                 [&](const auto& limit) {
                     if (events_.on_learnt) events_.on_learnt(limit, target);
                 },
             .on_sending =
                 [&](std::uint64_t done, std::uint64_t total) {
                     tell({Doing::Sending, done, total, target.name});
                 },
             .on_reading =
                 [&](std::size_t files) {
                     tell({Doing::Reading, 0, files, target.name});
                 }},
            stop_
        );
        if (delivered.ok()) plan.name_as_stored(delivered.value());
        if (plan.sight) add_sight(std::move(*plan.sight));
        auto effort = effort_of(delivered);
        plan.name_as_stored(effort.had);
        note_effort(effort, target);
        return delivered;
    }

    void tell(const CallProgress& progress) const {
        if (events_.on_progress) events_.on_progress(progress);
    }

    // Where these cannot be kept, the answer cannot either, and that is told.
    void note_effort(const Effort& effort, const delivery::Target& target) {
        if (events_.on_effort) events_.on_effort(effort, target);
        if (!events_.keep || effort.probes.empty()) return;
        const auto entries = delivery::probe_entries(effort.probes, target, store::system_now());
        static_cast<void>(events_.keep(entries).ok());
    }

    void add_sight(proxy::TurnSight sight) {
        if (sight_) {
            providers::add_tokens(sight.usage, sight_->usage);
            sight.usage.cost_usd += sight_->usage.cost_usd;
            sight.calls += sight_->calls;
            sight.seen.merge(sight_->seen);
        }
        sight_ = std::move(sight);
    }

    // What the vision model says of a picture that a provider has just refused; empty where it is
    // not to be asked (V1).
    context::InWordsOf refused_in_words() {
        if (!proxy::describes_for(services_.vision, proxy::ModelSight::Blind)) return {};
        return [this](const content::ImageBlock& image) -> std::optional<context::InWords> {
            const auto* blob = content::blob_of(image.source);
            if (blob == nullptr) return std::nullopt;
            const auto name = proxy::sight_name(image, *blob);
            if (asked_about_.insert(name).second) look_at(image);
            return sight_ ? proxy::in_words_of(*sight_)(image) : std::nullopt;
        };
    }

    // Nothing is lost where it fails: the stub says what became of the picture.
    void look_at(const content::ImageBlock& image) {
        auto seen =
            see_pictures({image}, known_.descriptions, services_, events_.on_progress, stop_);
        if (!seen.ok()) return;
        if (events_.keep && !seen.value().entries.empty()) {
            static_cast<void>(events_.keep(seen.value().entries).ok());
        }
        add_sight(std::move(seen).value());
    }

    Answered finish(delivery::Delivered delivered, const delivery::Target& target) {
        const auto now = store::system_now();
        auto cost = delivery::cost_of(delivered.reply.usage, target, now);
        const auto kept =
            events_.keep
                ? events_.keep(delivery::entries_of(delivered, known_.view, target, cost, now))
                : Result<void>();
        return {
            std::move(delivered),
            target,
            std::move(cost),
            std::move(sight_),
            kept.ok() ? std::nullopt : std::optional(kept.error())};
    }

    const KnownSession& known_;
    const Services& services_;
    const TurnOptions& options_;
    const TurnEvents& events_;
    const std::stop_token& stop_;
    std::optional<proxy::TurnSight> sight_;
    std::map<std::string, content::BlobRef> just_seen_;  // by address
    std::set<Sha256> asked_about_;                       // of the pictures that were refused
};

}  // namespace

Result<Answered> run_turn(
    const delivery::Conversation& conversation,
    const std::string& model,
    const KnownSession& known,
    const Services& services,
    const TurnOptions& options,
    const TurnEvents& events,
    const std::stop_token& stop
) {
    return Asking(known, services, options, events, stop).run(conversation, model);
}

}  // namespace fovea::turn
