#include "fovea/media/worker/jobs.hpp"

#include "fovea/media/worker/message.hpp"
#include "fovea/media/worker/message_parts.hpp"
#include "fovea/media/worker/video_jobs.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxActions = 64;

enum class Tag : std::uint8_t {
    Prepare = 1,
    Compare = 2,
    Frame = 3,
    Text = 4,
    Animation = 5,
    Sheet = 6,
    Thumbnail = 7
};
enum class CropTag : std::uint8_t { None = 0, Region = 1, Normalized = 2, Pixels = 3 };

void write_four(MessageWriter& out, CropTag tag, double x, double y, double width, double height) {
    out.u8(static_cast<std::uint8_t>(tag));
    for (const double number : {x, y, width, height}) out.f64(number);
}

void write(MessageWriter& out, const std::optional<Crop>& crop) {
    if (!crop) return out.u8(static_cast<std::uint8_t>(CropTag::None));
    if (const auto* region = std::get_if<NamedRegion>(&*crop)) {
        out.u8(static_cast<std::uint8_t>(CropTag::Region));
        out.text(region->name);
    } else if (const auto* part = std::get_if<NormalizedRect>(&*crop)) {
        write_four(out, CropTag::Normalized, part->x, part->y, part->width, part->height);
    } else if (const auto* pixels = std::get_if<RequestedPixels>(&*crop)) {
        write_four(out, CropTag::Pixels, pixels->x, pixels->y, pixels->width, pixels->height);
    }
}

Result<std::optional<Crop>> read_crop(MessageReader& in) {
    const auto tag = in.choice<CropTag>(0, 3);
    if (tag == CropTag::None) return std::optional<Crop>{};
    if (tag == CropTag::Region) {
        const auto region = TRY(find_region(in.text()));
        return std::optional<Crop>{region};
    }
    const double x = in.f64();
    const double y = in.f64();
    const double width = in.f64();
    const double height = in.f64();
    if (tag == CropTag::Normalized) return std::optional<Crop>{NormalizedRect{x, y, width, height}};
    return std::optional<Crop>{RequestedPixels{x, y, width, height}};
}

}  // namespace

Bytes encode(const Job& job) {
    MessageWriter out;
    if (const auto* prepare = std::get_if<PrepareRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Prepare));
        write(out, prepare->limits);
        out.u32(prepare->target.max_edge);
        out.u64(prepare->target.max_bytes);
        out.flag(prepare->target.may_downscale);
        out.flag(prepare->target.accepts_gif);
        out.flag(prepare->target.accepts_webp);
        out.u32(prepare->target.min_edge);
        write(out, prepare->crop);
        out.flag(prepare->want_phash);
        out.u8(static_cast<std::uint8_t>(prepare->rung));
    } else if (const auto* compare = std::get_if<CompareJob>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Compare));
        write(out, compare->request.limits);
        out.flag(compare->request.want_overlay);
        out.u64(compare->first_bytes);
    } else if (const auto* frame = std::get_if<FrameRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Frame));
        write(out, frame->limits);
        const auto count = std::min(frame->boxes.size(), kMaxFrames);
        out.u32(static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; ++i) write(out, frame->boxes[i]);
        const auto marks = std::min(frame->marks.size(), kMaxMarks);
        out.u32(static_cast<std::uint32_t>(marks));
        for (std::size_t i = 0; i < marks; ++i) {
            write(out, frame->marks[i].box);
            write(out, frame->marks[i].tag);
            out.u32(frame->marks[i].number);
        }
    } else if (const auto* text = std::get_if<TextRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Text));
        write(out, text->limits);
        out.flag(text->area.has_value());
        write(out, text->area.value_or(PixelRect{}));
    } else if (const auto* animation = std::get_if<AnimationRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Animation));
        write(out, *animation);
    } else if (const auto* sheet = std::get_if<SheetRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Sheet));
        write(out, *sheet);
    } else if (const auto* small = std::get_if<ThumbnailRequest>(&job)) {
        out.u8(static_cast<std::uint8_t>(Tag::Thumbnail));
        write(out, small->limits);
        write(out, small->room);
    }
    return out.take();
}

