#include "fovea/context/cache_aware.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace fovea::context {
namespace {

// Rough on purpose: only proportions matter, and they must not depend on the model, or a
// conversation would be cut elsewhere for each.
constexpr double kBytesPerToken = 4;
constexpr double kPixelsPerToken = 750;
constexpr double kMostPictureTokens = 1600;
constexpr double kUnknownPictureTokens = 1000;

double tokens_of(const content::ImageBlock& image) {
    const auto size = image.crop ? image.crop->size() : image.size;
    if (size.width == 0 || size.height == 0) return kUnknownPictureTokens;
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
        batches_.gone.resize(pictures.size());
    }

    Batches run() {
        for (std::uint32_t turn = 0; turn < texts_.size(); ++turn) step(turn);
        return std::move(batches_);
    }

private:
    std::uint32_t turn_of(std::size_t i) const { return turns_[pictures_[i].place.message]; }

    bool is_stale(std::size_t i, std::uint32_t now) const {
        const auto young = std::max(settings_.full_turns + settings_.low_turns, 1u);
        return !batches_.gone[i] && standings_[i] == Standing::Usual && turn_of(i) + young <= now;
    }

    void step(std::uint32_t now) {
        double stale = 0;
        std::uint32_t first = now;
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            if (!is_stale(i, now)) continue;
            stale += tokens_of(*pictures_[i].image);
            first = std::min(first, turn_of(i));
        }
        carried_ += stale * settings_.cache.read;
        if (stale < kMinBatchTokens) return;
        const double again = behind(first, now) * (settings_.cache.write - settings_.cache.read);
        if (carried_ < again) return;
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            if (is_stale(i, now)) batches_.gone[i] = true;
        }
        carried_ = 0;
        ++batches_.rewrites;
    }

    // What would be read anew: all that stays, from the first picture that goes.
    double behind(std::uint32_t first, std::uint32_t now) const {
        double tokens = 0;
        for (auto turn = first; turn <= now; ++turn) tokens += texts_[turn];
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            const auto turn = turn_of(i);
            if (turn < first || turn > now || batches_.gone[i] || is_stale(i, now)) continue;
            tokens += tokens_of(*pictures_[i].image);
        }
        return tokens;
    }

    std::span<const Appearance> pictures_;
    std::span<const Standing> standings_;
    const AgeingSettings& settings_;
    std::vector<std::uint32_t> turns_;  // of each message
    std::vector<double> texts_;         // tokens of each turn
    double carried_ = 0;                // paid for stale pictures since the last batch
    Batches batches_;
};

}  // namespace

Batches gone_in_batches(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
) {
    return Simulation(messages, pictures, standings, settings).run();
}

}  // namespace fovea::context
