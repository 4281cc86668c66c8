#include "fovea/cli/commands/ingest_media.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/cli/human.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/pdf/render_pages.hpp"
#include "fovea/media/video/probe_video.hpp"
#include "fovea/media/video/sample_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace fovea::cli {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

struct Read {
    Bytes file;
    json::object facts;
};

Result<Read> read_input(const std::string& input, std::size_t max_bytes) {
    const auto source = ingest::parse_source(input);
    Read read{.file = TRY(ingest::read_source(source, max_bytes))};
    const auto mime = media::sniff(read.file).mime;
    const auto promised = ingest::promised_mime(source);
    read.facts = {
        {"sha256", sha256(read.file).hex()},
        {"mime", mime},
        {"mime_corrected", !promised.empty() && promised != mime},
        {"bytes", read.file.size()},
    };
    return read;
}

// One picture, written where it was wanted.
Result<json::object> write_picture(
    ByteView file, media::ImageType type, media::PixelSize size, const std::string& folder
) {
    const auto name = sha256(file);
    const auto path =
        fs::path(folder) / (name.hex() + "." + std::string(media::extension_of(type)));
    TRY(write_file(path, file));
    return json::object{
        {"width", size.width},
        {"height", size.height},
        {"mime", media::mime_of(type)},
        {"bytes", file.size()},
        {"sha256", name.hex()},
        {"path", to_utf8(path.string())},
    };
}

Result<json::array> write_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const media::PdfInfo& info,
    const media::RenderRequest& request,
    const std::string& folder
) {
    json::array pages;
    const auto keep = [&](media::RenderedPage page) -> Result<void> {
        auto written = TRY(write_picture(page.png, media::ImageType::Png, page.size, folder));
        written["page"] = page.page;
        written["dpi"] = page.dpi;
        pages.push_back(std::move(written));
        return {};
    };
    TRY(media::render_pages(helpers, file, info, request, keep));
    return pages;
}

Result<MediaDone> ingest_document(
    const std::string& input,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    sandbox::HelperPrograms& helpers
) {
    const media::PdfLimits limits;
    auto [file, facts] = TRY(read_input(input, limits.max_bytes));
    const auto info = TRY(media::probe_pdf(helpers, file, limits));
    media::PageNumbers pages;
    if (arguments.pages) {
        pages = TRY(media::parse_pages(*arguments.pages, info.pages));
    } else {
        pages = media::all_pages(std::min(info.pages, limits.max_pages));
    }
    const auto texts = TRY(media::pdf_text(helpers, file, {.pages = pages, .limits = limits}));
    std::size_t words = 0;
    for (const auto& page : texts) {
        for (const auto& line : page.lines) words += line.words.size();
    }
    facts["pages"] = info.pages;
    facts["encrypted"] = info.encrypted;
    facts["repaired"] = info.repaired;
    facts["page_size"] = {info.sizes.front().width, info.sizes.front().height};
    facts["text"] = {{"pages", media::page_text(pages)}, {"words", words}};
    auto line = fmt::format(
        "application/pdf, {} page{}, {}, {} words on pages {}",
        info.pages,
        info.pages == 1 ? "" : "s",
        human_bytes(file.size()),
        words,
        media::page_text(pages)
    );
    if (arguments.out_dir) {
        const media::RenderRequest request{.pages = pages, .max_edge = max_edge, .limits = limits};
        auto rendered = TRY(write_pages(helpers, file, info, request, *arguments.out_dir));
        line += fmt::format(" -> {} pictures in {}", rendered.size(), *arguments.out_dir);
        facts["rendered"] = std::move(rendered);
    }
    return MediaDone{std::move(facts), std::move(line)};
}

json::object video_facts(json::object facts, const media::VideoInfo& info) {
    facts["width"] = info.size.width;
    facts["height"] = info.size.height;
    facts["duration_s"] = static_cast<double>(info.duration.count()) / 1000;
    facts["frames"] = info.frames;
    facts["fps"] = info.fps;
    facts["codec"] = info.codec;
    facts["sound_codec"] = info.has_sound ? json::value(info.sound_codec) : json::value(nullptr);
    facts["cut_short"] = info.cut_short;
    return facts;
}

Result<MediaDone> ingest_video(
    const std::string& input,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    sandbox::HelperPrograms& helpers
) {
    const media::VideoLimits limits;
    auto [file, facts] = TRY(read_input(input, limits.max_bytes));
    const auto info = TRY(media::probe_video(helpers, file, limits));
    facts = video_facts(std::move(facts), info);
    auto line = fmt::format(
        "{} {}, {:.1f} s, {}, {}",
        info.mime,
        human_size(info.size),
        static_cast<double>(info.duration.count()) / 1000,
        info.codec,
        human_bytes(file.size())
    );
    if (arguments.out_dir) {
        media::SampleRequest request{.max_edge = max_edge, .limits = limits};
        if (arguments.frames) request.max_frames = static_cast<std::size_t>(*arguments.frames);
        const auto sampled = TRY(media::sample_frames(helpers, file, request));
        json::array frames;
        line += fmt::format(" -> {} frames at", sampled.frames.size());
        for (const auto& frame : sampled.frames) {
            auto written =
                TRY(write_picture(frame.file, frame.type, frame.size, *arguments.out_dir));
            const auto time = static_cast<double>(frame.time.count()) / 1000;
            written["time_s"] = time;
            frames.push_back(std::move(written));
            line += fmt::format(" {:.1f}", time);
        }
        line += fmt::format(" s in {}", *arguments.out_dir);
        facts["sampled"] = std::move(frames);
    }
    return MediaDone{std::move(facts), std::move(line)};
}

}  // namespace

std::optional<MediaKind> media_kind(const std::string& input) {
    const auto source = ingest::parse_source(input);
    const auto* file = std::get_if<ingest::FileSource>(&source);
    std::error_code ignored;
    if (file == nullptr || !fs::is_regular_file(file->path, ignored)) return std::nullopt;
    std::array<char, 4096> head{};
    std::ifstream stream(file->path, std::ios::binary);
    stream.read(head.data(), head.size());
    const ByteView bytes =
        as_bytes(std::string_view(head.data(), static_cast<std::size_t>(stream.gcount())));
    if (media::sniff(bytes).mime == "application/pdf") return MediaKind::Document;
    if (media::video_container(bytes)) return MediaKind::Video;
    return std::nullopt;
}

Result<MediaDone> ingest_media(
    MediaKind kind,
    const std::string& input,
    const IngestArguments& arguments,
    std::uint32_t max_edge,
    OpenedHelpers& helpers
) {
    auto* const programs = TRY(helpers.get());
    switch (kind) {
        case MediaKind::Document: return ingest_document(input, arguments, max_edge, *programs);
        case MediaKind::Video: return ingest_video(input, arguments, max_edge, *programs);
    }
    return Error{ErrorCode::Internal, "a kind of file that nobody reads"};
}

}  // namespace fovea::cli