Result<Job> decode_job(ByteView message) {
    MessageReader in(message);
    const auto tag = in.choice<Tag>(1, 7);
    Job job;
    if (tag == Tag::Prepare) {
        PrepareRequest request;
        request.limits = read_limits(in);
        request.target.max_edge = in.u32();
        request.target.max_bytes = in.u64();
        request.target.may_downscale = in.flag();
        request.target.accepts_gif = in.flag();
        request.target.accepts_webp = in.flag();
        request.target.min_edge = in.u32();
        request.crop = TRY(read_crop(in));
        request.want_phash = in.flag();
        request.rung = in.choice<Rung>(0, static_cast<std::uint8_t>(Rung::Encode));
        job = request;
    } else if (tag == Tag::Frame) {
        FrameRequest frame;
        frame.limits = read_limits(in);
        const auto count = in.u32();
        if (count > kMaxFrames) return Error{ErrorCode::Internal, "a job has too many boxes"};
        for (std::uint32_t i = 0; i < count; ++i) frame.boxes.push_back(read_rect(in));
        const auto marks = in.u32();
        if (marks > kMaxMarks) return Error{ErrorCode::Internal, "a job has too many marks"};
        for (std::uint32_t i = 0; i < marks; ++i) {
            const auto box = read_rect(in);
            const auto number_tag = read_rect(in);
            frame.marks.push_back({box, number_tag, in.u32()});
        }
        job = std::move(frame);
    } else if (tag == Tag::Text) {
        TextRequest text;
        text.limits = read_limits(in);
        const bool has_area = in.flag();
        const auto area = read_rect(in);
        if (has_area) text.area = area;
        job = text;
    } else if (tag == Tag::Animation) {
        job = read_animation_request(in);
    } else if (tag == Tag::Sheet) {
        job = TRY(read_sheet_request(in));
    } else if (tag == Tag::Thumbnail) {
        ThumbnailRequest small;
        small.limits = read_limits(in);
        small.room = read_size(in);
        job = small;
    } else {
        CompareJob compare;
        compare.request.limits = read_limits(in);
        compare.request.want_overlay = in.flag();
        compare.first_bytes = in.u64();
        job = compare;
    }
    if (!in.complete()) return Error{ErrorCode::Internal, "a job's message is garbled"};
    return job;
}

Bytes encode_reply(const Result<PreparedPicture>& reply) {
    return encoded(reply, [](MessageWriter& out, const PreparedPicture& prepared) {
        write(out, prepared.facts);
        out.flag(prepared.phash.has_value());
        out.u64(prepared.phash.value_or(0));
        out.u8(static_cast<std::uint8_t>(prepared.type));
        write(out, prepared.size);
        out.flag(prepared.unchanged);
        out.u64(prepared.bytes);
        out.flag(prepared.downscaled);
        out.flag(prepared.crop.has_value());
        write(out, prepared.crop.value_or(PixelRect{}));
        out.u32(static_cast<std::uint32_t>(prepared.actions.size()));
        for (const auto& action : prepared.actions) out.text(action);
    });
}

Bytes encode_reply(const Result<Compared>& reply) {
    return encoded(reply, [](MessageWriter& out, const Compared& compared) {
        write(out, compared.first);
        write(out, compared.second);
        out.u64(compared.first_phash);
        out.u64(compared.second_phash);
        out.f64(compared.similarity);
        out.flag(compared.identical);
        out.flag(compared.same_size);
        out.f64(compared.changed_fraction);
        out.u64(compared.overlay_bytes);
        out.u32(static_cast<std::uint32_t>(compared.regions.size()));
        for (const auto& region : compared.regions) write(out, region);
        out.u32(static_cast<std::uint32_t>(compared.recoloured.size()));
        for (const auto& change : compared.recoloured) {
            write(out, change.region);
            write(out, change.before);
            write(out, change.after);
            out.f64(change.share);
        }
    });
}

Bytes encode_reply(const Result<Framed>& reply) {
    return encoded(reply, [](MessageWriter& out, const Framed& said) {
        write(out, said.size);
        out.u64(said.bytes);
    });
}

Bytes encode_reply(const Result<TextDensity>& reply) {
    return encoded(reply, [](MessageWriter& out, const TextDensity& said) {
        out.u32(said.length);
        out.u32(said.line_height);
    });
}

