// "&amp;", "&#8594;" and "&#x2192;" as the characters that they stand for.
#pragma once

#include <string>
#include <string_view>

namespace fovea::tui {

// One entity, from its & to its ;. One that is not known stays as it is written; a control becomes U+FFFD.
std::string entity_text(std::string_view entity);

}  // namespace fovea::tui
