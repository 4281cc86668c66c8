// What happens to one picture of a session, as entries of kind image_state. They say nothing about
// the text around it, and none of them changes a message (X4): restore() undoes the rest. A delivery
// is written only where it differs from the last one to the same endpoint, so that a session grows
// with its pictures and not with their square. Earlier versions wrote no endpoint, and every delivery.
//
//     TRY(sessions.append(id, {{change_entry({.action = ImageAction::Deliver, .image = source,
//                                             .state = ImageState::Low, .provider = "anthropic",
//                                             .endpoint = "https://… claude-opus-5",
//                                             .tokens = 340}, now)}}));
//     TRY(change_image(sessions, id, {.action = ImageAction::Pin, .image = source}, now));
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/sessions.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::store {

// What a picture reached a model as (S5).
enum class ImageState : std::uint8_t {
    Pixels,       // whole, or as large as the model takes it
    Low,          // the small variant
    Described,    // as the words of the vision model
    Text,         // as its placeholder
    Quarantined,  // the provider refused it; a stub went instead
    NotSeen,      // not at all so far
};

std::string_view name_of(ImageState state);  // "not_seen"

enum class ImageAction : std::uint8_t {
    Deliver,  // it reached a model as `state`
    Pin,      // it never ages
    Unpin,
    Drop,        // it is not sent any more
    Restore,     // neither dropped nor quarantined
    Quarantine,  // `endpoint` refused it because of `reason`
    Fetch,       // `file` was behind its address: what the session sees there from now on
};

struct ImageChange {
    ImageAction action = ImageAction::Deliver;
    content::FileRef image;
    ImageState state = ImageState::NotSeen;     // Deliver only
    std::string provider = {};                  // kind: "anthropic"; Deliver and Quarantine
    std::string endpoint = {};                  // whose model that was; the same two
    std::uint64_t tokens = 0;                   // Deliver only: an estimate
    std::string reason = {};                    // Quarantine only
    std::optional<content::BlobRef> file = {};  // Fetch only

    bool operator==(const ImageChange&) const = default;
};

Entry change_entry(const ImageChange& change, Time time);

// InvalidInput for an entry of another kind or form.
Result<ImageChange> change_of(const Entry& entry);

// Appends the change. FileNotFound when the session has no such picture.
Result<void> change_image(
    SessionStore& sessions, std::string_view id, const ImageChange& change, Time time
);

}  // namespace fovea::store
