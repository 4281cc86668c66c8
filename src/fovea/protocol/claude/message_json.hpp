// Messages in the form of Anthropic's API, as Claude Code prints them. A file is named by its hash,
// in the form of the Files API, and its bytes are in no frame:
//
//     {"type": "image", "source": {"type": "file", "file_id": "sha256:…"}, "media_type": …}
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fovea::protocol::claude {

inline constexpr std::string_view kFileIdPrefix = "sha256:";

boost::json::object block_json(const content::ContentBlock& block);
boost::json::array blocks_json(const std::vector<content::ContentBlock>& blocks);

// A tool's input as JSON; {} for what is none.
boost::json::object input_json(const std::string& input);

// Anthropic counts the tokens of the prompt cache beside the input, not in it.
boost::json::object usage_json(const providers::Usage& usage);

// "end_turn", "tool_use", "max_tokens", "refusal", "pause_turn".
std::string_view stop_reason(providers::FinishReason finish);

}  // namespace fovea::protocol::claude
