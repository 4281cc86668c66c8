// The settings as vision-proxy.json has them, both ways.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/proxy/settings.hpp"

#include <boost/json/fwd.hpp>

namespace fovea::proxy {

// Sets what the object has and notes `origin` for it. Keys that are not known are passed over.
// ConfigInvalid, naming the origin, for a value that is not allowed.
Result<void> apply_json(
    const boost::json::object& object, const std::string& origin, ResolvedSettings& resolved
);

// Writes one setting into the object, as the seed's programs read it.
void write_json(const SettingRow& row, const ProxySettings& settings, boost::json::object& object);

}  // namespace fovea::proxy
