// Pictures that come in: from paths, drops, the clipboard, pages of the web; and their chips.
#include "fovea/base/ascii.hpp"
#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/browser/local_page.hpp"
#include "fovea/browser/page_url.hpp"
#include "fovea/context/picture_estimate.hpp"
#include "fovea/context/picture_needs.hpp"
#include "fovea/host/lazy_browser.hpp"
#include "fovea/people/delivery_text.hpp"
#include "fovea/people/human.hpp"
#include "fovea/tui/app/app.hpp"
#include "fovea/tui/app/attachment.hpp"
#include "fovea/tui/clipboard/this_system.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

namespace fovea::tui {
namespace {

std::string refusal_words(const Error& error) {
    if (error.code == ErrorCode::Cancelled) return "stopped";
    return "✗ " + std::string(wire_name(error.code)) + ": " + error.message;
}

// Several may be taken at once: which one it was has to be told.
std::string refusal_of(const std::string& path, const Error& error) {
    const auto name = std::filesystem::path(path).filename().string();
    const bool is_told = error.code == ErrorCode::Cancelled || name.empty() ||
                         error.message.find(name) != std::string::npos;
    return refusal_words(is_told ? error : Error{error.code, name + ": " + error.message});
}

struct ShotTaken {
    content::ImageBlock image;
    std::vector<std::string> notes;
};

// A page that lies in a file has to lie in the workspace, as other files that are typed do.
Result<ShotTaken> shoot_page(
    const std::string& url,
    const std::vector<std::string>& allowed,
    Conversation& talk,
    const std::stop_token& stop
) {
    browser::ShotRequest request{.url = url};
    if (browser::names_local_page(url)) {
        const auto files = talk.live().equipment().files().for_typed();
        const auto bytes = TRY(files.read(url, browser::kMaxLocalPage));
        request.local = browser::LocalPage{url, std::string(as_text(bytes))};
    }
    host::LazyBrowser opened(talk.situation(), allowed);
    auto shot =
        TRY(allowed.empty() ? talk.machine().shoot(request, stop) : opened.shoot(request, stop));
    auto image = TRY(ingest::take_image_bytes(
        std::move(shot.png), "screenshot.png", talk.machine().intake(), stop
    ));
    return ShotTaken{std::move(image), std::move(shot.notes)};
}

// " ≈ 1,240 tokens [downscaled] 82 %", or in which other way the model gets it.
void add_estimate(
    StyledLine& label,
    const content::ImageBlock& image,
    const config::Settings& settings,
    const std::string& model
) {
    const auto target = delivery::find_target(settings, model);
    if (!target.ok() || target.value().is_local() || image.size.pixels() == 0) return;
    if (!target.value().can.vision.value) {
        label.add(" in words", style_of(Role::Warning));
        return;
    }
    const auto& limits = target.value().limits;
    const auto lossless =
        image.mime == "image/jpeg" ? context::Lossless::No : context::Lossless::Yes;
    const auto estimate = context::estimate_picture(image.size, lossless, limits);
    if (estimate.tokens > 0) {
        label.add(" ≈ " + tokens_text(estimate.tokens), style_of(Role::Quiet));
    }
    if (!estimate.downscaled) return;
    const auto edge = context::edge_for(limits, 1);
    const auto share = std::lround(100.0 * edge / image.size.longest_edge());
    label.add(" [downscaled] " + std::to_string(share) + " %", style_of(Role::Warning));
    if (estimate.tiles > 0) {
        label.add(" + " + people::counted(estimate.tiles, "tile"), style_of(Role::Quiet));
    }
}

}  // namespace

StyledLine App::label_for(const content::ContentBlock& block) const {
    if (const auto* document = std::get_if<content::DocumentBlock>(&block)) {
        return StyledLine("[▤ " + document->filename + "]", style_of(Role::Accent));
    }
    const auto* image = std::get_if<content::ImageBlock>(&block);
    if (image == nullptr) return {};
    StyledLine label(
        "[▣ " + people::name_of(*image) + " " + size_text(image->size), style_of(Role::Accent)
    );
    if (talk_) add_estimate(label, *image, talk_->settings(), model_);
    label.add("]", style_of(Role::Accent));
    return label;
}

void App::attach_block(const content::ContentBlock& block) {
    const auto id = next_attached_++;
    Attached attached{.id = id, .block = block, .label = label_for(block)};
    if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
        attached.name = people::name_of(*image);
    } else if (const auto* document = std::get_if<content::DocumentBlock>(&block)) {
        attached.name = document->filename;
    }
    attached_.insert_or_assign(id, std::move(attached));
    buffer_.insert_chip({id});
    refresh();
}

