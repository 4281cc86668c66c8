// What a refusal teaches, and the next request that it does not concern (P4).
//
//     const auto healed = TRY(healing.heal(prepared, failure));
//     if (healed) …  // the attempt's next request differs from the one that was refused
#pragma once

#include "fovea/delivery/attempt.hpp"
#include "fovea/delivery/refusal.hpp"

#include <optional>
#include <span>
#include <vector>

namespace fovea::delivery {

class Healing {
public:
    // All of it outlives it.
    Healing(
        Attempt& attempt, const Services& services, const Options& options, const Events& events
    )
        : attempt_(attempt), services_(services), options_(options), events_(events) {}

    // False when nothing can be changed about it; a failure when asking about it failed.
    Result<bool, providers::WireFailure> heal(
        const PreparedRequest& prepared, const providers::WireFailure& failure
    );

    // This endpoint's model sees no pictures.
    void remember_blindness();

    // What was small enough after a 413 is what this server takes.
    void remember_size(const std::optional<providers::WireFailure>& last_failure);

    // Of answers to probes.
    const std::vector<providers::Usage>& probes() const { return probes_; }

private:
    using Failure = providers::WireFailure;

    bool learn(const providers::LearntLimit& limit, const PreparedRequest& prepared);
    void remember(const providers::LearntLimit& limit);
    bool is_written_otherwise(
        const PreparedRequest& prepared, const providers::ModelTraits& traits
    );
    bool refuses_schema(const Failure& failure);
    bool shrink(const PreparedRequest& prepared);
    bool refuse_all(const PreparedRequest& prepared, const Failure& failure);
    bool leave_out(const PreparedRequest& prepared, const Failure& failure);
    Result<bool, Failure> take_out(const PreparedRequest& prepared, const Failure& failure);
    Result<bool, Failure> take_back_guess(const Failure& failure);
    std::optional<content::FileRef> likely(const std::vector<Suspect>& suspects) const;
    Result<bool, Failure> probe(std::span<const Suspect> suspects);

    Attempt& attempt_;
    const Services& services_;
    const Options& options_;
    const Events& events_;

    std::optional<content::FileRef> guess_;  // taken out because it is new
    bool has_guessed_ = false;
    int shrunk_ = 0;  // times
    std::vector<providers::Usage> probes_;
};

}  // namespace fovea::delivery
