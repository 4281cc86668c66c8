#include "fovea/agent/model_call.hpp"

#include "fovea/store/timestamp.hpp"
#include "fovea/turn/plan_turn.hpp"

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
        const auto routes = TRY(turn::routes_of(conversation, model, known_, services_));
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
    // What was described for the model before it is known for this one, too.
    Result<turn::TurnPlan> plan_for(
        const delivery::Conversation& conversation, const delivery::Target& target
    ) {
        auto descriptions = known_.descriptions;
        if (sight_) {
            for (const auto& [image, said] : sight_->seen) descriptions.put(image, said);
        }
        auto plan = TRY(turn::plan_turn(
            conversation, target, {known_.view, descriptions}, services_, events_.on_problem, stop_
        ));
        if (plan.sight && events_.keep && !plan.sight->entries.empty()) {
            TRY(events_.keep(plan.sight->entries));
        }
        return plan;
    }

    Result<delivery::Delivered, delivery::Failed> try_target(
        const delivery::Conversation& conversation, const delivery::Target& target
    ) {
        auto planned = plan_for(conversation, target);
        if (!planned.ok()) return delivery::Failed{planned.error(), false};
        auto& plan = planned.value();
        auto delivered = delivery::deliver(
            plan.conversation,
            target,
            plan.picturing(),
            services_.delivery,
            {.delivery = options_.delivery,
             .timeout = options_.timeout,
             .was_accepted = [&plan,
                              by = delivery::accepted_by(known_.view, target)](const auto& image
                             ) { return by(plan.files.stored(image)); }},
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
        if (delivered.ok()) plan.name_as_stored(delivered.value());
        if (plan.sight) sight_ = std::move(plan.sight);
        return delivered;
    }

    Result<Called> finish(delivery::Delivered delivered, const delivery::Target& target) {
        const auto now = store::system_now();
        auto cost = delivery::cost_of(delivered.reply.usage, target, now);
        if (events_.keep)
            TRY(events_.keep(delivery::entries_of(delivered, known_.view, target, cost, now)));
        return Called{std::move(delivered), target, std::move(cost), std::move(sight_)};
    }

    const KnownSession& known_;
    const CallServices& services_;
    const CallOptions& options_;
    const CallEvents& events_;
    const std::stop_token& stop_;
    std::optional<proxy::TurnSight> sight_;
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
