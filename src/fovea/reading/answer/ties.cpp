#include "fovea/reading/answer/ties.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/aligned_rows.hpp"
#include "fovea/reading/answer/colour_names.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <map>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxPassages = 1500;  // beyond that a page is searched by its lines alone
constexpr std::size_t kHeadRows = 4;        // a head stands among the first rows
constexpr std::int64_t kReach = 60;         // of a row, in heights of its letters
constexpr std::size_t kMaxClimb = 40;       // figures between one and the head of its column

constexpr double kOfTable = 0.95;  // row and head
constexpr double kBefore = 0.9;    // the nearest to the left
constexpr double kFurther = 0.5;   // the others on the same line
constexpr double kColumnHead = 0.9;
constexpr double kChained = 0.85;   // what stands above the nearest to the left
constexpr double kOfPart = 0.5;     // a heading
constexpr double kOfPage = 0.45;    // the title
constexpr double kOtherHead = 0.4;  // the heads of other columns say what a table is about
constexpr double kHalfway =
    0.8;  // between two lines to the left, as a switch beside a name and its description
constexpr std::size_t kLabelBytes = 60;
constexpr std::size_t kShortWord = 6;
constexpr std::int64_t kSameEdge = 5;  // pixels

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0xC3;
}

bool is_currency(std::string_view name) {
    while (name.ends_with(' ')) name.remove_suffix(1);
    return name == "EUR" || name == "USD" || name == "GBP" || name == "CHF" || name == "€" ||
           name == "£";
}

struct Filled {
    std::size_t cells = 0;
    std::size_t figures = 0;
};

Filled filled(const std::vector<PageLine>& row) {
    Filled count;
    for (const auto& cell : row) {
        if (cell.words.empty()) continue;
        ++count.cells;
        if (is_figure(cell.text)) ++count.figures;
    }
    return count;
}

bool is_week(const std::vector<PageLine>& row) {
    return std::ranges::count_if(row, [](const PageLine& cell) {
               return is_word_of("mon tue wed thu fri sat sun", lowered(cell.text.substr(0, 3)));
           }) >= 4;
}

// Nothing stands in the corner, and all other cells of the first row and the first column have words.
bool has_corner(const Block& table) {
    const auto& top = table.cells[0];
    if (top.size() < 3 || table.cells.size() < 3 || !top[0].words.empty()) return false;
    const bool heads = std::all_of(top.begin() + 1, top.end(), [](const PageLine& cell) {
        return cell.text.size() > 1 && !cell.words.empty() && !is_figure(cell.text);
    });
    return heads && std::all_of(table.cells.begin() + 1, table.cells.end(), [](const auto& row) {
               return !row[0].words.empty();
           });
}

// The words of a cell without its numbers.
std::string words_only(std::string_view text) {
    std::string words;
    for (const auto& word : words_of(text)) {
        if (std::ranges::none_of(word, is_digit)) words += word + " ";
    }
    return words;
}

// Cards beside each other are read as one table: "CPU 38% CPU 71%". Of each column, which card it is; all
// are of one where no words come again in the same rows.
std::vector<std::size_t> cards_of(const Block& table) {
    std::map<std::vector<std::size_t>, std::size_t> starts;
    for (const auto& row : table.cells) {
        std::map<std::string, std::vector<std::size_t>> columns;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (!row[c].words.empty()) columns[words_only(row[c].text)].push_back(c);
        }
        for (const auto& [text, at] : columns) {
            const bool adjoin = at.size() > 1 && at[1] == at[0] + 1;
            // "10 GB storage" beside "2 TB storage", but not "24 kg" beside "19 kg".
            const bool long_enough = text.size() > (adjoin ? kShortWord : 1);
            const bool all = !adjoin || at.size() == row.size();
            if (at.size() > 1 && at[0] == 0 && long_enough && all) ++starts[at];
        }
    }
    std::vector<std::size_t> cards(table.cells.empty() ? 0 : table.cells[0].size());
    const auto most =
        std::ranges::max_element(starts, {}, [](const auto& each) { return each.second; });
    if (most == starts.end() || most->second < 2) return cards;
    for (std::size_t c = 0; c < cards.size(); ++c) {
        cards[c] = static_cast<std::size_t>(std::ranges::count_if(most->first, [&](auto first) {
            return first <= c;
        }));
    }
    return cards;
}

