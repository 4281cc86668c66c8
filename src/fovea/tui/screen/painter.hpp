// What stands in the terminal, and the few bytes that change it.
//
//     Painter painter({.columns = 80, .rows = 24});
//     tty.write(painter.paint({finished lines}, {.lines = live, .cursor = {1, 2}}));
//     tty.write(painter.resize(100, 30));   // before the next paint()
//     tty.write(painter.leave());
//
// No alternate screen: lines that are finished go into the scrollback and are never touched again; only the last
// lines, the live ones, are written over. Nothing but the cursor's place relative to them is assumed, so whatever
// stood in the terminal before stays. Owns no terminal: bytes out. A frame that changes several places is
// marked so that a terminal that can shows it at once (mode 2026).
#pragma once

#include "fovea/tui/screen/cells.hpp"
#include "fovea/tui/screen/pen.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fovea::tui {

struct PaintSettings {
    int columns = 80;
    int rows = 24;
    Colours colours = Colours::Shown;
    bool synchronised = true;  // mode 2026; a terminal that does not know it does nothing
    // Whether the terminal breaks lines anew when it gets narrower. Where it is not known: no, since lines that were
    // said would be taken for live ones.
    bool reflows = false;
};

// A place among the live lines.
struct CursorPlace {
    int row = 0;
    int column = 0;

    bool operator==(const CursorPlace&) const = default;
};

// The lines that are alive. More than the window is high: the last of them are shown.
struct Live {
    StyledText lines;
    CursorPlace cursor = {};
    bool shows_cursor = true;
};

class Painter {
public:
    explicit Painter(PaintSettings settings);

    const PaintSettings& settings() const { return settings_; }
    void set_synchronised(bool synchronised) { settings_.synchronised = synchronised; }
    void set_reflows(bool reflows) { settings_.reflows = reflows; }

    // From what was there to `finished`, above, and `live`. The lines fit the width (styled_text.hpp); what is
    // wider is cut.
    std::string paint(const StyledText& finished, const Live& live);

    // The window has another size; the live lines are gone until the next paint().
    std::string resize(int columns, int rows);

    // The live lines taken away, the cursor where they began.
    std::string wipe();

    // The cursor on an empty line below everything.
    std::string leave();

    // Of the live lines, how many are below the cursor.
    int rows_below() const;

    // Something else wrote to the terminal; the cursor stands at the beginning of an empty line.
    void forget();

private:
    struct Paper;  // the bytes of one frame, and where they leave the cursor

    void write_all(Paper& paper, const std::vector<CellRow>& rows, const StyledText& finished);
    void write_changes(Paper& paper, const std::vector<CellRow>& rows);
    void change_row(Paper& paper, int row, const CellRow& before, const CellRow& after);
    void place_cursor(Paper& paper, const Live& live, int dropped);

    // A picture among the live lines, and its first row there.
    struct Drawn {
        std::shared_ptr<const Drawing> what;
        int row = 0;

        bool operator==(const Drawn&) const = default;
    };
    static std::vector<Drawn> drawn_among(const StyledText& lines, std::size_t dropped);
    static void draw(Paper& paper, const Drawing& drawing, int row);
    std::string take_drawings_away();

    PaintSettings settings_;
    Pen pen_;
    std::vector<CellRow> live_;  // what stands there
    std::vector<Drawn> drawn_;   // and the pictures on it
    std::string gone_;           // what takes those away that were forgotten
    CursorPlace at_;             // where the terminal's cursor is
    bool is_cursor_shown_ = true;
};

}  // namespace fovea::tui
