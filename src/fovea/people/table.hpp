// Tables for people, no wider than a terminal. The last column holds free text and takes what room
// is left; whatever is too long is cut and ends in "…".
//
//     Table table({{"SESSION"}, {"IMAGES", Align::Right}, {"TITLE"}});
//     table.add({session.id, "3", session.title});
//     print_line(table.text());
//
// Cells come from outside: control characters in them are written out (printable()).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::people {

// How many columns of a terminal a text takes: wide characters two, combining ones none.
std::size_t columns_of(std::string_view text);

// At most so many columns.
std::string clipped(std::string_view text, std::size_t columns);

enum class Align { Left, Right };

struct Column {
    std::string heading;
    Align align = Align::Left;
};

class Table {
public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    // One cell a column.
    void add(std::vector<std::string> cells);
    bool empty() const { return rows_.empty(); }

    // Without a line end behind the last row.
    std::string text(std::size_t width = 100) const;

private:
    std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths)
        const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace fovea::people
