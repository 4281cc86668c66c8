#include "fovea/context/render_context.hpp"

#include "fovea/content/shown_part.hpp"
#include "fovea/context/assemble.hpp"
#include "fovea/context/duplicates.hpp"
#include "fovea/context/lost_files.hpp"
#include "fovea/context/make_fitting.hpp"
#include "fovea/context/picture_needs.hpp"
#include "fovea/context/picture_tokens.hpp"
#include "fovea/context/request_size.hpp"
#include "fovea/context/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::context {
namespace {

using content::ImageBlock;
using store::ImageState;

constexpr std::uint64_t kLettersPerToken = 4;  // of a description: most tokenizers, about

std::string reason_of(const Aged& aged) {
    switch (aged.standing) {
        case Standing::Dropped: return "dropped";
        case Standing::Quarantined: return "the provider refused it before";
        case Standing::Usual:
        case Standing::Pinned: break;
    }
    return "of an earlier turn";
}

Rank rank_of(const Appearance& seen, const Aged& aged) {
    if (seen.is_latest) return Rank::Asked;
    if (seen.age == 0) return Rank::Working;
    return aged.standing == Standing::Pinned ? Rank::Pinned : Rank::Past;
}

media::PixelSize meant_size(const ImageBlock& image) {
    if (!image.crop) return image.size;
    return {
        std::min(image.crop->width, image.size.width),
        std::min(image.crop->height, image.size.height)};
}

class Rendering {
public:
    Rendering(
        const std::vector<content::Message>& messages,
        const ContextSettings& settings,
        const RequestLimits& limits,
        VariantMaker& variants,
        const std::stop_token& stop
    )
        : messages_(messages),
          settings_(settings),
          limits_(limits),
          variants_(variants),
          stop_(stop),
          pictures_(pictures_in(messages)),
          aged_(age_pictures(messages, pictures_, settings.ageing, settings.standing_of)),
          refers_(pictures_.size()),
          pieces_(pictures_.size()),
          receipt_(pictures_.size()) {}

    Result<Rendered> run() {
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            receipt_[i].image = pictures_[i].image->source;
            receipt_[i].place = pictures_[i].place;
        }
        if (settings_.sight == Sight::Sees) {
            TRY(send_pixels());
            add_words_beside();
        } else {
            for (std::size_t i = 0; i < pictures_.size(); ++i) put_description(i);
        }
        return Rendered{assemble(messages_, pieces_), std::move(receipt_)};
    }

private:
    void put_words(std::size_t i, std::string words, ImageState state, std::string reason) {
        pieces_[i] = {content::TextBlock{std::move(words)}};
        receipt_[i].state = state;
        receipt_[i].reason = std::move(reason);
    }

    void put_aged(std::size_t i) {
        const bool refused = aged_[i].standing == Standing::Quarantined;
        const auto state = refused ? ImageState::Quarantined : ImageState::Text;
        auto words = std::move(aged_[i].words);
        if (refused && settings_.in_words) {
            const auto told = settings_.in_words(*pictures_[i].image);
            if (told && told->state == ImageState::Described) words += "\n" + told->words;
        }
        put_words(i, std::move(words), state, reason_of(aged_[i]));
    }

    // The same words once: a picture that appears again refers to its first appearance.
    void put_description(std::size_t i) {
        if (aged_[i].standing == Standing::Dropped) return put_aged(i);
        const auto& image = *pictures_[i].image;
        auto told = settings_.in_words ? settings_.in_words(image) : std::nullopt;
        if (!told && aged_[i].form == Form::Text) return put_aged(i);
        if (!told) {
            return put_words(
                i, placeholder(image), ImageState::Text, "the model does not take images"
            );
        }
        for (std::size_t k = 0; k < i; ++k) {
            const bool is_there =
                receipt_[k].state == told->state && shows_the_same(*pictures_[k].image, image);
            if (!is_there) continue;
            const auto reason = fmt::format("the same as image {}", k + 1);
            return put_words(i, same_image(image, Where::Above), told->state, reason);
        }
        if (const auto* part = content::shown_part(image);
            part != nullptr && told->reason.empty()) {
            told->reason =
                fmt::format("its part {}x{} at {},{}", part->width, part->height, part->x, part->y);
        }
        const auto letters = told->words.size();
        put_words(i, std::move(told->words), told->state, std::move(told->reason));
        if (told->state == ImageState::Described) {
            receipt_[i].tokens = letters / kLettersPerToken + 1;
        }
    }

