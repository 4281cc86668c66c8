#include "fovea/media/text/line_groups.hpp"

#include "fovea/media/text/bands.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), 0u);
    }

    std::uint32_t root(std::uint32_t i) {
        while (parents_[i] != i) {
            parents_[i] = parents_[parents_[i]];
            i = parents_[i];
        }
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) { parents_[root(b)] = root(a); }

private:
    std::vector<std::uint32_t> parents_;
};

std::uint32_t shared_rows(const Mark& a, const Mark& b) {
    const auto top = std::max(a.top, b.top);
    const auto bottom = std::min(a.bottom, b.bottom);
    return bottom > top ? bottom - top : 0;
}

std::uint32_t minus(std::uint32_t a, std::uint32_t b) {
    return a > b ? a - b : 0;
}

bool contains(const Mark& outer, const Mark& inner) {
    return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right &&
           outer.bottom >= inner.bottom;
}

void cover(Mark& box, const Mark& other) {
    box.left = std::min(box.left, other.left);
    box.top = std::min(box.top, other.top);
    box.right = std::max(box.right, other.right);
    box.bottom = std::max(box.bottom, other.bottom);
}

// A rule: the line below a table row, the bar beside a quotation, an underline.
bool is_rule(const Mark& mark) {
    const auto thick = std::min(mark.width(), mark.height());
    const auto length = std::max(mark.width(), mark.height());
    return (thick <= 5 && length >= 40) || (thick <= 3 && length >= 16 && length >= 8 * thick) ||
           length >= 60 * thick;
}

bool is_possible(const Mark& mark) {
    if (mark.height() > kMaxLetterHeight || is_rule(mark)) return false;
    if (mark.height() < kMinLetterHeight) return mark.pixels >= 2;
    // Curves of charts and outlines of panels fill little of their boxes; a word in one piece
    // (script, or underlined) fills a fifth at the least.
    const auto area = std::uint64_t{mark.width()} * mark.height();
    return std::uint64_t{mark.pixels} * 8 >= area;
}

// Frames of buttons, badges and fields: a thin outline with letters inside.
std::vector<Mark> without_frames(std::vector<Mark> marks) {
    const Bands bands(marks);
    std::vector<Mark> kept;
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
        const auto& mark = marks[i];
        const auto area = std::uint64_t{mark.width()} * mark.height();
        // Letters in one piece have holes too, but no long edge at the top.
        const bool thin = mark.width() >= 12 && mark.height() >= 12 &&
                          mark.top_run * 2 >= mark.width() &&
                          std::uint64_t{mark.pixels} * 5 < area * 2;
        std::uint32_t inside = 0;
        if (thin) {
            bands.visit(mark.left, mark.right, mark.top, mark.bottom, [&](std::uint32_t other) {
                const auto& letter = marks[other];
                if (other != i && contains(mark, letter) && letter.height() >= 5 &&
                    letter.height() * 6 >= mark.height()) {
                    ++inside;
                }
            });
        }
        // A big B has two holes, and is higher than wide.
        const bool frame = inside >= 3 || (inside >= 1 && mark.width() * 10 > mark.height() * 13);
        if (!frame) kept.push_back(mark);
    }
    return kept;
}

// How alike two marks must be to stand in one line, in tenths.
struct Closeness {
    std::uint32_t height_ratio;
    std::uint32_t shared_rows;  // of the lower one's height
    std::uint32_t gap;          // in the lower one's height
};

constexpr Closeness kLoose{24, 6, 13};
constexpr Closeness kStrict{16, 8, 7};

bool are_neighbours(const Mark& a, const Mark& b, const Closeness& closeness) {
    const auto low = std::min(a.height(), b.height());
    const auto high = std::max(a.height(), b.height());
    if (low < kMinLetterHeight || high * 10 > low * closeness.height_ratio) return false;
    const auto gap = std::max(minus(b.left, a.right), minus(a.left, b.right));
    return gap * 10 <= low * closeness.gap && shared_rows(a, b) * 10 >= low * closeness.shared_rows;
}

