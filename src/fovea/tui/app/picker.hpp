// One of many, chosen by typing a part of it or by the arrow keys.
//
//     picker_ = Picker("Sessions", rows, [this](const std::string& id) { resume(id); });
//     picker_->take(key);                     // false: it was not for it
//     for (auto& line : picker_->lines(columns, 10)) show(line);
#pragma once

#include "fovea/tui/screen/styled_text.hpp"
#include "fovea/tui/terminal/input.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fovea::tui {

struct PickRow {
    std::string id;
    StyledLine line;
};

class Picker {
public:
    using Choose = std::function<void(const std::string& id)>;

    Picker(std::string title, std::vector<PickRow> rows, Choose choose)
        : title_(std::move(title)), rows_(std::move(rows)), choose_(std::move(choose)) {}

    // Another thing that can be done with the chosen row, by Ctrl and that letter. The picker stays open.
    void add_action(char letter, std::string label, Choose act);

    // True where the picker is to be closed; what was chosen is `then`, to be called afterwards.
    struct Taken {
        bool closes = false;
        std::function<void()> then = {};
    };
    Taken take(const Key& key);

    StyledText lines(int columns, int most) const;

    void set_rows(std::vector<PickRow> rows);

private:
    struct Action {
        std::string label;
        Choose act;
    };
    std::vector<const PickRow*> matching() const;

    std::string title_;
    std::vector<PickRow> rows_;
    Choose choose_;
    std::map<char, Action> actions_;
    std::string filter_;
    std::size_t at_ = 0;
};

}  // namespace fovea::tui
