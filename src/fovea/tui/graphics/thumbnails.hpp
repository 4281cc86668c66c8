// Pictures in the conversation, as this terminal can show them: thumbnails with the boxes that an answer speaks of,
// numbered, and a list of those below.
//
//     Thumbnails thumbnails(graphics, pixels_from(machine));
//     const auto shown = thumbnails.show(picture, {.indent = 2, .columns = 80}, stop);
//     for (auto& line : shown.lines) print(line);
//     …
//     tty << thumbnails.remove(*shown.id);            // kitty's can be taken away again
//
// What cannot be decoded, and what a terminal cannot show, is named in words. One thread at a time.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/tui/graphics/choose_graphics.hpp"
#include "fovea/tui/graphics/numbered_box.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::host {
class Machine;
}

namespace fovea::tui {

// The pixels (Rgb8) of a stored picture, in that room; never decoded in this process.
using LoadPixels = std::function<Result<media::Picture>(
    const content::ImageBlock& image, media::PixelSize room, const std::stop_token& stop
)>;

// Through the variants that are kept, and a worker. Borrows the machine.
LoadPixels pixels_from(host::Machine& machine);

struct PictureToShow {
    content::ImageBlock image;
    std::vector<NumberedBox> boxes = {};  // pixels of the whole upright picture
    std::string caption = {};             // beside it: "shot.png  1920×1080 PNG"; empty: none
};

struct Place {
    int indent = 0;
    int columns = 80;  // of the window
    int rows = 12;     // at most
};

struct ShownPicture {
    StyledText lines;
    int columns = 0;  // of the picture; 0: named in words
    int rows = 0;
    std::optional<std::uint32_t> id = {};  // for remove()
};

class Thumbnails {
public:
    // Ids of ours are counted on from the first, which is random and high: other programs draw on the terminal too.
    Thumbnails(const Graphics& graphics, LoadPixels load);
    Thumbnails(const Graphics& graphics, LoadPixels load, std::uint32_t first_id);

    const Graphics& graphics() const { return graphics_; }
    // After a late answer of the terminal, and after a resize.
    void use(const Graphics& graphics) { graphics_ = graphics; }
    // From another store from now on.
    void load_by(LoadPixels load) { load_ = std::move(load); }

    ShownPicture show(
        const PictureToShow& picture, const Place& place, const std::stop_token& stop
    );

    // Without words about it, for lines that are alive (Drawing::passes); empty where it cannot be shown. One row below it is
    // left free where a terminal may go down a row behind a picture.
    StyledText show_passing(
        const PictureToShow& picture, const Place& place, const std::stop_token& stop
    );

    // What to write so that it is gone; empty where the terminal has no removal, or it is gone already.
    std::string remove(std::uint32_t id);
    std::string remove_all();

private:
    struct Room;
    Room room_for(const Place& place) const;
    std::optional<ShownPicture> drawn(
        const PictureToShow& picture, const Place& place, const std::stop_token& stop
    );

    Graphics graphics_;
    LoadPixels load_;
    std::uint32_t next_id_;
    std::vector<std::uint32_t> shown_;
};

}  // namespace fovea::tui