void chain_letters(const std::vector<Mark>& marks, const Closeness& closeness, Groups& groups) {
    const Bands bands(marks);
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
        const auto& mark = marks[i];
        if (mark.height() < kMinLetterHeight) continue;
        const auto reach = mark.right + 2 * mark.height();
        bands.visit(mark.left, reach, mark.top, mark.bottom, [&](std::uint32_t other) {
            if (other != i && are_neighbours(mark, marks[other], closeness)) groups.join(i, other);
        });
    }
}

struct Gathering {
    Mark bounds;
    std::vector<std::uint32_t> heights;
};

std::uint32_t middle_of(std::vector<std::uint32_t>& heights) {
    const auto middle = heights.begin() + std::ptrdiff_t(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    return *middle;
}

std::vector<Gathering> gather(const std::vector<Mark>& marks, Groups& groups) {
    std::vector<Gathering> lines(marks.size());
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
        auto& line = lines[groups.root(i)];
        if (line.heights.empty()) line.bounds = marks[i];
        cover(line.bounds, marks[i]);
        line.heights.push_back(marks[i].height());
    }
    return lines;
}

// Chains that grew over many rows: the shapes of a photograph, at times with letters that stand
// next to it. Chained again by stricter rules the letters come apart from it; what is still too
// high is left out.
std::vector<Gathering> chain_lines(const std::vector<Mark>& marks) {
    const auto too_high = [](Gathering& line) {
        return line.heights.size() > 3 && line.bounds.height() > 3 * middle_of(line.heights);
    };
    Groups groups(marks.size());
    chain_letters(marks, kLoose, groups);
    auto lines = gather(marks, groups);
    std::vector<bool> is_tangle(lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) is_tangle[i] = too_high(lines[i]);
    std::vector<Mark> tangled;
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
        if (is_tangle[groups.root(i)]) tangled.push_back(marks[i]);
    }
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        if (is_tangle[i]) lines[i].heights.clear();
    }

    Groups stricter(tangled.size());
    chain_letters(tangled, kStrict, stricter);
    auto untangled = gather(tangled, stricter);
    std::erase_if(untangled, [&](Gathering& line) {
        return line.heights.empty() || too_high(line);
    });
    // Large letters come in company.
    std::erase_if(lines, [](const Gathering& line) {
        return line.heights.empty() || (line.heights.size() == 1 && line.bounds.height() > 64);
    });
    std::ranges::move(untangled, std::back_inserter(lines));
    return lines;
}

void absorb(Gathering& line, Gathering& other) {
    cover(line.bounds, other.bounds);
    line.heights.insert(line.heights.end(), other.heights.begin(), other.heights.end());
    other.heights.clear();
}

std::vector<Mark> bounds_of(const std::vector<Gathering>& lines) {
    std::vector<Mark> bounds;
    bounds.reserve(lines.size());
    for (const auto& line : lines) bounds.push_back(line.bounds);
    return bounds;
}

// How badly a small mark fits a line: the distance to its box; max() when it cannot belong to it.
std::uint32_t misfit(const Mark& line, std::uint32_t height, const Mark& mark) {
    constexpr auto kNever = std::numeric_limits<std::uint32_t>::max();
    if (mark.height() * 10 > height * 8 || mark.width() > 3 * height) return kNever;
    // A word of its own, beside something large.
    if (mark.height() >= 7 && mark.width() * 2 > mark.height() * 3) return kNever;
    const auto beside = std::max(minus(line.left, mark.right), minus(mark.left, line.right));
    const auto away = std::max(minus(line.top, mark.bottom), minus(mark.top, line.bottom));
    if (beside > height || away * 10 > height * 4) return kNever;
    return beside + 3 * away;
}

