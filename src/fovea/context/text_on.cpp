#include "fovea/context/text_on.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::context {
namespace {

// Names everything that a measure depends on. The number changes when measures come out otherwise.
std::string key_of(const content::BlobRef& blob, const std::optional<media::PixelRect>& area) {
    auto key = fmt::format("text 1 {}", blob.sha256.hex());
    if (area) key += fmt::format(" area {},{},{},{}", area->x, area->y, area->width, area->height);
    return key;
}

std::string to_text(const media::TextDensity& text) {
    return fmt::format("{} {}", text.length, text.line_height);
}

std::optional<media::TextDensity> from_text(std::string_view kept) {
    media::TextDensity text;
    const auto* const end = kept.data() + kept.size();
    const auto length = std::from_chars(kept.data(), end, text.length);
    if (length.ec != std::errc{} || length.ptr == end || *length.ptr != ' ') return std::nullopt;
    const auto height = std::from_chars(length.ptr + 1, end, text.line_height);
    if (height.ec != std::errc{} || height.ptr != end) return std::nullopt;
    return text;
}

Result<media::TextDensity> measure_in_worker(
    media::PictureWorkers& workers,
    const store::PutFile& put,
    const media::TextRequest& request,
    const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    const auto size = TRY(put(job.input()));
    return job.measure_text(size, request, stop);
}

}  // namespace

MeasureStep measure_in(std::function<Result<media::PictureWorkers*>()> workers) {
    return [workers = std::move(workers
            )](const store::PutFile& put,
               const media::TextRequest& request,
               const std::stop_token& stop) -> Result<media::TextDensity> {
        auto* const running = TRY(workers());
        return measure_in_worker(*running, put, request, stop);
    };
}

TextOn remembered_text(
    store::BlobStore& blobs,
    const store::ResultCache& known,
    const media::Limits& limits,
    MeasureStep measure
) {
    return [&blobs, &known, limits, measure = std::move(measure)](
               const content::ImageBlock& image, const std::stop_token& stop
           ) -> std::optional<media::TextDensity> {
        const auto* blob = content::blob_of(image.source);
        if (blob == nullptr || stop.stop_requested()) return std::nullopt;
        const auto key = key_of(*blob, image.crop);
        if (const auto kept = known.get(key)) {
            if (const auto text = from_text(*kept)) return text;
        }
        if (!blobs.info(*blob, {.stop = stop}).ok()) return std::nullopt;
        const auto measured = measure(
            store::put_from(blobs, *blob, {.stop = stop}),
            {.limits = limits, .area = image.crop},
            stop
        );
        if (!measured.ok()) return std::nullopt;
        known.put(key, to_text(measured.value()));
        return measured.value();
    };
}

}  // namespace fovea::context
