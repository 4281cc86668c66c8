#include "fovea/config/project_rules.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/short_forms.hpp"
#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/http/server_origin.hpp"

#include <algorithm>
#include <iterator>

namespace fovea::config {
namespace {

struct Rule {
    std::string_view name;
    ProjectMay may;
};

// Which model answers, among those that the user's own settings and keys reach, and how pictures are
// treated on the way. What is a limit may only be lowered.
//
// Not here, and why: provider, base_url, api_key, auxiliary.vision.provider and the like, store.* and
// images.storage_dir (where keys, pictures and sessions go); plugins, browser.program (programs);
// local.tessdata (is read before the reader locks itself up); workspace.roots, tools.enabled,
// permissions.allow and .ask (what models may do); browser.*, serve.*, gateway.* (what can be reached);
// images.cleanup_after_days, cache.entries and vision.cache_size (what of the user's own is thrown away, to be
// paid for again); vision.phash_threshold and vision.grounding_models (more words in every question).
constexpr Rule kKeys[] = {
    {"auxiliary.vision.model", ProjectMay::Set},
    {"images.aging_full_turns", ProjectMay::Set},
    {"images.aging_low_turns", ProjectMay::Set},
    {"images.aging_policy", ProjectMay::Set},
    {"images.downscale", ProjectMay::SetFalse},
    {"images.low_res_size", ProjectMay::Lower},
    {"images.max_bytes", ProjectMay::Lower},
    {"images.max_edge", ProjectMay::Lower},
    {"images.max_file_bytes", ProjectMay::Lower},
    {"images.max_per_message", ProjectMay::Lower},
    {"images.max_per_session", ProjectMay::Lower},
    {"images.max_pixels", ProjectMay::Lower},
    {"images.max_size_bytes", ProjectMay::Lower},
    {"local.languages", ProjectMay::Set},
    {"local.timeout_s", ProjectMay::Lower},
    {"local_only", ProjectMay::SetTrue},  // a project may keep pictures in, not let them out
    {"model", ProjectMay::Set},
    {"permissions.deny", ProjectMay::Set},  // adds up
    {"routing.fallback", ProjectMay::Set},
    {"routing.strict", ProjectMay::Set},
    {"tools.disabled", ProjectMay::Set},  // adds up
    {"vision.grounding", ProjectMay::Set},
    {"vision.include_context", ProjectMay::SetFalse},  // the user's words stay with the main model
    {"vision.max_batch", ProjectMay::Lower},           // each more is a call more
    {"vision.max_images_per_call", ProjectMay::Lower},
    {"vision.mode", ProjectMay::Set},
    {"vision.model", ProjectMay::Set},
    {"vision.timeout_s", ProjectMay::Lower},
    {"vision.tool", ProjectMay::SetFalse},
};

// Not here: keys and headers of providers; prices, by which --max-budget-usd counts; hooks and
// mcp.servers, which are programs.
constexpr Rule kFields[] = {
    {"agents.brain.model", ProjectMay::Set},
    {"agents.brain.provider", ProjectMay::Set},
    {"agents.brain.vision", ProjectMay::Set},
    {"agents.id", ProjectMay::Set},
    {"models.cache_marks", ProjectMay::Set},
    {"models.context", ProjectMay::SetForOwn},
    {"models.grounding", ProjectMay::Set},
    {"models.image_detail", ProjectMay::Set},
    {"models.image_tokens", ProjectMay::SetForOwn},  // by which pictures are counted
    {"models.json_schema", ProjectMay::Set},
    {"models.max_image_bytes", ProjectMay::SetForOwn},
    {"models.max_image_px", ProjectMay::SetForOwn},
    {"models.max_images", ProjectMay::SetForOwn},
    {"models.max_output", ProjectMay::SetForOwn},
    {"models.max_pdf_bytes", ProjectMay::SetForOwn},
    {"models.max_pdf_pages", ProjectMay::SetForOwn},
    {"models.max_request_bytes", ProjectMay::SetForOwn},
    {"models.max_tokens_field", ProjectMay::SetForOwn},  // another name takes the limit out
    {"models.pdf", ProjectMay::Set},
    {"models.provider", ProjectMay::Set},
    {"models.system_role", ProjectMay::SetForOwn},
    {"models.tool_result_images", ProjectMay::Set},
    {"models.tools", ProjectMay::Set},
    {"models.url_images", ProjectMay::Set},
    {"models.video", ProjectMay::Set},
    {"models.vision", ProjectMay::Set},
    {"providers.base_url", ProjectMay::AddHere},
    {"providers.kind", ProjectMay::AddHere},
};

template <std::size_t Size>
ProjectMay rule_of(const Rule (&rules)[Size], std::string_view name) {
    const auto* const found = std::ranges::find(rules, name, &Rule::name);
    return found == std::end(rules) ? ProjectMay::Nothing : found->may;
}

const Node* find_member(const Table& table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &Member::name);
    return found == table.end() ? nullptr : &found->node;
}

const std::string* text_of(const Table& table, std::string_view name) {
    const auto* node = find_member(table, name);
    return node == nullptr ? nullptr : std::get_if<std::string>(&node->value);
}

bool is_on_this_machine(const std::string& url) {
    const auto origin = net::server_origin(url);
    return origin.ok() && url.find('@') == std::string::npos &&
           net::is_loopback_host(origin.value().host);
}

bool is_flag(const Node& node, bool wanted) {
    const auto* flag = std::get_if<bool>(&node.value);
    return flag != nullptr && *flag == wanted;
}

// As its variables spell it: "my-lab", "my_lab" and "MY.LAB" would share theirs.
std::string spelling_of(const std::string& provider) {
    return environment_name("providers." + provider);
}

std::optional<Objection> object(std::string hint = {}) {
    return Objection{std::move(hint)};
}

std::optional<Objection> unless(bool allowed, std::string hint = {}) {
    return allowed ? std::nullopt : object(std::move(hint));
}

}  // namespace

