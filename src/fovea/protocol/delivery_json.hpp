// What became of a turn, for programs.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/receipt.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>
#include <vector>

namespace fovea::protocol {

std::string_view name_of(providers::FinishReason reason);  // "tool_calls"

// "sha256" of a stored file, "url" of what is only an address; `old` is a name that the first had, and
// is there for a release (docs/json.md).
void put_file(boost::json::object& object, const content::FileRef& file, std::string_view old = {});

// One object for each picture: what it reached the model as (S5). Tokens are estimates (K2).
boost::json::array receipt_json(const std::vector<delivery::ReceiptRow>& receipt);
boost::json::array documents_json(const std::vector<delivery::DocumentRow>& documents);

boost::json::object usage_json(const providers::Usage& usage);

}  // namespace fovea::protocol
