// What the texts of the schema must look like. Internal to config/.
#pragma once

#include "fovea/config/value.hpp"

namespace fovea::config {

// "http://…" or "https://…" with a host that every reader takes for the same (net/http/server_origin.hpp);
// empty is allowed.
Result<void> check_base_url(std::string_view name, const std::string& url);

// "provider/model": both parts, no blanks.
Result<void> check_model_name(std::string_view name, const std::string& model);
Result<void> check_model_names(std::string_view name, const Texts& models);

// Names that programs use, each with "provider/model"; at most one "*" in either.
Result<void> check_aliases(std::string_view name, const TextMap& aliases);

// A variable's name, so that a key pasted by mistake is refused before anything shows it.
Result<void> check_variable_name(std::string_view name, const std::string& variable);

// No line breaks in values, and names that HTTP allows.
Result<void> check_headers(std::string_view name, const TextMap& headers);

// A format for every model.
Result<void> check_formats(std::string_view name, const TextMap& formats);

Result<void> check_languages(std::string_view name, const Texts& languages);

// Formats beyond PNG, JPEG, WebP and GIF.
Result<void> check_accept(std::string_view name, const Texts& formats);

Result<void> check_sessions_store(std::string_view name, const std::string& where);
Result<void> check_blob_store(std::string_view name, const std::string& where);

Result<void> check_not_empty(std::string_view name, const std::string& text);
Result<void> check_roots(std::string_view name, const Texts& roots);
Result<void> check_folders(std::string_view name, const Texts& folders);

// "http://localhost:3000": a scheme, a host, perhaps a port, and nothing behind.
Result<void> check_origins(std::string_view name, const Texts& origins);

// Names of tools and toolsets, with * and ?.
Result<void> check_tool_patterns(std::string_view name, const Texts& patterns);

}  // namespace fovea::config
