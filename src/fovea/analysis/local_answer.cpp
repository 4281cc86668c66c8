#include "fovea/analysis/local_answer.hpp"

#include "fovea/analysis/citations.hpp"
#include "fovea/analysis/frames.hpp"
#include "fovea/delivery/read_pages.hpp"
#include "fovea/reading/answer/tell_leaves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::analysis {
namespace {

using Clock = std::chrono::steady_clock;
using reading::Leaf;

constexpr std::size_t kMaxFrames = 24;

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

    const std::vector<Leaf>& leaves() const { return leaves_; }
    const std::vector<Origin>& origins() const { return origins_; }
    bool has_frames() const { return has_frames_; }
    const std::vector<std::string>& notes() const { return notes_; }

private:
    Result<reading::Reading> read(const content::ImageBlock& image) {
        auto* const local = TRY(services_.local());
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
        return local->read(
            image, services_.files, std::max(left, std::chrono::milliseconds{0}), stop_
        );
    }

    void keep(std::string title, reading::Reading reading, Origin origin) {
        origin.file = file_;
        leaves_.push_back({prefix_ + std::move(title), std::move(reading)});
        origins_.push_back(origin);
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
        const auto read_picture = [this](const content::ImageBlock& page) { return read(page); };
        auto read = TRY(delivery::read_pages(
            document, pages, read_picture, scope_.progress_of(Stage::Pages), stop_
        ));
        for (auto& page : read) {
            keep(
                fmt::format("Page {}", page.page),
                std::move(page.reading),
                {.page = page.page, .scale = page.points_per_pixel}
            );
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
             .to = scope_.to,
             .watching = scope_.progress_of(Stage::Watching)},
            services_.documents,
            stop_
        ));
        if (sampled.seen_until) notes_.push_back(prefix_ + seen_until_note(*sampled.seen_until));
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
    std::vector<Origin> origins_;  // of the leaves
    bool has_frames_ = false;
    std::vector<std::string> notes_;
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
    answer.notes = reader.notes();
    answer.complete =
        answer.notes.empty() && std::ranges::all_of(reader.leaves(), [](const Leaf& leaf) {
            return leaf.reading.complete();
        });
    auto told = reading::tell_leaves(
        reader.leaves(),
        what_it_is(files, reader.leaves().size(), reader.has_frames()),
        question,
        reader.has_frames() ? reading::Repeats::LeftOut : reading::Repeats::Told
    );
    while (told.text.ends_with('\n')) told.text.pop_back();
    answer.text = std::move(told.text);
    answer.value = std::move(told.value);
    answer.citations = cite_boxes(told.boxes, reader.origins());
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
        .value = std::move(reply.value),
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