class Ties {
public:
    Ties(const Page& page, const std::vector<Passage>& passages)
        : page_(page), passages_(passages) {
        found_.resize(passages.size());
        if (passages.size() > kMaxPassages) return;
        figure_.reserve(passages.size());
        for (const auto& passage : passages) figure_.push_back(is_figure(passage.text));
        stack_.assign(passages.size(), kNone);
        find_stacks();
        for (std::size_t b = 0; b < page.blocks.size(); ++b) add_table(page.blocks[b], b);
        std::vector<std::size_t> before(passages.size(), kNone);
        std::vector<std::size_t> above(passages.size(), kNone);
        for (std::size_t i = 0; i < passages.size(); ++i) {
            before[i] = add_row(i);
            above[i] = add_above(i);
            add_column_head(i);
            add_axis_label(i);
        }
        add_aligned();
        for (std::size_t i = 0; i < passages.size(); ++i) {
            chain(i, before[i], above);
            add_heading(i, above);
        }
        add_title();
    }

    std::vector<std::vector<Tie>> take() { return std::move(found_); }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void tie(std::size_t from, std::size_t to, double weight) {
        if (from == to) return;
        auto& list = found_[from];
        const auto known = std::ranges::find(list, to, &Tie::passage);
        if (known == list.end()) {
            list.push_back({to, weight});
        } else {
            known->weight = std::max(known->weight, weight);
        }
    }

