#include "fovea/reading/answer/aligned_rows.hpp"

#include "fovea/reading/answer/rects.hpp"

#include <algorithm>
#include <cstdlib>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxPassages = 1500;
constexpr std::size_t kFewestRows = 3;
constexpr std::int64_t kReach = 60;    // of a row, in heights of its letters
constexpr std::int64_t kStep = 5;      // from one row to the next, in heights
constexpr std::int64_t kSameEdge = 3;  // pixels

class Rows {
public:
    explicit Rows(const std::vector<Passage>& passages) : passages_(passages) {
        found_.name.resize(passages.size());
        found_.head.resize(passages.size());
        if (passages.size() > kMaxPassages) return;
        for (std::size_t i = 0; i < passages.size(); ++i) found_.name[i] = first_of_row(i);
        const auto first = found_.name;
        for (std::size_t i = 0; i < passages.size(); ++i) {
            if (first[i] && is_column(*first[i], first, false) && is_column(i, first, true))
                found_.head[i] = top_of_column(i, first);
            else
                found_.name[i].reset();
        }
    }

    AlignedRows take() { return std::move(found_); }

private:
    std::optional<std::size_t> first_of_row(std::size_t i) const {
        std::optional<std::size_t> first;
        if (passages_[i].kind == BlockKind::Table) return first;
        const auto& box = passages_[i].box;
        const auto reach = kReach * std::max<std::int64_t>(box.height, 8);
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const auto& other = passages_[k].box;
            const auto gap = left_edge(box) - right_edge(other);
            // One of two lines may stand beside a single one.
            const bool beside = shared_height(box, other) * 4 > -std::int64_t{box.height};
            if (k == i || gap < 0 || gap > reach || !beside) continue;
            if (passages_[k].kind == BlockKind::Table) continue;
            if (!first || left_edge(other) < left_edge(passages_[*first].box)) first = k;
        }
        return first;
    }

    bool same_column(std::size_t a, std::size_t b) const {
        const auto& one = passages_[a].box;
        const auto& other = passages_[b].box;
        return std::abs(left_edge(one) - left_edge(other)) <= kSameEdge ||
               std::abs(right_edge(one) - right_edge(other)) <= kSameEdge;
    }

    // Enough others begin or end where this one does; all of them first in their rows, or none.
    bool is_column(std::size_t i, const std::vector<std::optional<std::size_t>>& first, bool inner)
        const {
        std::size_t rows = 0;
        for (std::size_t k = 0; k < passages_.size(); ++k) {
            const bool counts =
                inner ? first[k].has_value()
                      : std::abs(left_edge(passages_[k].box) - left_edge(passages_[i].box)) <=
                                kSameEdge &&
                            !first[k] && starts_row(k, first);
            if (counts && same_column(i, k)) ++rows;
        }
        return rows >= kFewestRows;
    }

    static bool starts_row(std::size_t k, const std::vector<std::optional<std::size_t>>& first) {
        return std::ranges::find(first, std::optional(k)) != first.end();
    }

    // Up from row to row, as long as they follow each other; a head has a first of its row, too.
    std::optional<std::size_t> top_of_column(
        std::size_t i, const std::vector<std::optional<std::size_t>>& first
    ) const {
        auto top = i;
        while (true) {
            auto next = top;
            auto least = kStep * std::int64_t{passages_[top].box.height};
            for (std::size_t k = 0; k < passages_.size(); ++k) {
                const auto gap = top_edge(passages_[top].box) - bottom_edge(passages_[k].box);
                if (gap < 0 || gap > least || !first[k] || !same_column(top, k)) continue;
                least = gap;
                next = k;
            }
            if (next == top) break;
            top = next;
        }
        return top == i ? std::nullopt : std::optional(top);
    }

    const std::vector<Passage>& passages_;
    AlignedRows found_;
};

}  // namespace

AlignedRows aligned_rows(const std::vector<Passage>& passages) {
    return Rows(passages).take();
}

}  // namespace fovea::reading