Result<TextDensity> decode_text_density(ByteView message) {
    MessageReader in(message);
    TRY(read_outcome(in));
    TextDensity text;
    text.length = in.u32();
    text.line_height = in.u32();
    const bool agrees = (text.length == 0) == (text.line_height == 0);
    if (!in.complete() || !agrees || text.line_height > kMaxLineHeight) return garbled();
    return text;
}

Bytes encode_reply(const Result<Thumbnail>& reply) {
    return encoded(reply, [](MessageWriter& out, const Thumbnail& said) { write(out, said.size); });
}

Result<Thumbnail> decode_thumbnail(
    ByteView message, const ThumbnailRequest& request, std::size_t max_output
) {
    MessageReader in(message);
    TRY(read_outcome(in));
    const Thumbnail made{read_size(in)};
    const bool fits =
        made.size.width <= request.room.width && made.size.height <= request.room.height;
    if (!in.complete() || !fits || made.size.pixels() == 0 || made.bytes() != max_output) {
        return garbled();
    }
    return made;
}

Result<Framed> decode_framed(ByteView message, std::size_t max_output) {
    MessageReader in(message);
    TRY(read_outcome(in));
    Framed framed;
    framed.size = read_size(in);
    framed.bytes = in.u64();
    if (!in.complete() || framed.bytes > max_output || framed.size.pixels() == 0) return garbled();
    return framed;
}

Result<PreparedPicture> decode_prepared(
    ByteView message, std::size_t input_bytes, std::size_t max_output
) {
    MessageReader in(message);
    TRY(read_outcome(in));
    PreparedPicture prepared;
    prepared.facts = read_facts(in);
    const bool has_phash = in.flag();
    const auto phash = in.u64();
    if (has_phash) prepared.phash = phash;
    prepared.type = read_type(in);
    prepared.size = read_size(in);
    prepared.unchanged = in.flag();
    prepared.bytes = in.u64();
    prepared.downscaled = in.flag();
    const bool has_crop = in.flag();
    const auto crop = read_rect(in);
    if (has_crop) prepared.crop = crop;
    const auto actions = in.u32();
    if (actions > kMaxActions) return garbled();
    for (std::uint32_t i = 0; i < actions; ++i) prepared.actions.push_back(in.text());
    const auto available = prepared.unchanged ? input_bytes : max_output;
    if (prepared.unchanged && prepared.bytes != input_bytes) return garbled();
    if (!in.complete() || prepared.bytes > available || prepared.size.pixels() == 0)
        return garbled();
    return prepared;
}

Result<Compared> decode_compared(ByteView message, std::size_t max_output) {
    MessageReader in(message);
    TRY(read_outcome(in));
    Compared compared;
    compared.first = read_facts(in);
    compared.second = read_facts(in);
    compared.first_phash = in.u64();
    compared.second_phash = in.u64();
    compared.similarity = in.f64();
    compared.identical = in.flag();
    compared.same_size = in.flag();
    compared.changed_fraction = in.f64();
    compared.overlay_bytes = in.u64();
    const auto regions = in.u32();
    if (regions > kMaxRegions) return garbled();
    for (std::uint32_t i = 0; i < regions; ++i) compared.regions.push_back(read_rect(in));
    const auto inside = [&](const PixelRect& rect) {
        return std::uint64_t{rect.x} + rect.width <= compared.second.size.width &&
               std::uint64_t{rect.y} + rect.height <= compared.second.size.height;
    };
    if (!std::ranges::all_of(compared.regions, inside)) return garbled();
    const auto is_share = [](double number) {
        return number >= 0 && number <= 1;
    };  // false for NaN
    const auto recoloured = in.u32();
    if (recoloured > regions) return garbled();
    for (std::uint32_t i = 0; i < recoloured; ++i) {
        ColourChange change;
        change.region = read_rect(in);
        change.before = read_colour(in);
        change.after = read_colour(in);
        change.share = in.f64();
        const bool known =
            std::ranges::find(compared.regions, change.region) != compared.regions.end();
        if (!known || !is_share(change.share)) return garbled();
        compared.recoloured.push_back(change);
    }
    if (!in.complete() || compared.overlay_bytes > max_output || !is_share(compared.similarity) ||
        !is_share(compared.changed_fraction)) {
        return garbled();
    }
    return compared;
}

}  // namespace fovea::media
