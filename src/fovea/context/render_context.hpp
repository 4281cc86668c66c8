// The stored conversation becomes the messages of one request: old pictures small or words, the
// same picture once, everything within the model's limits, and each picture named by the hash of
// exactly the bytes that go out.
//
//     const Rendered rendered = TRY(render_context(messages, settings, limits, variants, stop));
//     request.messages = rendered.messages;
//     for (const Delivery& delivery : rendered.receipt) …   // S5: what each picture went as
//
// The conversation itself is never changed (X4), and the same one gives the same messages again,
// for the same model, in any process. A picture that is gone or broken becomes words; it never
// fails the turn (DIG-12).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/native_tiles.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/context/request_limits.hpp"
#include "fovea/context/text_on.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/store/image_change.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::context {

enum class Sight : std::uint8_t { Sees, Blind };
enum class Tiling : std::uint8_t { Off, On };

// Whether a picture that goes as pixels has its name, size and id before it (words.hpp). In a session
// its tools find pictures by their ids, and what was pasted has no other name.
enum class Naming : std::uint8_t { Unnamed, Named };

// A picture in words: the vision model's, fenced as they are to be sent (P2), or a sentence that
// says why there are none.
struct InWords {
    std::string words;
    store::ImageState state = store::ImageState::Described;
    std::string reason = {};

    bool operator==(const InWords&) const = default;
};

using InWordsOf = std::function<std::optional<InWords>(const content::ImageBlock&)>;

// The functions may be empty: every picture is then as usual, and nobody described it.
struct ContextSettings {
    AgeingSettings ageing;
    StandingOf standing_of;
    TextOn text_on;  // asked only of pictures that are larger than the model takes them

    Sight sight = Sight::Sees;
    // For a blind model, and beside the pixels for one that sees. Words do not age: they stand
    // wherever the picture stood, for as long as the conversation lasts (V1).
    InWordsOf in_words;

    Tiling tiling = Tiling::On;
    Naming naming = Naming::Unnamed;
    std::uint64_t other_bytes = 0;  // of the request: system prompt, tools
};

// What one picture reached the model as.
struct Delivery {
    content::FileRef image;
    Place place;
    store::ImageState state = store::ImageState::NotSeen;
    std::vector<content::FileRef> sent;  // what went out of it: the variant, then its tiles
    media::PixelSize size;               // of what went out; 0x0 for words and addresses
    std::uint64_t bytes = 0;             // of it, with its tiles, before base64
    std::uint64_t tokens = 0;            // an estimate
    std::size_t tiles = 0;
    double tile_scale = 1;  // at which the model sees the smallest of them; 1: as they are
    bool downscaled = false;
    std::vector<std::string> actions;  // what was changed to make it
    std::string reason;                // why it is less than the picture; may be empty

    bool operator==(const Delivery&) const = default;
};

struct Rendered {
    std::vector<content::Message> messages;
    std::vector<Delivery> receipt;  // one for each picture, in the order of the conversation
};

Result<Rendered> render_context(
    const std::vector<content::Message>& messages,
    const ContextSettings& settings,
    const RequestLimits& limits,
    VariantMaker& variants,
    const std::stop_token& stop = {}
);

}  // namespace fovea::context
