#include "fovea/reading/answer/relations.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/terms.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <span>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxPassages = 1500;  // beyond that a page is searched by its lines alone
constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::int64_t kGutter = 5;      // pixels between panels
constexpr std::size_t kMaxCard = 12;     // passages
constexpr std::int64_t kApart = 12;      // from what stands alone, in heights
constexpr std::int64_t kReach = 60;      // of a row, in heights of its letters
constexpr std::int64_t kStep = 6;        // from one entry of a column to the next, in heights
constexpr std::size_t kMaxClimb = 60;    // entries between one and the head of its column
constexpr std::int64_t kSameEdge = 4;    // pixels
constexpr std::size_t kLabelBytes = 60;  // what is longer is no label
constexpr std::size_t kMaxItem = 5;      // lines
constexpr double kReadsAcross = 0.75;    // the share of rows that two columns have in common

constexpr double kOfTable = 0.95;
constexpr double kSurely = 0.9;  // row, head, item, the label before or right above
constexpr double kBeside = 0.8;  // a line of the item beside it
constexpr double kStepInItem = 0.08;
constexpr double kChained = 0.73;  // what stands above the nearest to the left
constexpr double kOfSection = 0.55;
constexpr double kOfPart = 0.5;     // a heading, and others on the same line
constexpr double kOfPage = 0.45;    // the title
constexpr double kOtherHead = 0.4;  // the heads of other columns say what a table is about
constexpr double kOtherItem = 0.25;

using Index = std::optional<std::size_t>;

std::int64_t height_of(const Passage& passage) {
    return std::max<std::int64_t>(passage.box.height, 9);
}

bool near(std::int64_t a, std::int64_t b, std::int64_t most) {
    return std::abs(a - b) <= most;
}

bool as_tall(const Passage& a, const Passage& b) {
    const auto [lower, taller] = std::minmax(a.letter_height, b.letter_height);
    return std::uint64_t{taller} * 100 <= std::uint64_t{lower} * 140;
}

bool same_look(const Passage& a, const Passage& b) {
    const auto alike = [](const std::optional<media::Colour>& x,
                          const std::optional<media::Colour>& y) {
        return x && y ? distance(*x, *y) < 60 : x.has_value() == y.has_value();
    };
    return alike(a.ink, b.ink) && alike(a.ground, b.ground) && as_tall(a, b);
}

bool in_one_table(const Passage& a, const Passage& b) {
    return a.kind == BlockKind::Table && b.kind == BlockKind::Table && a.block == b.block;
}

class Builder {
public:
    explicit Builder(const std::vector<Passage>& passages) : passages_(passages) {
        const auto count = passages.size();
        found_.ties.resize(count);
        found_.name.resize(count);
        found_.head.resize(count);
        found_.column.resize(count);
        found_.item.resize(count);
        std::iota(found_.column.begin(), found_.column.end(), std::size_t{0});
        std::iota(found_.item.begin(), found_.item.end(), std::size_t{0});
        if (count > kMaxPassages) return;
        find_cards();
        find_neighbours();
        find_columns();
        find_items();
        find_heads();
        for (std::size_t i = 0; i < count; ++i) {
            tie_row(i);
            tie_head(i);
            tie_above(i);
            tie_axis_label(i);
        }
        for (std::size_t i = 0; i < count; ++i) {
            tie_item(i);
            chain(i);
        }
        tie_title();
        tie_sections();
    }

    Relations take() { return std::move(found_); }

private:
    const Passage& at(std::size_t i) const { return passages_[i]; }
    const media::PixelRect& box(std::size_t i) const { return passages_[i].box; }

    void tie(std::size_t from, std::size_t to, double weight) {
        if (from == to) return;
        auto& list = found_.ties[from];
        const auto known = std::ranges::find(list, to, &Tie::passage);
        if (known == list.end())
            list.push_back({to, weight});
        else
            known->weight = std::max(known->weight, weight);
    }

