#include "fovea/context/counted_history.hpp"

#include "fovea/context/picture_tokens.hpp"

#include <limits>
#include <numeric>
#include <variant>

namespace fovea::context {
namespace {

constexpr double kBytesPerToken = 4;

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

}  // namespace

double CountedPicture::tokens(Form form) const {
    if (standing == Standing::Pinned) return full;
    if (!ages()) return kPlaceholderTokens;
    switch (form) {
        case Form::Full: return full;
        case Form::Low: return low;
        case Form::Text: break;
    }
    return kPlaceholderTokens;
}

CountedHistory::CountedHistory(
    const std::vector<content::Message>& messages,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings,
    const AgeingSettings& settings
)
    : by_age_(settings) {
    by_age_.policy = AgeingPolicy::Turns;
    constexpr std::uint64_t kNever = std::numeric_limits<std::uint32_t>::max();
    const auto words_age = std::max<std::uint64_t>(1, settings.full_turns) + settings.low_turns;
    words_age_ = static_cast<std::uint32_t>(std::min(words_age, kNever));
    const auto turns = turns_of(messages);
    read_words(messages, turns);
    read_pictures(turns, pictures, standings);
}

std::size_t CountedHistory::first_of(std::uint32_t turn) const {
    const auto found = std::ranges::lower_bound(pictures_, turn, {}, &CountedPicture::turn);
    return static_cast<std::size_t>(found - pictures_.begin());
}

Form CountedHistory::form_by_age(std::size_t i, std::uint32_t now) const {
    return pictures_[i].ages() ? form_at(now - pictures_[i].turn, by_age_) : Form::Full;
}

std::optional<std::uint32_t> CountedHistory::first_changed_by_age(std::uint32_t now) const {
    for (auto i = first_of(now - std::min(now, words_age_)); is_before(i, now); ++i) {
        if (form_by_age(i, now) != form_by_age(i, now - 1)) return pictures_[i].turn;
    }
    return std::nullopt;
}

std::uint32_t CountedHistory::first_shown(std::uint32_t from) const {
    const auto ageing = std::ranges::lower_bound(turns_with_ageing_, from);
    const auto first = ageing != turns_with_ageing_.end() ? *ageing : turns();
    return std::min(first, first_pinned_.value_or(first));
}

void CountedHistory::read_words(
    const std::vector<content::Message>& messages, const std::vector<std::uint32_t>& turns
) {
    const auto count = turns.empty() ? 0 : turns.back() + 1;
    std::vector<double> words(count);
    last_replies_.resize(count);
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const auto tokens = text_tokens(messages[m]);
        const bool replies = messages[m].role == content::Role::Assistant;
        auto& last = last_replies_[turns[m]];
        last = replies ? last + tokens : 0;
        words[turns[m]] += tokens;
    }
    words_until_.resize(count + 1);
    std::partial_sum(words.begin(), words.end(), words_until_.begin() + 1);
}

void CountedHistory::read_pictures(
    const std::vector<std::uint32_t>& turns,
    std::span<const Appearance> pictures,
    std::span<const Standing> standings
) {
    PictureTokens tokens(by_age_.limits, by_age_.low_edge);
    aged_until_.resize(pictures.size() + 1);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const auto& image = *pictures[i].image;
        const auto turn = turns[pictures[i].place.message];
        pictures_.push_back(
            {.turn = turn,
             .standing = standings[i],
             .full = tokens.of(image, Form::Full),
             .low = tokens.of(image, Form::Low)}
        );
        aged_until_[i + 1] = aged_until_[i] + pictures_[i].tokens(Form::Text);
        if (pictures_[i].ages()) turns_with_ageing_.push_back(turn);
        if (standings[i] == Standing::Pinned && !first_pinned_) first_pinned_ = turn;
    }
}

}  // namespace fovea::context
