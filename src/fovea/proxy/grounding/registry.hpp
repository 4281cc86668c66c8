// The models that are asked where things are: what is shipped, and what a user changed (PVP-4.7).
//
//     const GroundingModels models = known_models(settings.vision.grounding_models);
//     const Format format = format_of("openrouter/Qwen/Qwen3-VL-8B-Instruct", models);
//
//     auto outcome = TRY(add_model(models, "anthropic/claude-opus-5", {}, Confirmed::No));
//     if (auto* question = std::get_if<NeedsConfirmation>(&outcome)) … ask question->why …
//
// Plain values: whoever keeps vision-proxy.json reads and writes it. Only what differs from the
// shipped list is kept, so a shipped list that grows reaches everyone.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/proxy/grounding/format.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::proxy::grounding {

struct UserEntry {
    Format format = Format::None;  // None: the user took the model off the list
    std::string other = {};        // further fields of its JSON object, as JSON, kept as they were

    bool operator==(const UserEntry&) const = default;
};

// By "provider/id" or by id; an id may be a pattern with *, as the shipped ones are.
struct GroundingModels {
    std::map<std::string, UserEntry, std::less<>> entries;

    bool operator==(const GroundingModels&) const = default;
};

// A user's entry for "provider/id", then for the id alone, then for a pattern; then what is
// shipped. None for a model that is not asked.
Format format_of(
    std::string_view model,
    const GroundingModels& models,
    const models::Catalogue& catalogue = models::shipped_catalogue()
);

// The flag of PVP-4.1.
bool supports_grounding(
    std::string_view model,
    const GroundingModels& models,
    const models::Catalogue& catalogue = models::shipped_catalogue()
);

enum class Confirmed : std::uint8_t { No, Yes };

struct Added {
    GroundingModels models;
    Format format = Format::None;
    std::vector<std::string> warnings;  // a sentence each
};

struct NeedsConfirmation {
    std::string why;  // to show; then ask again with Confirmed::Yes
};

// Without a format it is the shipped one, or qwen_pixels with a warning where nothing is known.
// InvalidInput for what is no id, or no format; then nothing is changed.
Result<std::variant<Added, NeedsConfirmation>> add_model(
    GroundingModels models,
    std::string_view model,
    std::optional<std::string_view> format,
    Confirmed confirmed,
    const models::Catalogue& catalogue = models::shipped_catalogue()
);

// A shipped model stays removed by an entry of its own. InvalidInput when it was not on.
Result<GroundingModels> remove_model(
    GroundingModels models,
    std::string_view model,
    const models::Catalogue& catalogue = models::shipped_catalogue()
);

// The shipped list again.
GroundingModels reset_models();

enum class Listed : std::uint8_t { Shipped, Added, Removed, OptIn };

struct ListedModel {
    std::string id;
    Format format = Format::None;
    Listed state = Listed::Shipped;
    std::string note;  // a caveat, or empty

    bool operator==(const ListedModel&) const = default;
};

// The user's entries, then what is shipped and on, then what could be switched on.
std::vector<ListedModel> list_models(
    const GroundingModels& models, const models::Catalogue& catalogue = models::shipped_catalogue()
);

// Of vision.grounding_models; a format that is not known here is passed over.
GroundingModels known_models(const std::map<std::string, std::string>& formats);

// {"Qwen/Qwen2.5-VL-7B-Instruct": {"format": "qwen_pixels"}}, as in vision-proxy.json; a format
// alone instead of the object is read too. ConfigInvalid names the entry.
Result<GroundingModels> grounding_models_from_json(const boost::json::value& value);
boost::json::object to_json(const GroundingModels& models);

}  // namespace fovea::proxy::grounding
