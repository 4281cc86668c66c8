#include "fovea/context/make_fitting.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/context/lost_files.hpp"
#include "fovea/context/picture_needs.hpp"

#include <utility>

namespace fovea::context {
namespace {

// Rounds in which sizes are learned; two are the rule. After that the shares by what is known hold.
constexpr int kMaxRounds = 8;

std::string reason_of(const Error& error) {
    switch (error.code) {
        case ErrorCode::FileNotFound: return std::string(kFileGone);
        case ErrorCode::LimitExceeded:
        case ErrorCode::FileTooLarge: return "it could not be made small enough";
        case ErrorCode::InvalidInput:
        case ErrorCode::UrlBlocked:
        case ErrorCode::UnsupportedFileType:
        case ErrorCode::DecodeFailed:
        case ErrorCode::ConsentRequired:
        case ErrorCode::VisionNotSupported:
        case ErrorCode::PdfNotSupported:
        case ErrorCode::VideoNotSupported:
        case ErrorCode::NoCandidate:
        case ErrorCode::PdfTooManyPages:
        case ErrorCode::LlmError:
        case ErrorCode::ResponseNotJson: return std::string(kFileUnreadable);
        // Not the picture's fault: words in its place would hide what is wrong.
        case ErrorCode::BudgetExceeded:
        case ErrorCode::Cancelled:
        case ErrorCode::StoreError:
        case ErrorCode::ConfigInvalid:
        case ErrorCode::Internal: return {};
    }
    return {};
}

media::PixelRect within(const std::optional<media::PixelRect>& crop, media::PixelRect tile) {
    if (crop) {
        tile.x += crop->x;
        tile.y += crop->y;
    }
    return tile;
}

class Making {
public:
    Making(
        std::vector<Wanted> wanted,
        const RequestLimits& limits,
        std::uint64_t used_bytes,
        VariantMaker& maker,
        const std::stop_token& stop,
        GivingWay giving_way
    )
        : wanted_(std::move(wanted)),
          limits_(limits),
          used_bytes_(used_bytes),
          maker_(maker),
          stop_(stop),
          giving_way_(giving_way),
          fits_(wanted_.size()),
          failed_(wanted_.size()) {}

    Result<std::vector<Fit>> run() {
        // A round that loses a picture is not counted: there are only so many to lose, and however
        // many are broken, the others go.
        for (int round = 0; round < 2 * kMaxRounds; round += lost_ ? 0 : 1) {
            TRY(solve());
            learned_ = lost_ = false;
            for (const auto i : live_) TRY(measure(i));
            const bool fits = !tight_ && sent_bytes() <= room();
            if (lost_ || (learned_ && !fits && round < kMaxRounds)) continue;
            if (!fits && !tight_) {  // only tiles are guessed
                for (const auto i : live_) wanted_[i].candidate.may_tile = false;
                continue;
            }
            for (const auto i : live_) TRY(squeeze(i));
            if (!lost_ && sent_bytes() <= room()) return finish();
        }
        return Error{
            ErrorCode::LimitExceeded, "the images of this turn do not fit into one request"};
    }

private:
    Result<void> solve() {
        live_.clear();
        std::vector<Candidate> candidates;
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            if (!failed_[i].empty()) continue;
            live_.push_back(i);
            candidates.push_back(wanted_[i].candidate);
        }
        auto plan = TRY(fit_request(candidates, limits_, used_bytes_, giving_way_));
        tight_ = plan.is_tight;
        for (std::size_t k = 0; k < live_.size(); ++k) {
            fits_[live_[k]].fitted = std::move(plan.pictures[k]);
        }
        return {};
    }

