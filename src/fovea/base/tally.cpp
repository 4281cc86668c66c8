#include "fovea/base/tally.hpp"

namespace fovea {

void Tally::count(std::string_view name, Labels labels, double by, bool is_time) {
    const std::scoped_lock lock(mutex_);
    auto& row = rows_[{std::string(name), labels}];
    if (row.count == 0) row = {std::string(name), std::move(labels), 0, 0, is_time};
    row.sum += by;
    ++row.count;
}

std::vector<Tally::Row> Tally::read() const {
    const std::scoped_lock lock(mutex_);
    std::vector<Row> rows;
    for (const auto& [key, row] : rows_) rows.push_back(row);
    return rows;
}

Tally& tally() {
    static Tally one;
    return one;
}

}  // namespace fovea
