#include "fovea/agent/strangers_text.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/base/unseen.hpp"

namespace fovea::agent {

std::string strangers_text(std::string_view text) {
    const auto seen = without_unseen(text);
    const auto mark = sha256(as_bytes(seen)).hex().substr(0, 16);
    return "<project_text " + mark + ">\n" + seen + "\n</project_text " + mark + ">";
}

}  // namespace fovea::agent
