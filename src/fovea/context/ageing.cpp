#include "fovea/context/ageing.hpp"

#include "fovea/context/cache_aware.hpp"
#include "fovea/context/words.hpp"

namespace fovea::context {
namespace {

Aged age_picture(const Appearance& seen, Form form, Standing standing) {
    switch (standing) {
        case Standing::Dropped: return {Form::Text, standing, removed_image(*seen.image)};
        case Standing::Quarantined:
            return {
                Form::Text, standing, unsent_image(*seen.image, "the provider refused it before")};
        case Standing::Pinned: return {Form::Full, standing, {}};
        case Standing::Usual: break;
    }
    return {form, standing, form == Form::Text ? previous_image(*seen.image) : std::string()};
}

}  // namespace

Form form_at(std::uint32_t age, const AgeingSettings& settings) {
    // The open turn never ages, also where someone configured zero full turns.
    if (settings.policy == AgeingPolicy::Off || age == 0 || age < settings.full_turns) {
        return Form::Full;
    }
    const auto first_low = settings.full_turns == 0 ? 1 : settings.full_turns;
    return age - first_low < settings.low_turns ? Form::Low : Form::Text;
}

std::vector<Aged> age_pictures(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    const AgeingSettings& settings,
    const StandingOf& standing_of
) {
    std::vector<Standing> standings;
    for (const auto& seen : pictures) {
        standings.push_back(standing_of ? standing_of(seen.image->source) : Standing::Usual);
    }
    std::vector<Form> batched;
    if (settings.policy == AgeingPolicy::CacheAware) {
        batched = age_in_batches(messages, pictures, standings, settings).forms;
    }
    std::vector<Aged> aged;
    aged.reserve(pictures.size());
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const auto form = batched.empty() ? form_at(pictures[i].age, settings) : batched[i];
        aged.push_back(age_picture(pictures[i], form, standings[i]));
    }
    return aged;
}

}  // namespace fovea::context