    // Nothing when the picture is to blame; the others may have its room then.
    Result<std::optional<Variant>> make(
        std::size_t i,
        std::uint64_t max_bytes,
        const std::optional<media::PixelRect>& crop,
        std::uint32_t max_edge
    ) {
        Transform transform{*fits_[i].fitted.target, crop};
        transform.target.max_bytes = max_bytes;
        transform.target.max_edge = max_edge;
        auto made = maker_.make(*wanted_[i].original, transform, stop_);
        if (made.ok()) return std::optional(std::move(made).value());
        auto reason = reason_of(made.error());
        if (reason.empty()) return made.error();
        failed_[i] = std::move(reason);
        lost_ = true;
        return std::optional<Variant>();
    }

    bool is_made_here(std::size_t i) const {
        return fits_[i].fitted.target && wanted_[i].original && failed_[i].empty();
    }

    Result<void> measure(std::size_t i) {
        auto& fit = fits_[i];
        fit.tiles.clear();
        if (!is_made_here(i)) return {};
        const auto edge = fit.fitted.target->max_edge;
        auto& measured = wanted_[i].candidate.measured;
        fit.variant = TRY(make(i, max_image_bytes(limits_), wanted_[i].crop, edge));
        if (!fit.variant) return {};
        if (!measured || measured->max_edge != edge) {
            measured = Measured{edge, fit.variant->bytes};
            learned_ = true;
        }
        for (const auto& tile : fit.fitted.tiles) {
            const auto rect = within(wanted_[i].crop, tile);
            const auto longest = tile_size(rect, fit.fitted.tile_scale).longest_edge();
            auto made = TRY(make(i, max_image_bytes(limits_), rect, longest));
            if (!made) {
                failed_[i].clear();  // the whole of it is there
                wanted_[i].candidate.may_tile = false;
                return {};
            }
            fit.tiles.push_back(std::move(*made));
        }
        return {};
    }

    Result<void> squeeze(std::size_t i) {
        if (!is_made_here(i)) return {};
        const auto& target = *fits_[i].fitted.target;
        if (fits_[i].variant->bytes <= target.max_bytes) return {};
        fits_[i].variant = TRY(make(i, target.max_bytes, wanted_[i].crop, target.max_edge));
        return {};
    }

    std::uint64_t room() const {
        if (!limits_.max_request_bytes) return ~std::uint64_t{0};
        const auto around = used_bytes_ + kBytesAroundRequest;
        return *limits_.max_request_bytes > around ? *limits_.max_request_bytes - around : 0;
    }

    std::uint64_t sent_bytes() const {
        std::uint64_t bytes = 0;
        const auto add = [&](std::uint64_t raw) {
            bytes += base64_size(raw) + kBytesAroundPicture;
        };
        for (const auto i : live_) {
            if (!is_made_here(i)) continue;
            add(fits_[i].variant->bytes);
            for (const auto& tile : fits_[i].tiles) add(tile.bytes);
        }
        return bytes;
    }

    std::vector<Fit> finish() {
        for (std::size_t i = 0; i < fits_.size(); ++i) {
            if (is_made_here(i)) continue;
            fits_[i].variant.reset();
            fits_[i].tiles.clear();
            if (failed_[i].empty()) continue;
            fits_[i].fitted = Fitted{.reason = failed_[i]};
        }
        return std::move(fits_);
    }

    std::vector<Wanted> wanted_;
    const RequestLimits& limits_;
    std::uint64_t used_bytes_;
    VariantMaker& maker_;
    const std::stop_token& stop_;
    GivingWay giving_way_;

    std::vector<Fit> fits_;
    std::vector<std::string> failed_;  // why it cannot be made; empty for the others
    std::vector<std::size_t> live_;    // those that have not failed
    bool tight_ = false;
    bool learned_ = false;  // in this round, the size of a picture
    bool lost_ = false;     // in this round, a picture or its tiles
};

}  // namespace

Result<std::vector<Fit>> make_fitting(
    std::vector<Wanted> wanted,
    const RequestLimits& limits,
    std::uint64_t used_bytes,
    VariantMaker& maker,
    const std::stop_token& stop,
    GivingWay giving_way
) {
    return Making(std::move(wanted), limits, used_bytes, maker, stop, giving_way).run();
}

}  // namespace fovea::context
