// What `fovea describe` says of pictures, for programs and for people.
#pragma once

#include "fovea/cli/commands/describe_pictures.hpp"

#include <boost/json/object.hpp>

#include <string>

namespace fovea::cli {

boost::json::object seen_json(const PicturesSeen& seen);

enum class ShowBoxes { No, Yes };

// The bare answer: empty where local/ocr is not certain of one; of other models, all that they said.
std::string plain_text(const PicturesSeen& seen);

// Made safe to show: words from a picture may hold anything.
std::string seen_text(const PicturesSeen& seen, ShowBoxes boxes);

}  // namespace fovea::cli
