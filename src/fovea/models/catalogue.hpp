// What each model can do: one data file, catalogue.json, built into the program.
//
//     const Catalogue& catalogue = shipped_catalogue();
//     const Model* model = catalogue.find("anthropic/claude-opus-5");   // or without the provider
//     if (model == nullptr) …                                           // unknown counts as "cannot"
//     const ImageTokenRule* rule = catalogue.rule(model->image_tokens);
//
// Ids are exact. A dated id is known only if it is listed; nothing is guessed from how a name looks.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/models/image_tokens.hpp"
#include "fovea/models/price.hpp"
#include "fovea/models/request_limits.hpp"
#include "fovea/models/wire_kind.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::models {

struct Model {
    std::string id;
    std::string provider;
    std::vector<std::string> aliases;
    std::vector<std::string> surfaces;  // wire formats it is offered by, best first
    bool vision = false;
    bool pdf = false;
    bool video = false;
    bool tools = false;
    bool json_schema = false;
    bool tool_result_images = false;
    std::optional<std::uint32_t> context;
    std::optional<std::uint32_t> max_output;
    std::string image_tokens;                   // name of a rule; empty for a model that cannot see
    std::optional<std::uint32_t> max_image_px;  // longest edge worth sending
    std::optional<std::uint32_t> reject_image_px;  // longest edge above which the provider refuses
    std::string grounding;                         // name of a format; empty when there is none
    std::string status;                            // "active", "deprecated", "preview" …
    std::string as_of;                             // the day on which this row was looked at
    Prices prices;
    std::string sampling_params;              // "yes", "no" (temperature and the like fail) …
    std::string shutdown;                     // the day on which it ends; empty when not known
    std::optional<std::string> system_role;   // where it differs from its wire kind
    std::optional<std::string> image_detail;  // likewise
};

class Catalogue {
public:
    // ConfigInvalid names the row and the field.
    static Result<Catalogue> parse(std::string_view json);

    // By id, alias, or either behind "provider/"; nullptr when not listed.
    const Model* find(std::string_view id) const;

    // nullptr when there is no such rule.
    const ImageTokenRule* rule(std::string_view name) const;

    // nullptr when there are none of that name.
    const RequestLimits* limits(std::string_view name) const;
    const WireKind* wire_kind(std::string_view kind) const;

    const std::vector<Model>& models() const { return models_; }
    const std::map<std::string, ImageTokenRule, std::less<>>& rules() const { return rules_; }

    // The day on which the whole file was last looked at.
    const std::string& as_of() const { return as_of_; }

    // What a picture costs by each rule, at the detail a plain request gets. Rules that would
    // refuse the picture or know no number are left out. "default" is the generic ceil(w * h /
    // 750).
    std::map<std::string, std::uint32_t> estimate_all(media::PixelSize size) const;

private:
    std::vector<Model> models_;
    std::map<std::string, std::size_t, std::less<>> by_name_;  // every accepted spelling -> models_
    std::map<std::string, ImageTokenRule, std::less<>> rules_;
    std::map<std::string, RequestLimits, std::less<>> limits_;
    std::map<std::string, WireKind, std::less<>> wire_kinds_;
    std::string as_of_;
};

// The one that was built in, read on first use.
const Catalogue& shipped_catalogue();

// Its text, as it is in catalogue.json.
extern const std::string_view kCatalogueJson;

// Of the shipped catalogue.
std::map<std::string, std::uint32_t> estimate_all(media::PixelSize size);

}  // namespace fovea::models
