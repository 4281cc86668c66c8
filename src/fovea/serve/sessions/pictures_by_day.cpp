#include "fovea/serve/sessions/pictures_by_day.hpp"

#include "fovea/content/blocks.hpp"
#include "fovea/store/ledger.hpp"

#include <algorithm>
#include <vector>

namespace fovea::serve {
namespace {

// The pictures of one turn, until the next begins.
struct ShownInTurn {
    std::string day;
    std::vector<content::FileRef> pictures;

    void add(const content::ImageBlock& image, const store::Entry& entry) {
        if (pictures.empty()) day = store::to_iso_text(entry.time).substr(0, 10);
        if (std::ranges::find(pictures, image.source) == pictures.end()) {
            pictures.push_back(image.source);
        }
    }
};

// Most sessions hold none, and need not be read any further.
bool holds_picture(const store::Entry& entry) {
    return entry.kind == store::EntryKind::Message &&
           entry.body.find(R"("type":"image")") != std::string::npos;
}

bool is_results(const content::Message& message) {
    return std::ranges::any_of(message.content, [](const auto& block) {
        return std::holds_alternative<content::ToolResultBlock>(block);
    });
}

}  // namespace

Result<void> PicturesByDay::add_session(
    std::span<const store::Entry> entries, std::uint64_t brought
) {
    if (std::ranges::none_of(entries, holds_picture)) return {};
    store::Ledger ledger;
    ShownInTurn shown;
    const auto count = [&] {
        for (const auto& picture : shown.pictures) {
            const auto* known = ledger.find(picture);
            if (known == nullptr) continue;
            const auto state = known->dropped ? "dropped" : store::name_of(known->state());
            ++counts_[{shown.day, std::string(state)}];
        }
        shown = {};
    };
    for (const auto& entry : entries) {
        if (entry.kind == store::EntryKind::Message) {
            const auto message = TRY(store::message_of(entry));
            // What became of the pictures of a turn is known once the next begins.
            if (message.role == content::Role::User && !is_results(message)) count();
            for (const auto& block : message.content) {
                if (entry.seq <= brought) break;
                if (const auto* image = std::get_if<content::ImageBlock>(&block)) {
                    shown.add(*image, entry);
                }
                const auto* result = std::get_if<content::ToolResultBlock>(&block);
                if (result == nullptr) continue;
                for (const auto& output : result->content) {
                    const auto* image = std::get_if<content::ImageBlock>(&output);
                    if (image != nullptr) shown.add(*image, entry);
                }
            }
        }
        TRY(ledger.add(entry));
    }
    count();
    return {};
}

}  // namespace fovea::serve
