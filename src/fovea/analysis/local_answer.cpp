#include "fovea/analysis/local_answer.hpp"

#include "fovea/analysis/citations.hpp"
#include "fovea/analysis/frames.hpp"
#include "fovea/analysis/page_reading.hpp"
#include "fovea/media/page/kind.hpp"
#include "fovea/media/page/page.hpp"
#include "fovea/providers/local/tell_leaves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fovea::analysis {
namespace {

using Clock = std::chrono::steady_clock;
using providers::local::LocalOcr;

constexpr std::size_t kMaxFrames = 24;
constexpr std::uint32_t kReadEdge = 2200;  // 200 dpi of a page: small print is still letters

// A page, a frame or a picture, with all that stands on it.
struct Leaf {
    std::string title;
    media::Reading reading;
    Origin origin;
    media::Page page = {};
    media::KindGuess kind = {};
};

class Reader {
public:
    Reader(const Scope& scope, const LocalServices& services, const std::stop_token& stop)
        : scope_(scope), services_(services), stop_(stop), end_(Clock::now() + services.timeout) {}

    Result<void> add(const Material& file, std::size_t index, bool several) {
        file_ = index;
        prefix_ = several && !file.filename.empty() ? file.filename + ", " : "";
        switch (file.kind) {
            case MaterialKind::Picture: return add_picture(file);
            case MaterialKind::Document: return add_document(file);
            case MaterialKind::Video: return add_video(file);
        }
        return {};
    }

    std::vector<Leaf>& leaves() { return leaves_; }
    bool has_frames() const { return has_frames_; }

private:
    Result<media::Reading> read(const content::ImageBlock& image) {
        auto* const local = TRY(services_.local());
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
        return local->read(
            image, services_.files, std::max(left, std::chrono::milliseconds{0}), stop_
        );
    }

    void keep(std::string title, media::Reading reading, Origin origin) {
        origin.file = file_;
        leaves_.push_back({prefix_ + std::move(title), std::move(reading), origin});
    }

    Result<void> add_picture(const Material& file) {
        const content::ImageBlock image{
            .source = file.source, .mime = file.mime, .size = file.size, .filename = file.filename};
        keep(prefix_.empty() ? "The picture" : "the picture", TRY(read(image)), {});
        return {};
    }

    Result<void> add_document(const Material& file) {
        const auto document = TRY(delivery::StoredDocument::open(
            {.source = file.source, .mime = file.mime, .filename = file.filename},
            services_.documents,
            stop_
        ));
        const auto pages = TRY(document.pages(scope_.pages));
        const auto texts = TRY(document.text(pages, scope_.progress_of(Stage::Pages), stop_));
        media::PageNumbers scanned;
        for (const auto& page : texts) {
            if (page.lines.empty()) scanned.push_back(page.page);
        }
        std::map<std::uint32_t, delivery::PagePicture> pictures;
        if (!scanned.empty()) {
            for (auto& each : TRY(document.pictures(scanned, kReadEdge, {}, stop_))) {
                pictures.emplace(each.page, std::move(each));
            }
        }
        const auto progress = scope_.progress_of(Stage::Pages);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto number = texts[i].page;
            const auto title = fmt::format("Page {}", number);
            const auto picture = pictures.find(number);
            if (picture == pictures.end()) {
                keep(title, reading_of(texts[i]), {.page = number, .scale = 1 / kPixelsPerPoint});
                continue;
            }
            keep(
                title,
                TRY(read(picture->second.image)),
                {.page = number, .scale = 72.0 / std::max(picture->second.dpi, 1.0)}
            );
            if (progress) progress(i + 1, texts.size());
        }
        return {};
    }