    void tie_both(std::size_t a, std::size_t b, double weight) {
        tie(a, b, weight);
        tie(b, a, weight);
    }

    // ---- panels -----------------------------------------------------------------------------------------------------

    // Panels with a gutter between them are things of their own; cells of a table touch.
    bool in_other_panels(std::size_t a, std::size_t b) const {
        const auto& one = at(a).panels;
        const auto& other = at(b).panels;
        const auto [x, y] = std::ranges::mismatch(one, other);
        if (x == one.end() || y == other.end()) return false;
        const auto across =
            std::max(left_edge(*x) - right_edge(*y), left_edge(*y) - right_edge(*x));
        const auto down = std::max(top_edge(*x) - bottom_edge(*y), top_edge(*y) - bottom_edge(*x));
        return std::max(across, down) >= kGutter;
    }

    // Small panels beside others of their size are cards, and all lines of a card belong together.
    void find_cards() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!at(i).panels.empty()) cards_[rect_key(at(i).panels.back())].push_back(i);
        }
        std::erase_if(cards_, [&](const auto& card) {
            const auto first = card.second.front();
            const auto& panel = at(first).panels.back();
            const bool alone = std::ranges::none_of(cards_, [&](const auto& other) {
                const auto k = other.second.front();
                const auto& rect = at(k).panels.back();
                const bool alike = near(rect.width, panel.width, panel.width / 10) ||
                                   near(rect.height, panel.height, panel.height / 10);
                return alike && in_other_panels(first, k);
            });
            return alone || card.second.size() > kMaxCard;
        });
        for (const auto& [panel, lines] : cards_) {
            for (const auto i : lines) {
                for (const auto k : lines) tie(i, k, kBeside);
            }
        }
    }

    using RectKey = std::array<std::uint32_t, 4>;
    static RectKey rect_key(const media::PixelRect& box) {
        return {box.x, box.y, box.width, box.height};
    }

    // ---- neighbours -------------------------------------------------------------------------------------------------

    bool are_mates(std::size_t a, std::size_t b) const {
        if (in_other_panels(a, b)) return false;
        const bool apart = shared_width(box(a), box(b)) <= 2;
        if (!in_one_table(at(a), at(b)) || at(a).row != at(b).row)
            return apart && side_by_side(box(a), box(b));
        // Two rows may have been taken for one.
        const auto least = std::min(height_of(at(a)), height_of(at(b)));
        return at(a).column != at(b).column && shared_height(box(a), box(b)) * 2 > -least;
    }

    bool are_aligned(std::size_t a, std::size_t b) const {
        if (in_one_table(at(a), at(b))) return at(a).column == at(b).column;
        const auto middle = [&](std::size_t i) { return left_edge(box(i)) + right_edge(box(i)); };
        return near(left_edge(box(a)), left_edge(box(b)), kSameEdge) ||
               near(right_edge(box(a)), right_edge(box(b)), kSameEdge) ||
               near(middle(a), middle(b), 2 * kSameEdge);
    }

    std::int64_t gap(std::size_t upper, std::size_t lower) const {
        return top_edge(box(lower)) - bottom_edge(box(upper));
    }

    // The nearest above it for which `fits` holds.
    template <class Fits>
    std::size_t nearest_above(std::size_t i, double reach, Fits fits) const {
        std::size_t nearest = kNone;
        auto least = static_cast<std::int64_t>(reach * static_cast<double>(height_of(at(i))));
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto step = gap(k, i);
            if (k == i || step < -std::int64_t{box(i).height} / 3 || step > least ||
                top_edge(box(k)) >= top_edge(box(i)) || !fits(k))
                continue;
            least = step;
            nearest = k;
        }
        return nearest;
    }

    std::size_t nearest_above(std::size_t i, double reach) const {
        return nearest_above(i, reach, [&](std::size_t k) {
            return shared_width(box(i), box(k)) > 0 ||
                   (in_one_table(at(i), at(k)) && at(i).column == at(k).column);
        });
    }

    void find_neighbours() {
        mates_.resize(passages_.size());
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                if (!are_mates(i, k)) continue;
                mates_[i].push_back(k);
                mates_[k].push_back(i);
            }
            above_.push_back(nearest_above(i, kStep));
            below_.push_back(kNone);
        }
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            std::ranges::sort(mates_[i], {}, [&](std::size_t k) { return box(k).x; });
            const auto up = above_[i];
            if (up == kNone) continue;
            if (below_[up] == kNone || gap(up, i) < gap(up, below_[up])) below_[up] = i;
        }
    }

    // ---- columns ----------------------------------------------------------------------------------------------------

    void find_columns() {
        auto& column = found_.column;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto up =
                nearest_above(i, kStep, [&](std::size_t k) { return are_aligned(i, k); });
            aligned_above_.push_back(up);
            if (up == kNone || column[up] == column[i]) continue;
            const auto old = column[i];
            for (auto& each : column) {
                if (each == old) each = column[up];
            }
        }
        for (std::size_t i = 0; i < passages_.size(); ++i) members_[column[i]].push_back(i);
    }

    std::size_t column_size(std::size_t i) const { return members_.at(found_.column[i]).size(); }

    // Of the rows that both columns could have in common, how many they have: a list beside an article matches by
    // chance alone.
    double affinity(std::size_t a, std::size_t b) {
        const auto key = std::minmax(found_.column[a], found_.column[b]);
        if (const auto known = affinity_.find(key); known != affinity_.end()) return known->second;
        const auto& one = members_.at(key.first);
        const auto& other = members_.at(key.second);
        const auto within = [&](std::size_t i, const std::vector<std::size_t>& list) {
            std::int64_t top = top_edge(box(list.front()));
            std::int64_t bottom = 0;
            for (const auto k : list) {
                top = std::min(top, top_edge(box(k)));
                bottom = std::max(bottom, bottom_edge(box(k)));
            }
            const auto middle = top_edge(box(i)) + box(i).height / 2;
            return middle >= top && middle <= bottom;
        };
        // Those of one row stand on one line, and not only near it.
        const auto level = [&](std::size_t i, std::size_t k) {
            const auto middle = [&](std::size_t of) {
                return top_edge(box(of)) + bottom_edge(box(of));
            };
            return are_mates(i, k) &&
                   (in_one_table(at(i), at(k)) ||
                    near(middle(i), middle(k), std::max<std::int64_t>(6, height_of(at(i)) * 3 / 10))
                   );
        };
        const auto matched = [&](const auto& from, const auto& to) {
            std::size_t rows = 0;
            std::size_t met = 0;
            for (const auto i : from) {
                if (!within(i, to)) continue;
                ++rows;
                met += std::ranges::any_of(to, [&](std::size_t k) { return level(i, k); });
            }
            return rows == 0 ? 1.0 : static_cast<double>(met) / static_cast<double>(rows);
        };
        const auto share = std::max(matched(one, other), matched(other, one));
        return affinity_[key] = share;
    }

    bool in_grid(std::size_t a, std::size_t b) {
        return in_one_table(at(a), at(b)) ||
               (column_size(a) > 1 && column_size(b) > 1 && affinity(a, b) >= kReadsAcross);
    }

    // ---- items ------------------------------------------------------------------------------------------------------

    bool has_row(std::size_t i) {
        return std::ranges::any_of(mates_[i], [&](std::size_t k) { return in_grid(i, k); });
    }

    // Lines of one thing differ: a name and its description, a caption and its figure. Entries of a list do not.
    bool may_join(std::size_t upper, std::size_t lower) {
        if (above_[lower] != upper || below_[upper] != lower) return false;
        const auto step = gap(upper, lower);
        if (step * 10 > 13 * std::max(height_of(at(upper)), height_of(at(lower)))) return false;
        const auto wide = std::min<std::int64_t>(box(upper).width, box(lower).width);
        if (!are_aligned(upper, lower) && shared_width(box(upper), box(lower)) * 2 < wide)
            return false;
        if (at(upper).kind == BlockKind::Code && at(lower).kind == BlockKind::Code) return false;
        if (are_rows(upper, lower)) return false;
        return !same_look(at(upper), at(lower)) || at(upper).figure != at(lower).figure ||
               has_row(upper) != has_row(lower);
    }

    // Each has a label or a figure of its own beside it.
    bool are_rows(std::size_t upper, std::size_t lower) {
        const auto has_other = [&](std::size_t i, std::size_t above) {
            return std::ranges::any_of(mates_[i], [&](std::size_t k) {
                return at(k).figure != at(i).figure && in_grid(i, k) && !are_mates(k, above);
            });
        };
        return at(upper).figure == at(lower).figure && has_other(upper, lower) &&
               has_other(lower, upper);
    }

    void find_items() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto up = above_[i];
            if (up != kNone && may_join(up, i)) continue;  // not the first of its run
            std::vector<std::size_t> run = {i};
            while (below_[run.back()] != kNone && may_join(run.back(), below_[run.back()]))
                run.push_back(below_[run.back()]);
            split(run);
        }
    }

    // Where the steps within a run differ, the wider ones part it.
    void split(std::span<const std::size_t> run) {
        if (run.size() < 2) return;
        std::int64_t least = gap(run[0], run[1]);
        std::size_t widest = 1;
        for (std::size_t i = 1; i < run.size(); ++i) {
            const auto step = gap(run[i - 1], run[i]);
            least = std::min(least, step);
            if (step > gap(run[widest - 1], run[widest])) widest = i;
        }
        const auto most = gap(run[widest - 1], run[widest]);
        if (most * 5 > std::max<std::int64_t>(least, 0) * 7 + 20) {
            split(run.first(widest));
            split(run.subspan(widest));
            return;
        }
        const auto before = above_[run.front()];
        const auto behind = below_[run.back()];
        const auto clear = [&](std::int64_t step) {
            return step * 10 >= std::max<std::int64_t>(most, 1) * 13;
        };
        if (run.size() > kMaxItem || (before != kNone && !clear(gap(before, run.front()))) ||
            (behind != kNone && !clear(gap(run.back(), behind))))
            return;
        for (const auto each : run) {
            found_.item[each] = run.front();
            lines_[run.front()].push_back(each);
        }
    }

    bool has_lines(std::size_t i) const { return lines_.contains(found_.item[i]); }

    bool of_two_items(std::size_t a, std::size_t b) const {
        return has_lines(a) && has_lines(b) && found_.item[a] != found_.item[b];
    }

    // ---- heads ------------------------------------------------------------------------------------------------------

    std::size_t figures_in_row(std::size_t i) {
        return static_cast<std::size_t>(at(i).figure) +
               static_cast<std::size_t>(std::ranges::count_if(mates_[i], [&](std::size_t k) {
                   return at(k).figure && in_grid(i, k);
               }));
    }

    // It stands in a row of words over rows with figures, or over rows that look otherwise.
    bool is_head_of(std::size_t head, std::size_t i) {
        if (at(head).figure || mates_[head].empty() || at(head).text.size() > kLabelBytes ||
            of_two_items(head, i))
            return false;
        const auto figures = figures_in_row(head);
        if (figures > 1 || figures_in_row(i) < figures || !are_over(head, i)) return false;
        const bool of_words = figures < figures_in_row(i);
        const bool one_look = std::ranges::all_of(mates_[head], [&](std::size_t k) {
            return at(k).figure || !in_grid(head, k) || same_look(at(k), at(head));
        });
        if (!one_look) return false;
        if (of_words) {
            // Under a head all rows have figures; under "Status: open" some of the next have.
            std::size_t below = 0;
            std::size_t with_figures = 0;
            for (const auto k : members_.at(found_.column[head])) {
                if (top_edge(box(k)) <= top_edge(box(head))) continue;
                ++below;
                if (figures_in_row(k) > figures) ++with_figures;
            }
            if (with_figures * 4 >= below * 3) return true;
        }
        // A look that comes again below is that of some of the rows, as of mails that were not read.
        return !same_look(at(head), at(i)) && !has_row_above(head) &&
               std::ranges::none_of(members_.at(found_.column[head]), [&](std::size_t k) {
                   return top_edge(box(k)) > top_edge(box(head)) && same_look(at(k), at(head));
               });
    }

    // Half of the cells of a row stand under others of the row of heads, at least.
    bool are_over(std::size_t head, std::size_t i) {
        std::size_t all = 0;
        std::size_t under = 0;
        for (const auto k : mates_[i]) {
            if (!in_grid(i, k)) continue;
            ++all;
            under += std::ranges::any_of(mates_[head], [&](std::size_t mate) {
                return found_.column[mate] == found_.column[k];
            });
        }
        return under * 2 >= all;
    }

    // Over each cell of its row stands one of another: it is a row like others, as one that is selected.
    bool has_row_above(std::size_t i) {
        const auto up = aligned_above_[i];
        if (up == kNone) return false;
        return std::ranges::all_of(mates_[i], [&](std::size_t k) {
            const auto over = aligned_above_[k];
            return !in_grid(i, k) || (over != kNone && are_mates(over, up));
        });
    }

    void find_heads() {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            auto up = aligned_above_[i];
            for (std::size_t steps = 0; up != kNone && steps < kMaxClimb; ++steps) {
                if (is_head_of(up, i)) {
                    found_.head[i] = up;
                    break;
                }
                up = aligned_above_[up];
            }
        }
    }

    bool is_head(std::size_t i) const {
        return std::ranges::find(found_.head, Index(i)) != found_.head.end();
    }

    // ---- ties -------------------------------------------------------------------------------------------------------

    void tie_row(std::size_t i) {
        std::size_t nearest = kNone;
        Index name;
        for (const auto k : mates_[i]) {
            const bool to_left = box(k).x < box(i).x;
            const auto space = left_edge(box(i)) - right_edge(box(k));
            const bool grid = in_grid(i, k);
            const bool far =
                space > kReach * height_of(at(i)) && !grid && at(k).block != at(i).block;
            if (far) continue;
            if (of_two_items(i, k)) {
                tie(i, k, kOtherItem);
                continue;
            }
            if (to_left) nearest = k;
            if (to_left && grid && !at(k).figure && !name) name = k;
            tie(i, k, in_one_table(at(i), at(k)) ? kOfTable : grid ? kSurely : kOfPart);
        }
        found_.name[i] = name;
        if (nearest == kNone) return has_lines(i) ? void() : tie_item_beside(i);
        tie(i, nearest, kSurely);
        before_[i] = nearest;
        // "2 x" stands before what it counts.
        const auto space = left_edge(box(i)) - right_edge(box(nearest));
        if (at(nearest).figure && !at(i).figure && space < 3 * height_of(at(i)))
            tie(nearest, i, kSurely);
    }

    // A switch stands between the two lines of its name and its description.
    void tie_item_beside(std::size_t i) {
        const auto middle = top_edge(box(i)) + box(i).height / 2;
        std::size_t nearest = kNone;
        for (const auto& [item, lines] : lines_) {
            const bool beside = right_edge(box(item)) <= left_edge(box(i)) &&
                                top_edge(box(lines.front())) <= middle &&
                                bottom_edge(box(lines.back())) >= middle && found_.item[i] != item;
            if (beside && (nearest == kNone || box(item).x > box(nearest).x)) nearest = item;
        }
        if (nearest == kNone) return;
        for (const auto line : lines_.at(nearest)) {
            tie(i, line, line == nearest ? kSurely : kBeside);
            tie(line, i, kBeside);
        }
        found_.name[i] = nearest;
        before_[i] = nearest;
    }

    // All lines of the item, and what stands beside one of them alone.
    void tie_item(std::size_t i) {
        if (!has_lines(i)) return;
        const auto& lines = lines_.at(found_.item[i]);
        const auto own = std::ranges::find(lines, i) - lines.begin();
        for (const auto line : lines) {
            const auto steps = std::abs(std::ranges::find(lines, line) - lines.begin() - own);
            tie(i, line, kSurely - kStepInItem * static_cast<double>(steps - 1));
            for (const auto mate : mates_[line]) {
                if (line != i && before(mate) == line && !has_lines(mate))
                    tie_both(i, mate, kBeside);
            }
        }
    }

    void tie_head(std::size_t i) {
        if (!found_.head[i]) return;
        const auto head = *found_.head[i];
        if (found_.item[i] == found_.item[head]) return;
        tie(i, head, in_one_table(at(i), at(head)) ? kOfTable : kSurely);
        for (const auto other : mates_[head]) tie(i, other, kOtherHead);
    }

    // "server:" of all lines that are set in below it.
    std::size_t opening_line(std::size_t i) const {
        if (at(i).kind != BlockKind::Code) return kNone;
        for (auto k = i; k-- > 0 && at(k).block == at(i).block;) {
            if (left_edge(box(k)) + kSameEdge >= left_edge(box(i))) continue;
            const auto& text = at(k).text;
            return text.ends_with(':') || text.ends_with('{') || text.ends_with('[') ? k : kNone;
        }
        return kNone;
    }

    void tie_above(std::size_t i) {
        const auto up = above_[i];
        if (up == kNone) return;
        // In code a line belongs to the one that opens its part, and not to the one before it.
        if (const auto opens = opening_line(i); opens != kNone) {
            above_[i] = opens;
            return tie(i, opens, kSurely);
        }
        // A row of a list has nothing to do with the next, and an item neither.
        const bool rows = (found_.head[i] && found_.head[i] == found_.head[up]) ||
                          (has_row(i) && has_row(up) && same_look(at(i), at(up)));
        if (rows || (found_.item[i] != found_.item[up] && has_lines(i) && has_lines(up))) {
            above_[i] = kNone;
            return;
        }
        const auto heights =
            static_cast<double>(gap(up, i)) / static_cast<double>(height_of(at(i)));
        auto weight = heights <= 1.3 ? kSurely : heights <= 2.6 ? 0.75 : kOfPart;
        if ((has_lines(i) && found_.item[i] != found_.item[up]) || in_other_panels(i, up))
            weight = kOtherHead;
        tie(i, up, at(up).text.size() <= kLabelBytes ? weight : weight * 0.6);
        tie(up, i, weight - 0.05);  // a line belongs to what follows it, too
    }

    // The figure over a bar belongs to the word under it, however far down that stands.
    void tie_axis_label(std::size_t i) {
        if (!at(i).figure || at(i).kind == BlockKind::Table) return;
        const auto middle = left_edge(box(i)) + box(i).width / 2;
        std::size_t label = kNone;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto centre = left_edge(box(k)) + box(k).width / 2;
            // What has a figure of its own below it is the caption of that one.
            const bool caption = below_[k] != kNone && at(below_[k]).figure;
            const bool fits = !at(k).figure && !caption && top_edge(box(k)) > bottom_edge(box(i)) &&
                              near(centre, middle, std::max<std::int64_t>(4, box(i).width / 6));
            if (fits && (label == kNone || box(k).y < box(label).y)) label = k;
        }
        const auto words = label == kNone ? 0 : std::ranges::count_if(mates_[label], [&](auto k) {
            return !at(k).figure;
        });
        if (words >= 2) tie(i, label, kSurely);
    }

    std::size_t before(std::size_t i) const {
        const auto found = before_.find(i);
        return found == before_.end() ? kNone : found->second;
    }

    void chain(std::size_t i) {
        const auto left = before(i);
        if (left != kNone && above_[left] != kNone && !of_two_items(i, above_[left]) &&
            !in_grid(i, left)) {
            tie(i, above_[left], kChained);
            if (above_[above_[left]] != kNone) tie(i, above_[above_[left]], kOfPart);
        }
        if (above_[i] == kNone || above_[above_[i]] == kNone) return;
        tie_both(i, above_[above_[i]], has_lines(i) ? kOtherHead : kOfPart);
    }

    bool stands_alone(std::size_t i) const {
        return std::ranges::none_of(mates_[i], [&](std::size_t k) {
            const auto away = std::max(
                left_edge(box(i)) - right_edge(box(k)), left_edge(box(k)) - right_edge(box(i))
            );
            return away < kApart * height_of(at(i));
        });
    }

    // It stands alone and looks otherwise than what follows it, to the right of its own edge.
    bool leads(std::size_t i) const {
        if (!stands_alone(i) || at(i).text.size() > kLabelBytes || at(i).kind == BlockKind::Code)
            return false;
        std::size_t next = kNone;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const bool follows = gap(i, k) >= 0 && gap(i, k) <= kStep * height_of(at(i)) &&
                                 left_edge(box(k)) + kSameEdge >= left_edge(box(i));
            if (follows && (next == kNone || box(k).y < box(next).y)) next = k;
        }
        return next != kNone && !same_look(at(i), at(next));
    }

    // Lines that look alike and stand alone over lists: "Today", "Yesterday"; "Starters", "Pasta".
    void tie_sections() {
        std::vector<std::size_t> heads;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (leads(i)) heads.push_back(i);
        }
        for (const auto i : heads) {
            std::size_t next = kNone;
            bool is_last = false;  // of several
            for (const auto k : heads) {
                if (k == i || !same_look(at(i), at(k)) ||
                    !near(left_edge(box(i)), left_edge(box(k)), kSameEdge))
                    continue;
                is_last = is_last || gap(k, i) > 0;
                if (gap(i, k) > 0 && (next == kNone || box(k).y < box(next).y)) next = k;
            }
            if (next == kNone && !is_last) continue;
            for (std::size_t k = 0; k < passages_.size(); ++k) {
                const bool inside = gap(i, k) >= 0 && (next == kNone || gap(k, next) >= 0) &&
                                    left_edge(box(k)) + kSameEdge >= left_edge(box(i));
                if (inside) tie(k, i, kOfSection);
            }
        }
    }

    // What stands in the largest letters is what all of the page is about.
    void tie_title() {
        std::size_t largest = kNone;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (at(i).figure || at(i).text.size() < 4) continue;
            if (largest == kNone || at(i).letter_height > at(largest).letter_height + 1)
                largest = i;
        }
        for (std::size_t i = 0; largest != kNone && i < passages_.size(); ++i)
            tie(i, largest, kOfPage);
    }

    const std::vector<Passage>& passages_;
    Relations found_;
    std::vector<std::vector<std::size_t>> mates_;  // from the left
    std::vector<std::size_t> above_;
    std::vector<std::size_t> below_;
    std::vector<std::size_t> aligned_above_;
    std::map<RectKey, std::vector<std::size_t>> cards_;        // what stands in them
    std::map<std::size_t, std::size_t> before_;                // the nearest to the left
    std::map<std::size_t, std::vector<std::size_t>> members_;  // of columns
    std::map<std::size_t, std::vector<std::size_t>> lines_;    // of items of several
    std::map<std::pair<std::size_t, std::size_t>, double> affinity_;
};

}  // namespace

Relations relations_of(const std::vector<Passage>& passages) {
    return Builder(passages).take();
}

}  // namespace fovea::reading
