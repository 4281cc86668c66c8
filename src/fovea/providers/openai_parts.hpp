// Small pieces that requests of both OpenAI APIs are made of.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/json_writer.hpp"

#include <string>
#include <string_view>

namespace fovea::providers {

// What a tool gave, as a list of blocks. Neither API has a field for failure, so a failed call says
// so in its first words. Texts that are empty are left out.
std::vector<content::ContentBlock> tool_outputs(const content::ToolResultBlock& result);

// What a message may hold besides calls, results and thoughts: text, a picture or a document.
bool is_part(const content::ContentBlock& block);

bool is_text_only(const std::vector<content::ContentBlock>& blocks);

// Writes the file as a data URL; StoreError when it is not there.
Result<void> write_data_url(
    JsonWriter& json, const content::BlobRef& blob, std::string_view mime, BlobSource& blobs
);

// The arguments of a call: the text of a JSON object, inside a JSON string.
Result<void> write_arguments(JsonWriter& json, const content::ToolUseBlock& use);

// Where a block asks for it and the model takes it, marks the end of what may be cached.
void write_cache_mark(JsonWriter& json, bool wanted, const ModelTraits& traits);

// "none", "auto" or "required"; the rest is an object of its own in either API.
std::string_view choice_word(ToolChoice choice);

// The key, as all of them want it; servers on one's own machine often have none.
Headers bearer(std::string_view key);

}  // namespace fovea::providers
