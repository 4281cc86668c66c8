#include "fovea/reading/page/code_groups.hpp"

#include "fovea/media/text/colours.hpp"
#include "fovea/reading/page/monospace.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace fovea::reading {
namespace {

// Pieces looked back at for neighbours. Lines of code have few pieces, and a page on which more
// stand on one band is none of code.
constexpr std::size_t kLookBack = 48;

constexpr double kLineReach = 5;      // in sizes of the font: two empty lines in between
constexpr double kGapReach = 8;       // in letters, along a line
constexpr double kIndentReach = 12;   // in letters, from line to line
constexpr std::size_t kMinWords = 5;  // of three letters and more, to be sure of a font

using Fits = std::vector<std::optional<MonospaceFit>>;

// One font on the page, told by its advance.
struct Font {
    double advance = 0;
    double em = 0;
    std::size_t words = 0;
    std::vector<std::size_t> pieces;
};

std::vector<std::size_t> by_baseline(const std::vector<Piece>& pieces) {
    std::vector<std::size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].baseline < pieces[b].baseline;
    });
    return order;
}

bool share_columns(const Piece& a, const Piece& b) {
    return a.box.left < b.box.right && b.box.left < a.box.right;
}

// A line of prose may fit by chance, but then its neighbours do not.
void drop_chance_fits(
    Fits& fits, const std::vector<Piece>& pieces, const std::vector<std::size_t>& order
) {
    std::vector<int> votes(pieces.size(), 0);
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto& piece = pieces[order[at]];
        for (auto back = at; back > 0 && at - back < kLookBack; --back) {
            const auto& other = pieces[order[back - 1]];
            if (piece.baseline - other.baseline > 3 * piece.em) break;
            if (!share_columns(piece, other) || !same_size(piece, other)) continue;
            // Only a piece of some words can say no.
            if (fits[order[back - 1]] || other.words.size() >= 4) {
                votes[order[at]] += fits[order[back - 1]] ? 1 : -1;
            }
            if (fits[order[at]] || piece.words.size() >= 4) {
                votes[order[back - 1]] += fits[order[at]] ? 1 : -1;
            }
        }
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (votes[i] < 0) fits[i].reset();
    }
}

// The mean step from word to word, in whole letters: far more exact than the widths of the words.
double refined_advance(const Font& font, const std::vector<Piece>& pieces, const Reading& reading) {
    double distance = 0;
    double letters = 0;
    for (const auto index : font.pieces) {
        const auto& words = pieces[index].words;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto& a = reading.words[words[i - 1]];
            const auto& b = reading.words[words[i]];
            const auto bearings = left_bearing(b.text) - left_bearing(a.text);
            const auto step = upright(b.box, reading.turn).left -
                              upright(a.box, reading.turn).left - bearings * font.advance;
            const auto cells = std::round(step / font.advance);
            if (cells < 1 || std::abs(step - cells * font.advance) > 0.25 * font.advance) continue;
            distance += step;
            letters += cells;
        }
    }
    return letters > 0 ? distance / letters : font.advance;
}

std::vector<Font> fonts_of(
    const Fits& fits, const std::vector<Piece>& pieces, const Reading& reading
) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (fits[i]) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return fits[a]->advance < fits[b]->advance;
    });

    std::vector<Font> fonts;
    double first = 0;
    for (const auto index : order) {
        const auto& fit = *fits[index];
        if (fonts.empty() || fit.advance > 1.04 * first) {
            fonts.emplace_back();
            first = fit.advance;
        }
        auto& font = fonts.back();
        font.advance += fit.advance * double(fit.words);
        font.em += pieces[index].em * double(fit.words);
        font.words += fit.words;
        font.pieces.push_back(index);
    }
    for (auto& font : fonts) {
        font.advance /= double(font.words);
        font.em /= double(font.words);
        font.advance = refined_advance(font, pieces, reading);
    }
    std::stable_sort(fonts.begin(), fonts.end(), [](const Font& a, const Font& b) {
        return a.words > b.words;
    });
    // A page has a few fonts; more are noise, and each costs a pass over all pieces.
    if (fonts.size() > 12) fonts.resize(12);
    return fonts;
}

class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }

    std::size_t find(std::size_t item) {
        while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
        return item;
    }

    void join(std::size_t a, std::size_t b) { parents_[find(a)] = find(b); }

private:
    std::vector<std::size_t> parents_;
};

double letter_left(const Piece& piece, const Reading& reading, double advance) {
    const auto& first = reading.words[piece.words.front()].text;
    return piece.box.left - left_bearing(first) * advance;
}

