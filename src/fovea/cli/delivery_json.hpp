// What became of a turn, for programs and for people.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/render_context.hpp"
#include "fovea/delivery/cost.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/receipt.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {

std::string_view name_of(providers::FinishReason reason);  // "tool_calls"

// "sha256" of a stored file, "url" of what is only an address; `old` is a name that the first had, and
// is there for a release (docs/json.md).
void put_file(boost::json::object& object, const content::FileRef& file, std::string_view old = {});

// One object for each picture: what it reached the model as (S5). Tokens are estimates (K2).
boost::json::array receipt_json(const std::vector<delivery::ReceiptRow>& receipt);

boost::json::object usage_json(const providers::Usage& usage);

// Lines for a person about pictures that lost something in being fitted: "[downscaled] shot.png: 3000x2000 …".
std::vector<std::string> losses(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
);

// The calls of tools in a reply, a line each.
std::string calls_text(const std::vector<content::ContentBlock>& content);

// The words of a reply, and its calls of tools.
std::string reply_text(const std::vector<content::ContentBlock>& content);

// "shot.png", else the beginning of its hash or its URL.
std::string name_of(const content::ImageBlock& image);

}  // namespace fovea::cli
