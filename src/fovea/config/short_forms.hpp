// Folds the other spellings into the ones that the program reads:
//
//     provider + model (+ api_key, base_url)  ->  model = "provider/model", [providers.provider]
//     agents: [{id: main, brain: {…}}]        ->  model, and [models."provider/model"] vision
//     auxiliary.vision.{provider, model}      ->  vision.model
//     auxiliary.vision.{api_key, base_url}    ->  a provider of their own, "auxiliary-vision"
//
// What a later layer says wins, whichever spelling it uses; both in one layer is an error. The
// auxiliary model takes the main provider's key and address only when it is of the same provider:
// one company's key is not for another.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/apply.hpp"

namespace fovea::config {

// The provider of an auxiliary model that has a key or an address of its own.
inline constexpr const char* kAuxiliaryProvider = "auxiliary-vision";

Result<void> fold_short_forms(Layers& layers);

}  // namespace fovea::config
