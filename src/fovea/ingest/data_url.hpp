// Files inside a text: "data:image/png;base64,iVBORw0…", or the base64 alone.
//
// The type that it declares is a promise like a file's extension (M2): reported, never believed.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::ingest {

bool is_data_url(std::string_view text);

// "image/png", in lower case; empty when it says nothing.
std::string mime_of_data_url(std::string_view url);

// InvalidInput when it is not base64, FileTooLarge when it holds more than `max_bytes`. Neither
// error repeats the text.
Result<Bytes> bytes_of_data_url(std::string_view url, std::size_t max_bytes);
Result<Bytes> bytes_of_base64(std::string_view text, std::size_t max_bytes);

}  // namespace fovea::ingest
