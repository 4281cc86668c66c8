// The conversation in numbers, for ageing in batches (cache_aware.hpp): what its words and pictures
// count, and what would become of the pictures by age alone.
//
// Sums are made once, so that no question takes longer the longer the conversation is.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/pictures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fovea::context {

struct CountedPicture {
    std::uint32_t turn = 0;
    Standing standing = Standing::Usual;
    double full = 0;  // tokens
    double low = 0;   // tokens

    bool ages() const { return standing == Standing::Usual; }
    double tokens(Form form) const;
};

class CountedHistory {
public:
    CountedHistory(
        const std::vector<content::Message>& messages,
        std::span<const Appearance> pictures,
        std::span<const Standing> standings,
        const AgeingSettings& settings
    );

    std::uint32_t turns() const { return static_cast<std::uint32_t>(last_replies_.size()); }
    std::size_t pictures() const { return pictures_.size(); }
    const CountedPicture& picture(std::size_t i) const { return pictures_[i]; }

    bool is_before(std::size_t i, std::uint32_t turn) const {
        return i < pictures_.size() && pictures_[i].turn < turn;
    }

    // The first picture of that turn or a later one.
    std::size_t first_of(std::uint32_t turn) const;

    Form form_by_age(std::size_t i, std::uint32_t now) const;
    bool is_words_by_age(std::size_t i, std::uint32_t now) const {
        return now - pictures_[i].turn >= words_age_;
    }

    // The first turn whose pictures are not all words by their age.
    std::uint32_t first_unsettled(std::uint32_t now) const {
        return now - std::min(now, words_age_ - 1);
    }

    // The first turn whose pictures get another form in this turn by age alone; none where none do.
    std::optional<std::uint32_t> first_changed_by_age(std::uint32_t now) const;

    // The first turn with a picture to be seen, when all that age and are of turns before `from` are
    // words.
    std::uint32_t first_shown(std::uint32_t from) const;

    // What is said from that turn on and was sent before: the open turn is new in any case, and so is
    // the reply before it.
    double words(std::uint32_t first, std::uint32_t now) const {
        return words_until_[now] - words_until_[first] - last_replies_[now - 1];
    }

    // These pictures, all that age as words.
    double aged(std::size_t first, std::size_t end) const {
        return aged_until_[end] - aged_until_[first];
    }

private:
    void read_words(
        const std::vector<content::Message>& messages, const std::vector<std::uint32_t>& turns
    );
    void read_pictures(
        const std::vector<std::uint32_t>& turns,
        std::span<const Appearance> pictures,
        std::span<const Standing> standings
    );

    AgeingSettings by_age_;             // the same settings, by age alone
    std::uint32_t words_age_ = 0;       // turns from which on a picture is words by its age
    std::vector<double> words_until_;   // tokens of what is said before each turn
    std::vector<double> last_replies_;  // of each turn, what the model said last
    std::vector<CountedPicture> pictures_;
    std::vector<double> aged_until_;  // tokens of the pictures before each, all that age as words
    std::vector<std::uint32_t> turns_with_ageing_;  // pictures; as often as there are some
    std::optional<std::uint32_t> first_pinned_;     // its turn
};

}  // namespace fovea::context
