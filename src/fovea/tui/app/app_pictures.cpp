// Pictures: what is attached, and what became of it.
#include "fovea/people/delivery_text.hpp"
#include "fovea/tui/app/app.hpp"

#include <utility>

namespace fovea::tui {

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

}  // namespace fovea::tui
