#include "fovea/media/video/sample_animation.hpp"

#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/picture_sink.hpp"
#include "fovea/media/image/webp/webp.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/transform/ladder.hpp"
#include "fovea/media/transform/resize.hpp"
#include "fovea/media/transform/upright.hpp"
#include "fovea/media/video/choose_frames.hpp"
#include "fovea/media/video/glance_keeper.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

struct Shown {
    std::uint32_t frame = 0;
    std::uint64_t from_ms = 0;
    std::uint64_t to_ms = 0;
    const Picture& canvas;
};
using Visitor = std::function<Result<void>(const Shown&)>;

// Every frame in turn, whatever the format.
Result<void> visit(
    ByteView file, const ImageInfo& info, const Limits& limits, const Visitor& visitor
) {
    std::uint64_t time = 0;
    const auto pass = [&](const auto& shown) -> Result<void> {
        const auto from = time;
        time += static_cast<std::uint64_t>(shown.delay.count());
        return visitor({shown.frame, from, time, shown.canvas});
    };
    if (info.type == ImageType::Gif) {
        TRY(decode_gif_frames(file, limits, pass));
        return {};
    }
    if (info.frames > 1) return decode_webp_frames(file, limits, pass);
    PictureSink still;
    TRY(decode(info.type, file, {.limits = limits}, still));
    const Picture picture = still.take();
    return visitor({0, 0, 0, picture});
}

struct Seen {
    std::vector<Glance> glances;
    std::vector<std::uint32_t> frames;  // of each look
    std::uint64_t duration_ms = 0;
};

Result<Seen> look_at_all(ByteView file, const ImageInfo& info, const AnimationRequest& request) {
    Seen seen;
    GlanceKeeper keeper;
    TRY(visit(file, info, request.limits, [&](const Shown& shown) -> Result<void> {
        seen.duration_ms = std::max(seen.duration_ms, shown.to_ms);
        const bool inside =
            shown.from_ms < request.to_ms && (shown.to_ms > request.from_ms || shown.to_ms == 0);
        if (!inside) return {};
        seen.frames.push_back(shown.frame);
        const auto from = std::max(shown.from_ms, request.from_ms);
        return keeper.look(make_glance(shown.canvas), milliseconds(from));
    }));
    seen.glances = keeper.take();
    if (seen.glances.empty()) {
        return Error{
            ErrorCode::InvalidInput,
            "there is no frame at that time; the animation lasts " +
                std::to_string(seen.duration_ms) + " ms"};
    }
    return seen;
}

Result<Picture> resized(const Picture& canvas, PixelSize size) {
    ResizeSink sink(size);
    TRY(sink.begin(canvas.shape()));
    TRY(sink.rows({0, 0, canvas.size().height, canvas.row(0), canvas.stride(), true}));
    TRY(sink.end());
    return sink.take();
}

Result<AnimationFrame> write_frame(
    const Picture& picture, std::uint64_t time, std::span<std::byte> room
) {
    for (const auto& encoding : encodings_for(picture, SourceLoss::Lossless)) {
        const bool png = encoding.kind == Encoding::Kind::Png;
        const auto written = png ? encode_png(picture, encoding.png, room)
                                 : encode_jpeg(picture, encoding.jpeg, room);
        if (written.ok()) {
            return AnimationFrame{
                .time_ms = time,
                .size = picture.size(),
                .type = png ? ImageType::Png : ImageType::Jpeg,
                .bytes = written.value()};
        }
        if (written.error().code != ErrorCode::LimitExceeded) return written.error();
    }
    return Error{ErrorCode::FileTooLarge, "too many frames of that size at once; request fewer"};
}

}  // namespace

Result<SampledAnimation> sample_animation(
    ByteView file, const AnimationRequest& request, std::span<std::byte> out
) {
    const auto info = TRY(probe(file, request.limits));
    if (info.type != ImageType::Gif && info.type != ImageType::Webp) {
        return Error{ErrorCode::UnsupportedFileType, "the picture is not animated"};
    }
    const auto seen = TRY(look_at_all(file, info, request));
    const auto chosen = TRY(choose_frames(seen.glances, request.max_frames));
    SampledAnimation sampled{.facts = facts_of(info), .duration_ms = seen.duration_ms};
    sampled.looked_at = static_cast<std::uint32_t>(seen.frames.size());

    std::set<std::uint32_t> wanted;
    for (const auto index : chosen) wanted.insert(seen.frames[seen.glances[index].number]);
    const auto size = fit_within(info.size, std::max(request.max_edge, 1U));
    const auto keep = [&](const Shown& shown) -> Result<void> {
        if (!wanted.contains(shown.frame)) return {};
        const auto picture = TRY(resized(shown.canvas, size));
        const auto frame = TRY(write_frame(picture, std::max(shown.from_ms, request.from_ms), out));
        out = out.subspan(frame.bytes);
        sampled.frames.push_back(frame);
        return {};
    };
    TRY(visit(file, info, request.limits, keep));
    return sampled;
}

}  // namespace fovea::media