    void add_table(const Block& block, std::size_t index) {
        if (block.kind != BlockKind::Table) return;
        auto head = head_row(block);
        const bool calendar = is_calendar(block);
        const auto cards = cards_of(block);
        if (!head && !cards.empty() && cards.back() > 0) head = 0;
        if (calendar) calendars_.push_back(index);
        std::vector<std::size_t> cells;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (passages_[i].block == index) cells.push_back(i);
        }
        for (const auto from : cells) {
            for (const auto to : cells) {
                const auto& a = passages_[from];
                const auto& b = passages_[to];
                const bool one_card = cards[a.column] == cards[b.column];
                const bool is_head = head && b.row == *head && a.row > *head && one_card;
                if (of_two_stacks(from, to)) continue;
                if (calendar && a.column == b.column && a.row == b.row + 1 && figure_[to]) {
                    tie(from, to, kBefore);
                    tie(to, from, kBefore);
                }
                if (calendar && a.row == b.row)
                    continue;  // one day has nothing to do with the next
                if ((a.row == b.row && one_card) || (is_head && a.column == b.column))
                    tie(from, to, kOfTable);
                if (is_head) tie(from, to, cards.back() > 0 ? kColumnHead : kOtherHead);
            }
        }
    }

    void add_aligned() {
        const auto rows = aligned_rows(passages_);
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (!rows.name[i] || of_two_stacks(i, *rows.name[i])) continue;
            tie(i, *rows.name[i], kBefore);
            tie(*rows.name[i], i, kBefore);
            if (rows.head[i]) tie(i, *rows.head[i], kBefore);
            for (std::size_t k = 0; k < i; ++k) {
                if (rows.name[k] != rows.name[i]) continue;
                tie(i, k, kHalfway);
                tie(k, i, kHalfway);
            }
        }
    }

    std::size_t add_row(std::size_t i) {
        const auto& box = passages_[i].box;
        if (std::ranges::find(calendars_, passages_[i].block) != calendars_.end()) return kNone;
        std::size_t nearest = kNone;
        std::vector<std::size_t> halfway;
        std::int64_t least = kReach * std::max<std::int64_t>(box.height, 8);
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto gap = left_edge(box) - right_edge(passages_[k].box);
            if (k == i || gap < -2 || gap > kReach * std::max<std::int64_t>(box.height, 8))
                continue;
            if (of_two_stacks(i, k)) continue;
            if (!side_by_side(box, passages_[k].box)) {
                if (shared_height(box, passages_[k].box) > -std::int64_t{box.height} / 4)
                    halfway.push_back(k);
                continue;
            }
            tie(i, k, kFurther);
            tie(k, i, kFurther);
            if (gap > least) continue;
            least = gap;
            nearest = k;
        }
        if (nearest != kNone) tie(i, nearest, kBefore);
        // "2 x" stands before what it counts.
        if (nearest != kNone && figure_[nearest] && !figure_[i] &&
            least < 3 * std::int64_t{box.height})
            tie(nearest, i, kBefore);
        if (nearest == kNone && halfway.size() <= 3) {
            for (const auto k : halfway) tie(i, k, kHalfway);
        }
        return nearest;
    }

    // A row of captions that look alike, each with what it names right below it, in other letters: the tiles
    // of a dashboard, a ticket. Side by side they have nothing to do with each other.
    void find_stacks() {
        std::vector<std::size_t> below(passages_.size(), kNone);
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (figure_[i] || passages_[i].text.size() > kLabelBytes) continue;
            const auto next = next_below(i);
            if (next == kNone || !is_value_of(next, i)) continue;
            // In a table there are more of the same kind below.
            const auto third = next_below(next);
            const bool more = third != kNone && as_tall(passages_[third], passages_[next], 115) &&
                              same_look(passages_[third], passages_[next]) &&
                              figure_[third] == figure_[next];
            // What stands nearer to the next below is a caption of that.
            const bool nearer =
                third != kNone && gap_below(next, third) * 3 < gap_below(i, next) * 2;
            if (!more && !nearer) below[i] = next;
        }
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            for (std::size_t k = 0; k < passages_.size() && below[i] != kNone; ++k) {
                const bool beside =
                    k != i && below[k] != kNone && below[k] != below[i] &&
                    side_by_side(passages_[k].box, passages_[i].box) &&
                    side_by_side(passages_[below[k]].box, passages_[below[i]].box) &&
                    same_look(passages_[k], passages_[i]);
                if (beside) stack_[i] = i;
            }
            if (stack_[i] != i) continue;
            stack_[below[i]] = i;
            tie(below[i], i, kOfTable);
            tie(i, below[i], kBefore);
            // "▲ 3.0%", "312 sold"
            const auto third = next_below(below[i]);
            if (third == kNone || below[third] != kNone || stack_[third] != kNone) continue;
            stack_[third] = i;
            tie(third, i, kBefore);
        }
    }

    bool of_two_stacks(std::size_t a, std::size_t b) const {
        return stack_[a] != kNone && stack_[b] != kNone && stack_[a] != stack_[b];
    }

    std::int64_t gap_below(std::size_t i, std::size_t next) const {
        return top_edge(passages_[next].box) - bottom_edge(passages_[i].box);
    }

    bool is_value_of(std::size_t value, std::size_t caption) const {
        return (figure_[value] && !figure_[caption]) ||
               !same_look(passages_[value], passages_[caption]);
    }

    // Right below it, beginning where it begins or around the same middle.
    std::size_t next_below(std::size_t i) const {
        const auto& box = passages_[i].box;
        std::size_t nearest = kNone;
        auto least = 5 * std::max<std::int64_t>(box.height, 9) / 2;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto& other = passages_[k].box;
            const auto gap = gap_below(i, k);
            const auto middle = 2 * (left_edge(box) - left_edge(other)) + std::int64_t{box.width} -
                                std::int64_t{other.width};
            const bool under = std::abs(left_edge(box) - left_edge(other)) <= kSameEdge ||
                               std::abs(middle) <= 2 * kSameEdge;
            if (k == i || gap < 0 || gap > least || !under) continue;
            least = gap;
            nearest = k;
        }
        return nearest;
    }

    // The nearest above it, where that stands over it or begins where it does.
    std::size_t nearest_above(std::size_t i, double reach) const {
        const auto& box = passages_[i].box;
        std::size_t nearest = kNone;
        auto least = static_cast<std::int64_t>(reach * std::max<double>(box.height, 9));
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto& other = passages_[k].box;
            const auto gap = top_edge(box) - bottom_edge(other);
            if (k == i || gap < -std::int64_t{box.height} / 3 || top_edge(other) >= top_edge(box))
                continue;
            if (shared_width(box, other) <= 0 || gap > least) continue;
            least = gap;
            nearest = k;
        }
        return nearest;
    }

    // "server:" of all lines that are set in below it.
    std::size_t opening_line(std::size_t i) const {
        if (passages_[i].kind != BlockKind::Code) return kNone;
        for (auto k = i; k-- > 0 && passages_[k].block == passages_[i].block;) {
            if (left_edge(passages_[k].box) + kSameEdge >= left_edge(passages_[i].box)) continue;
            const auto& text = passages_[k].text;
            return text.ends_with(':') || text.ends_with('{') || text.ends_with('[') ? k : kNone;
        }
        return kNone;
    }

    std::size_t add_above(std::size_t i) {
        const auto nearest = nearest_above(i, 4);
        if (nearest == kNone) return kNone;
        // In code a line belongs to the one that opens its part, and not to the one before it.
        if (const auto opens = opening_line(i); opens != kNone) {
            tie(i, opens, kBefore);
            return opens;
        }
        // A row of a table has nothing to do with the next, but cards are read as tables, too.
        const auto& up = passages_[nearest];
        const bool rows = up.kind == BlockKind::Table && up.block == passages_[i].block;
        if (rows && (page_.blocks[up.block].cells.size() > 3 || head_row(page_.blocks[up.block])))
            return kNone;
        const auto& box = passages_[i].box;
        const auto gap = static_cast<double>(top_edge(box) - bottom_edge(passages_[nearest].box));
        const auto heights = gap / std::max<double>(box.height, 9);
        const auto weight = heights <= 1.3 ? 0.9 : heights <= 2.6 ? 0.75 : 0.5;
        const bool label = passages_[nearest].text.size() <= kLabelBytes;
        tie(i, nearest, label ? weight : weight * 0.6);
        tie(nearest, i, weight - 0.05);  // a line belongs to what follows it, too
        return nearest;
    }

    // Up through the figures of a column to the words over them.
    void add_column_head(std::size_t i) {
        if (!figure_[i]) return;
        auto at = i;
        for (std::size_t steps = 0; steps < kMaxClimb && at != kNone && figure_[at]; ++steps) {
            at = nearest_above(at, 5);
        }
        if (at != kNone && at != i && passages_[at].text.size() < 40) tie(i, at, kColumnHead);
    }

    // The figure over a bar belongs to the word under it, however far down that stands.
    void add_axis_label(std::size_t i) {
        if (!figure_[i] || passages_[i].kind == BlockKind::Table) return;
        const auto& box = passages_[i].box;
        const auto middle = left_edge(box) + box.width / 2;
        std::size_t label = kNone;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto& other = passages_[k].box;
            const auto centre = left_edge(other) + other.width / 2;
            const bool fits = !figure_[k] && top_edge(other) > bottom_edge(box) &&
                              std::abs(centre - middle) <= std::max<std::int64_t>(4, box.width / 6);
            if (!fits) continue;
            if (label == kNone || other.y < passages_[label].box.y) label = k;
        }
        if (label != kNone && neighbours(label) >= 2) tie(i, label, kColumnHead);
    }

    std::size_t neighbours(std::size_t i) const {
        std::size_t count = 0;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            if (k != i && !figure_[k] && side_by_side(passages_[k].box, passages_[i].box)) ++count;
        }
        return count;
    }

    void chain(std::size_t i, std::size_t before, const std::vector<std::size_t>& above) {
        if (before != kNone && above[before] != kNone)
            tie(i, above[before], kOfTable * kChained * 0.9);
        if (before != kNone && above[before] != kNone && above[above[before]] != kNone) {
            tie(i, above[above[before]], kOfPart);
        }
        if (above[i] == kNone) return;
        const auto second = above[above[i]];
        if (second != kNone) tie(i, second, kOfPart);
        if (second != kNone) tie(second, i, kOfPart);
    }

    static bool same_look(const Passage& a, const Passage& b) {
        const auto near = [](const std::optional<media::Colour>& x,
                             const std::optional<media::Colour>& y) {
            return x && y ? distance(*x, *y) < 60 : x.has_value() == y.has_value();
        };
        return near(a.ink, b.ink) && near(a.ground, b.ground) && as_tall(a, b, 140);
    }

    static bool as_tall(const Passage& a, const Passage& b, std::uint64_t at_most_percent) {
        const auto [lower, taller] = std::minmax(a.letter_height, b.letter_height);
        return std::uint64_t{taller} * 100 <= lower * at_most_percent;
    }

    // The first above that looks otherwise than what stands under it.
    void add_heading(std::size_t i, const std::vector<std::size_t>& above) {
        const auto& own = passages_[i];
        std::vector<const Passage*> looks = {&own};
        std::size_t start = i;
        // From the beginning of its line.
        for (const auto& other : found_[i]) {
            const auto& box = passages_[other.passage].box;
            if (side_by_side(box, own.box) && left_edge(box) < left_edge(passages_[start].box) &&
                other.weight >= kBefore) {
                start = other.passage;
            }
        }
        // Its label says how the lines of the part look; else two looks may take turns.
        const std::size_t other_looks = start == i ? 2 : 1;
        if (start != i) looks = {&passages_[start]};
        auto at = above[start];
        for (std::size_t steps = 0; steps < kMaxClimb && at != kNone; ++steps) {
            const auto& up = passages_[at];
            const bool alike = std::ranges::any_of(looks, [&](const Passage* look) {
                return same_look(*look, up);
            });
            if (!alike && looks.size() >= other_looks && !figure_[at]) {
                tie(i, at, kOfPart);
                return;
            }
            if (!alike) looks.push_back(&up);
            const auto next = above[at];
            at = next != kNone ? next : nearest_above(at, 8);
        }
    }

    // What stands in the largest letters is what all of the page is about.
    void add_title() {
        std::size_t largest = kNone;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            if (figure_[i] || passages_[i].text.size() < 4) continue;
            if (largest == kNone ||
                passages_[i].letter_height > passages_[largest].letter_height + 1)
                largest = i;
        }
        for (std::size_t i = 0; largest != kNone && i < passages_.size(); ++i)
            tie(i, largest, kOfPage);
    }

    const Page& page_;
    const std::vector<Passage>& passages_;
    std::vector<std::vector<Tie>> found_;
    std::vector<bool> figure_;
    std::vector<std::size_t> calendars_;  // blocks
    std::vector<std::size_t> stack_;      // of each passage, the caption of the stack that it is in
};

}  // namespace

