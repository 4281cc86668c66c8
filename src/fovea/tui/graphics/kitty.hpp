// kitty's graphics protocol: a picture is sent under an id, shown at the cursor in so many cells, and taken
// away by its id. Sent in pieces of 4096 characters; nothing is answered.
//
//     tty << kitty_picture(png, {.id = id, .columns = 40, .rows = 12});
//     tty << kitty_removal(id);
//
// In tmux it is shown by characters (Unicode placeholders), which tmux moves and clears as it does all text:
//
//     tty << kitty_picture(png, {…, .by_placeholders = true, .through_tmux = true});
//     for (auto& line : kitty_placeholders(id, 40, 12)) print(line);
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <string>

namespace fovea::tui {

struct KittyPicture {
    std::uint32_t id = 1;
    int columns = 0;  // 0: as its shape and the rows want; both 0: pixel by pixel
    int rows = 0;
    bool by_placeholders = false;
    bool through_tmux = false;
};

// The cursor stays where it is.
std::string kitty_picture(ByteView png, const KittyPicture& how);

// The picture, wherever it is shown, and its data.
std::string kitty_removal(std::uint32_t id, bool tmux_between = false);

// As many as there are marks for rows and columns; the colour of the characters is the id.
inline constexpr int kMaxPlaceholders = 297;
StyledText kitty_placeholders(std::uint32_t id, int columns, int rows);

}  // namespace fovea::tui
