#include "fovea/protocol/claude/bounded_frame.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

struct Cut {
    std::size_t text;   // bytes of one string
    std::size_t items;  // of one list
};

std::string shortened(std::string_view text, std::size_t most) {
    const auto hidden = text.size() - beginning(text, most).size();
    return shorten(text, most, "… [" + std::to_string(hidden) + " bytes are not shown]");
}

void cut(json::value& value, const Cut& to) {
    if (auto* text = value.if_string()) {
        // The words that say so are not worth cutting a little for.
        if (text->size() > to.text + 64) *text = shortened(*text, to.text);
    } else if (auto* array = value.if_array()) {
        if (array->size() > to.items) {
            const auto dropped = array->size() - to.items;
            array->resize(to.items);
            array->emplace_back("… [" + std::to_string(dropped) + " items are not shown]");
        }
        for (auto& item : *array) cut(item, to);
    } else if (auto* object = value.if_object()) {
        for (auto& member : *object) cut(member.value(), to);
    }
}

}  // namespace

std::string bounded_line(json::object frame, std::size_t most) {
    auto line = json_text(frame);
    // A list of blocks is only cut once its texts are short: blocks carry the shape that readers expect.
    for (Cut to{most / 2, 1u << 16}; line.size() > most && to.items > 0;) {
        for (auto& member : frame) cut(member.value(), to);
        line = json_text(frame);
        if (to.text > 256) {
            to.text /= 2;
        } else {
            to.items /= 2;
        }
    }
    return line;
}

}  // namespace fovea::protocol::claude
