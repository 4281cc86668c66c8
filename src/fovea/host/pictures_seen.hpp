// What somebody was told of pictures when they asked for a description, for programs and for people.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/proxy/describe/describe.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace fovea::host {

struct PicturesSeen {
    proxy::Description description;
    std::vector<content::ImageBlock> images;
    std::string model;
    std::vector<std::string> notes = {};  // for a person, a sentence each
};

boost::json::object seen_json(const PicturesSeen& seen);

enum class ShowBoxes { No, Yes };

// The bare answer: empty where local/ocr is not certain of one; of other models, all that they said.
std::string plain_text(const PicturesSeen& seen);

// Made safe to show: words from a picture may hold anything.
std::string seen_text(const PicturesSeen& seen, ShowBoxes boxes);

}  // namespace fovea::host
