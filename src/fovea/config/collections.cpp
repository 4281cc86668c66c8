#include "fovea/config/collections.hpp"

#include "fovea/config/checks.hpp"
#include "fovea/config/entry_fields.hpp"

#include <algorithm>
#include <charconv>

namespace fovea::config {
namespace {

constexpr std::size_t kMaxEntries = 1000;

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

// What entries of one type have in common, whether they stand in a map or in a list.
template <class Entry>
struct EntryType {
    std::vector<Setting<Entry>> settings;
    std::function<Result<void>(const std::string& name, const Entry&)> check;

    const Setting<Entry>* find(std::string_view field) const {
        const auto found = std::ranges::find(settings, field, &Setting<Entry>::name);
        return found == settings.end() ? nullptr : &*found;
    }
};

template <class Entry>
std::vector<EntryField> fields_of(const std::vector<Setting<Entry>>& settings) {
    std::vector<EntryField> fields;
    for (const auto& setting : settings) {
        fields.push_back(
            {setting.name,
             setting.help,
             setting.secret,
             setting.beside_file,
             setting.parse,
             setting.allowed}
        );
    }
    return fields;
}

// `of` finds the entry in (const) Settings, or gives nullptr.
template <class Entry, class Of>
void add_access(Collection& collection, EntryType<Entry> type, Of of) {
    collection.fields = fields_of(type.settings);
    collection.set =
        [type, of](
            Settings& settings, const std::string& entry, std::string_view field, const Value& value
        ) -> Result<void> {
        const auto* setting = type.find(field);
        auto* held = of(settings, entry);
        if (setting == nullptr || held == nullptr) return invalid("no such entry");
        return setting->set(*held, value);
    };
    collection.get = [type, of](
                         const Settings& settings, const std::string& entry, std::string_view field
                     ) -> Value {
        const auto* setting = type.find(field);
        const auto* held = of(settings, entry);
        return setting == nullptr || held == nullptr ? Value{Unset{}} : setting->get(*held);
    };
    collection.check = [type,
                        of](const Settings& settings, const std::string& entry) -> Result<void> {
        const auto* held = of(settings, entry);
        return held == nullptr ? Result<void>() : type.check(entry, *held);
    };
}

// `map_of` gives the std::map of (const) Settings.
template <class Entry, class MapOf>
Collection named(std::string_view name, EntryType<Entry> type, MapOf map_of) {
    Collection collection{.name = name};
    add_access(collection, std::move(type), [map_of](auto& settings, const std::string& entry) {
        auto& map = map_of(settings);
        const auto found = map.find(entry);
        return found == map.end() ? nullptr : &found->second;
    });
    collection.entries = [map_of](const Settings& settings) {
        std::vector<std::string> names;
        for (const auto& [entry, held] : map_of(settings)) names.push_back(entry);
        return names;
    };
    collection.add = [map_of, name](Settings& settings, const std::string& entry) -> Result<void> {
        if (entry.empty() || entry.size() > 200)
            return invalid(
                "an entry of " + std::string(name) + " has no name or one of more than 200 bytes"
            );
        if (map_of(settings).size() >= kMaxEntries)
            return invalid(std::string(name) + " has too many entries");
        map_of(settings).try_emplace(entry);
        return {};
    };
    collection.clear = [map_of](Settings& settings) { map_of(settings).clear(); };
    return collection;
}

std::size_t place_of(const std::string& entry) {
    std::size_t place = 0;
    std::from_chars(entry.data(), entry.data() + entry.size(), place);
    return place;
}

// `list_of` gives the std::vector of (const) Settings.
template <class Entry, class ListOf>
Collection listed(std::string_view name, Layering layering, EntryType<Entry> type, ListOf list_of) {
    Collection collection{.name = name, .shape = Shape::Listed, .layering = layering};
    add_access(collection, std::move(type), [list_of](auto& settings, const std::string& entry) {
        auto& list = list_of(settings);
        const auto place = place_of(entry);
        return place >= list.size() ? nullptr : &list[place];
    });
    collection.entries = [list_of](const Settings& settings) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < list_of(settings).size(); ++i)
            names.push_back(std::to_string(i));
        return names;
    };
    collection.add = [list_of, name](Settings& settings, const std::string&) -> Result<void> {
        if (list_of(settings).size() >= kMaxEntries)
            return invalid(std::string(name) + " has too many entries");
        list_of(settings).emplace_back();
        return {};
    };
    collection.clear = [list_of](Settings& settings) { list_of(settings).clear(); };
    return collection;
}

std::vector<Collection> make_collections() {
    return {
        named<ProviderSettings>(
            "providers", {provider_fields(), check_provider}, [](auto& settings) -> auto& {
                return settings.providers;
            }
        ),
        named<ModelSettings>(
            "models",
            {model_fields(), [](const auto&, const auto&) { return Result<void>(); }},
            [](auto& settings) -> auto& { return settings.models; }
        ),
        named<McpServerSettings>(
            "mcp.servers", {mcp_server_fields(), check_mcp_server}, [](auto& settings) -> auto& {
                return settings.mcp.servers;
            }
        ),
        listed<HookSettings>(
            "hooks", Layering::Append, {hook_fields(), check_hook}, [](auto& settings) -> auto& {
                return settings.hooks;
            }
        ),
        listed<AgentSettings>(
            "agents",
            Layering::Replace,
            {agent_fields(), check_agent},
            [](auto& settings) -> auto& { return settings.agents; }
        ),
    };
}

}  // namespace

const EntryField* Collection::find(std::string_view field) const {
    const auto found = std::ranges::find(fields, field, &EntryField::name);
    return found == fields.end() ? nullptr : &*found;
}

std::span<const Collection> collections() {
    static const std::vector<Collection> all = make_collections();
    return all;
}

const Collection* find_collection(std::string_view name) {
    const auto all = collections();
    const auto found = std::ranges::find(all, name, &Collection::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace fovea::config
