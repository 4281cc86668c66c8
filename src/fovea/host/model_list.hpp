// Every model that there is to choose from: the built-in reader, the catalogue with the configuration's corrections, and what
// the configuration alone knows.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/host/named_model.hpp"
#include "fovea/models/capabilities.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <vector>

namespace fovea::host {

struct ListedModel {
    NamedModel model;
    std::string provider;  // as the catalogue groups it: "open_weights" is nobody in particular
    models::Capabilities can;
    std::string as_of;
};

std::vector<ListedModel> all_models(const config::Settings& settings);

// Prices in USD per million tokens; null for what is not known.
boost::json::object to_json(const ListedModel& model);

}  // namespace fovea::host
