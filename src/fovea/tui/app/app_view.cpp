// Pictures that are shown: thumbnails in the conversation, boxes of answers, previews, one of them large.
#include "fovea/base/ascii.hpp"
#include "fovea/tui/app/app.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

constexpr int kThumbnailRows = 12;
constexpr int kRowsForAll = 30;       // of the pictures of one message, where they are many
constexpr int kFewestRows = 3;        // of less nothing can be made out
constexpr int kRowsForPreviews = 16;  // a window of fewer has no room
constexpr int kPreviewIndent = 4;
constexpr int kPreviewColumns = 28;
constexpr int kPreviewRows = 6;
constexpr std::size_t kMaxPreviewFile = 32u << 20;
constexpr std::size_t kMostSeen = 10'000;

bool is_picture_name(std::string_view path) {
    constexpr std::array<std::string_view, 5> kEnds{".png", ".jpg", ".jpeg", ".gif", ".webp"};
    const auto low = lowered(path);
    return std::ranges::any_of(kEnds, [&](std::string_view end) { return low.ends_with(end); });
}

std::string words_of(const content::ToolResultBlock& result) {
    std::string words;
    for (const auto& part : result.content) {
        if (const auto* text = std::get_if<content::TextBlock>(&part)) words += text->text + "\n";
    }
    return words;
}

}  // namespace

void App::show_receipt(const std::string&) {
    const auto& last = transcript_.last_result();
    if (!last) return notice("no turn has ended yet", Role::Quiet);
    if (last->receipt.empty()) return notice("no pictures in this conversation", Role::Quiet);
    StyledText lines;
    for (const auto& row : last->receipt) {
        for (auto& line : receipt_row_lines(row, columns())) lines.push_back(std::move(line));
    }
    print(std::move(lines));
}

void App::remember(const content::ImageBlock& image) {
    const auto known = std::ranges::find(seen_, image.source, &content::ImageBlock::source);
    if (known == seen_.end() && seen_.size() < kMostSeen) seen_.push_back(image);
}

void App::remember(const content::Message& message) {
    for (const auto& block : message.content) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) remember(*image);
        const auto* result = std::get_if<content::ToolResultBlock>(&block);
        if (result == nullptr) continue;
        for (const auto& part : result->content) {
            if (const auto* image = std::get_if<content::ImageBlock>(&part)) remember(*image);
        }
    }
}

// Made beside the conversation, which goes on below its place.
void App::show_picture(PictureToShow picture, int rows) {
    if (!talk_) return;
    const auto place = transcript_.reserve();
    const Place room{.indent = 2, .columns = columns(), .rows = rows};
    drawing_->run(
        [this,
         place,
         room,
         picture = std::move(picture),
         graphics = pictures_.graphics(),
         talk = talk_](const std::stop_token& stop) mutable -> std::function<void()> {
            auto lines = std::make_shared<StyledText>(
                maker_.show(graphics, picture, talk->machine(), room, stop)
            );
            talk.reset();
            return [this, place, lines] {
                transcript_.fill(place, std::move(*lines));
                refresh();
            };
        }
    );
}

// Many at once are smaller, so that what was said about them is not far away.
void App::show_thumbnails(const std::vector<content::ImageBlock>& images) {
    if (images.empty()) return;
    const auto count = static_cast<int>(std::min<std::size_t>(images.size(), kRowsForAll));
    const int rows = std::clamp(kRowsForAll / count, kFewestRows, kThumbnailRows);
    const bool are_drawn = pictures_.graphics().kind != GraphicsKind::Words;
    for (const auto& image : images) {
        if (are_drawn && &image != &images.front()) transcript_.begin_block();
        show_picture({.image = image, .boxes = {}, .caption = caption_of(image)}, rows);
    }
}

void App::show_places(const std::vector<PicturePlaces>& places) {
    for (const auto& each : places) {
        transcript_.begin_block();
        show_picture(
            {.image = each.image, .boxes = each.boxes, .caption = caption_of(each.image)},
            kThumbnailRows
        );
        if (each.left_out == 0) continue;
        notice("and " + std::to_string(each.left_out) + " more places", Role::Quiet);
    }
}

