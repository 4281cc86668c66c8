#include "fovea/host/media_facts.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/pdf/page_ranges.hpp"
#include "fovea/media/pdf/pdf_text.hpp"
#include "fovea/media/pdf/probe_pdf.hpp"
#include "fovea/media/pdf/render_pages.hpp"
#include "fovea/media/video/probe_video.hpp"
#include "fovea/media/video/sample_frames.hpp"
#include "fovea/people/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace fovea::host {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

json::object facts_of(
    const Sha256& name, ByteView head, std::uint64_t bytes, const std::string& promised
) {
    const auto mime = media::sniff(head).mime;
    return {
        {"sha256", name.hex()},
        {"mime", mime},
        {"mime_corrected", ingest::is_corrected(promised, mime)},
        {"bytes", bytes},
    };
}

// Pictures in the folder that was named. Those of a file that failed on the way, or was interrupted,
// are taken away again; what was there before stays.
class PictureFolder {
public:
    explicit PictureFolder(fs::path folder) : folder_(std::move(folder)) {}
    PictureFolder(const PictureFolder&) = delete;
    PictureFolder& operator=(const PictureFolder&) = delete;
    ~PictureFolder() {
        std::error_code ignored;
        for (const auto& path : fresh_) fs::remove(path, ignored);
    }

    Result<json::object> add(ByteView file, media::ImageType type, media::PixelSize size) {
        const auto name = sha256(file);
        const auto path = folder_ / (name.hex() + "." + std::string(media::extension_of(type)));
        std::error_code ignored;
        const bool is_fresh = !fs::exists(path, ignored);
        TRY(write_file(path, file));
        if (is_fresh) fresh_.push_back(path);
        return json::object{
            {"width", size.width},
            {"height", size.height},
            {"mime", media::mime_of(type)},
            {"bytes", file.size()},
            {"sha256", name.hex()},
            {"path", to_utf8(path.string())},
        };
    }

    void keep() { fresh_.clear(); }

private:
    fs::path folder_;
    std::vector<fs::path> fresh_;
};

Result<json::array> write_pages(
    sandbox::HelperPrograms& helpers,
    ByteView file,
    const media::PdfInfo& info,
    const media::RenderRequest& request,
    const std::string& out_dir,
    const std::stop_token& stop
) {
    json::array pages;
    PictureFolder folder(out_dir);
    const auto add = [&](media::RenderedPage page) -> Result<void> {
        auto written = TRY(folder.add(page.png, media::ImageType::Png, page.size));
        written["page"] = page.page;
        written["dpi"] = page.dpi;
        pages.push_back(std::move(written));
        return {};
    };
    TRY(media::render_pages(helpers, file, info, request, add, stop));
    folder.keep();
    return pages;
}

Result<MediaFacts> document_facts(
    const ingest::Received& received,
    const MediaWanted& wanted,
    sandbox::HelperPrograms& helpers,
    const std::stop_token& stop
) {
    const media::PdfLimits limits;
    const auto& file = received.bytes;
    const auto info = TRY(media::probe_pdf(helpers, file, limits, stop));
    media::PageNumbers pages;
    if (wanted.pages) {
        pages = TRY(media::parse_pages(*wanted.pages, info.pages));
    } else {
        pages = media::all_pages(std::min(info.pages, limits.max_pages));
    }
    const auto texts =
        TRY(media::pdf_text(helpers, file, {.pages = pages, .limits = limits}, stop));
    std::size_t words = 0;
    for (const auto& page : texts) {
        for (const auto& line : page.lines) words += line.words.size();
    }
    auto facts = facts_of(sha256(file), file, file.size(), received.promised);
    facts["pages"] = info.pages;
    facts["encrypted"] = info.encrypted;
    facts["repaired"] = info.repaired;
    facts["page_size"] = {info.sizes.front().width, info.sizes.front().height};
    facts["text"] = {{"pages", media::page_text(pages)}, {"words", words}};
    auto line = fmt::format(
        "application/pdf, {} page{}, {}, {} words on pages {}",
        info.pages,
        info.pages == 1 ? "" : "s",
        people::human_bytes(file.size()),
        words,
        media::page_text(pages)
    );
    if (wanted.folder) {
        const media::RenderRequest request{
            .pages = pages, .max_edge = wanted.max_edge, .limits = limits};
        auto rendered = TRY(write_pages(helpers, file, info, request, *wanted.folder, stop));
        line += fmt::format(" -> {} pictures in {}", rendered.size(), *wanted.folder);
        facts["rendered"] = std::move(rendered);
    }
    return MediaFacts{std::move(facts), std::move(line)};
}

