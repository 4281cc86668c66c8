#include "fovea/context/ageing.hpp"

#include "fovea/context/words.hpp"

namespace fovea::context {
namespace {

Aged age_picture(const Appearance& seen, const AgeingSettings& settings, Standing standing) {
    switch (standing) {
        case Standing::Dropped: return {Form::Text, standing, removed_image(*seen.image)};
        case Standing::Quarantined:
            return {
                Form::Text, standing, unsent_image(*seen.image, "the provider refused it before")};
        case Standing::Pinned: return {Form::Full, standing, {}};
        case Standing::Usual: break;
    }
    const auto form = form_at(seen.age, settings);
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
    std::span<const Appearance> pictures,
    const AgeingSettings& settings,
    const StandingOf& standing_of
) {
    std::vector<Aged> aged;
    aged.reserve(pictures.size());
    for (const auto& seen : pictures) {
        const auto standing = standing_of ? standing_of(seen.image->source) : Standing::Usual;
        aged.push_back(age_picture(seen, settings, standing));
    }
    return aged;
}

}  // namespace fovea::context