std::string_view name_of(ProjectMay may) {
    switch (may) {
        case ProjectMay::Nothing: return "trusted";
        case ProjectMay::Set: return "yes";
        case ProjectMay::Lower: return "lower";
        case ProjectMay::SetTrue: return "true";
        case ProjectMay::SetFalse: return "false";
        case ProjectMay::AddHere: return "new, on this machine";
        case ProjectMay::SetForOwn: return "own providers";
    }
    return "trusted";
}

ProjectMay project_may(std::string_view key) {
    return rule_of(kKeys, key);
}

ProjectMay project_may(std::string_view collection, std::string_view field) {
    return rule_of(kFields, std::string(collection) + "." + std::string(field));
}

ProjectRules::ProjectRules(
    const Table& file, const Settings& before, const Environment& environment
)
    : before_(before), environment_(environment) {
    for (const auto& name : default_provider_names()) taken_.insert(spelling_of(name));
    for (const auto& [name, provider] : before.providers) taken_.insert(spelling_of(name));
    for (const auto& name : {before.provider, before.auxiliary_vision.provider}) {
        if (!name.empty()) taken_.insert(spelling_of(name));
    }
    taken_.insert(spelling_of(kAuxiliaryProvider));
    const auto* providers = find_member(file, "providers");
    const auto* entries = providers == nullptr ? nullptr : std::get_if<Table>(&providers->value);
    if (entries == nullptr) return;
    for (const auto& [name, node] : *entries) {
        if (!objection_to_provider(name, node)) own_.insert(name);
    }
}

