#include "fovea/context/fit_request.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/context/picture_needs.hpp"
#include "fovea/context/share_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace fovea::context {
namespace {

constexpr std::string_view kTooMany = "the request already has as many images as the model takes";
constexpr std::string_view kTooLarge = "it did not fit into the request";
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// The least important first, and of equal ones the oldest.
std::vector<std::size_t> least_important_first(std::span<const Candidate> pictures) {
    std::vector<std::size_t> order(pictures.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pictures[i].rank; });
    return order;
}

std::size_t batch_of(std::size_t staying, GivingWay giving_way) {
    if (giving_way == GivingWay::OneByOne) return 1;
    return std::clamp<std::size_t>(staying / 4, 1, kBatch);
}

std::size_t whole_batches(std::size_t count, std::size_t batch) {
    return (count + batch - 1) / batch * batch;
}

// One attempt with a certain set of pictures.
class Attempt {
public:
    Attempt(
        std::span<const Candidate> pictures,
        const RequestLimits& limits,
        std::uint64_t used_bytes,
        GivingWay giving_way
    )
        : pictures_(pictures), limits_(limits), used_bytes_(used_bytes), giving_way_(giving_way) {
        plan_.pictures.resize(pictures.size());
    }

    void leave_out(std::size_t picture, std::string_view reason) {
        plan_.pictures[picture].reason = reason;
    }

    // `kept` the least important first. False when it cannot be done.
    bool fit(std::span<const std::size_t> kept) {
        edge_ = edge_for(limits_, kept.size());
        for (const auto i : kept) set_form(i, pictures_[i].form);
        plan_.images = kept.size();
        return fit_tokens(kept) && fit_bytes(kept);
    }

    // The newest first: what it was sent for is more likely to be on it.
    void add_tiles(std::span<const std::size_t> kept) {
        for (auto i = kept.rbegin(); i != kept.rend() && !plan_.is_tight; ++i) add_tiles(*i);
    }

    RequestPlan take() { return std::move(plan_); }

private:
    void set_form(std::size_t i, Form form) {
        const auto& picture = pictures_[i];
        auto& fitted = plan_.pictures[i];
        const auto edge = form == Form::Low ? std::min(edge_, picture.low_edge) : edge_;
        plan_.tokens -= fitted.tokens;
        fitted.form = form;
        fitted.target = media::FitTarget{
            .max_edge = edge,
            .max_bytes = max_image_bytes(limits_),
            .accepts_gif = limits_.accepts_gif,
            .accepts_webp = limits_.accepts_webp,
            .min_edge = limits_.min_edge,
        };
        fitted.size = picture.is_url
                          ? picture.size
                          : media::pad_to(media::fit_within(picture.size, edge), limits_.min_edge);
        fitted.tokens = tokens_of(fitted.size, edge, limits_);
        plan_.tokens += fitted.tokens;
    }

    bool fit_tokens(std::span<const std::size_t> kept) {
        const auto budget = limits_.max_image_tokens.value_or(kNoLimit);
        const auto batch = batch_of(kept.size(), giving_way_);
        std::size_t lowered = 0;
        for (const auto i : kept) {
            const bool batch_is_whole = lowered % batch == 0 || pictures_[i].rank == Rank::Asked;
            if (plan_.tokens <= budget && batch_is_whole) break;
            if (pictures_[i].form == Form::Low || pictures_[i].is_url) continue;
            set_form(i, Form::Low);
            plan_.pictures[i].reason = "smaller, to stay within the tokens for images";
            ++lowered;
        }
        return plan_.tokens <= budget;
    }

    std::uint64_t byte_budget(std::size_t images) const {
        if (!limits_.max_request_bytes) return kNoLimit;
        const auto around = used_bytes_ + kBytesAroundRequest + images * kBytesAroundPicture;
        return *limits_.max_request_bytes > around ? *limits_.max_request_bytes - around : 0;
    }

    bool fit_bytes(std::span<const std::size_t> kept) {
        std::vector<std::uint64_t> needs;
        for (const auto i : kept) {
            needs.push_back(bytes_needed(pictures_[i], *plan_.pictures[i].target));
        }
        const auto level = share_level(needs, byte_budget(kept.size()));
        if (!level && !kept.empty()) return false;
        plan_.encoded_bytes = kept.size() * kBytesAroundPicture;
        for (std::size_t k = 0; k < kept.size(); ++k) {
            auto& fitted = plan_.pictures[kept[k]];
            fitted.expected_bytes = std::min(needs[k], *level);
            plan_.encoded_bytes += base64_size(fitted.expected_bytes);
            if (needs[k] <= *level) continue;
            fitted.target->max_bytes = *level;
            fitted.reason = "smaller, so that the whole request fits";
            plan_.is_tight = true;
        }
        return true;
    }

