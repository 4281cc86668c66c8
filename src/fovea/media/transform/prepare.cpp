#include "fovea/media/transform/prepare.hpp"

#include "fovea/media/compare/phash.hpp"
#include "fovea/media/image/colour/picture_colour.hpp"
#include "fovea/media/image/crop_sink.hpp"
#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/picture_sink.hpp"
#include "fovea/media/image/tee_sink.hpp"
#include "fovea/media/transform/ladder.hpp"
#include "fovea/media/transform/opaque.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/transform/pad.hpp"
#include "fovea/media/transform/resize.hpp"
#include "fovea/media/transform/stored_rect.hpp"
#include "fovea/media/transform/upright.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fovea::media {
namespace {

PixelSize swapped(PixelSize size) {
    return {size.height, size.width};
}

// One picture on its way up the rungs.
class Preparation {
public:
    Preparation(ByteView file, const PrepareRequest& request, std::span<std::byte> out)
        : file_(file),
          request_(request),
          out_(out.first(std::min<std::uint64_t>(out.size(), request.target.max_bytes))) {}

    Result<PreparedPicture> run();

private:
    void note(std::string action) { result_.actions.push_back(std::move(action)); }
    bool fits_as_it_is() const;
    Result<DecodeReport> check_whole();
    Result<PreparedPicture> finish_unchanged();
    Result<bool> keep_or_strip();
    Result<bool> turn();
    Result<void> encode();
    Result<Picture> decode_to(PixelSize target);
    Result<void> decode_rows(RowSink& last, bool needs_region);
    Result<bool> write(const Picture& picture);
    void note_conversions(PixelSize target);

