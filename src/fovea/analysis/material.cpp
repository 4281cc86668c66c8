#include "fovea/analysis/material.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/video/probe_video.hpp"
#include "fovea/media/video/video_info.hpp"

#include <algorithm>
#include <utility>

namespace fovea::analysis {
namespace {

constexpr std::string_view kPdf = "application/pdf";

Error unexpected(const media::Sniffed& found, std::string_view advice) {
    return {
        ErrorCode::UnsupportedFileType,
        "this is " + std::string(found.name) + " (" + std::string(found.mime) + "); " +
            std::string(advice)};
}

Result<Material> take_picture(
    Bytes bytes, std::string filename, const ingest::Intake& intake, const std::stop_token& stop
) {
    auto image = TRY(ingest::take_image_bytes(std::move(bytes), std::move(filename), intake, stop));
    return Material{
        .kind = MaterialKind::Picture,
        .source = std::move(image.source),
        .mime = std::move(image.mime),
        .filename = std::move(image.filename),
        .size = image.size};
}

Result<Material> take_document(Bytes bytes, std::string filename, const ingest::Intake& intake) {
    if (bytes.size() > intake.max_document_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "a PDF of " + std::to_string(bytes.size()) + " bytes, and " +
                std::to_string(intake.max_document_bytes) + " are allowed"};
    }
    auto document = TRY(ingest::take_document_bytes(std::move(bytes), std::move(filename), intake));
    return Material{
        .kind = MaterialKind::Document,
        .source = std::move(document.source),
        .mime = std::move(document.mime),
        .filename = std::move(document.filename)};
}

// Whether the first bytes are those of a recording or of a picture that may move.
Result<void> check_moves(ByteView head) {
    const auto found = media::sniff(head);
    const bool may_move =
        found.image == media::ImageType::Gif || found.image == media::ImageType::Webp;
    if (may_move || media::video_container(head)) return {};
    if (head.empty()) return media::refusal(found, 0);
    return unexpected(
        found,
        "a video is MP4, MOV, WebM, MKV, or an animated GIF or WebP; for others use "
        "vision_analyze (fovea analyze)"
    );
}

Result<Material> take_recording(
    media::OpenFile file, const std::string& filename, const std::stop_token& stop
) {
    constexpr auto kMost = media::VideoLimits{}.max_bytes;
    if (file.size() > kMost) {
        return Error{
            ErrorCode::FileTooLarge,
            "a recording of " + std::to_string(file.size()) + " bytes, and " +
                std::to_string(kMost) + " are allowed"};
    }
    const auto name = TRY(file.digest(stop));
    return Material{
        .kind = MaterialKind::Video,
        .source = content::BlobRef{name},
        .mime = std::string(media::sniff(file.head()).mime),
        .filename = to_utf8(filename),
        .recording = std::make_shared<const media::OpenFile>(std::move(file))};
}

Result<Material> take_video(
    const Bytes& bytes,
    const std::string& filename,
    std::string_view mime,
    const ingest::Intake& intake
) {
    return Material{
        .kind = MaterialKind::Video,
        .source = TRY(intake.blobs.put(bytes)),
        .mime = std::string(mime),
        .filename = to_utf8(filename)};
}

Result<Material> take_opened(
    ingest::OpenedSource opened,
    const ingest::Source& source,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    const auto content = opened.blob ? media::Content::IsFixed : media::Content::MayChange;
    auto file = TRY(media::OpenFile::of(std::move(opened.file), content));
    auto taken =
        TRY(take_material(std::move(file), ingest::filename_of(source), expected, intake, stop));
    if (opened.blob && content::FileRef(*opened.blob) != taken.source) {
        return Error{
            ErrorCode::StoreError,
            "sha256:" + opened.blob->sha256.hex() + " is damaged: its bytes have changed"};
    }
    return taken;
}

}  // namespace

std::string_view name_of(MaterialKind kind) {
    switch (kind) {
        case MaterialKind::Picture: return "picture";
        case MaterialKind::Document: return "document";
        case MaterialKind::Video: return "video";
    }
    return "file";
}

bool is_opened_by_models(std::string_view url) {
    constexpr std::string_view kPlayers[] = {
        "https://www.youtube.com/watch?", "https://youtube.com/watch?", "https://youtu.be/"};
    return std::ranges::any_of(kPlayers, [&](auto start) { return url.starts_with(start); });
}

std::size_t max_bytes_of(Expected expected, const ingest::Intake& intake) {
    if (expected == Expected::Videos) return media::kMaxVideoBytesInMemory;
    return std::max(intake.gate.max_file_bytes, intake.max_document_bytes);
}

Result<Material> take_material(
    Bytes bytes,
    std::string filename,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    const auto found = media::sniff(bytes);
    if (expected == Expected::Videos) {
        TRY(check_moves(bytes));
        return take_video(bytes, filename, found.mime, intake);
    }
    if (media::video_container(bytes)) {
        return unexpected(
            found,
            "vision_analyze takes pictures and PDFs; for videos use video_analyze (fovea video)"
        );
    }
    if (found.mime == kPdf) return take_document(std::move(bytes), std::move(filename), intake);
    return take_picture(std::move(bytes), std::move(filename), intake, stop);
}

Result<Material> take_material(
    media::OpenFile file,
    std::string filename,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    if (expected == Expected::Videos) {
        TRY(check_moves(file.head()));
        if (media::video_container(file.head())) {
            return take_recording(std::move(file), filename, stop);
        }
    }
    auto bytes = TRY(file.read_all(max_bytes_of(expected, intake)));
    return take_material(std::move(bytes), std::move(filename), expected, intake, stop);
}

Result<Material> take_material(
    const ingest::Source& source,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
) {
    const auto* url = std::get_if<ingest::UrlSource>(&source);
    if (expected == Expected::Videos && url != nullptr && is_opened_by_models(url->url)) {
        return Material{
            .kind = MaterialKind::Video, .source = TRY(ingest::take_url(url->url, intake.gate))};
    }
    if (expected == Expected::Videos) {
        auto opened = TRY(ingest::open_source(source, intake.gate.stored));
        if (opened) return take_opened(std::move(*opened), source, expected, intake, stop);
    }
    auto bytes = TRY(ingest::read_source(
        source, max_bytes_of(expected, intake), intake.gate.stored, intake.gate.fetch, stop
    ));
    return take_material(std::move(bytes), ingest::filename_of(source), expected, intake, stop);
}

}  // namespace fovea::analysis
