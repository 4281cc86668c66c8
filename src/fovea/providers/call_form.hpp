// The calls of a conversation in the form that an API accepts. They may come from a model of another
// provider, or from a file, and one id or name that an API does not like makes it refuse the
// conversation for ever.
//
//     auto turns = ordered_turns(request.messages);
//     shape_calls(turns, {.max_id = 40});
//
// What is acceptable stays as it is. Ids come once in a conversation: small servers count the calls
// of each reply anew.
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fovea::providers {

struct CallForm {
    std::size_t max_id = 64;     // 0: ids stay as they are
    bool any_id_letters = true;  // false: letters, digits, "_" and "-" alone
    std::size_t exact_id = 0;    // so many letters and digits and nothing else; 0: as above
    std::size_t max_name = 64;
    std::string_view name_marks = "_-";  // besides letters and digits
    bool digits_first = true;            // a name may begin with one, or with another mark than "_"
};

// `turns` are those of ordered_turns(): results stand behind their calls, in their order.
void shape_calls(std::vector<content::Message>& turns, const CallForm& form);

}  // namespace fovea::providers
