#include "fovea/config/apply.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/config/checks.hpp"
#include "fovea/config/collections.hpp"
#include "fovea/config/nearest.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/variables.hpp"
#include "fovea/config/vision_proxy_layer.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

constexpr std::size_t kMaxShownName = 200;  // a name may be as long as its file

Error unknown(const std::string& name, std::string_view nearest) {
    return invalid(
        "unknown setting " + shorten(name, kMaxShownName) +
        (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?")
    );
}

// True for "images", the beginning of "images.max_edge".
bool is_section(const std::string& name) {
    const auto all = sections();
    return std::ranges::find(all, name) != all.end();
}

// Walks one file's tree. Errors come with ":7: " in front, for the file's name to stand before.
class FileLayer {
public:
    FileLayer(const std::filesystem::path& file, Layers& layers) : file_(file), layers_(layers) {}

    // Leaves out, from now on, what the rules object to.
    void guard(const ProjectRules& rules, std::vector<LeftOut>& left_out) {
        rules_ = &rules;
        left_out_ = &left_out;
    }

    Result<void> apply(const Table& table, const std::string& prefix) {
        for (const auto& [name, node] : table) {
            const auto full = prefix + name;
            const auto* inner = std::get_if<Table>(&node.value);
            if (inner != nullptr && find_collection(full + "s") != nullptr) {
                return located(node, unknown(full, full + "s"));  // [provider.x], [model.x]
            }
            const Key* key = find_key(full);
            const auto* collection = find_collection(full);
            if (key != nullptr) {
                if (is_left_out(std::string(key->name), node, *key, node)) continue;
                TRY(located(node, apply_key(*key, node)));
            } else if (collection != nullptr) {
                if (is_left_out(full, node, *collection)) continue;
                TRY(apply_collection(*collection, node));
            } else if (inner != nullptr && is_section(full)) {
                TRY(apply(*inner, full + "."));
            } else if (is_section(full)) {
                return at_line(node.line, full + " must be a table of settings");
            } else {
                const auto nearest = inner != nullptr ? nearest_table(full) : nearest_key(full);
                return located(node, unknown(full, nearest));
            }
        }
        return {};
    }

private:
    Settings& settings() { return layers_.loaded.settings; }

    static Result<void> located(const Node& node, const Result<void>& result) {
        if (result.ok()) return {};
        return at_line(node.line, result.error().message);
    }

    // What `rules_` object to, if anybody asks them.
    template <class... Asked>
    bool is_left_out(const std::string& name, const Node& node, const Asked&... asked) {
        if (rules_ == nullptr) return false;
        const auto objection = rules_->objection_to(asked...);
        if (!objection) return false;
        left_out_->push_back({name, node.line, objection->hint});
        return true;
    }

    Result<void> check_secret(std::string_view name) {
        const bool is_private = TRY(is_private_file(file_.string()));
        if (is_private) return {};
        return invalid(
            std::string(name) +
            " is a key, and other users can read this file; restrict it with: chmod 600 " +
            file_.string() +
            ", or put the key into an environment variable and name it in api_key_env"
        );
    }

    Result<Value> value_of(std::string_view name, const Node& node, bool secret, bool beside_file) {
        if (secret) TRY(check_secret(name));
        auto value = to_value(node);
        if (!value.ok()) return invalid(std::string(name) + ": " + value.error().message);
        if (!beside_file) return value;
        const auto place = [&](std::string& path) {
            if (path.empty() || path.starts_with("~/")) return;
            path = (file_.parent_path() / path).lexically_normal().string();
        };
        if (auto* text = std::get_if<std::string>(&value.value())) place(*text);
        if (auto* texts = std::get_if<Texts>(&value.value())) std::ranges::for_each(*texts, place);
        return value;
    }

    Result<void> apply_key(const Key& key, const Node& node) {
        const auto value = TRY(value_of(key.name, node, key.secret, key.beside_file));
        TRY(key.set(settings(), value));
        layers_.note(std::string(key.name), file_.string());
        return {};
    }

    Result<void> apply_collection(const Collection& collection, const Node& node) {
        const auto* named = std::get_if<Table>(&node.value);
        const auto* listed = std::get_if<List>(&node.value);
        if (collection.shape == Shape::Named && named != nullptr) {
            for (const auto& [entry, fields] : *named) TRY(apply_entry(collection, entry, fields));
            return {};
        }
        if (collection.shape == Shape::Listed && listed != nullptr) {
            if (collection.layering == Layering::Replace) collection.clear(settings());
            auto place = collection.entries(settings()).size();
            for (const auto& fields : *listed)
                TRY(apply_entry(collection, std::to_string(place++), fields));
            return {};
        }
        const char* shape = collection.shape == Shape::Named ? " must be a table of named entries"
                                                             : " must be a list of tables";
        return at_line(node.line, std::string(collection.name) + shape);
    }

    Result<void> apply_entry(
        const Collection& collection, const std::string& entry, const Node& node
    ) {
        const auto name = std::string(collection.name) + "." + entry;
        const auto* fields = std::get_if<Table>(&node.value);
        if (fields == nullptr) return at_line(node.line, name + " must be a table of settings");
        if (rules_ != nullptr) TRY(check_address(*fields));
        if (is_left_out(name, node, collection, entry, node)) return {};
        TRY(located(node, collection.add(settings(), entry)));
        if (rules_ != nullptr && collection.name == "providers") {
            settings().providers.at(entry).from_stranger = true;
        }
        whole_entry_ = fields;
        TRY(apply_fields(collection, entry, "", *fields));
        return located(node, collection.check(settings(), entry));
    }

    // An address that nobody can be sure of is told as such, before anybody is asked to trust it.
    static Result<void> check_address(const Table& fields) {
        const auto base = std::ranges::find(fields, "base_url", &Member::name);
        if (base == fields.end()) return {};
        const auto* url = std::get_if<std::string>(&base->node.value);
        return url == nullptr ? Result<void>()
                              : located(base->node, check_base_url("base_url", *url));
    }

    Result<void> apply_fields(
        const Collection& collection,
        const std::string& entry,
        const std::string& prefix,
        const Table& fields
    ) {
        for (const auto& [name, node] : fields) {
            const auto field_name = prefix + name;
            const auto full = std::string(collection.name) + "." + entry + "." + field_name;
            const auto* field = collection.find(field_name);
            const auto* inner = std::get_if<Table>(&node.value);
            const auto begins = [&](std::string_view longer) {
                return longer.starts_with(field_name + ".");
            };
            if (field != nullptr) {
                if (is_left_out(full, node, collection, *whole_entry_, *field)) continue;
                auto value = value_of(full, node, field->secret, field->beside_file);
                TRY(located(
                    node,
                    value.ok() ? collection.set(settings(), entry, field_name, value.value())
                               : Result<void>(value.error())
                ));
                layers_.note(full, file_.string());
            } else if (inner != nullptr && std::ranges::any_of(collection.fields, begins, &EntryField::name)) {
                TRY(apply_fields(collection, entry, field_name + ".", *inner));
            } else {
                std::vector<std::string_view> known;
                for (const auto& each : collection.fields) known.push_back(each.name);
                return located(node, unknown(full, nearest_name(field_name, known)));
            }
        }
        return {};
    }

    const std::filesystem::path& file_;
    Layers& layers_;
    const ProjectRules* rules_ = nullptr;       // null: nothing is left out
    std::vector<LeftOut>* left_out_ = nullptr;  // beside rules_
    const Table* whole_entry_ = nullptr;        // whose fields are being applied
};

Result<void> apply_variable(
    const Environment& environment, const Key& key, const std::string& variable, Layers& layers
) {
    const char* text = environment(variable.c_str());
    return text == nullptr ? Result<void>() : apply_text(key, text, variable, layers);
}

// FOVEA_PROVIDERS_ANTHROPIC_BASE_URL: for the entries that there are, and for the providers that are
// known by name.
std::vector<std::string> entries_with_variables(
    const Collection& collection, const Settings& settings
) {
    if (collection.shape != Shape::Named) return {};
    auto entries = collection.entries(settings);
    if (collection.name == "providers") {
        for (auto& name : default_provider_names()) entries.push_back(std::move(name));
    }
    return entries;
}

std::string field_name(
    const Collection& collection, const std::string& entry, const EntryField& field
) {
    return std::string(collection.name) + "." + entry + "." + std::string(field.name);
}

Result<void> apply_entry_variables(const Environment& environment, Layers& layers) {
    auto& settings = layers.loaded.settings;
    for (const auto& collection : collections()) {
        for (const auto& entry : entries_with_variables(collection, settings)) {
            for (const auto& field : collection.fields) {
                const auto name = field_name(collection, entry, field);
                const auto variable = environment_name(name);
                const char* text = environment(variable.c_str());
                if (text == nullptr) continue;
                const auto set = [&](const Value& value) {
                    return collection.set(settings, entry, field.name, value);
                };
                TRY(said_in(variable, collection.add(settings, entry)));
                TRY(said_in(variable, set_from_text(field, text, set)));
                TRY(said_in(variable, collection.check(settings, entry)));
                layers.note(name, variable);
            }
        }
    }
    return {};
}

// One file over what there is; `guard` may set rules for it.
Result<void> apply_tree(
    const FileText& from,
    Layers& layers,
    const std::function<void(const Table& whole, FileLayer& layer)>& guard
) {
    const auto tree = TRY(parse_tree(from.file, from.text));
    const auto* table = std::get_if<Table>(&tree.value);
    if (table == nullptr) return invalid(from.file.string() + ": not a table of settings");
    ++layers.current;
    FileLayer layer(from.file, layers);
    guard(*table, layer);
    auto applied = layer.apply(*table, "");
    if (!applied.ok()) return invalid(from.file.string() + applied.error().message);
    return {};
}

}  // namespace