    ByteView file_;
    const PrepareRequest& request_;
    std::span<std::byte> out_;
    ImageInfo info_;
    const ColourConverter* colour_ = nullptr;
    std::optional<FingerprintSink> fingerprint_;
    std::size_t end_ = 0;
    PreparedPicture result_;
};

bool Preparation::fits_as_it_is() const {
    const auto& target = request_.target;
    const bool accepted = (info_.type != ImageType::Gif || target.accepts_gif) &&
                          (info_.type != ImageType::Webp || target.accepts_webp);
    return request_.rung == Rung::Any && !request_.crop && accepted && info_.frames == 1 &&
           !info_.beyond_canvas && !colour_->is_needed() &&
           info_.size.longest_edge() <= target.max_edge &&
           pad_to(info_.size, target.min_edge) == info_.size;
}

// Reads the file to its end, with the fingerprint on the way when it is wanted.
Result<DecodeReport> Preparation::check_whole() {
    if (!request_.want_phash) return validate(info_.type, file_, request_.limits);
    if (info_.type == ImageType::Jpeg) {
        fingerprint_.emplace(info_.size);
        return validate_jpeg(file_, request_.limits, &*fingerprint_);
    }
    fingerprint_.emplace(info_.size);
    return decode(
        info_.type, file_, {.limits = request_.limits, .native_ycc = true}, *fingerprint_
    );
}

Result<PreparedPicture> Preparation::finish_unchanged() {
    result_.unchanged = true;
    result_.bytes = file_.size();
    result_.type = info_.type;
    result_.size = info_.upright_size();
    if (fingerprint_) result_.phash = fingerprint_->finish(info_.orientation);
    return std::move(result_);
}

// True when the file itself, or a copy without its metadata, is the result.
Result<bool> Preparation::keep_or_strip() {
    const auto stripped = strip(info_.type, file_, out_);
    if (!stripped.ok()) {
        if (stripped.error().code == ErrorCode::LimitExceeded) return false;
        return stripped.error();
    }
    const auto report = TRY(check_whole());
    result_.type = info_.type;
    result_.size = info_.size;
    result_.bytes = stripped.value();
    result_.unchanged = stripped.value() == file_.size() &&
                        std::memcmp(out_.data(), file_.data(), file_.size()) == 0;
    if (result_.unchanged) return true;
    const auto junk = file_.size() - report.end;
    if (junk > 0) note("trailing_bytes_removed");
    if (stripped.value() + junk < file_.size()) note("metadata_removed");
    if (result_.actions.empty()) note("container_repaired");  // an end marker added, say
    return true;
}

// True when a JPEG was turned upright without decoding its pixels.
Result<bool> Preparation::turn() {
    if (info_.type != ImageType::Jpeg || !can_orient_losslessly(info_)) return false;
    if (request_.want_phash) fingerprint_.emplace(info_.size);
    const auto turned = orient_jpeg_losslessly(
        file_, info_.orientation, request_.limits, out_, fingerprint_ ? &*fingerprint_ : nullptr
    );
    if (!turned.ok()) {
        // Too large for the target, or of a kind that cannot be turned so: decode and encode.
        const auto code = turned.error().code;
        if (code != ErrorCode::LimitExceeded && code != ErrorCode::InvalidInput) {
            return turned.error();
        }
        fingerprint_.reset();
        return false;
    }
    result_.type = info_.type;
    result_.size = info_.upright_size();
    result_.bytes = turned.value();
    note("oriented");
    if (info_.has_metadata) note("metadata_removed");
    return true;
}

// Decodes once, through colour conversion and fingerprint, into `last`.
Result<void> Preparation::decode_rows(RowSink& last, bool needs_region) {
    DecodeRequest decode_request{.limits = request_.limits};
    std::optional<PixelRect> stored_crop;
    if (result_.crop) stored_crop = to_stored(*result_.crop, info_.orientation, info_.size);
    const bool fingerprint = request_.want_phash && !result_.phash;

    RowSink* sink = &last;
    std::optional<CropSink> crop;
    if (stored_crop && (fingerprint || !needs_region)) {
        crop.emplace(*stored_crop, *sink);
        sink = &*crop;
    } else if (stored_crop) {
        decode_request.region = stored_crop;
    }
    std::optional<TeeSink> tee;
    if (fingerprint) {
        fingerprint_.emplace(info_.size);
        tee.emplace(*fingerprint_, *sink);
        sink = &*tee;
    }
    std::optional<ColourSink> colour;
    if (colour_->is_needed()) {
        colour.emplace(*colour_, *sink);
        sink = &*colour;
    }
    if (!stored_crop) {
        decode_request.native_ycc = !colour_->is_needed();
        const auto upright = fit_within(info_.upright_size(), request_.target.max_edge);
        decode_request.at_least = swaps_sides(info_.orientation) ? swapped(upright) : upright;
    }
    const auto report = TRY(decode(info_.type, file_, decode_request, *sink));
    end_ = report.end;
    if (fingerprint) result_.phash = fingerprint_->finish(info_.orientation);
    return {};
}

Result<Picture> Preparation::decode_to(PixelSize target) {
    const auto source = result_.crop ? result_.crop->size() : info_.upright_size();
    const auto stored_target = swaps_sides(info_.orientation) ? swapped(target) : target;
    Picture picture;
    if (target == source) {
        PictureSink keep;
        TRY(decode_rows(keep, true));
        picture = drop_opaque_alpha(keep.take());
    } else {
        ResizeSink resize(stored_target);
        TRY(decode_rows(resize, true));
        picture = resize.take();
    }
    return orient(std::move(picture), info_.orientation);
}

// Tries the encodings in turn. False when none of them fits.
Result<bool> Preparation::write(const Picture& picture) {
    const bool lossy = !info_.lossless;
    for (const auto& encoding :
         encodings_for(picture, lossy ? SourceLoss::Lossy : SourceLoss::Lossless)) {
        const bool png = encoding.kind == Encoding::Kind::Png;
        const auto written = png ? encode_png(picture, encoding.png, out_)
                                 : encode_jpeg(picture, encoding.jpeg, out_);
        if (written.ok()) {
            if (!png && picture.format() == PixelFormat::Rgba8) note("flattened_on_white");
            note(encoding.action());
            result_.type = png ? ImageType::Png : ImageType::Jpeg;
            result_.size = picture.size();
            result_.bytes = written.value();
            return true;
        }
        if (written.error().code != ErrorCode::LimitExceeded) return written.error();
    }
    return false;
}

void Preparation::note_conversions(PixelSize target) {
    const auto source = result_.crop ? result_.crop->size() : info_.upright_size();
    if (end_ != 0 && end_ < file_.size()) note("trailing_bytes_removed");
    if (info_.has_metadata) note("metadata_removed");
    if (info_.frames > 1) note("first_frame");
    if (colour_->is_needed()) note(colour_action(info_));
    if (info_.orientation != Orientation::Upright) note("oriented");
    if (result_.crop) note("cropped");
    if (info_.bit_depth > 8) note("reduced_to_8_bit");
    if (target != source) {
        note("downscaled");
        result_.downscaled = true;
    }
}

Result<void> Preparation::encode() {
    const auto source = result_.crop ? result_.crop->size() : info_.upright_size();
    auto edge = std::min(request_.target.max_edge, source.longest_edge());
    int steps = 0;
    while (edge > 0) {
        const auto target = fit_within(source, edge);
        if (target != source && !request_.target.may_downscale) {
            return Error{
                ErrorCode::FileTooLarge, "the picture is too large, and images.downscale is off"};
        }
        const auto padded = pad_to(target, request_.target.min_edge);
        const auto picture = pad(TRY(decode_to(target)), padded);
        result_.actions.clear();
        note_conversions(target);
        if (padded != target) note("padded");
        if (TRY(write(picture))) return {};
        // 56 % of the pixels, and then a quarter: JPEG sizes follow nearly in proportion. Each step
        // decodes again, since small pictures come from the original's pixels too.
        edge = steps++ < 2 ? edge * 3 / 4 : edge / 2;
    }
    return Error{
        ErrorCode::FileTooLarge,
        "the picture cannot be made to fit into " + std::to_string(request_.target.max_bytes) +
            " bytes"};
}

Result<PreparedPicture> Preparation::run() {
    info_ = TRY(probe(file_, request_.limits));
    result_.facts = facts_of(info_);
    if (request_.crop) result_.crop = TRY(resolve(*request_.crop, info_.upright_size()));
    colour_ = &colour_of(info_);

    if (request_.rung == Rung::ValidateOnly) {
        TRY(check_whole());
        return finish_unchanged();
    }
    bool done = false;
    if (fits_as_it_is()) {
        done = info_.orientation == Orientation::Upright ? TRY(keep_or_strip()) : TRY(turn());
    }
    if (!done) TRY(encode());
    if (fingerprint_ && !result_.phash) result_.phash = fingerprint_->finish(info_.orientation);
    return std::move(result_);
}

}  // namespace

Result<PreparedPicture> prepare(
    ByteView file, const PrepareRequest& request, std::span<std::byte> out
) {
    return Preparation(file, request, out).run();
}

}  // namespace fovea::media
