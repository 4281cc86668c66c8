// The controls on a page as a person names them: numbered in reading order, each with the words that
// are written on it or beside it.
//
//     for (const PageElement& each : name_elements(reading)) …
//
// Depends on nothing but the elements, the words and their boxes.
#pragma once

#include "fovea/reading/element.hpp"
#include "fovea/reading/reading.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::reading {

struct PageElement {
    std::uint32_t number = 0;  // from 1, row by row; what marks on the picture say
    Element element;

    // What is written on a button, a tab, a link or an entry of a menu, beside a checkbox, a radio
    // button or a toggle, above or before a field. Empty where nothing is.
    std::string label = {};

    // What stands in a field or a list of choices, as it is shown: typed, chosen or a placeholder.
    std::string value = {};

    bool operator==(const PageElement&) const = default;
};

// Empty where elements were not looked for.
std::vector<PageElement> name_elements(const Reading& reading);

// False for a picture that is a photograph by its look: there are no controls on it.
bool may_show_elements(const Look& look);

}  // namespace fovea::reading
