// Pictures: what is attached, and what became of it.
#include "fovea/people/delivery_text.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/clipboard/this_system.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <utility>

namespace fovea::tui {
namespace {

std::string refusal_words(const Error& error) {
    return "✗ " + std::string(wire_name(error.code)) + ": " + error.message;
}

Result<content::ContentBlock> take_path(
    std::string path, const ingest::Intake& intake, const std::stop_token& stop
) {
    const char* const home = std::getenv("HOME");
    if (path.starts_with("~/") && home != nullptr) path = home + path.substr(1);
    const auto source = ingest::parse_source(path);
    if (ingest::promised_mime(source) == "application/pdf") {
        return content::ContentBlock(TRY(ingest::take_document(source, intake)));
    }
    return content::ContentBlock(TRY(ingest::take_image(source, intake, stop)));
}

}  // namespace

void App::attach_block(const content::ContentBlock& block) {
    const auto id = next_attached_++;
    Attached attached{.id = id, .block = block};
    if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
        attached.name = people::name_of(*image);
        attached.label = StyledLine(
            "[▣ " + attached.name + " " + size_text(image->size) + "]", style_of(Role::Accent)
        );
    } else if (const auto* document = std::get_if<content::DocumentBlock>(&block)) {
        attached.name = document->filename;
        attached.label = StyledLine("[▤ " + attached.name + "]", style_of(Role::Accent));
    }
    attached_.insert_or_assign(id, std::move(attached));
    buffer_.insert_chip({id});
    refresh();
}

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

// Checked by the gate and stored, on the errands' thread; a chip once it is in.
void App::attach_from(std::function<Result<content::ContentBlock>(
                          const ingest::Intake& intake, const std::stop_token& stop
                      )> take) {
    if (!talk_) {
        at_opening_.push_back([this, take = std::move(take)] { attach_from(take); });
        return;
    }
    hint_ = "looking at it …";
    with_talk(
        [this, take = std::move(take)](
            Conversation& talk, const std::stop_token& stop
        ) -> std::function<void()> {
            auto taken =
                std::make_shared<Result<content::ContentBlock>>(take(talk.machine().intake(), stop)
                );
            return [this, taken] {
                hint_.clear();
                if (taken->ok()) return attach_block(taken->value());
                notice(refusal_words(taken->error()), Role::Error);
            };
        }
    );
}

void App::attach_path(const std::string& path) {
    if (path.empty()) return notice("/image takes a path", Role::Error);
    attach_from([path](const ingest::Intake& intake, const std::stop_token& stop) {
        return take_path(path, intake, stop);
    });
}

// What the command line names: with the words that it says at once, or before what will be written.
void App::attach_first() {
    if (arguments_.images.empty()) return;
    if (!arguments_.prompt) return attach_paths(arguments_.images);
    with_talk([this](Conversation& talk, const std::stop_token& stop) -> std::function<void()> {
        auto blocks = std::make_shared<std::vector<content::ContentBlock>>();
        const auto intake = talk.machine().intake();
        for (const auto& path : arguments_.images) {
            auto taken = take_path(path, intake, stop);
            if (taken.ok()) {
                blocks->push_back(std::move(taken).value());
                continue;
            }
            const auto words = refusal_words(taken.error());
            return [this, words] { notice(words, Role::Error); };
        }
        return [this, blocks] { say(*arguments_.prompt, std::move(*blocks)); };
    });
}

void App::attach_paths(const std::vector<std::string>& paths) {
    for (const auto& path : paths) attach_path(path);
}

void App::attach_bytes(Bytes bytes, std::string filename) {
    const auto held = std::make_shared<Bytes>(std::move(bytes));
    attach_from(
        [held, filename = std::move(filename)](
            const ingest::Intake& intake, const std::stop_token& stop
        ) -> Result<content::ContentBlock> {
            return content::ContentBlock(
                TRY(ingest::take_image_bytes(std::move(*held), filename, intake, stop))
            );
        }
    );
}

ClipboardSettings App::clipboard_settings() const {
    static const std::stop_token never;
    const std::size_t most = talk_ ? talk_->machine().intake().gate.max_file_bytes : 32u << 20;
    auto settings = clipboard_settings_here(most, never);
    settings.terminal_has_clipboard = pictures_.has_clipboard();
    return settings;
}

void App::read_clipboard() {
    hint_ = "reading the clipboard …";
    errands_->run(
        [this,
         settings = clipboard_settings()](const std::stop_token& stop) -> std::function<void()> {
            auto copied = std::make_shared<Result<Copied>>(tui::read_clipboard(settings, stop));
            return [this, copied] { on_copied(std::move(*copied)); };
        }
    );
}

void App::on_copied(Result<Copied> copied) {
    hint_.clear();
    refresh();
    if (!copied.ok()) {
        hint_ = copied.error().message;
        return;
    }
    auto& what = copied.value();
    if (auto* picture = std::get_if<CopiedPicture>(&what)) {
        attach_bytes(std::move(picture->bytes), std::move(picture->filename));
    } else if (const auto* files = std::get_if<CopiedFiles>(&what)) {
        attach_paths(files->paths);
    } else if (const auto* text = std::get_if<CopiedText>(&what)) {
        buffer_.paste(text->text);
        update_suggestions();
    } else {
        clipboard_ = clipboard_settings();
        terminal_clipboard_.emplace(clipboard_);
        tty_.write(terminal_clipboard_->begin());
        hint_ = "asking the terminal for its clipboard …";
    }
}

StyledText App::picture_lines(const content::ImageBlock& image, int rows) {
    if (!talk_) return {};
    return pictures_.show(
        {.image = image, .boxes = {}, .caption = caption_of(image)},
        talk_->machine(),
        {.indent = 2, .columns = columns(), .rows = rows},
        {}
    );
}

// As large as the window lets it.
void App::view(const std::string& which) {
    if (!talk_) return notice("the session is still being opened", Role::Quiet);
    std::vector<content::ImageBlock> images;
    const auto add = [&](const auto& block) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) images.push_back(*image);
    };
    for (const auto& message : talk_->live().view().messages) {
        for (const auto& block : message.content) {
            add(block);
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result == nullptr) continue;
            for (const auto& output : result->content) add(output);
        }
    }
    for (const auto& [id, attached] : attached_) {
        if (attached.block) add(*attached.block);
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
    print(picture_lines(images[number - 1], std::max(painter_.settings().rows - 6, 3)));
}

}  // namespace fovea::tui
