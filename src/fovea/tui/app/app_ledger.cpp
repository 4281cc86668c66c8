// "/images": every picture of the session and what became of it; which of them are kept, and which are sent no more.
#include "fovea/people/delivery_text.hpp"
#include "fovea/people/human.hpp"
#include "fovea/store/image_change.hpp"
#include "fovea/store/timestamp.hpp"
#include "fovea/tui/app/app.hpp"

#include <charconv>
#include <utility>

namespace fovea::tui {
namespace {

content::ImageBlock block_of(const store::LedgerImage& image) {
    content::ImageBlock block;
    block.source = image.image;
    if (content::blob_of(block.source) == nullptr && image.file) block.source = *image.file;
    block.mime = image.mime;
    block.size = image.size;
    block.filename = image.filename;
    block.alt = image.alt;
    return block;
}

// "3  shot.png 1920×1080  as pixels · ≈ 1,240 tokens · 2 turns ago  [pinned]"
StyledLine row_of(const store::LedgerImage& image, std::size_t number) {
    StyledLine line(std::to_string(number), style_of(Role::Quiet));
    line.add("  " + people::name_of(block_of(image)));
    if (image.size.pixels() > 0) line.add(" " + size_text(image.size), style_of(Role::Quiet));
    const auto state = image.state();
    line.add("  " + std::string(state_words(state)), style_of(role_of(state)));
    std::string more;
    if (image.reached.tokens > 0) more = " · ≈ " + tokens_text(image.reached.tokens);
    more += image.age == 0 ? " · this turn" : " · " + people::counted(image.age, "turn") + " ago";
    line.add(more, style_of(Role::Quiet));
    if (image.pinned) line.add("  [pinned]", style_of(Role::Accent));
    if (image.dropped) line.add("  [dropped]", style_of(Role::Warning));
    if (!image.quarantined_by.empty()) line.add("  [refused]", style_of(Role::Warning));
    return line;
}

std::vector<PickRow> rows_of(const std::vector<store::LedgerImage>& images) {
    std::vector<PickRow> rows;
    for (std::size_t i = 0; i < images.size(); ++i) {
        rows.push_back({std::to_string(i), row_of(images[i], i + 1)});
    }
    return rows;
}

// Of what is stored: a turn that runs may be adding to what is in memory.
Result<std::vector<store::LedgerImage>> ledger_of(Conversation& talk) {
    auto& sessions = talk.machine().sessions();
    if (!TRY(sessions.exists(talk.id()))) return std::vector<store::LedgerImage>();
    return store::ledger_of(TRY(sessions.read(talk.id())));
}

std::string_view done_words(store::ImageAction action) {
    switch (action) {
        case store::ImageAction::Pin: return "is always sent in full from now on";
        case store::ImageAction::Unpin: return "ages again as others do";
        case store::ImageAction::Drop: return "is not sent any more; restore brings it back";
        case store::ImageAction::Restore: return "is sent again";
        case store::ImageAction::Deliver:
        case store::ImageAction::Quarantine:
        case store::ImageAction::Fetch: break;
    }
    return "";
}

}  // namespace

void App::show_images(const std::string& rest) {
    if (rest.empty()) return pick_images();
    const auto space = std::min(rest.find(' '), rest.size());
    const auto verb = rest.substr(0, space);
    const auto which = rest.substr(std::min(space + 1, rest.size()));
    using store::ImageAction;
    for (const auto& [name, action] : std::initializer_list<std::pair<const char*, ImageAction>>{
             {"pin", ImageAction::Pin},
             {"unpin", ImageAction::Unpin},
             {"drop", ImageAction::Drop},
             {"restore", ImageAction::Restore}}) {
        if (verb == name) return change_image(which, action);
    }
    notice("/images, or /images pin, unpin, drop or restore with a number", Role::Error);
}

void App::pick_images() {
    with_talk([this](Conversation& talk, const std::stop_token&) -> std::function<void()> {
        auto list = ledger_of(talk);
        return [this, list = std::move(list)] {
            if (!list.ok()) return notice("✗ " + list.error().message, Role::Error);
            if (list.value().empty()) {
                return notice("no pictures in this conversation", Role::Quiet);
            }
            ledger_ = list.value();
            const auto at = [](const std::string& id) { return std::stoul(id); };
            picker_.emplace("Pictures", rows_of(ledger_), [this, at](const std::string& id) {
                const auto image = block_of(ledger_.at(at(id)));
                show_picture(
                    {.image = image, .boxes = {}, .caption = caption_of(image)}, view_rows()
                );
            });
            using store::ImageAction;
            picker_->add_action('p', "pin or not", [this, at](const std::string& id) {
                const bool is_pinned = ledger_.at(at(id)).pinned;
                change_images_at(at(id), is_pinned ? ImageAction::Unpin : ImageAction::Pin);
            });
            picker_->add_action('d', "drop", [this, at](const std::string& id) {
                change_images_at(at(id), ImageAction::Drop);
            });
            picker_->add_action('r', "restore", [this, at](const std::string& id) {
                change_images_at(at(id), ImageAction::Restore);
            });
            refresh();
        };
    });
}

// By its number in the list.
void App::change_image(const std::string& which, store::ImageAction action) {
    std::size_t number = 0;
    const auto* last = which.data() + which.size();
    const bool is_number = std::from_chars(which.data(), last, number).ptr == last;
    if (which.empty() || !is_number || number == 0) {
        return notice(
            "it takes the number of a picture, as in /images pin 1; /images lists them", Role::Error
        );
    }
    with_talk(
        [this,
         number,
         action](Conversation& talk, const std::stop_token&) -> std::function<void()> {
            auto changed = [&]() -> Result<std::string> {
                const auto images = TRY(ledger_of(talk));
                if (number > images.size()) {
                    const auto count = images.empty()
                                           ? "no pictures"
                                           : "only " + people::counted(images.size(), "picture");
                    return Error{
                        ErrorCode::FileNotFound,
                        "there is no picture " + std::to_string(number) + ": this session has " +
                            count};
                }
                const auto& image = images[number - 1];
                TRY(store::change_image(
                    talk.machine().sessions(),
                    talk.id(),
                    {.action = action, .image = image.image},
                    store::system_now()
                ));
                return people::name_of(block_of(image));
            }();
            return [this, changed = std::move(changed), action] {
                if (!changed.ok()) return notice("✗ " + changed.error().message, Role::Error);
                notice(changed.value() + " " + std::string(done_words(action)), Role::Quiet);
            };
        }
    );
}

// In the list that is shown, which shows the outcome.
void App::change_images_at(std::size_t number, store::ImageAction action) {
    with_talk(
        [this,
         image = ledger_.at(number).image,
         action](Conversation& talk, const std::stop_token&) -> std::function<void()> {
            auto changed = store::change_image(
                talk.machine().sessions(),
                talk.id(),
                {.action = action, .image = image},
                store::system_now()
            );
            auto list = ledger_of(talk);
            return [this, changed = std::move(changed), list = std::move(list)] {
                if (!changed.ok()) notice("✗ " + changed.error().message, Role::Error);
                if (!list.ok() || !picker_) return;
                ledger_ = list.value();
                picker_->set_rows(rows_of(ledger_));
                refresh();
            };
        }
    );
}

}  // namespace fovea::tui