json::object with_video(json::object facts, const media::VideoInfo& info) {
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

Result<json::array> write_frames(const media::Sampled& sampled, const std::string& out_dir) {
    json::array frames;
    PictureFolder folder(out_dir);
    for (const auto& frame : sampled.frames) {
        auto written = TRY(folder.add(frame.file, frame.type, frame.size));
        written["time_s"] = static_cast<double>(frame.time.count()) / 1000;
        frames.push_back(std::move(written));
    }
    folder.keep();
    return frames;
}

Result<MediaFacts> video_facts(
    const media::OpenFile& file,
    const std::string& promised,
    const MediaWanted& wanted,
    sandbox::HelperPrograms& helpers,
    const std::stop_token& stop
) {
    const media::VideoLimits limits;
    const auto info = TRY(media::probe_video(helpers, file, limits, stop));
    const auto name = TRY(file.digest(stop));
    auto facts = with_video(facts_of(name, file.head(), file.size(), promised), info);
    auto line = fmt::format(
        "{} {}, {:.1f} s, {}, {}",
        info.mime,
        people::human_size(info.size),
        static_cast<double>(info.duration.count()) / 1000,
        info.codec,
        people::human_bytes(file.size())
    );
    if (wanted.folder) {
        media::SampleRequest request{.max_edge = wanted.max_edge, .limits = limits};
        if (wanted.frames) request.max_frames = *wanted.frames;
        const auto sampled = TRY(media::sample_frames(helpers, file, request, stop));
        facts["sampled"] = TRY(write_frames(sampled, *wanted.folder));
        if (sampled.seen_until) {
            facts["seen_until_s"] = static_cast<double>(sampled.seen_until->count()) / 1000;
        }
        line += fmt::format(" -> {} frames at", sampled.frames.size());
        for (const auto& frame : sampled.frames) {
            line += fmt::format(" {:.1f}", static_cast<double>(frame.time.count()) / 1000);
        }
        line += fmt::format(" s in {}", *wanted.folder);
        if (sampled.seen_until) {
            line += fmt::format(
                ", seen up to {:.1f} s", static_cast<double>(sampled.seen_until->count()) / 1000
            );
        }
    }
    TRY(file.check_unchanged());
    return MediaFacts{std::move(facts), std::move(line)};
}

}  // namespace

std::optional<MediaKind> media_kind(ByteView bytes) {
    if (media::sniff(bytes).mime == "application/pdf") return MediaKind::Document;
    if (media::video_container(bytes)) return MediaKind::Video;
    return std::nullopt;
}

std::optional<MediaKind> media_kind(const ingest::Source& source, const ingest::OpenBlobs& stored) {
    auto opened = ingest::open_source(source, stored);
    if (!opened.ok() || !opened.value()) return std::nullopt;
    const auto file = media::OpenFile::of(std::move(opened.value()->file));
    return file.ok() ? media_kind(file.value().head()) : std::nullopt;
}

std::size_t max_bytes_of(MediaKind kind) {
    switch (kind) {
        case MediaKind::Document: return media::PdfLimits{}.max_bytes;
        case MediaKind::Video: return media::kMaxVideoBytesInMemory;
    }
    return 0;
}

Result<MediaFacts> media_facts(
    MediaKind kind,
    const ingest::Received& file,
    const MediaWanted& wanted,
    Engines& engines,
    const std::stop_token& stop
) {
    auto* const programs = TRY(engines.helpers());
    switch (kind) {
        case MediaKind::Document: return document_facts(file, wanted, *programs, stop);
        case MediaKind::Video: {
            const auto copy = TRY(media::OpenFile::copy_of(file.bytes));
            return video_facts(copy, file.promised, wanted, *programs, stop);
        }
    }
    return Error{ErrorCode::Internal, "unsupported kind of file"};
}

Result<MediaFacts> recording_facts(
    const ingest::FileSource& source,
    const MediaWanted& wanted,
    Engines& engines,
    const std::stop_token& stop
) {
    auto* const programs = TRY(engines.helpers());
    auto opened = TRY(ingest::open_source(source));
    const auto file = TRY(media::OpenFile::of(std::move(opened->file)));
    const std::string promised(ingest::promised_mime(source));
    return video_facts(file, promised, wanted, *programs, stop);
}

}  // namespace fovea::host