void attach_small_marks(std::vector<Gathering>& lines) {
    const auto bounds = bounds_of(lines);
    std::vector<Mark> big;
    std::vector<std::uint32_t> big_lines;
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        if (bounds[i].height() < kMinLetterHeight) continue;
        big.push_back(bounds[i]);
        big_lines.push_back(i);
    }
    // Lines are found through their reach, since a line of any length may begin far to the left.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> best(
        lines.size(), {std::numeric_limits<std::uint32_t>::max(), 0}
    );
    const Bands bands(bounds);
    for (std::uint32_t b = 0; b < big.size(); ++b) {
        const auto& line = big[b];
        const auto reach = middle_of(lines[big_lines[b]].heights);
        bands.visit(
            minus(line.left, 4 * reach),
            line.right + reach,
            minus(line.top, reach / 2),
            line.bottom + reach / 2,
            [&](std::uint32_t other) {
                if (other == big_lines[b] || lines[other].heights.size() > 3) return;
                best[other] =
                    std::min(best[other], {misfit(line, reach, bounds[other]), big_lines[b]});
            }
        );
    }
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        // What goes elsewhere itself takes nothing along: in the carpet of a photograph everything
        // would end up in one line, step by step.
        const auto target = best[i].second;
        if (best[i].first == kNone || best[target].first != kNone) continue;
        absorb(lines[target], lines[i]);
    }
    std::erase_if(lines, [](const Gathering& line) { return line.heights.empty(); });
}

bool are_one_line(const Mark& a, const Mark& b) {
    const auto low = std::min(a.height(), b.height());
    const auto high = std::max(a.height(), b.height());
    const auto gap = std::max(minus(b.left, a.right), minus(a.left, b.right));
    return high * 10 <= low * 22 && shared_rows(a, b) * 10 >= low * 7 && gap * 10 <= high * 8;
}

// Words that were chained apart because of a mark between them ("a = b") or a wide space.
void join_pieces(std::vector<Gathering>& lines) {
    const auto bounds = bounds_of(lines);
    const Bands bands(bounds);
    Groups groups(lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const auto& line = bounds[i];
        const auto reach = line.right + 2 * line.height();
        bands.visit(line.left, reach, line.top, line.bottom, [&](std::uint32_t other) {
            if (other != i && are_one_line(line, bounds[other])) groups.join(i, other);
        });
    }
    // Pieces of a line lie in its band; shapes of a photograph drift, and stay as they are.
    auto joined = bounds;
    std::vector<std::uint32_t> highest(lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const auto root = groups.root(i);
        cover(joined[root], bounds[i]);
        highest[root] = std::max(highest[root], bounds[i].height());
    }
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        const auto root = groups.root(i);
        if (root == i || joined[root].height() * 2 > highest[root] * 3) continue;
        absorb(lines[root], lines[i]);
    }
    std::erase_if(lines, [](const Gathering& line) { return line.heights.empty(); });
}

}  // namespace

std::vector<LineGroup> group_lines(const std::vector<Mark>& marks) {
    std::vector<Mark> possible;
    std::ranges::copy_if(marks, std::back_inserter(possible), is_possible);
    possible = without_frames(std::move(possible));

    auto lines = chain_lines(possible);
    attach_small_marks(lines);
    join_pieces(lines);

    std::vector<LineGroup> found;
    for (auto& line : lines) {
        if (line.bounds.height() < kMinLetterHeight) continue;
        const auto letters = std::uint32_t(line.heights.size());
        found.push_back({line.bounds, letters, middle_of(line.heights)});
    }
    if (found.size() > kMaxGroups) {
        const auto last = found.begin() + std::ptrdiff_t(kMaxGroups);
        std::ranges::nth_element(found, last, std::ranges::greater{}, &LineGroup::letters);
        found.erase(last, found.end());
    }
    std::ranges::sort(found, [](const LineGroup& a, const LineGroup& b) {
        return std::pair(a.bounds.top, a.bounds.left) < std::pair(b.bounds.top, b.bounds.left);
    });
    return found;
}

}  // namespace fovea::media
