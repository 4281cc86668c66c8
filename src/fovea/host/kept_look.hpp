// What a session keeps of pictures that a person had described (PVP-3.2), whichever surface they asked at.
//
//     TRY(check_is_in_session(sessions, id, picture));      // before anybody looks
//     TRY(keep_look(sessions, id, {.model = model, .images = images, .description = said, .saves = true}));
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/proxy/describe/describe.hpp"
#include "fovea/store/sessions.hpp"

#include <chrono>
#include <span>
#include <string>

namespace fovea::host {

struct LookMade {
    std::string model;
    std::string question = {};
    std::span<const content::ImageBlock> images;
    const proxy::Description& description;
    std::chrono::milliseconds took{0};
    bool saves =
        false;  // a complete description replaces the one that is kept of the first picture
};

// A description is kept for a picture of the session alone. FileNotFound, with those that it has.
Result<void> check_is_in_session(
    store::SessionStore& sessions, const std::string& id, const Sha256& picture
);

Result<void> keep_look(store::SessionStore& sessions, const std::string& id, const LookMade& look);

}  // namespace fovea::host
