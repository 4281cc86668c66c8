#include "fovea/tui/graphics/thumbnails.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/media/compare/overlay.hpp"
#include "fovea/tui/graphics/draw_boxes.hpp"
#include "fovea/tui/graphics/escapes.hpp"
#include "fovea/tui/graphics/iterm.hpp"
#include "fovea/tui/graphics/kitty.hpp"
#include "fovea/tui/graphics/picture_file.hpp"
#include "fovea/tui/graphics/picture_words.hpp"
#include "fovea/tui/graphics/sixel.hpp"
#include "fovea/tui/graphics/symbols.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

namespace fovea::tui {
namespace {

constexpr int kMaxColumns = 60;         // of a thumbnail in a conversation
constexpr int kCaptionColumns = 24;     // less room beside a picture is none
constexpr std::size_t kMaxLabel = 200;  // characters in the list of boxes
constexpr std::uint32_t kMaxSide = 4096;

std::uint32_t random_id() {
    // 24 bits: placeholders say the id as a colour. Not a small number, which others count from.
    std::random_device device;
    return 0x400000U + (device() & 0x3FFFFFU);
}

int cells(std::uint32_t pixels, std::uint32_t cell) {
    return static_cast<int>((pixels + cell - 1) / cell);
}

StyledLine behind_indent(int indent, const StyledLine& line) {
    return indented(line, indent);
}

StyledText list_of(const std::vector<NumberedBox>& boxes, const Place& place) {
    StyledText lines;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& [red, green, blue] = media::frame_colour(i);
        const auto number = " " + std::to_string(boxes[i].number) + " ";
        StyledLine line;
        line.add(
            number,
            {.colour = Colour::rgb(255, 255, 255),
             .background = Colour::rgb(red, green, blue),
             .bold = true}
        );
        line.add(" " + shorten_characters(printable(boxes[i].label), kMaxLabel));
        const auto& box = boxes[i].box;
        line.add(
            "  " + std::to_string(box.x) + "," + std::to_string(box.y) + " " +
                std::to_string(box.width) + "×" + std::to_string(box.height),
            style_of(Role::Quiet)
        );
        const auto columns = std::max(place.columns - place.indent, 1);
        for (const auto& part : wrap(line, columns, static_cast<int>(number.size()) + 1)) {
            lines.push_back(behind_indent(place.indent, part));
        }
    }
    return lines;
}

}  // namespace

struct Thumbnails::Room {
    int columns = 0;
    int rows = 0;
    media::PixelSize cell;  // pixels of what is sent
    media::PixelSize pixels;
};

Thumbnails::Thumbnails(const Graphics& graphics, LoadPixels load)
    : Thumbnails(graphics, std::move(load), random_id()) {}

Thumbnails::Thumbnails(const Graphics& graphics, LoadPixels load, std::uint32_t first_id)
    : graphics_(graphics), load_(std::move(load)), next_id_(first_id) {}

Thumbnails::Room Thumbnails::room_for(const Place& place) const {
    Room room;
    room.cell = graphics_.kind == GraphicsKind::Symbols ? kSymbolCell : graphics_.cell;
    room.columns = std::min(place.columns - place.indent, std::max(kMaxColumns, 4 * place.rows));
    room.rows = place.rows;
    if (graphics_.kind == GraphicsKind::Placeholders) {
        room.columns = std::min(room.columns, kMaxPlaceholders);
        room.rows = std::min(room.rows, kMaxPlaceholders);
    }
    if (room.columns <= 0 || room.rows <= 0) return {};
    room.pixels = {
        std::min(static_cast<std::uint32_t>(room.columns) * room.cell.width, kMaxSide),
        std::min(static_cast<std::uint32_t>(room.rows) * room.cell.height, kMaxSide)};
    if (graphics_.kind == GraphicsKind::Sixel)
        room.pixels.height = sixel_height(room.pixels.height);
    return room;
}

