// The fields of a Wishes that differ from dialect to dialect by their names alone.
#pragma once

#include "fovea/providers/json_writer.hpp"
#include "fovea/providers/wishes.hpp"

#include <string_view>

namespace fovea::providers {

struct SamplingNames {
    std::string_view temperature = "temperature";
    std::string_view top_p = "top_p";
    std::string_view top_k = "top_k";
    std::string_view seed = "seed";
    std::string_view presence_penalty = "presence_penalty";
    std::string_view frequency_penalty = "frequency_penalty";
};

// Those that are set, as fields of the object that is open.
void write_sampling(JsonWriter& json, const Wishes& wishes, const SamplingNames& names = {});

// "stop": [ … ]; nothing when there is none.
void write_stops(JsonWriter& json, const Wishes& wishes, std::string_view name);

}  // namespace fovea::providers
