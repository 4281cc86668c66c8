// What a model asks `analyze_image` for (V2, V3): its JSON checked in full, before anything is looked
// at.
//
//     const AnalyzeInput input = TRY(parse_analyze_input(json, {.max_images = 10}));
//
// InvalidInput says which argument is wrong and what is allowed, in words that a model can act on.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/transform/crop.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

inline constexpr std::size_t kMaxQuestion = 4000;  // characters

struct AnalyzeLimits {
    std::size_t max_images = 10;
};

struct AnalyzeInput {
    std::vector<std::string> images;  // paths, or "sha256:<digits>"
    std::string question;
    std::optional<std::string> model = {};
    std::map<std::size_t, media::Crop> crops = {};  // by the picture's index
    std::string reason = {};                        // for the log alone

    bool operator==(const AnalyzeInput&) const = default;
};

Result<AnalyzeInput> parse_analyze_input(std::string_view json, const AnalyzeLimits& limits);

// What an object that names a part of a picture may have (content/crop_json.hpp): the schemas of the
// three forms by their names.
boost::json::object crop_form_properties();

// As it is offered to a model.
providers::ToolSpec analyze_tool(const AnalyzeLimits& limits);

}  // namespace fovea::proxy