// What a turn is about, and where its answer and its tools say that things are.
void App::show_places_of(const agent::Event& event) {
    if (!talk_) return;
    if (const auto* said = std::get_if<agent::UserSaid>(&event)) {
        remember(said->message);
        answer_.clear();
        std::vector<content::ImageBlock> images;
        for (const auto& block : said->message.content) {
            if (const auto* image = std::get_if<content::ImageBlock>(&block))
                images.push_back(*image);
        }
        if (!images.empty()) about_ = std::move(images);
    } else if (const auto* replied = std::get_if<agent::Replied>(&event)) {
        answer_ = content::text_of(replied->message.content);
    } else if (const auto* finished = std::get_if<agent::ToolFinished>(&event)) {
        for (const auto& part : finished->result.content) {
            if (const auto* image = std::get_if<content::ImageBlock>(&part)) remember(*image);
        }
        const auto find = [this](std::string_view sha256) -> const content::ImageBlock* {
            const auto known = std::ranges::find_if(seen_, [&](const content::ImageBlock& image) {
                const auto* blob = content::blob_of(image.source);
                return blob != nullptr && blob->sha256.hex() == sha256;
            });
            return known == seen_.end() ? nullptr : &*known;
        };
        show_places(places_in_fences(words_of(finished->result), find, talk_->settings()));
    } else if (const auto* end = std::get_if<agent::Finished>(&event)) {
        const AnsweredAbout about{
            .model = end->result.model, .images = about_, .receipt = end->result.receipt};
        show_places(places_in_answer(answer_, about, talk_->settings()));
        answer_.clear();
    }
}

int App::view_rows() const {
    return std::max(painter_.settings().rows - 6, 3);
}

// As large as the window lets it.
void App::view(const std::string& which) {
    if (!talk_) return notice("the session is still being opened", Role::Quiet);
    auto images = seen_;
    for (const auto& [id, attached] : attached_) {
        if (!attached.block) continue;
        if (const auto* image = std::get_if<content::ImageBlock>(&*attached.block)) {
            images.push_back(*image);
        }
    }
    if (images.empty()) return notice("no pictures in this conversation", Role::Quiet);
    std::size_t number = images.size();
    if (!which.empty()) {
        const auto* last = which.data() + which.size();
        const bool is_number = std::from_chars(which.data(), last, number).ptr == last;
        if (!is_number || number < 1 || number > images.size()) {
            const auto most = std::to_string(images.size());
            return notice("/view takes a number from 1 to " + most, Role::Error);
        }
    }
    const auto& image = images[number - 1];
    show_picture({.image = image, .boxes = {}, .caption = caption_of(image)}, view_rows());
}

void App::open_chip(std::uint64_t id) {
    const auto found = attached_.find(id);
    if (found == attached_.end()) return;
    if (!found->second.block) {
        buffer_.remove_chip(id);
        return buffer_.paste(found->second.text);  // there still: undoing brings the chip back
    }
    const auto* image = std::get_if<content::ImageBlock>(&*found->second.block);
    if (image == nullptr) {
        hint_ = "only pictures are shown here";
        return;
    }
    show_picture({.image = *image, .boxes = {}, .caption = caption_of(*image)}, view_rows());
}

// The picture that the chosen suggestion names, read and shown while one chooses. It is not kept.
void App::look_at_suggestion() {
    std::string path;
    if (!suggestions_.empty() && suggested_ < suggestions_.list.size()) {
        const auto& chosen = suggestions_.list[suggested_];
        if (chosen.is_path && is_picture_name(chosen.shown)) path = chosen.shown;
    }
    if (path == preview_.path) return;
    preview_ = {.path = path, .lines = {}};
    const auto wanted = ++*preview_wanted_;
    const auto graphics = pictures_.graphics();
    const bool has_room = painter_.settings().rows >= kRowsForPreviews;
    if (path.empty() || !talk_ || !has_room || graphics.kind == GraphicsKind::Words) return;
    const Place room{
        .indent = kPreviewIndent,
        .columns = std::min(kPreviewIndent + kPreviewColumns, columns()),
        .rows = kPreviewRows};
    drawing_->run(
        [this, path, wanted, graphics, room, talk = talk_, newest = preview_wanted_](
            const std::stop_token& stop
        ) mutable -> std::function<void()> {
            if (*newest != wanted) return {};
            const auto file =
                talk->live().equipment().files().for_typed().read(path, kMaxPreviewFile);
            auto lines = std::make_shared<StyledText>();
            if (file.ok()) {
                *lines = preview_of(file.value(), graphics, talk->machine(), room, stop);
            }
            talk.reset();
            return [this, path, lines] {
                if (preview_.path != path) return;
                preview_.lines = std::move(*lines);
                refresh();
            };
        }
    );
}

StyledText App::preview_lines() const {
    if (suggestions_.empty() || picker_ || !questions_.empty()) return {};
    return preview_.lines;
}

}  // namespace fovea::tui
