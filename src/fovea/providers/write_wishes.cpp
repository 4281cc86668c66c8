#include "fovea/providers/write_wishes.hpp"

#include <boost/json.hpp>

namespace fovea::providers {

void write_sampling(JsonWriter& json, const Wishes& wishes, const SamplingNames& names) {
    const auto decimal = [&](std::string_view name, const std::optional<double>& value) {
        if (!value) return;
        json.key(name);
        json.decimal(*value);
    };
    decimal(names.temperature, wishes.temperature);
    decimal(names.top_p, wishes.top_p);
    if (wishes.top_k) json.field(names.top_k, *wishes.top_k);
    if (wishes.seed) {
        json.key(names.seed);
        json.json(*wishes.seed);
    }
    decimal(names.presence_penalty, wishes.presence_penalty);
    decimal(names.frequency_penalty, wishes.frequency_penalty);
}

void write_stops(JsonWriter& json, const Wishes& wishes, std::string_view name) {
    if (wishes.stop.empty()) return;
    json.key(name);
    json.begin_array();
    for (const auto& stop : wishes.stop) json.string(stop);
    json.end_array();
}

}  // namespace fovea::providers
