#include "fovea/analysis/frames.hpp"

#include "fovea/media/image/sniff.hpp"
#include "fovea/media/video/sample_video.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::analysis {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;

std::string key_of(const content::BlobRef& blob, const FrameRequest& request) {
    auto key = "frames 4 " + blob.sha256.hex() + " " + std::to_string(request.max_frames) + " " +
               std::to_string(request.max_edge) + " " + std::to_string(request.from.count());
    if (request.to) key += " " + std::to_string(request.to->count());
    return key;
}

std::string kept_text(const StoredFrames& sampled) {
    json::array frames;
    for (const auto& frame : sampled.frames) {
        const auto& image = frame.image;
        frames.push_back(
            {frame.time.count(),
             content::blob_of(image.source)->sha256.hex(),
             image.mime,
             image.size.width,
             image.size.height}
        );
    }
    return json::serialize(json::object{
        {"duration", sampled.duration.count()},
        {"cut_short", sampled.cut_short},
        {"seen_until",
         sampled.seen_until ? json::value(sampled.seen_until->count()) : json::value(nullptr)},
        {"width", sampled.size.width},
        {"height", sampled.size.height},
        {"frames", std::move(frames)}});
}

content::ImageBlock block_of(
    const Material& file,
    milliseconds time,
    content::BlobRef blob,
    std::string mime,
    media::PixelSize size
) {
    const auto name = file.filename.empty() ? std::string("video") : file.filename;
    return {
        .source = blob,
        .mime = std::move(mime),
        .size = size,
        .filename = name + "-" + std::to_string(time.count()) + "ms",
        .alt = "frame of " + name};
}

std::optional<StoredFrames> known_frames(
    const Material& file, const std::string& key, const delivery::DocumentServices& services
) {
    const auto text = services.known.get(key);
    if (!text) return std::nullopt;
    try {
        const auto kept = json::parse(*text);
        StoredFrames sampled{
            .duration = milliseconds(kept.at("duration").to_number<std::int64_t>()),
            .cut_short = kept.at("cut_short").as_bool(),
            .size = {
                kept.at("width").to_number<std::uint32_t>(),
                kept.at("height").to_number<std::uint32_t>()}};
        if (const auto& until = kept.at("seen_until"); !until.is_null()) {
            sampled.seen_until = milliseconds(until.to_number<std::int64_t>());
        }
        for (const auto& each : kept.at("frames").as_array()) {
            const auto& fields = each.as_array();
            const milliseconds time(fields.at(0).to_number<std::int64_t>());
            const auto name = Sha256::from_hex(fields.at(1).as_string());
            if (!name.ok()) return std::nullopt;
            const content::BlobRef blob{name.value()};
            const auto stored = services.blobs.has(blob);
            if (!stored.ok() || !stored.value()) return std::nullopt;
            sampled.frames.push_back(
                {time,
                 block_of(
                     file,
                     time,
                     blob,
                     std::string(fields.at(2).as_string()),
                     {fields.at(3).to_number<std::uint32_t>(),
                      fields.at(4).to_number<std::uint32_t>()}
                 )}
            );
        }
        return sampled;
    } catch (const std::exception&) {
        return std::nullopt;  // of another version
    }
}

// The recording where it lies: a file that somebody named, or the stored one.
Result<std::shared_ptr<const media::OpenFile>> opened(
    const Material& file, const content::BlobRef& blob, store::BlobStore& blobs
) {
    if (file.recording) return file.recording;
    auto stored = TRY(blobs.open_blob(blob));
    return std::make_shared<const media::OpenFile>(
        TRY(media::OpenFile::of(std::move(stored), media::Content::IsFixed))
    );
}

}  // namespace

std::string seen_until_note(milliseconds time) {
    return "only the part up to " + media::time_label(static_cast<std::uint64_t>(time.count())) +
           " was seen: the rest takes longer to decode than a file of this size may";
}

Result<content::ImageBlock> sheet_of(
    const StoredFrames& sampled,
    std::uint32_t max_edge,
    const delivery::DocumentServices& services,
    const std::stop_token& stop
) {
    auto* const workers = TRY(services.workers());
    auto job = TRY(workers->begin(stop));
    auto room = job.input();
    media::SheetRequest request{.max_edge = max_edge};
    for (const auto& frame : sampled.frames) {
        const auto bytes = TRY(services.blobs.read(
            *content::blob_of(frame.image.source), store::Verify::No, {.stop = stop}
        ));
        if (bytes.size() > room.size()) break;  // what there is room for shows most of it
        std::ranges::copy(bytes, room.begin());
        room = room.subspan(bytes.size());
        const auto time = static_cast<std::uint64_t>(frame.time.count());
        request.cells.push_back({bytes.size(), media::time_label(time)});
    }
    const auto sheet = TRY(job.contact_sheet(request, stop));
    const auto bytes = TRY(job.sheet(sheet));
    return content::ImageBlock{
        .source = TRY(services.blobs.put(bytes, {.stop = stop})),
        .mime = std::string(media::mime_of(sheet.type)),
        .size = sheet.size,
        .filename = "frames.png",
        .alt = "frames of a recording with their times"};
}

Result<StoredFrames> frames_of(
    const Material& file,
    const FrameRequest& request,
    const delivery::DocumentServices& services,
    const std::stop_token& stop
) {
    const auto* blob = content::blob_of(file.source);
    if (blob == nullptr)
        return Error{
            ErrorCode::VideoNotSupported,
            "a video must be stored locally before it can be analysed"};
    const auto key = key_of(*blob, request);
    if (auto known = known_frames(file, key, services)) return std::move(*known);
    const auto recording = TRY(opened(file, *blob, services.blobs));
    const media::SampleRequest wanted{
        .max_frames = request.max_frames,
        .max_edge = request.max_edge,
        .from = request.from,
        .to = request.to,
        .watching = request.watching,
        .progress = request.taking};
    const auto sampled =
        TRY(media::sample_video({services.helpers, services.workers}, *recording, wanted, stop));
    StoredFrames stored{
        .duration = sampled.info.duration,
        .cut_short = sampled.info.cut_short,
        .seen_until = sampled.seen_until,
        .size = sampled.info.size};
    for (const auto& frame : sampled.frames) {
        const auto image = TRY(services.blobs.put(frame.file, {.stop = stop}));
        stored.frames.push_back(
            {frame.time,
             block_of(file, frame.time, image, std::string(media::mime_of(frame.type)), frame.size)}
        );
    }
    services.known.put(key, kept_text(stored));
    return stored;
}

}  // namespace fovea::analysis