void App::attach_text(const std::string& pasted) {
    auto text = without_unseen(to_utf8(pasted));
    const auto id = next_attached_++;
    const auto lines = std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1);
    const auto size = static_cast<std::uint64_t>(lines);
    StyledLine label("[≡ " + people::counted(size, "line") + " pasted]", style_of(Role::Accent));
    attached_.insert_or_assign(
        id, Attached{.id = id, .name = {}, .text = std::move(text), .label = std::move(label)}
    );
    buffer_.insert_chip({id});
    refresh();
}

std::string App::written_words() const {
    return buffer_.words([this](const Chip& chip) {
        const auto found = attached_.find(chip.id);
        return found == attached_.end() ? std::string() : found->second.text;
    });
}

// Another model takes them otherwise.
void App::relabel_chips() {
    for (auto& [id, attached] : attached_) {
        if (attached.block) attached.label = label_for(*attached.block);
    }
    refresh();
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

void App::attach_typed(const std::string& path) {
    if (path.empty()) return notice("/image takes a path", Role::Error);
    hint_ = "looking at it …";
    with_talk(
        [this, path](Conversation& talk, const std::stop_token& stop) -> std::function<void()> {
            auto taken =
                std::make_shared<Result<content::ContentBlock>>(take_typed(path, talk, stop));
            return [this, taken, path] {
                hint_.clear();
                if (taken->ok()) return attach_block(taken->value());
                notice(refusal_of(path, taken->error()), Role::Error);
            };
        }
    );
}

void App::attach_path(const std::string& path) {
    attach_from(
        [path](
            const ingest::Intake& intake, const std::stop_token& stop
        ) -> Result<content::ContentBlock> {
            auto taken = take_path(path, intake, stop);
            // Several may be dropped at once: which one it was has to be told.
            const auto name = std::filesystem::path(path).filename().string();
            if (taken.ok() || taken.error().message.find(name) != std::string::npos) return taken;
            return Error{taken.error().code, name + ": " + taken.error().message};
        }
    );
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
            const auto words = refusal_of(path, taken.error());
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

// As the command line has it: pages of the network, files of a page; a closed origin is opened where the person says so.
void App::screenshot(const std::string& url) {
    if (url.empty()) return notice("/screenshot takes an address", Role::Error);
    const auto scheme = lowered(url.substr(0, std::min(url.find("://"), url.size())));
    if (scheme.size() < url.size() && scheme != "https" && scheme != "http" && scheme != "file") {
        return notice("/screenshot takes https addresses, and none of " + scheme, Role::Error);
    }
    take_shot(url, {});
}

void App::take_shot(const std::string& url, std::vector<std::string> allowed) {
    if (!talk_) return notice("still starting");
    ++looking_;
    refresh();
    with_talk(
        [this, url, allowed = std::move(allowed)](
            Conversation& talk, const std::stop_token& stop
        ) -> std::function<void()> {
            auto shot = std::make_shared<Result<ShotTaken>>(shoot_page(url, allowed, talk, stop));
            return [this, shot, url] {
                --looking_;
                refresh();
                if (shot->ok()) {
                    attach_block(shot->value().image);
                    for (const auto& note : shot->value().notes) notice(note, Role::Quiet);
                    return;
                }
                const auto& error = shot->error();
                const auto origin = browser::origin_to_allow(url);
                if (error.code != ErrorCode::UrlBlocked || !origin) {
                    return notice(refusal_words(error), Role::Error);
                }
                Question question{.id = {}, .lines = {}};
                const StyledLine words(
                    origin->text() + " is of this machine or its network. Open it for this picture?"
                );
                question.lines = wrap(words, columns(), 2);
                const auto text = origin->text();
                question.answers = {
                    {'y', "open it once", [this, url, text] { take_shot(url, {text}); }},
                    {'n', "do not", [] {}}};
                question.on_escape = [] {};
                questions_.push_back(std::move(question));
            };
        }
    );
}

}  // namespace fovea::tui