// Nothing of the user's speaks of it: no file, no variable, nothing that Fovea knows by itself.
bool ProjectRules::is_new_provider(const std::string& name) const {
    const auto spelling = spelling_of(name);
    if (taken_.contains(spelling)) return false;
    if (!environment_) return true;
    const auto is_set = [&](const EntryField& field) {
        const auto variable = environment_name("providers." + name + "." + std::string(field.name));
        return environment_(variable.c_str()) != nullptr;
    };
    return std::ranges::none_of(find_collection("providers")->fields, is_set);
}

std::optional<Objection> ProjectRules::objection_to_provider(
    const std::string& name, const Node& node
) const {
    const std::string allowed =
        "a project may add a provider under a new name, with its kind and a base_url on this "
        "machine";
    const auto* fields = std::get_if<Table>(&node.value);
    if (fields == nullptr || !is_new_provider(name)) return object(allowed);
    const auto is_guarded = [](const Member& field) {
        return project_may("providers", field.name) != ProjectMay::AddHere;
    };
    const auto* url = text_of(*fields, "base_url");
    return unless(
        url != nullptr && is_on_this_machine(*url) && std::ranges::none_of(*fields, is_guarded),
        allowed
    );
}

std::optional<Objection> ProjectRules::objection_to(const Key& key, const Node& node) const {
    switch (project_may(key.name)) {
        case ProjectMay::Set: return std::nullopt;
        case ProjectMay::SetTrue: return unless(is_flag(node, true));
        case ProjectMay::SetFalse: return unless(is_flag(node, false));
        case ProjectMay::Lower: {
            const auto held = key.get(before_);
            const auto* limit = std::get_if<std::int64_t>(&held);
            const auto* number = std::get_if<std::int64_t>(&node.value);
            // What is not a number is told as such by the schema.
            if (number == nullptr || limit == nullptr) return unless(limit != nullptr);
            return unless(
                *number <= *limit, "a project may set it to at most " + std::to_string(*limit)
            );
        }
        case ProjectMay::Nothing:
        case ProjectMay::AddHere:
        case ProjectMay::SetForOwn: return object();
    }
    return object();
}

std::optional<Objection> ProjectRules::objection_to(const Collection& collection) const {
    return unless(std::ranges::any_of(collection.fields, [&](const EntryField& field) {
        return project_may(collection.name, field.name) != ProjectMay::Nothing;
    }));
}

std::optional<Objection> ProjectRules::objection_to(
    const Collection& collection, const std::string& entry, const Node& node
) const {
    if (collection.name == "providers") return objection_to_provider(entry, node);
    if (collection.name == "models") {
        return unless(
            !before_.models.contains(entry),
            "a project cannot change a model that your own settings describe"
        );
    }
    return std::nullopt;
}

std::optional<Objection> ProjectRules::objection_to(
    const Collection& collection, const Table& entry, const EntryField& field
) const {
    switch (project_may(collection.name, field.name)) {
        case ProjectMay::Set:
        case ProjectMay::AddHere: return std::nullopt;  // the whole entry was looked at
        case ProjectMay::SetForOwn: {
            const auto* provider = text_of(entry, "provider");
            return unless(
                provider != nullptr && own_.contains(*provider),
                "a project may set it only for a provider that it adds itself, named in `provider` "
                "of the same entry"
            );
        }
        case ProjectMay::Nothing:
        case ProjectMay::Lower:
        case ProjectMay::SetTrue:
        case ProjectMay::SetFalse: return object();
    }
    return object();
}

Result<void> check_strangers(const Settings& settings) {
    for (const auto& [name, provider] : settings.providers) {
        const bool bare = provider.api_key.empty() && provider.api_key_env.empty() &&
                          provider.api_key_file.empty() && provider.headers.empty();
        if (!provider.from_stranger || bare) continue;
        return Error{
            ErrorCode::ConfigInvalid,
            "providers." + name +
                " comes from a project that you do not trust, and your key would be sent to it; "
                "give the provider another name in your own settings, or run: fovea config trust"};
    }
    return {};
}

}  // namespace fovea::config
