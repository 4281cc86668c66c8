#include "fovea/config/short_forms.hpp"

#include "fovea/config/provider_kinds.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

class Folding {
public:
    explicit Folding(Layers& layers) : layers_(layers), settings_(layers.loaded.settings) {}

    Result<void> fold() {
        TRY(fold_agents());
        TRY(fold_top());
        return fold_auxiliary();
    }

private:
    int layer_of(const std::string& key) const {
        const auto found = layers_.set_in.find(key);
        return found == layers_.set_in.end() ? 0 : found->second;
    }

    std::string origin_of(const std::string& key) const {
        const auto found = layers_.loaded.origins.find(key);
        return found == layers_.loaded.origins.end() ? "default" : found->second;
    }

    // Whether `other` says what `key` is. An error when one layer says both.
    Result<bool> wins(const std::string& other, const std::string& key) const {
        const auto theirs = layer_of(other);
        if (theirs == 0 || theirs < layer_of(key)) return false;
        if (theirs == layer_of(key)) {
            return invalid(
                origin_of(key) + ": " + key + " and " + other +
                " set the same value; keep only one of them"
            );
        }
        return true;
    }

    void move_origin(const std::string& key, const std::string& from) {
        layers_.loaded.origins[key] = origin_of(from);
        layers_.set_in[key] = layer_of(from);
    }

    Result<void> fold_agents() {
        const auto& agents = settings_.agents;
        if (agents.empty()) return {};
        auto agent = std::ranges::find(agents, "main", &AgentSettings::id);
        if (agent == agents.end()) agent = agents.begin();
        const auto from = "agents." + std::to_string(agent - agents.begin()) + ".brain.model";
        const bool first = TRY(wins(from, "model"));
        if (!first) return {};
        if (!agent->provider.empty()) {
            TRY(known_provider(agent->provider, from));
            settings_.model = agent->provider + "/" + agent->model;
            qualified_ = true;
        } else {
            settings_.model = agent->model;
        }
        move_origin("model", from);
        if (!agent->vision) return {};
        auto& row = settings_.models[settings_.model];
        if (!row.vision) {
            row.vision = agent->vision;
            layers_.loaded.origins["models." + settings_.model + ".vision"] = origin_of(from);
        }
        return {};
    }

    Result<void> known_provider(const std::string& name, const std::string& key) const {
        if (settings_.providers.contains(name) || default_provider(name) != nullptr) return {};
        return invalid(
            origin_of(key) + ": unknown provider \"" + name + "\"; add [providers." + name +
            "] with its kind"
        );
    }

    Result<void> fold_top() {
        const auto& name = settings_.provider;
        if (name.empty()) {
            if (settings_.base_url.empty() && settings_.api_key.empty()) return {};
            const auto* key = settings_.base_url.empty() ? "api_key" : "base_url";
            return invalid(origin_of(key) + ": " + key + " also needs `provider`");
        }
        TRY(known_provider(name, "provider"));
        qualify_main_model();
        if (settings_.base_url.empty() && settings_.api_key.empty()) return {};
        auto& provider = settings_.providers[name];
        if (provider.base_url.empty() && !settings_.base_url.empty()) {
            provider.base_url = settings_.base_url;
            layers_.loaded.origins["providers." + name + ".base_url"] = origin_of("base_url");
        }
        if (provider.api_key.empty() && !settings_.api_key.empty()) {
            provider.api_key = settings_.api_key;
            layers_.loaded.origins["providers." + name + ".api_key"] = origin_of("api_key");
        }
        return {};
    }

    // Puts `provider` before `model`, unless the model names its provider itself: one that was set in
    // a later layer may, "openai/gpt-5" in FOVEA_MODEL.
    void qualify_main_model() {
        const bool later = layer_of("model") > layer_of("provider");
        if (qualified_ || layer_of("model") == 0) return;
        if (settings_.model.starts_with(settings_.provider + "/")) return;
        if (later && split_model_name(settings_, settings_.model).ok()) return;
        settings_.model = settings_.provider + "/" + settings_.model;
    }

    Result<void> fold_auxiliary() {
        const auto& auxiliary = settings_.auxiliary_vision;
        const bool first = TRY(wins("auxiliary.vision.model", "vision.model"));
        if (!first || auxiliary.model.empty()) return {};
        auto name = auxiliary.provider.empty() ? main_provider() : auxiliary.provider;
        // "openai/gpt-5-mini" names its provider itself.
        auto model = auxiliary.model;
        const auto split = split_model_name(settings_, model);
        if (auxiliary.provider.empty() && split.ok()) {
            name = split.value().provider;
            model = split.value().id;
        }
        TRY(known_provider(name, "auxiliary.vision.model"));
        if (auxiliary.provider.empty()) {
            const auto* decides = split.ok()                   ? "auxiliary.vision.model"
                                  : settings_.provider.empty() ? "model"
                                                               : "provider";
            TRY(check_key_belongs(decides, name));
        }
        if (!auxiliary.base_url.empty() || !auxiliary.api_key.empty()) TRY(add_own_provider(name));
        settings_.vision.model = name + "/" + model;
        move_origin("vision.model", "auxiliary.vision.model");
        return {};
    }

    // A key without its provider's name is for whom its own layer means. A later one, such as a
    // project's file that names another model, does not turn it over to somebody else.
    Result<void> check_key_belongs(const std::string& decides, const std::string& name) const {
        const std::string key = "auxiliary.vision.api_key";
        if (settings_.auxiliary_vision.api_key.empty() || layer_of(decides) <= layer_of(key))
            return {};
        return invalid(
            origin_of(decides) + ": " + decides + " would send the " + key + " of " +
            origin_of(key) + " to " + name + "; name the key's provider there, in " +
            "auxiliary.vision.provider"
        );
    }

    std::string main_provider() const {
        if (!settings_.provider.empty()) return settings_.provider;
        const auto split = split_model_name(settings_, settings_.model);
        return split.ok() ? split.value().provider : "local";
    }

    // A provider like `name` but for the key and the address that the auxiliary model has.
    Result<void> add_own_provider(std::string& name) {
        const auto& auxiliary = settings_.auxiliary_vision;
        auto own = TRY(find_provider(settings_, name));
        if (!auxiliary.base_url.empty()) {
            own.base_url = auxiliary.base_url;
            own.from_stranger = false;  // only a trusted file says it
        }
        if (!auxiliary.api_key.empty()) {
            own.api_key = auxiliary.api_key;
            own.api_key_env.clear();
            own.api_key_file.clear();
        }
        settings_.providers[kAuxiliaryProvider] = std::move(own);
        name = kAuxiliaryProvider;
        for (const auto* field : {"base_url", "api_key"}) {
            const auto from = origin_of(std::string("auxiliary.vision.") + field);
            if (from != "default")
                layers_.loaded
                    .origins[std::string("providers.") + kAuxiliaryProvider + "." + field] = from;
        }
        return {};
    }

    Layers& layers_;
    Settings& settings_;
    bool qualified_ = false;  // the model has its provider before it
};

}  // namespace

Result<void> fold_short_forms(Layers& layers) {
    return Folding(layers).fold();
}

}  // namespace fovea::config
