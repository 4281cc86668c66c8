#include "fovea/context/cache_aware.hpp"

#include "fovea/context/native_tiles.hpp"
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
constexpr double kMostPictureTokens = 4784;    // no provider counts more for one
constexpr double kMostTileTokens = 20 * 1568;  // of a page that goes in tiles
constexpr std::uint32_t kUsualEdge = 1568;
constexpr double kUnknownPictureTokens = 1000;
constexpr double kPlaceholderTokens = 12;

// Estimates may be a quarter too low, and waiting must not turn out dearer for that.
constexpr double kCaution = 1.25;
// So much less than the rewriting that nobody will ever want it.
constexpr double kHardly = 10;

// A picture that is larger than models see it goes in tiles, besides, where it is a tall page or a
// screen full of small letters. Whether it is one is known only to who has read it; screens are
// stored without loss, and photographs are not.
bool may_go_in_tiles(const content::ImageBlock& image, media::PixelSize size) {
    const auto density = image.mime == "image/jpeg" ? Density::Usual : Density::Dense;
    return is_worth_tiles(size, kUsualEdge, density);
}

double tokens_of(const content::ImageBlock& image, Form form, std::uint32_t low_edge) {
    if (form == Form::Text) return kPlaceholderTokens;
    auto size = image.crop ? image.crop->size() : image.size;
    if (form == Form::Low && size.longest_edge() == 0) size = {low_edge, low_edge};
    if (size.width == 0 || size.height == 0) return kUnknownPictureTokens;
    const auto at = [](media::PixelSize seen) {
        return static_cast<double>(seen.pixels()) / kPixelsPerToken;
    };
    if (form == Form::Low) return at(media::fit_within(size, low_edge));
    if (!may_go_in_tiles(image, size)) return std::min(at(size), kMostPictureTokens);
    return at(media::fit_within(size, kUsualEdge)) + std::min(at(size), kMostTileTokens);
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
        : pictures_(pictures), standings_(standings), settings_(settings), by_age_(settings) {
        by_age_.policy = AgeingPolicy::Turns;
        turns_ = turns_of(messages);
        texts_.resize(turns_.empty() ? 0 : turns_.back() + 1);
        last_replies_.resize(texts_.size());
        for (std::size_t m = 0; m < messages.size(); ++m) {
            const auto tokens = text_tokens(messages[m]);
            const bool replies = messages[m].role == content::Role::Assistant;
            auto& last = last_replies_[turns_[m]];
            last = replies ? last + tokens : 0;
            texts_[turns_[m]] += tokens;
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
        return std::min(batches_.forms[i], form_at(now - turn_of(i), by_age_));
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
        lead_ += rewriting(first_due(now), now);
        if (too_much <= 0) return;
        const auto rent = kCaution * too_much * settings_.cache.read;
        if (is_better_later(rent, first, now)) {
            carried_ += rent;
            lead_ -= rent;
            return;
        }
        lead_ -= rewriting(first, now);
        for (std::size_t i = 0; i < pictures_.size() && turn_of(i) < now; ++i) {
            batches_.forms[i] = due(i, now);
        }
        carried_ = 0;
        ++batches_.rewrites;
    }

    bool is_better_later(double rent, std::uint32_t first, std::uint32_t now) const {
        const auto price = rewriting(first, now);
        const auto expected = rent * (now + 1);  // if it goes on for as long as it has lasted
        const auto left = lead_ - rent;
        // What by age alone would be rewritten in the next turn is no loss to rewrite then.
        const bool can_catch_up = left >= price - rewriting(std::min(first_due(now + 1), now), now);
        const bool need_not = kHardly * expected <= price && left >= expected;
        if (!can_catch_up && !need_not) return false;
        const auto again = rewriting(std::max(first, first_unsettled(now)), now);
        return carried_ + rent < again || expected < price;
    }

    // The first turn whose pictures get another form in this turn, by age alone.
    std::uint32_t first_due(std::uint32_t now) const {
        for (std::size_t i = 0; i < pictures_.size() && turn_of(i) < now; ++i) {
            const auto age = now - turn_of(i);
            if (standings_[i] == Standing::Usual &&
                form_at(age, by_age_) != form_at(age - 1, by_age_)) {
                return turn_of(i);
            }
        }
        return now;
    }

    // What it costs, beyond reading it from the cache, that everything from that turn on is new.
    double rewriting(std::uint32_t first, std::uint32_t now) const {
        return (settings_.cache.write - settings_.cache.read) * behind(first, now);
    }

    // The first turn with pictures that are not words yet by their age.
    std::uint32_t first_unsettled(std::uint32_t now) const {
        const auto young = std::max(1u, settings_.full_turns) + settings_.low_turns - 1;
        return now - std::min(now, young);
    }

    // What would be read anew: all that stays, from that turn on. The open turn is new in any case,
    // and so is the reply before it.
    double behind(std::uint32_t first, std::uint32_t now) const {
        double all = 0;
        for (auto turn = first; turn < now; ++turn) all += texts_[turn];
        if (first < now) all -= last_replies_[now - 1];
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
    std::vector<double> last_replies_;  // of those, what the model said last
    AgeingSettings by_age_;             // the same settings, by age alone
    double carried_ = 0;                // rent since the last batch
    double lead_ = 0;                   // what was paid less so far than by age alone
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