Result<void> apply_text(
    const Key& key, std::string_view text, const std::string& origin, Layers& layers
) {
    TRY(said_in(origin, set_from_text(key, text, layers.loaded.settings)));
    layers.note(std::string(key.name), origin);
    return {};
}

Result<void> apply_file(const FileText& from, Layers& layers) {
    return apply_tree(from, layers, [](const Table&, FileLayer&) {});
}

Result<std::vector<LeftOut>> apply_harmless(
    const FileText& from, const Environment& environment, Layers& layers
) {
    std::vector<LeftOut> left_out;
    const auto before = layers.loaded.settings;
    std::optional<ProjectRules> rules;
    TRY(apply_tree(from, layers, [&](const Table& whole, FileLayer& layer) {
        layer.guard(rules.emplace(whole, before, environment), left_out);
    }));
    return left_out;
}

std::vector<std::string> known_variables(const Settings& settings) {
    std::vector<std::string> names;
    for (const auto& key : keys()) {
        names.push_back(environment_name(key.name));
        const auto alias = environment_alias(key.name);
        if (!alias.empty()) names.emplace_back(alias);
    }
    for (const auto& name : proxy_names()) {
        if (!name.variable.empty()) names.push_back("FOVEA_PROXY_" + std::string(name.variable));
    }
    for (const auto& collection : collections()) {
        for (const auto& entry : entries_with_variables(collection, settings)) {
            for (const auto& field : collection.fields) {
                names.push_back(environment_name(field_name(collection, entry, field)));
            }
        }
    }
    return names;
}

Result<void> apply_environment(const Environment& environment, Layers& layers) {
    if (!environment) return {};
    ++layers.current;
    for (const auto& key : keys()) {
        const auto alias = std::string(environment_alias(key.name));
        if (!alias.empty()) TRY(apply_variable(environment, key, alias, layers));
        TRY(apply_variable(environment, key, environment_name(key.name), layers));
    }
    return apply_entry_variables(environment, layers);
}

}  // namespace fovea::config
