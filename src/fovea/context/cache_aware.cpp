#include "fovea/context/cache_aware.hpp"

#include "fovea/context/counted_history.hpp"
#include "fovea/context/picture_tokens.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace fovea::context {
namespace {

// Estimates may be a quarter too low, and waiting must not turn out dearer for that.
constexpr double kCaution = 1.25;
// So much less than the rewriting that nobody will ever want it.
constexpr double kHardly = 10;

// Goes through the turns. Only the pictures of the last few are looked at one by one: the older ones
// are words by their age, and what they are is in sums, so that a long conversation costs no more a
// turn.
class Simulation {
public:
    Simulation(const CountedHistory& history, const PromptCaching& cache)
        : history_(history), cache_(cache) {
        batches_.forms.resize(history.pictures(), Form::Full);
    }

    Batches run() {
        for (std::uint32_t turn = 0; turn < history_.turns(); ++turn) step(turn);
        return std::move(batches_);
    }

private:
    // What is to be changed in a turn, were it changed then.
    struct Overdue {
        double tokens = 0;                   // carried beyond what is due
        std::optional<std::uint32_t> first;  // turn
    };

    void step(std::uint32_t now) {
        let_age(now);
        lead_ += rewriting_by_age(now, now);
        const auto overdue = overdue_in(now);
        if (!overdue.first || overdue.tokens <= 0) return;  // an icon may be less than its words
        const auto rent = kCaution * overdue.tokens * cache_.read;
        const auto price = rewriting(*overdue.first, first_shown(), now);
        if (is_better_later(rent, price, *overdue.first, now)) {
            carried_ += rent;
            lead_ -= rent;
        } else {
            lead_ -= price;
            rewrite(now);
        }
    }

    // Pictures that are words by their age from now on; until a batch they are carried as they are.
    void let_age(std::uint32_t now) {
        for (; history_.is_before(young_, now) && history_.is_words_by_age(young_, now); ++young_) {
            const auto& picture = history_.picture(young_);
            if (!picture.ages()) continue;
            if (!old_.first) old_.first = picture.turn;
            old_.tokens += picture.tokens(batches_.forms[young_]) - kPlaceholderTokens;
        }
    }

    Overdue overdue_in(std::uint32_t now) const {
        auto all = old_;
        for (auto i = young_; history_.is_before(i, now); ++i) {
            const auto form = due(i, now);
            if (form == batches_.forms[i]) continue;
            const auto& picture = history_.picture(i);
            all.tokens += picture.tokens(batches_.forms[i]) - picture.tokens(form);
            all.first = std::min(all.first.value_or(picture.turn), picture.turn);
        }
        return all;
    }

    // What its age asks for; never more than it already is.
    Form due(std::size_t i, std::uint32_t now) const {
        return std::min(batches_.forms[i], history_.form_by_age(i, now));
    }

    void rewrite(std::uint32_t now) {
        for (; settled_ < young_; ++settled_) {
            if (history_.picture(settled_).ages()) batches_.forms[settled_] = Form::Text;
        }
        for (auto i = young_; history_.is_before(i, now); ++i) batches_.forms[i] = due(i, now);
        old_ = {};
        carried_ = 0;
        ++batches_.rewrites;
    }

    bool is_better_later(double rent, double price, std::uint32_t first, std::uint32_t now) const {
        const auto expected = rent * (now + 1);  // if it goes on for as long as it has lasted
        const auto left = lead_ - rent;
        // What by age alone is rewritten in the next turn is no loss to rewrite then.
        const bool can_catch_up = left >= price - rewriting_by_age(now + 1, now);
        const bool need_not = kHardly * expected <= price && left >= expected;
        if (!can_catch_up && !need_not) return false;
        const auto unsettled = history_.first_unsettled(now);
        const auto again =
            rewriting(std::max(first, unsettled), history_.first_shown(unsettled), now);
        return carried_ + rent < again || expected < price;
    }

    std::uint32_t first_shown() const {
        if (settled_ == history_.pictures()) return history_.first_shown(history_.turns());
        return history_.first_shown(history_.picture(settled_).turn);
    }

    // What is changed by age alone in that turn, by the prices of this one.
    double rewriting_by_age(std::uint32_t then, std::uint32_t now) const {
        const auto changed = history_.first_changed_by_age(then);
        if (!changed) return 0;
        const auto before = then - 1;
        return rewriting(*changed, history_.first_shown(history_.first_unsettled(before)), now);
    }

    // What it costs, beyond reading it from the cache, that something of the turn `changed` does,
    // where pictures are to be seen from the turn `shown` on.
    double rewriting(std::uint32_t changed, std::uint32_t shown, std::uint32_t now) const {
        const bool is_marked = cache_.reach == CacheReach::FirstPicture;
        const auto first = is_marked ? std::min(changed, shown) : changed;
        return (cache_.write - cache_.read) * behind(first, now);
    }

    // What would be read anew: all that was sent before, from that turn on.
    double behind(std::uint32_t first, std::uint32_t now) const {
        if (first >= now) return 0;
        double all = history_.words(first, now);
        auto i = history_.first_of(first);
        if (i < young_) {
            all += history_.aged(i, young_);
            i = young_;
        }
        for (; history_.is_before(i, now); ++i) all += history_.picture(i).tokens(due(i, now));
        return all;
    }

    const CountedHistory& history_;
    PromptCaching cache_;
    std::size_t young_ = 0;    // the first picture that is not words by its age
    std::size_t settled_ = 0;  // those before it are words, where they age
    Overdue old_;              // before the young ones
    double carried_ = 0;       // rent since the last batch
    double lead_ = 0;          // what was paid less so far than by age alone
    Batches batches_;
};

}  // namespace

Batches age_in_batches(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
) {
    const CountedHistory history(messages, pictures, standings, settings);
    return Simulation(history, settings.cache).run();
}

}  // namespace fovea::context
