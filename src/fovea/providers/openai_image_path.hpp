// Where an error of OpenAI says that a picture stands.
#pragma once

#include <string>
#include <string_view>

namespace fovea::providers {

struct NamedPart {
    std::string path;       // as in WireImage; empty when the text names no part
    bool is_image = false;  // the text itself says that it is one

    bool operator==(const NamedPart&) const = default;
};

// Finds "messages[3].content[1].image_url", "input[2].content[1]" or "input[4].output[0]" in a text;
// also as "messages.3.content.1" and "messages.[3].content.[1]", which older errors write.
NamedPart find_part(std::string_view text);

}  // namespace fovea::providers