bool are_linked(const Piece& a, const Piece& b, const Reading& reading, const Font& font) {
    const auto columns =
        (letter_left(b, reading, font.advance) - letter_left(a, reading, font.advance)) /
        font.advance;
    const auto off = std::abs(columns - std::round(columns));
    if (off > 0.3 + 0.003 * std::abs(columns)) return false;

    // A marked line differs a little, a status bar below a terminal much.
    if (distance(a.ground, b.ground) > 150) return false;

    const auto down = std::abs(a.baseline - b.baseline);
    const auto gap = std::max(b.box.left - a.box.right, a.box.left - b.box.right);
    if (down <= 0.35 * font.em) return gap <= kGapReach * font.advance;
    if (down < 0.7 * font.em || down > kLineReach * font.em) return false;
    return share_columns(a, b) || std::abs(columns) <= kIndentReach;
}

bool are_next_lines(const Piece& above, const Piece& below) {
    return below.baseline - above.baseline <= 2 * above.em && same_style(above, below) &&
           std::abs(below.box.left - above.box.left) <= 0.3 * above.em;
}

std::vector<CodeGroup> groups_in(
    const Font& font,
    const std::vector<std::size_t>& members,
    const Fits& fits,
    const std::vector<Piece>& pieces,
    const Reading& reading
) {
    Groups groups(members.size());
    for (std::size_t at = 0; at < members.size(); ++at) {
        const auto& piece = pieces[members[at]];
        for (auto back = at; back > 0 && at - back < kLookBack; --back) {
            const auto& other = pieces[members[back - 1]];
            if (piece.baseline - other.baseline > kLineReach * font.em) break;
            if (!are_linked(piece, other, reading, font)) continue;
            // What is short fits anywhere: it is a bridge only to the next line, flush with it.
            const bool sure = fits[members[at]] || fits[members[back - 1]];
            if (sure || are_next_lines(other, piece)) groups.join(at, back - 1);
        }
    }
    std::map<std::size_t, CodeGroup> found;
    std::map<std::size_t, std::size_t> words;
    for (std::size_t at = 0; at < members.size(); ++at) {
        const auto root = groups.find(at);
        found[root].pieces.push_back(members[at]);
        if (fits[members[at]]) words[root] += fits[members[at]]->words;
    }
    std::vector<CodeGroup> kept;
    for (auto& [root, group] : found) {
        const auto count = words[root];
        // A single short line is believed where the same font was seen elsewhere.
        if (count < kMinWords && (count < 2 || font.words < 2 * kMinWords)) continue;
        group.advance = font.advance;
        group.em = font.em;
        kept.push_back(std::move(group));
    }
    return kept;
}

// For pieces too short to tell their font: that of what stands beside them on the line.
std::vector<double> advances_beside(
    const Fits& fits, const std::vector<Piece>& pieces, const std::vector<std::size_t>& order
) {
    std::vector<double> advances(pieces.size(), 0);
    const auto tell = [&](std::size_t from, std::size_t to) {
        if (!fits[from] || fits[to]) return;
        const auto& a = pieces[from].box;
        const auto& b = pieces[to].box;
        const auto gap = std::max(b.left - a.right, a.left - b.right);
        if (gap <= kGapReach * fits[from]->advance) advances[to] = fits[from]->advance;
    };
    for (std::size_t at = 0; at < order.size(); ++at) {
        const auto& piece = pieces[order[at]];
        for (auto back = at; back > 0 && at - back < kLookBack; --back) {
            if (piece.baseline - pieces[order[back - 1]].baseline > 0.3 * piece.em) break;
            tell(order[at], order[back - 1]);
            tell(order[back - 1], order[at]);
        }
    }
    return advances;
}

}  // namespace

std::vector<CodeGroup> group_code(const std::vector<Piece>& pieces, const Reading& reading) {
    const auto order = by_baseline(pieces);
    Fits fits;
    for (const auto& piece : pieces) fits.push_back(fit_monospace(piece, reading));
    drop_chance_fits(fits, pieces, order);
    const auto beside = advances_beside(fits, pieces, order);

    std::vector<CodeGroup> all;
    std::vector<bool> taken(pieces.size(), false);
    for (const auto& font : fonts_of(fits, pieces, reading)) {
        if (font.words < kMinWords) continue;
        std::vector<std::size_t> members;
        for (const auto index : order) {
            const auto& piece = pieces[index];
            if (taken[index] || piece.em > 1.4 * font.em || piece.em < 0.6 * font.em) continue;
            // A font that is known needs less to be seen again.
            if (!fits[index] && font.words >= 2 * kMinWords &&
                surely_fits_advance(piece, reading, font.advance)) {
                fits[index] = MonospaceFit{font.advance, 2};
            }
            const auto advance = fits[index] ? fits[index]->advance : beside[index];
            if (advance > 0 && std::abs(advance - font.advance) > 0.04 * font.advance) continue;
            // Of several words, most would have shown their font.
            const bool fitting = fits[index] || (piece.words.size() < 4 &&
                                                 fits_advance(piece, reading, font.advance));
            if (fitting) members.push_back(index);
        }
        for (auto& group : groups_in(font, members, fits, pieces, reading)) {
            for (const auto index : group.pieces) taken[index] = true;
            all.push_back(std::move(group));
        }
    }
    return all;
}

}  // namespace fovea::reading
