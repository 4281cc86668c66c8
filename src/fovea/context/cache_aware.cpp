#include "fovea/context/cache_aware.hpp"

#include "fovea/media/transform/fit.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace fovea::context {
namespace {

// Rough on purpose: only proportions matter, and they must not depend on the model, or a
// conversation would be cut elsewhere for each.
constexpr double kBytesPerToken = 4;
constexpr double kPixelsPerToken = 750;
constexpr double kMostPictureTokens = 4784;  // no provider counts more for one
constexpr double kUnknownPictureTokens = 1000;
constexpr double kPlaceholderTokens = 12;

double tokens_of(const content::ImageBlock& image, Form form, std::uint32_t low_edge) {
    if (form == Form::Text) return kPlaceholderTokens;
    auto size = image.crop ? image.crop->size() : image.size;
    if (form == Form::Low && size.longest_edge() == 0) size = {low_edge, low_edge};
    if (size.width == 0 || size.height == 0) return kUnknownPictureTokens;
    if (form == Form::Low) size = media::fit_within(size, low_edge);
    return std::min(static_cast<double>(size.pixels()) / kPixelsPerToken, kMostPictureTokens);
}

double text_tokens(const content::Message& message) {
    std::size_t bytes = 0;
    for (const auto& block : message.content) {
        if (const auto* text = std::get_if<content::TextBlock>(&block)) bytes += text->text.size();
        if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
            bytes += use->name.size() + use->input.size();
        }
        const auto* result = std::get_if<content::ToolResultBlock>(&block);
        if (result == nullptr) continue;
        for (const auto& output : result->content) {
            const auto* text = std::get_if<content::TextBlock>(&output);
            if (text != nullptr) bytes += text->text.size();
        }
    }
    return static_cast<double>(bytes) / kBytesPerToken;
}

class Simulation {
public:
    Simulation(
        const std::vector<content::Message>& messages,
        std::span<const Appearance> pictures,
        std::span<const Standing> standings,
        const AgeingSettings& settings
    )
        : pictures_(pictures), standings_(standings), settings_(settings) {
        turns_ = turns_of(messages);
        texts_.resize(turns_.empty() ? 0 : turns_.back() + 1);
        for (std::size_t m = 0; m < messages.size(); ++m) {
            texts_[turns_[m]] += text_tokens(messages[m]);
        }
        batches_.forms.resize(pictures.size(), Form::Full);
    }

    Batches run() {
        for (std::uint32_t turn = 0; turn < texts_.size(); ++turn) step(turn);
        return std::move(batches_);
    }

private:
    std::uint32_t turn_of(std::size_t i) const { return turns_[pictures_[i].place.message]; }

    // What its age asks for; never more than it already is.
    Form due(std::size_t i, std::uint32_t now) const {
        if (standings_[i] != Standing::Usual) return batches_.forms[i];
        auto by_age = settings_;
        by_age.policy = AgeingPolicy::Turns;
        return std::min(batches_.forms[i], form_at(now - turn_of(i), by_age));
    }

    double tokens(std::size_t i, Form form) const {
        return tokens_of(*pictures_[i].image, form, settings_.low_edge);
    }

    void step(std::uint32_t now) {
        double too_much = 0;
        std::uint32_t first = now;
        for (std::size_t i = 0; i < pictures_.size() && turn_of(i) < now; ++i) {
            const auto form = due(i, now);
            if (form == batches_.forms[i]) continue;
            too_much += tokens(i, batches_.forms[i]) - tokens(i, form);
            first = std::min(first, turn_of(i));
        }
        carried_ += too_much * settings_.cache.read;
        if (too_much < kMinBatchTokens) return;
        const double again = behind(first, now) * (settings_.cache.write - settings_.cache.read);
        if (carried_ < again) return;
        for (std::size_t i = 0; i < pictures_.size() && turn_of(i) < now; ++i) {
            batches_.forms[i] = due(i, now);
        }
        carried_ = 0;
        ++batches_.rewrites;
    }

    // What would be read anew: all that stays, from the first picture that changes. The open turn is
    // new in any case.
    double behind(std::uint32_t first, std::uint32_t now) const {
        double all = 0;
        for (auto turn = first; turn < now; ++turn) all += texts_[turn];
        for (std::size_t i = 0; i < pictures_.size() && turn_of(i) < now; ++i) {
            if (turn_of(i) >= first) all += tokens(i, due(i, now));
        }
        return all;
    }

    std::span<const Appearance> pictures_;
    std::span<const Standing> standings_;
    const AgeingSettings& settings_;
    std::vector<std::uint32_t> turns_;  // of each message
    std::vector<double> texts_;         // tokens of each turn
    double carried_ = 0;                // paid for more than is due, since the last batch
    Batches batches_;
};

}  // namespace

Batches age_in_batches(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
) {
    return Simulation(messages, pictures, standings, settings).run();
}

}  // namespace fovea::context
