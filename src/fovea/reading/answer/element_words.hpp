// Controls of a user interface in words: `button "Save", disabled`.
#pragma once

#include "fovea/content/seen.hpp"
#include "fovea/reading/page/elements.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// "checkboxes", "menu items"
std::string_view plural_of(ElementKind kind);

// `button "Save"`, `field "Email"`, `icon`: what it is and what it is called.
std::string element_name(const PageElement& each);

// "ticked", "not ticked, disabled", "on", "selected", "holds "ada@example.org", focused": everything
// that is told of its state; empty where there is nothing to tell.
std::string element_state(const PageElement& each);

// "12 buttons, 3 fields, 4 checkboxes"
std::string element_counts(std::span<const PageElement> elements);

// A line for each that can be named: "3. [x1, y1, x2, y2] button "Save", disabled". Icons without words
// are counted, and so is what is more than a model reads.
std::string element_lines(std::span<const PageElement> elements);

// As programs get it; the box as it is.
content::SeenElement seen_element(const PageElement& each, std::size_t image);

}  // namespace fovea::reading
