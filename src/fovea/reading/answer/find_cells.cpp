#include "fovea/reading/answer/find_values.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <charconv>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxCells = 40;  // of a row or column that is told as a whole

// How much of the question a cell stands for when it is a heading, 0 for none.
std::size_t heading_fit(const Question& question, const PageLine& cell) {
    const auto terms = terms_of(cell.text);
    if (terms.empty()) return 0;
    const bool all =
        std::ranges::all_of(terms, [&](const auto& term) { return question.asks(term); });
    return all ? shared_terms(question, terms) : 0;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Heading {
    std::size_t index = kNone;
    std::size_t fit = 0;
};

Heading column_asked(const Question& question, const Block& table) {
    Heading best;
    for (std::size_t c = 0; c < table.cells[0].size(); ++c) {
        const auto fit = heading_fit(question, table.cells[0][c]);
        if (fit > best.fit) best = {c, fit};
    }
    return best;
}

struct RowsAsked {
    std::vector<std::size_t> indices;
    std::size_t fit = 0;
};

// Any cell may name its row, not only the first: "eu-west-1" does as well as "Aster". "Healthy"
// names several.
RowsAsked rows_asked(const Question& question, const Block& table) {
    RowsAsked asked;
    for (std::size_t r = 1; r < table.cells.size(); ++r) {
        std::size_t fit = 0;
        for (const auto& cell : table.cells[r]) fit = std::max(fit, heading_fit(question, cell));
        if (fit == 0 || fit < asked.fit) continue;
        if (fit > asked.fit) asked.indices.clear();
        asked.fit = fit;
        if (asked.indices.size() < kMaxCells) asked.indices.push_back(r);
    }
    return asked;
}

std::string head_of(const std::vector<PageLine>& row) {
    for (const auto& cell : row) {
        if (!cell.words.empty()) return one_line(cell.text);
    }
    return "";
}

Finding cell_finding(const PageLine& cell, std::string lead) {
    return {std::move(lead), one_line(cell.text), cell.box, cell.confidence};
}

// All of a row on one line, each cell after the heading of its column.
Finding row_finding(const Block& table, std::size_t row) {
    Finding finding;
    media::PixelRect box;
    for (std::size_t c = 0; c < table.cells[row].size() && c < kMaxCells; ++c) {
        const auto& cell = table.cells[row][c];
        if (cell.words.empty()) continue;
        const auto heading = c < table.cells[0].size() ? one_line(table.cells[0][c].text) : "";
        if (!finding.text.empty()) finding.text += "; ";
        finding.text += (heading.empty() ? "" : heading + ": ") + one_line(cell.text);
        finding.confidence = std::min(finding.confidence, cell.confidence);
        box = around(box, cell.box);
    }
    finding.box = box;
    return finding;
}

void add_column(Findings& findings, const Block& table, std::size_t column) {
    for (std::size_t r = 1; r < table.cells.size() && r <= kMaxCells; ++r) {
        if (column >= table.cells[r].size() || table.cells[r][column].words.empty()) continue;
        const auto head = column > 0 ? head_of(table.cells[r]) : "";
        findings.list.push_back(cell_finding(table.cells[r][column], head));
    }
}

// The terms that a row's or column's heading accounts for.
void cover(Findings& findings, const Question& question, const std::vector<PageLine>& cells) {
    for (const auto& cell : cells) {
        if (heading_fit(question, cell) > 0) {
            shared_terms(question, terms_of(cell.text), &findings.covered);
        }
    }
}

// "18,442", "412 ms", "$1,284.07", "-3.1%": the first number of the text.
std::optional<double> number_in(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool before_digit = i + 1 < text.size() && is_digit(text[i + 1]);
        if (is_digit(c) || (c == '.' && !digits.empty() && before_digit)) {
            digits += c;
        } else if (c == '-' && digits.empty() && before_digit) {
            digits = "-";
        } else if (c == ',' && before_digit && !digits.empty()) {
            continue;
        } else if (!digits.empty()) {
            break;
        }
    }
    double value = 0;
    const auto* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc() || digits.empty()) return std::nullopt;
    return value;
}

bool is_table(const Block& block) {
    return block.kind == BlockKind::Table && block.cells.size() > 1;
}

struct Extreme {
    std::size_t row = 0;
    std::size_t column = 0;
    double number = 0;
};

// In the column with numbers that the question names best: "which provider has the highest error
// rate" names two columns, and one of them has numbers.
std::optional<Extreme> extreme_of(const Question& question, const Block& table, bool highest) {
    std::optional<Extreme> found;
    std::size_t most = 0;
    for (std::size_t c = 0; c < table.cells[0].size(); ++c) {
        const auto fit = heading_fit(question, table.cells[0][c]);
        if (fit <= most) continue;
        std::optional<Extreme> in_column;
        for (std::size_t r = 1; r < table.cells.size(); ++r) {
            if (c >= table.cells[r].size()) continue;
            const auto number = number_in(table.cells[r][c].text);
            if (!number) continue;
            const bool further =
                !in_column || (highest ? *number > in_column->number : *number < in_column->number);
            if (further) in_column = Extreme{r, c, *number};
        }
        if (!in_column) continue;
        found = in_column;
        most = fit;
    }
    return found;
}

}  // namespace

Findings find_cells(const Question& question, const View& view) {
    Findings best;
    std::size_t best_fit = 0;
    for (const auto& block : view.sight.page.blocks) {
        if (!is_table(block)) continue;
        const auto column = column_asked(question, block);
        const auto rows = rows_asked(question, block);
        if (column.fit + rows.fit <= best_fit) continue;
        best_fit = column.fit + rows.fit;
        best = {};
        if (rows.indices.empty()) add_column(best, block, column.index);
        for (const auto row : rows.indices) {
            const auto* cell =
                column.index < block.cells[row].size() ? &block.cells[row][column.index] : nullptr;
            if (cell == nullptr || cell->words.empty()) {
                best.list.push_back(row_finding(block, row));
            } else {
                const auto heading = one_line(block.cells[0][column.index].text);
                best.list.push_back(cell_finding(*cell, head_of(block.cells[row]) + ", " + heading)
                );
            }
            cover(best, question, block.cells[row]);
        }
        if (column.index != kNone) cover(best, question, block.cells[0]);
    }
    return best;
}

Findings find_extreme(const Question& question, const View& view) {
    const bool highest = question.asks("highest");
    Findings findings;
    for (const auto& block : view.sight.page.blocks) {
        if (!is_table(block)) continue;
        const auto extreme = extreme_of(question, block, highest);
        if (!extreme) continue;
        const auto& cell = block.cells[extreme->row][extreme->column];
        findings.list.push_back(cell_finding(cell, head_of(block.cells[extreme->row])));
        findings.list.back().note = std::string(highest ? "the highest" : "the lowest") +
                                    " number of the column " +
                                    in_quotes(one_line(block.cells[0][extreme->column].text));
        cover(findings, question, block.cells[0]);
    }
    return findings;
}

}  // namespace fovea::reading
