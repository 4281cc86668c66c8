#include "fovea/tui/graphics/kitty.hpp"

#include "fovea/tui/graphics/escapes.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace fovea::tui {
namespace {

constexpr std::size_t kPiece = 4096;

// The marks that number rows and columns, from the protocol's rowcolumn-diacritics: first and last of a run.
struct Run {
    char32_t first;
    char32_t last;
};
constexpr Run kMarks[] = {
    {0x0305, 0x0305},   {0x030D, 0x030E},   {0x0310, 0x0310},   {0x0312, 0x0312},
    {0x033D, 0x033F},   {0x0346, 0x0346},   {0x034A, 0x034C},   {0x0350, 0x0352},
    {0x0357, 0x0357},   {0x035B, 0x035B},   {0x0363, 0x036F},   {0x0483, 0x0487},
    {0x0592, 0x0595},   {0x0597, 0x0599},   {0x059C, 0x05A1},   {0x05A8, 0x05A9},
    {0x05AB, 0x05AC},   {0x05AF, 0x05AF},   {0x05C4, 0x05C4},   {0x0610, 0x0617},
    {0x0657, 0x065B},   {0x065D, 0x065E},   {0x06D6, 0x06DC},   {0x06DF, 0x06E2},
    {0x06E4, 0x06E4},   {0x06E7, 0x06E8},   {0x06EB, 0x06EC},   {0x0730, 0x0730},
    {0x0732, 0x0733},   {0x0735, 0x0736},   {0x073A, 0x073A},   {0x073D, 0x073D},
    {0x073F, 0x0741},   {0x0743, 0x0743},   {0x0745, 0x0745},   {0x0747, 0x0747},
    {0x0749, 0x074A},   {0x07EB, 0x07F1},   {0x07F3, 0x07F3},   {0x0816, 0x0819},
    {0x081B, 0x0823},   {0x0825, 0x0827},   {0x0829, 0x082D},   {0x0951, 0x0951},
    {0x0953, 0x0954},   {0x0F82, 0x0F83},   {0x0F86, 0x0F87},   {0x135D, 0x135F},
    {0x17DD, 0x17DD},   {0x193A, 0x193A},   {0x1A17, 0x1A17},   {0x1A75, 0x1A7C},
    {0x1B6B, 0x1B6B},   {0x1B6D, 0x1B73},   {0x1CD0, 0x1CD2},   {0x1CDA, 0x1CDB},
    {0x1CE0, 0x1CE0},   {0x1DC0, 0x1DC1},   {0x1DC3, 0x1DC9},   {0x1DCB, 0x1DCC},
    {0x1DD1, 0x1DE6},   {0x1DFE, 0x1DFE},   {0x20D0, 0x20D1},   {0x20D4, 0x20D7},
    {0x20DB, 0x20DC},   {0x20E1, 0x20E1},   {0x20E7, 0x20E7},   {0x20E9, 0x20E9},
    {0x20F0, 0x20F0},   {0x2CEF, 0x2CF1},   {0x2DE0, 0x2DFF},   {0xA66F, 0xA66F},
    {0xA67C, 0xA67D},   {0xA6F0, 0xA6F1},   {0xA8E0, 0xA8F1},   {0xAAB0, 0xAAB0},
    {0xAAB2, 0xAAB3},   {0xAAB7, 0xAAB8},   {0xAABE, 0xAABF},   {0xAAC1, 0xAAC1},
    {0xFE20, 0xFE26},   {0x10A0F, 0x10A0F}, {0x10A38, 0x10A38}, {0x1D185, 0x1D189},
    {0x1D1AA, 0x1D1AD}, {0x1D242, 0x1D244},
};

constexpr char32_t kPlaceholder = 0x10EEEE;

std::string utf8_of(char32_t code) {
    const auto tail = [code](int shift) {
        return static_cast<char>(0x80 | (code >> shift & 0x3F));
    };
    if (code < 0x800) return {static_cast<char>(0xC0 | code >> 6), tail(0)};
    if (code < 0x10000) return {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
}

const std::vector<std::string>& marks() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> made;
        for (const auto& [first, last] : kMarks) {
            for (auto code = first; code <= last; ++code) made.push_back(utf8_of(code));
        }
        return made;
    }();
    return all;
}

std::string sent(const std::string& sequence, bool tmux_between) {
    return tmux_between ? through_tmux(sequence) : sequence;
}

}  // namespace

std::string kitty_picture(ByteView png, const KittyPicture& how) {
    const auto payload = base64_of(png);
    std::string keys = "a=T,f=100,q=2,i=" + std::to_string(how.id);
    if (how.columns > 0) keys += ",c=" + std::to_string(how.columns);
    if (how.rows > 0) keys += ",r=" + std::to_string(how.rows);
    keys += how.by_placeholders ? ",U=1" : ",p=1,C=1";
    std::string out;
    for (std::size_t at = 0; at == 0 || at < payload.size(); at += kPiece) {
        const bool last = at + kPiece >= payload.size();
        std::string piece = "\x1b_G" + (at == 0 ? keys + "," : std::string("q=2,"));
        piece += last ? "m=0;" : "m=1;";
        piece += payload.substr(at, kPiece);
        piece += kStringEnd;
        out += sent(piece, how.through_tmux);
    }
    return out;
}

std::string kitty_removal(std::uint32_t id, bool tmux_between) {
    return sent("\x1b_Ga=d,d=I,q=2,i=" + std::to_string(id) + "\x1b\\", tmux_between);
}

StyledText kitty_placeholders(std::uint32_t id, int columns, int rows) {
    const auto& mark = marks();
    columns = std::clamp(columns, 0, kMaxPlaceholders);
    rows = std::clamp(rows, 0, kMaxPlaceholders);
    const auto byte = [id](int shift) { return static_cast<std::uint8_t>(id >> shift & 0xFF); };
    const Style style{.colour = Colour::rgb(byte(16), byte(8), byte(0)), .is_picture = true};
    StyledText lines;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        std::string text;
        // Each cell says all: what redraws a part of a line leaves the others out.
        for (std::size_t column = 0; column < static_cast<std::size_t>(columns); ++column) {
            text += utf8_of(kPlaceholder) + mark[row] + mark[column];
            if (byte(24) != 0) text += mark[byte(24)];
        }
        lines.emplace_back(std::move(text), style);
    }
    return lines;
}

}  // namespace fovea::tui
