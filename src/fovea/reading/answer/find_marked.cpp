// "Which file is selected?", where nothing but its colour tells it: the one row or line that stands on another
// ground than its neighbours.
#include "fovea/reading/answer/find_value.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/ties.hpp"

#include <algorithm>
#include <map>

namespace fovea::reading {
namespace {

bool differs(const media::Colour& a, const media::Colour& b) {
    return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue) > 30;
}

// The one among several; none where two differ from the others.
const Passage* odd_one(const std::vector<const Passage*>& rows) {
    if (rows.size() < 3) return nullptr;
    const Passage* odd = nullptr;
    for (const auto* row : rows) {
        const auto unlike = std::ranges::count_if(rows, [&](const Passage* other) {
            return differs(*other->ground, *row->ground);
        });
        if (static_cast<std::size_t>(unlike) * 2 <= rows.size()) continue;
        if (odd != nullptr) return nullptr;
        odd = row;
    }
    return odd;
}

}  // namespace

Findings find_marked(const Question& question, const View& view) {
    std::map<std::size_t, std::vector<const Passage*>> tables;
    for (const auto& passage : view.passages) {
        if (passage.kind != BlockKind::Table || !passage.ground || passage.column != 0) continue;
        const auto head = head_row(view.sight.page.blocks[passage.block]);
        if (!head || passage.row > *head) tables[passage.block].push_back(&passage);
    }
    Findings findings;
    for (const auto& [block, rows] : tables) {
        const auto* odd = odd_one(rows);
        if (odd == nullptr) continue;
        findings.list.push_back(finding_of(*odd, "row on another ground"));
        findings.value = odd->text;
    }
    if (findings.list.size() > 1) return {};
    findings.covered = question.terms;
    return findings;
}

}  // namespace fovea::reading