bool is_figure(std::string_view text) {
    std::size_t digits = 0;
    std::size_t letters = 0;
    const auto name = text.substr(0, text.find_first_of("0123456789"));
    if (std::ranges::count_if(name, is_letter) > 2 && !is_currency(name)) return false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') ++digits;
        if (is_letter(c)) ++letters;
    }
    return digits > 0 && letters <= digits + 3 && letters <= 9;
}

std::optional<std::size_t> head_row(const Block& table) {
    if (table.cells.size() < 2) return std::nullopt;
    if (has_corner(table)) return 0;
    for (std::size_t r = std::min(kHeadRows, table.cells.size() - 1); r-- > 0;) {
        const auto row = filled(table.cells[r]);
        const auto columns = table.cells[r].size();
        // The number of a row may stand before its head.
        if (row.cells * 2 < columns || row.cells < 2 || row.figures > 1) continue;
        if (row.figures == 1 && !is_figure(table.cells[r][0].text)) continue;
        std::size_t figures = 0;
        std::size_t below = 0;
        for (auto k = r + 1; k < table.cells.size(); ++k) {
            const auto next = filled(table.cells[k]);
            if (next.cells < 2) continue;
            ++below;
            if (next.figures > row.figures) ++figures;
        }
        if (below > 0 && figures * 2 > below) return r;
    }
    return std::nullopt;
}

bool is_calendar(const Block& table) {
    if (table.cells.empty() || has_corner(table)) return false;  // a timetable
    const auto rows = std::min(kHeadRows, table.cells.size());
    return std::any_of(
        table.cells.begin(), table.cells.begin() + static_cast<std::ptrdiff_t>(rows), is_week
    );
}

std::vector<std::vector<Tie>> ties_of(const Page& page, const std::vector<Passage>& passages) {
    return Ties(page, passages).take();
}

}  // namespace fovea::reading