std::optional<ShownPicture> Thumbnails::drawn(
    const PictureToShow& picture, const Place& place, const std::stop_token& stop
) {
    const auto room = room_for(place);
    if (room.pixels.pixels() == 0) return std::nullopt;
    const auto loaded = load_(picture.image, room.pixels, stop);
    if (!loaded.ok()) return std::nullopt;
    const auto size = loaded.value().size();
    auto boxes = picture.boxes;
    for (auto& box : boxes) box.box = scaled(box.box, picture.image.size, size);
    const bool is_symbols = graphics_.kind == GraphicsKind::Symbols;
    const auto numbers = is_symbols ? BoxNumbers::LeftOut : BoxNumbers::Drawn;
    const auto pixels = draw_boxes(loaded.value(), boxes, numbers);

    ShownPicture shown;
    shown.columns = cells(size.width, room.cell.width);
    const bool is_sixel = graphics_.kind == GraphicsKind::Sixel;
    // The last six rows of pixels count in full.
    shown.rows = cells(is_sixel ? (size.height + 5) / 6 * 6 : size.height, room.cell.height);
    if (is_symbols) {
        for (const auto& line : symbols_of(pixels, boxes)) {
            shown.lines.push_back(behind_indent(place.indent, line));
        }
        return shown;
    }
    Drawing drawing{.column = place.indent, .columns = shown.columns, .rows = shown.rows};
    shown.lines.resize(static_cast<std::size_t>(shown.rows));
    if (is_sixel) {
        drawing.bytes = sixel_picture(pixels);
        if (graphics_.through_tmux) drawing.bytes = through_tmux(drawing.bytes);
    } else {
        const auto png = png_of(pixels);
        if (!png.ok()) return std::nullopt;
        if (graphics_.kind == GraphicsKind::Iterm) {
            drawing.bytes =
                iterm_picture(png.value(), shown.columns, shown.rows, graphics_.through_tmux);
        } else {
            shown.id = next_id_++;
            shown_.push_back(*shown.id);
            const bool by_characters = graphics_.kind == GraphicsKind::Placeholders;
            drawing.bytes = kitty_picture(
                png.value(),
                {.id = *shown.id,
                 .columns = by_characters || size.width == room.pixels.width ? shown.columns : 0,
                 .rows = by_characters || size.height == room.pixels.height ? shown.rows : 0,
                 .by_placeholders = by_characters,
                 .through_tmux = graphics_.through_tmux}
            );
            if (by_characters) {
                shown.lines.clear();
                for (const auto& line : kitty_placeholders(*shown.id, shown.columns, shown.rows)) {
                    shown.lines.push_back(behind_indent(place.indent, line));
                }
                drawing.columns = drawing.rows = 0;  // the characters are the picture
            }
        }
    }
    shown.lines.front().drawing = std::make_shared<const Drawing>(std::move(drawing));
    return shown;
}

ShownPicture Thumbnails::show(
    const PictureToShow& picture, const Place& place, const std::stop_token& stop
) {
    std::optional<ShownPicture> made;
    if (graphics_.kind != GraphicsKind::Words) made = drawn(picture, place, stop);
    ShownPicture shown = made.value_or(ShownPicture{});
    const auto room = std::max(place.columns - place.indent, 1);
    if (!made) {
        const auto& image = picture.image;
        const StyledLine words(
            picture_words(image.size, image.mime, image.filename), style_of(Role::Quiet)
        );
        for (const auto& line : wrap(words, room)) {
            shown.lines.push_back(behind_indent(place.indent, line));
        }
    } else if (!picture.caption.empty()) {
        const StyledLine caption(picture.caption, style_of(Role::Quiet));
        const int beside = room - shown.columns - 3;
        if (beside >= kCaptionColumns) {
            auto& line = shown.lines[shown.rows > 1 ? 1 : 0];
            const int gap = place.indent + shown.columns + 3 - line.width();
            line.add(std::string(static_cast<std::size_t>(std::max(gap, 0)), ' '));
            line.add(cut(caption, beside));
        } else {
            shown.lines.push_back(behind_indent(place.indent, cut(caption, room)));
        }
    }
    for (auto& line : list_of(picture.boxes, place)) shown.lines.push_back(std::move(line));
    return shown;
}

StyledText Thumbnails::show_passing(
    const PictureToShow& picture, const Place& place, const std::stop_token& stop
) {
    if (graphics_.kind == GraphicsKind::Words) return {};
    auto shown = drawn(picture, place, stop);
    if (!shown) return {};
    auto& lines = shown->lines;
    if (lines.empty() || !lines.front().drawing) return std::move(lines);
    auto drawing = *lines.front().drawing;
    drawing.passes = true;
    if (shown->id) drawing.removal = remove(*shown->id);
    lines.front().drawing = std::make_shared<const Drawing>(std::move(drawing));
    const bool goes_down =
        graphics_.kind == GraphicsKind::Sixel || graphics_.kind == GraphicsKind::Iterm;
    if (goes_down) lines.emplace_back();
    return std::move(lines);
}

std::string Thumbnails::remove(std::uint32_t id) {
    const auto place = std::ranges::find(shown_, id);
    if (place == shown_.end()) return {};
    shown_.erase(place);
    return kitty_removal(id, graphics_.through_tmux);
}

std::string Thumbnails::remove_all() {
    std::string bytes;
    for (const auto id : std::exchange(shown_, {})) {
        bytes += kitty_removal(id, graphics_.through_tmux);
    }
    return bytes;
}

}  // namespace fovea::tui