    Result<void> add_video(const Material& file) {
        has_frames_ = true;
        const auto progress = scope_.progress_of(Stage::Frames);
        const auto sampled = TRY(frames_of(
            file,
            {.max_frames = kMaxFrames,
             .from = scope_.from.value_or(std::chrono::milliseconds{0}),
             .to = scope_.to},
            services_.documents,
            {},
            stop_
        ));
        for (std::size_t i = 0; i < sampled.frames.size(); ++i) {
            const auto& frame = sampled.frames[i];
            const auto width = std::max<std::uint32_t>(frame.image.size.width, 1);
            keep(
                time_text(frame.time),
                TRY(read(frame.image)),
                {.time = frame.time, .scale = static_cast<double>(sampled.size.width) / width}
            );
            if (progress) progress(i + 1, sampled.frames.size());
        }
        return {};
    }

    const Scope& scope_;
    const LocalServices& services_;
    const std::stop_token& stop_;
    Clock::time_point end_;
    std::size_t file_ = 0;
    std::string prefix_;
    std::vector<Leaf> leaves_;
    bool has_frames_ = false;
};

// "3 pages of "a.pdf"", "5 pages and pictures of 2 files"
std::string what_it_is(std::span<const Material> files, std::size_t leaves, bool has_frames) {
    if (files.size() > 1) {
        return fmt::format("{} pages, pictures and frames of {} files", leaves, files.size());
    }
    auto text =
        fmt::format("{} {}{}", leaves, has_frames ? "frame" : "page", leaves == 1 ? "" : "s");
    if (!files.front().filename.empty()) text += " of \"" + files.front().filename + "\"";
    return text;
}

Result<LocalAnswer> tell_leaves(
    std::span<const Material> files,
    const std::string& question,
    const Scope& scope,
    const LocalServices& services,
    const std::stop_token& stop
) {
    Reader reader(scope, services, stop);
    for (std::size_t i = 0; i < files.size(); ++i) TRY(reader.add(files[i], i, files.size() > 1));
    LocalAnswer answer;
    std::vector<providers::local::Sight> sights;
    std::vector<Origin> origins;
    for (auto& leaf : reader.leaves()) {
        leaf.page = media::lay_out(leaf.reading);
        leaf.kind = media::guess_kind(leaf.reading, leaf.page);
        sights.push_back({leaf.reading, leaf.page, leaf.kind, leaf.title});
        origins.push_back(leaf.origin);
        answer.complete = answer.complete && leaf.reading.complete;
    }
    auto told = providers::local::tell_leaves(
        sights,
        what_it_is(files, sights.size(), reader.has_frames()),
        question,
        reader.has_frames() ? providers::local::Repeats::LeftOut : providers::local::Repeats::Told
    );
    while (told.text.ends_with('\n')) told.text.pop_back();
    answer.text = std::move(told.text);
    answer.citations = cite_boxes(told.boxes, origins);
    return answer;
}

// Pictures alone: as in `fovea describe`, with what changed between them.
Result<LocalAnswer> look_at_pictures(
    std::span<const Material> files,
    const std::string& question,
    const LocalServices& services,
    const std::stop_token& stop
) {
    auto* const local = TRY(services.local());
    content::Message message;
    std::vector<Origin> origins;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& file = files[i];
        message.content.emplace_back(content::ImageBlock{
            .source = file.source, .mime = file.mime, .size = file.size, .filename = file.filename}
        );
        origins.push_back({.file = i});
    }
    message.content.emplace_back(content::TextBlock{question});
    auto reply = TRY(local->complete(
        {.model = "ocr",
         .system = {},
         .messages = {std::move(message)},
         .timeout = services.timeout},
        services.files,
        stop
    ));
    return LocalAnswer{
        .text = content::text_of(reply.content),
        .citations = cite_boxes(reply.boxes, origins),
        .complete = reply.complete};
}

}  // namespace

Result<LocalAnswer> answer_locally(
    std::span<const Material> files,
    const std::string& question,
    const Scope& scope,
    const LocalServices& services,
    const std::stop_token& stop
) {
    const bool only_pictures = std::ranges::all_of(files, [](const Material& file) {
        return file.kind == MaterialKind::Picture;
    });
    return only_pictures ? look_at_pictures(files, question, services, stop)
                         : tell_leaves(files, question, scope, services, stop);
}

}  // namespace fovea::analysis
