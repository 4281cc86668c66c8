// What turns are planned and sent with, and what is known of their session.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/prepare.hpp"
#include "fovea/delivery/session_turn.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/delivery/url_pictures.hpp"
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/proxy/turn_sight.hpp"

#include <functional>
#include <map>
#include <string>

namespace fovea::turn {

// All of it outlives the turns.
struct Services {
    const config::Settings& settings;
    delivery::Services delivery;
    std::function<delivery::Picturing(const delivery::Target&)> picturing;
    delivery::ServerSays server_says;
    const config::VisionSettings& vision;  // with the model's full name
    proxy::Look look;
    // What is behind a picture's address, for models that open none: what the session saw there before,
    // else what is there now. Empty: they get words for it.
    delivery::TakeUrl take_url = {};
};

// What is known of the session; borrowed.
struct KnownSession {
    const delivery::SessionView& view;
    const proxy::Descriptions& descriptions;
    // By address: what this turn saw for the first time, where the view does not have it yet.
    std::map<std::string, content::BlobRef> just_seen = {};
};

}  // namespace fovea::turn
