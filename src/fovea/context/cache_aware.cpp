#include "fovea/context/cache_aware.hpp"

#include "fovea/context/native_tiles.hpp"
#include "fovea/media/transform/fit.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

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

// One picture, as it was sent by its form.
struct Carried {
    std::uint32_t turn = 0;
    bool ages = true;  // nobody decided otherwise
    double full = 0;
    double low = 0;

    double tokens(Form form) const {
        switch (form) {
            case Form::Full: return full;
            case Form::Low: return low;
            case Form::Text: break;
        }
        return kPlaceholderTokens;
    }
};

// Goes through the turns. Only the pictures of the last few are looked at one by one: the older ones are
// words by their age, and what they are is in sums, so that a long conversation costs no more a turn.
class Simulation {
public:
    Simulation(
        const std::vector<content::Message>& messages,
        std::span<const Appearance> pictures,
        std::span<const Standing> standings,
        const AgeingSettings& settings
    )
        : settings_(settings), by_age_(settings) {
        by_age_.policy = AgeingPolicy::Turns;
        constexpr std::uint64_t kNever = std::numeric_limits<std::uint32_t>::max();
        const auto words_age = std::max<std::uint64_t>(1, settings.full_turns) + settings.low_turns;
        words_age_ = static_cast<std::uint32_t>(std::min(words_age, kNever));
        read_words(messages);
        read_pictures(turns_of(messages), pictures, standings);
    }

    Batches run() {
        for (std::uint32_t turn = 0; turn + 1 < texts_until_.size(); ++turn) step(turn);
        return std::move(batches_);
    }

private:
    void read_words(const std::vector<content::Message>& messages) {
        const auto turns = turns_of(messages);
        const auto count = turns.empty() ? 0 : turns.back() + 1;
        std::vector<double> texts(count);
        last_replies_.resize(count);
        for (std::size_t m = 0; m < messages.size(); ++m) {
            const auto tokens = text_tokens(messages[m]);
            const bool replies = messages[m].role == content::Role::Assistant;
            auto& last = last_replies_[turns[m]];
            last = replies ? last + tokens : 0;
            texts[turns[m]] += tokens;
        }
        texts_until_.resize(count + 1);
        std::partial_sum(texts.begin(), texts.end(), texts_until_.begin() + 1);
    }

    void read_pictures(
        const std::vector<std::uint32_t>& turns,
        std::span<const Appearance> pictures,
        std::span<const Standing> standings
    ) {
        aged_until_.resize(pictures.size() + 1);
        for (std::size_t i = 0; i < pictures.size(); ++i) {
            const auto& image = *pictures[i].image;
            pictures_.push_back(
                {.turn = turns[pictures[i].place.message],
                 .ages = standings[i] == Standing::Usual,
                 .full = tokens_of(image, Form::Full, settings_.low_edge),
                 .low = tokens_of(image, Form::Low, settings_.low_edge)}
            );
            const auto aged = pictures_[i].ages ? Form::Text : Form::Full;
            aged_until_[i + 1] = aged_until_[i] + pictures_[i].tokens(aged);
        }
        batches_.forms.resize(pictures.size(), Form::Full);
    }

    // The first picture of that turn or a later one.
    std::size_t first_of(std::uint32_t turn) const {
        const auto found = std::ranges::lower_bound(pictures_, turn, {}, &Carried::turn);
        return static_cast<std::size_t>(found - pictures_.begin());
    }

    bool is_before(std::size_t i, std::uint32_t turn) const {
        return i < pictures_.size() && pictures_[i].turn < turn;
    }

    // What its age asks for; never more than it already is.
    Form due(std::size_t i, std::uint32_t now) const {
        if (!pictures_[i].ages) return batches_.forms[i];
        return std::min(batches_.forms[i], form_at(now - pictures_[i].turn, by_age_));
    }

    // Pictures that are words by their age from now on; until a batch they are carried as they are.
    void let_age(std::uint32_t now) {
        for (; is_before(young_, now) && now - pictures_[young_].turn >= words_age_; ++young_) {
            const auto& picture = pictures_[young_];
            if (!picture.ages) continue;
            if (!first_old_) first_old_ = picture.turn;
            old_rent_ += picture.tokens(batches_.forms[young_]) - kPlaceholderTokens;
        }
    }

    void step(std::uint32_t now) {
        let_age(now);
        double too_much = old_rent_;
        auto first = first_old_.value_or(now);
        for (auto i = young_; is_before(i, now); ++i) {
            const auto form = due(i, now);
            if (form == batches_.forms[i]) continue;
            too_much += pictures_[i].tokens(batches_.forms[i]) - pictures_[i].tokens(form);
            first = std::min(first, pictures_[i].turn);
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
        for (; rewritten_ < young_; ++rewritten_) {
            if (pictures_[rewritten_].ages) batches_.forms[rewritten_] = Form::Text;
        }
        for (auto i = young_; is_before(i, now); ++i) batches_.forms[i] = due(i, now);
        old_rent_ = 0;
        first_old_.reset();
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
        for (auto i = first_of(now - std::min(now, words_age_)); is_before(i, now); ++i) {
            const auto age = now - pictures_[i].turn;
            if (pictures_[i].ages && form_at(age, by_age_) != form_at(age - 1, by_age_)) {
                return pictures_[i].turn;
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
        return now - std::min(now, words_age_ - 1);
    }

    // What would be read anew: all that stays, from that turn on. The open turn is new in any case,
    // and so is the reply before it.
    double behind(std::uint32_t first, std::uint32_t now) const {
        if (first >= now) return 0;
        double all = texts_until_[now] - texts_until_[first] - last_replies_[now - 1];
        auto i = first_of(first);
        if (i < young_) {
            all += aged_until_[young_] - aged_until_[i];
            i = young_;
        }
        for (; is_before(i, now); ++i) all += pictures_[i].tokens(due(i, now));
        return all;
    }

    const AgeingSettings& settings_;
    AgeingSettings by_age_;        // the same settings, by age alone
    std::uint32_t words_age_ = 0;  // turns from which on a picture is words by its age

    std::vector<double> texts_until_;   // tokens of the words before each turn
    std::vector<double> last_replies_;  // of each turn, what the model said last
    std::vector<Carried> pictures_;
    std::vector<double>
        aged_until_;  // tokens of the pictures before each, all as words that may be

    std::size_t young_ = 0;      // the first picture that is not words by its age
    std::size_t rewritten_ = 0;  // those before it are words
    double old_rent_ = 0;        // tokens of older pictures that are not words yet, beyond words
    std::optional<std::uint32_t> first_old_;  // the turn of the first of them

    double carried_ = 0;  // rent since the last batch
    double lead_ = 0;     // what was paid less so far than by age alone
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