    void add_tiles(std::size_t i) {
        const auto& picture = pictures_[i];
        auto& fitted = plan_.pictures[i];
        if (!picture.may_tile || picture.is_url || fitted.form != Form::Full) return;
        if (!is_worth_tiles(picture.size, edge_, picture.density)) return;

        auto [tiles, scale] = native_tiles(picture.size, edge_, limits_, most_tiles());
        if (tiles.empty()) return;
        const auto images = plan_.images + tiles.size();
        const auto sent = tile_size(tiles.front(), scale);
        const auto tokens = tiles.size() * tokens_of(sent, edge_, limits_);
        if (plan_.tokens + tokens > limits_.max_image_tokens.value_or(kNoLimit)) return;
        const auto bytes = tile_bytes_needed(picture, tiles, limits_);
        const auto encoded = base64_size(bytes) + tiles.size() * kBytesAroundPicture;
        const auto before = plan_.encoded_bytes - plan_.images * kBytesAroundPicture;
        const auto budget = byte_budget(plan_.images);
        if (before > budget || encoded > budget - before) return;

        plan_.images = images;
        plan_.tokens += tokens;
        plan_.encoded_bytes += encoded;
        fitted.tokens += tokens;
        fitted.tiles = std::move(tiles);
        fitted.tile_scale = scale;
    }

    std::uint32_t most_tiles() const {
        std::uint64_t room = limits_.max_images.value_or(std::numeric_limits<std::uint32_t>::max());
        // Tiles are no reason to make the others smaller.
        const auto& many = limits_.many_images;
        if (many && edge_for(limits_, std::uint64_t{many->count} + 1) < edge_) {
            room = std::min<std::uint64_t>(room, many->count);
        }
        const auto left = room > plan_.images ? room - plan_.images : 0;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, kMaxTiles));
    }

    std::span<const Candidate> pictures_;
    const RequestLimits& limits_;
    std::uint64_t used_bytes_;
    GivingWay giving_way_;
    std::uint32_t edge_ = 0;
    RequestPlan plan_;
};

Error too_much(std::size_t images, const RequestLimits& limits) {
    if (limits.max_images && images > *limits.max_images) {
        return {
            ErrorCode::LimitExceeded,
            fmt::format(
                "{} images in this turn, and the model takes at most {} in a request",
                images,
                *limits.max_images
            )};
    }
    return {
        ErrorCode::LimitExceeded,
        fmt::format("the {} images of this turn do not fit into one request to the model", images)};
}

}  // namespace

std::uint64_t max_image_bytes(const RequestLimits& limits) {
    const auto raw = limits.max_image_bytes.value_or(kNoLimit);
    if (!limits.max_image_encoded_bytes) return raw;
    return std::min(raw, *limits.max_image_encoded_bytes / 4 * 3);
}

Result<RequestPlan> fit_request(
    std::span<const Candidate> pictures,
    const RequestLimits& limits,
    std::uint64_t used_bytes,
    GivingWay giving_way
) {
    std::vector<std::size_t> order;
    std::vector<std::pair<std::size_t, std::string>> refused;
    for (const auto i : least_important_first(pictures)) {
        auto reason = refusal(pictures[i], limits);
        if (reason.empty()) {
            order.push_back(i);
        } else {
            refused.emplace_back(i, std::move(reason));
        }
    }
    const auto asked = static_cast<std::size_t>(std::ranges::count_if(order, [&](std::size_t i) {
        return pictures[i].rank == Rank::Asked;
    }));
    const std::size_t most = limits.max_images.value_or(std::numeric_limits<std::uint32_t>::max());
    const auto too_many = order.size() > most ? order.size() - most : 0;

    const auto batch = batch_of(order.size() - too_many, giving_way);
    const auto all = order.size() - asked;  // that may give way

    for (auto wanted = too_many; too_many <= all; wanted += batch) {
        const auto gone = std::min(whole_batches(wanted, batch), all);
        Attempt attempt(pictures, limits, used_bytes, giving_way);
        for (const auto& [i, reason] : refused) attempt.leave_out(i, reason);
        for (std::size_t g = 0; g < gone; ++g) {
            attempt.leave_out(order[g], g < too_many ? kTooMany : kTooLarge);
        }
        const auto kept = std::span(order).subspan(gone);
        if (attempt.fit(kept)) {
            attempt.add_tiles(kept);
            return attempt.take();
        }
        if (gone == all) break;
    }
    return too_much(asked, limits);
}

}  // namespace fovea::context
