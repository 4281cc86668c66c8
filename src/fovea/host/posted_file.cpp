#include "fovea/host/posted_file.hpp"

#include "fovea/analysis/frames.hpp"
#include "fovea/content/file_name.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/video/contact_sheet.hpp"
#include "fovea/media/video/probe_video.hpp"

#include <limits>
#include <utility>

namespace fovea::host {
namespace {

constexpr std::size_t kHead = 4096;
constexpr std::string_view kPdf = "application/pdf";

using Blocks = std::vector<content::ContentBlock>;

Result<Blocks> picture(
    const content::BlobRef& blob,
    const std::string& filename,
    Machine& machine,
    const std::stop_token& stop
) {
    return Blocks{TRY(ingest::take_stored_image(blob, filename, machine.intake(), stop))};
}

// Opened at once: whoever sent it can still be told that it is locked or damaged.
Result<Blocks> document(
    const content::BlobRef& blob,
    const std::string& filename,
    Machine& machine,
    const std::stop_token& stop
) {
    content::DocumentBlock block{
        .source = blob, .mime = std::string(kPdf), .filename = content::plain_file_name(filename)};
    const auto services = machine.documents();
    TRY(delivery::StoredDocument::open(block, services, stop));
    return Blocks{std::move(block)};
}

Result<Blocks> recording(
    const content::BlobRef& blob,
    const std::string& filename,
    const FileRoom& room,
    Machine& machine,
    const std::stop_token& stop
) {
    const analysis::Material file{
        .kind = analysis::MaterialKind::Video,
        .source = blob,
        .filename = content::plain_file_name(filename)};
    const auto services = machine.documents();
    auto sampled = TRY(analysis::frames_of(file, {.max_frames = room.frames}, services, stop));
    const auto label = [](std::chrono::milliseconds time) {
        return media::time_label(static_cast<std::uint64_t>(time.count()));
    };
    const auto name = file.filename.empty() ? std::string("a recording") : file.filename;
    std::string heading = name + ", a recording of " + label(sampled.duration) +
                          (sampled.cut_short ? ", cut short (it says that it is longer)" : "") +
                          (sampled.seen_until ? ", seen up to " + label(*sampled.seen_until) : "") +
                          ", as " + std::to_string(sampled.frames.size()) + " frames, at";
    Blocks blocks{content::TextBlock{}};
    for (auto& [time, image] : sampled.frames) {
        heading += (blocks.size() == 1 ? " " : ", ") + label(time);
        image.alt = "frame of " + name + " at " + label(time);
        blocks.emplace_back(std::move(image));
    }
    std::get<content::TextBlock>(blocks.front()).text = heading + ":";
    return blocks;
}

}  // namespace

std::uint64_t most_bytes(ByteView head, const FileRoom& room) {
    if (media::video_container(head)) return std::numeric_limits<std::uint64_t>::max();
    return media::sniff(head).mime == kPdf ? room.document_bytes : room.image_bytes;
}

Result<Blocks> blocks_of_file(
    const content::BlobRef& blob,
    const std::string& filename,
    const FileRoom& room,
    Machine& machine,
    const std::stop_token& stop
) {
    const auto head = TRY(machine.blobs().read_part(blob, 0, kHead));
    if (media::video_container(head)) return recording(blob, filename, room, machine, stop);
    if (media::sniff(head).mime == kPdf) return document(blob, filename, machine, stop);
    return picture(blob, filename, machine, stop);
}

}  // namespace fovea::host