    // Mode always: the words stand behind the pixels.
    void add_words_beside() {
        if (!settings_.in_words) return;
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            if (receipt_[i].sent.empty()) continue;
            if (auto told = settings_.in_words(*pictures_[i].image)) {
                pieces_[i].emplace_back(content::TextBlock{std::move(told->words)});
            }
        }
    }

    Result<void> send_pixels() {
        refers_ = find_duplicates(pictures_, aged_);
        std::vector<std::size_t> carriers;
        std::vector<Wanted> wanted;
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            if (aged_[i].form == Form::Text) put_aged(i);
            if (aged_[i].form == Form::Text || refers_[i]) continue;
            if (auto picture = want(i)) {
                carriers.push_back(i);
                wanted.push_back(std::move(*picture));
            }
        }
        const auto used = settings_.other_bytes + request_size(messages_, variants_);
        const auto giving_way = minds_cache() ? GivingWay::InBatches : GivingWay::OneByOne;
        const auto fits =
            TRY(make_fitting(std::move(wanted), limits_, used, variants_, stop_, giving_way));
        for (std::size_t k = 0; k < carriers.size(); ++k) put_fit(carriers[k], fits[k]);
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            if (refers_[i]) put_reference(i, *refers_[i]);
        }
        return {};
    }

    // Nothing when the file is not there; words are in its place then.
    std::optional<Wanted> want(std::size_t i) {
        const auto& image = *pictures_[i].image;
        Wanted wanted;
        auto& candidate = wanted.candidate;
        const auto* blob = content::blob_of(image.source);
        if (blob != nullptr) {
            const auto bytes = variants_.size_of(*blob);
            if (!bytes.ok()) {
                put_unsent(i, std::string(kFileGone));
                return std::nullopt;
            }
            candidate.bytes = bytes.value();
            wanted.original = *blob;
            wanted.crop = image.crop;
        }
        candidate.is_url = blob == nullptr;
        candidate.size = candidate.is_url ? image.size : meant_size(image);
        candidate.mime = image.mime;
        candidate.frames = image.mime == "image/gif" || image.mime == "image/webp" ? 0 : 1;
        candidate.is_cropped = wanted.crop.has_value();
        candidate.form = aged_[i].form;
        candidate.low_edge = settings_.ageing.low_edge;
        candidate.rank = rank_of(pictures_[i], aged_[i]);
        // What stands for others is as important as the most important of them.
        for (std::size_t other = 0; other < pictures_.size(); ++other) {
            if (refers_[other] != i) continue;
            candidate.rank = std::max(candidate.rank, rank_of(pictures_[other], aged_[other]));
        }
        candidate.may_tile = settings_.tiling == Tiling::On && keeps_tiles(candidate.rank);
        candidate.density = density_of(image, candidate);
        return wanted;
    }

    // Tiles are for the open turn. Where the provider caches prompts they stay until their picture
    // goes: taking them away would change an earlier message at every turn (X2).
    bool keeps_tiles(Rank rank) const { return rank >= Rank::Working || minds_cache(); }
    bool minds_cache() const { return settings_.ageing.policy == AgeingPolicy::CacheAware; }

    // Measured only where it makes a difference: it costs as much as decoding the picture.
    Density density_of(const ImageBlock& image, const Candidate& candidate) const {
        if (!settings_.text_on || !candidate.may_tile || candidate.is_url ||
            candidate.form != Form::Full || candidate.size.longest_edge() <= edge_for(limits_, 1)) {
            return Density::Usual;
        }
        const auto text = settings_.text_on(image, stop_);
        return text && is_dense(*text, candidate.size, limits_) ? Density::Dense : Density::Usual;
    }

    void put_unsent(std::size_t i, const std::string& reason) {
        put_words(i, unsent_image(*pictures_[i].image, reason), ImageState::Text, reason);
    }

    static ImageBlock sent_block(const ImageBlock& image, const Variant& variant) {
        ImageBlock sent = image;
        sent.source = variant.blob;
        sent.mime = variant.mime;
        sent.size = variant.size;
        sent.crop.reset();
        return sent;
    }

    void put_fit(std::size_t i, const Fit& fit) {
        const auto& image = *pictures_[i].image;
        if (!fit.fitted.target) return put_unsent(i, fit.fitted.reason);
        auto& delivery = receipt_[i];
        delivery.state = fit.fitted.form == Form::Low ? ImageState::Low : ImageState::Pixels;
        delivery.reason = fit.fitted.reason;
        delivery.tokens = fit.fitted.tokens;
        if (!fit.variant) {  // an address
            delivery.sent = {image.source};
            pieces_[i] = {image};
            return;
        }
        const auto& variant = *fit.variant;
        delivery.sent = {variant.blob};
        for (const auto& tile : fit.tiles) delivery.sent.emplace_back(tile.blob);
        delivery.size = variant.size;
        delivery.downscaled = variant.downscaled;
        delivery.actions = variant.actions;
        delivery.tiles = fit.tiles.size();
        delivery.bytes = variant.bytes;
        delivery.tokens = estimated(variant.size);
        if (!fit.tiles.empty()) return put_tiles(i, fit);
        if (settings_.naming == Naming::Named) {
            const bool is_small = delivery.state == ImageState::Low && variant.downscaled;
            pieces_[i].emplace_back(content::TextBlock{
                is_small ? smaller(image, variant.size) : placeholder(image)});
        }
        pieces_[i].emplace_back(sent_block(image, variant));
    }

    void put_tiles(std::size_t i, const Fit& fit) {
        const auto& image = *pictures_[i].image;
        auto& pieces = pieces_[i];
        auto overview = sent_block(image, *fit.variant);
        overview.cache_control = false;
        auto& scale = receipt_[i].tile_scale;
        for (std::size_t t = 0; t < fit.tiles.size(); ++t) {
            const auto part = fit.fitted.tiles[t].size();
            scale = std::min(scale, scale_seen(part, fit.tiles[t].size, limits_));
        }
        pieces.emplace_back(content::TextBlock{overview_label(image, fit.tiles.size(), scale)});
        pieces.emplace_back(std::move(overview));
        for (std::size_t t = 0; t < fit.tiles.size(); ++t) {
            const auto& tile = fit.tiles[t];
            auto block = sent_block(image, tile);
            block.cache_control = image.cache_control && t + 1 == fit.tiles.size();
            const auto label = tile_label(image, t + 1, fit.tiles.size(), fit.fitted.tiles[t]);
            pieces.emplace_back(content::TextBlock{label});
            pieces.emplace_back(std::move(block));
            receipt_[i].bytes += tile.bytes;
            receipt_[i].tokens += estimated(tile.size);
        }
    }

    std::uint64_t estimated(media::PixelSize sent) const {
        return static_cast<std::uint64_t>(std::llround(tokens_sent(sent, limits_)));
    }

    // To one that did not go either, there is nothing to refer to.
    void put_reference(std::size_t i, std::size_t carrier) {
        const auto state = receipt_[carrier].state;
        if (state != ImageState::Pixels && state != ImageState::Low) {
            return put_unsent(i, receipt_[carrier].reason);
        }
        put_words(
            i,
            same_image(*pictures_[i].image, carrier < i ? Where::Above : Where::Below),
            state,
            fmt::format("the same as image {}", carrier + 1)
        );
    }

    const std::vector<content::Message>& messages_;
    const ContextSettings& settings_;
    const RequestLimits& limits_;
    VariantMaker& variants_;
    const std::stop_token& stop_;

    std::vector<Appearance> pictures_;
    std::vector<Aged> aged_;
    std::vector<std::optional<std::size_t>> refers_;
    std::vector<std::vector<Piece>> pieces_;
    std::vector<Delivery> receipt_;
};

}  // namespace

Result<Rendered> render_context(
    const std::vector<content::Message>& messages,
    const ContextSettings& settings,
    const RequestLimits& limits,
    VariantMaker& variants,
    const std::stop_token& stop
) {
    return Rendering(messages, settings, limits, variants, stop).run();
}

}  // namespace fovea::context
