#include "fovea/gateway/wire/agents.hpp"

#include "fovea/base/pretty_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <span>
#include <sstream>
#include <utility>
#include <variant>

namespace fovea::gateway {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kBegin = "# fovea: begin (fovea wire --undo takes it out)";
constexpr std::string_view kEnd = "# fovea: end";
constexpr std::string_view kReplaced = "# fovea took its place: ";

// ---- files of JSON: a few values of ours among others

struct Value {
    std::vector<std::string> place;  // keys from the outside in
    json::value value;
};

Result<json::object> read_object(const fs::path& path, const std::optional<std::string>& text) {
    if (!text || text->empty()) return json::object();
    json::error_code broken;
    auto value = json::parse(*text, broken);
    if (broken || !value.is_object()) {
        return Error{
            ErrorCode::InvalidInput,
            path.string() +
                " is not plain JSON: add the lines that fovea wire --print shows yourself"};
    }
    return std::move(value.get_object());
}

void put(json::object& object, const Value& value) {
    auto* inside = &object;
    for (std::size_t i = 0; i + 1 < value.place.size(); ++i) {
        auto& next = (*inside)[value.place[i]];
        if (!next.is_object()) next = json::object();
        inside = &next.get_object();
    }
    (*inside)[value.place.back()] = value.value;
}

// Objects that were not there before go when nothing is in them any more.
void take_out(
    json::object& object, const json::object* before, std::span<const std::string> place
) {
    const auto* const old = before != nullptr ? before->if_contains(place.front()) : nullptr;
    if (place.size() == 1) {
        if (old != nullptr) {
            object[place.front()] = *old;
        } else {
            object.erase(place.front());
        }
        return;
    }
    auto* const inner = object.if_contains(place.front());
    if (inner == nullptr || !inner->is_object()) return;
    take_out(
        inner->get_object(),
        old != nullptr && old->is_object() ? &old->get_object() : nullptr,
        place.subspan(1)
    );
    if (old == nullptr && inner->get_object().empty()) object.erase(place.front());
}

// ---- files of lines: ours stand between marks

struct Lines {
    std::string first = {};                       // before all others
    std::string last = {};                        // behind them
    std::vector<std::string_view> replaced = {};  // what begins so gives way to ours
    bool is_toml = false;                         // only what stands before the first table does
};

std::string between_marks(const std::string& lines) {
    return std::string(kBegin) + "\n" + lines + std::string(kEnd) + "\n";
}

// Without ours, and with what gave way to it.
std::string without_ours(const std::string& text) {
    std::istringstream in(text);
    std::string rest;
    bool is_ours = false;
    for (std::string line; std::getline(in, line);) {
        if (line == kBegin) {
            is_ours = true;
            // The blank line before it is ours, too.
            if (rest.ends_with("\n\n")) rest.pop_back();
        }
        if (!is_ours) {
            if (line.starts_with(kReplaced)) line.erase(0, kReplaced.size());
            rest += line + "\n";
        }
        if (line == kEnd) is_ours = false;
    }
    return rest;
}

std::string with_ours(const std::string& text, const Lines& ours) {
    std::istringstream in(text);
    std::string all = ours.first.empty() ? "" : between_marks(ours.first);
    bool in_table = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('[')) in_table = true;
        const bool gives_way =
            !(ours.is_toml && in_table) &&
            std::ranges::any_of(ours.replaced, [&](auto begin) { return line.starts_with(begin); });
        all += (gives_way ? std::string(kReplaced) : "") + line + "\n";
    }
    return all + "\n" + between_marks(ours.last);
}

// ---- agents

fs::path folder_or(const fs::path& chosen, const fs::path& usual) {
    return chosen.empty() ? usual : chosen;
}

struct File {
    fs::path path;
    std::variant<std::vector<Value>, Lines> ours;
};

json::object mcp_server(const Wiring& wiring) {
    return {{"command", wiring.program}, {"args", json::array{"mcp"}}};
}

std::vector<File> claude(const Wiring& wiring, const AgentFolders& folders) {
    const auto folder = folder_or(folders.claude, folders.home / ".claude");
    return {
        {folder / "settings.json",
         std::vector<Value>{
             {{"env", "ANTHROPIC_BASE_URL"}, json::value(wiring.url)},
             {{"env", "ANTHROPIC_AUTH_TOKEN"}, json::value(wiring.token)}}},
        {folder_or(folders.claude, folders.home) / ".claude.json",
         std::vector<Value>{{{"mcpServers", "fovea"}, mcp_server(wiring)}}}};
}

std::string quoted(const std::string& text) {
    return json::serialize(json::value(text));  // a basic string of TOML and YAML, too
}

std::vector<File> codex(const Wiring& wiring, const AgentFolders& folders) {
    return {
        {folder_or(folders.codex, folders.home / ".codex") / "config.toml",
         Lines{
             .first = "model_provider = \"fovea\"\n",
             .last = "[model_providers.fovea]\nname = \"Fovea\"\nbase_url = " +
                     quoted(wiring.url + "/v1") +
                     "\nwire_api = \"responses\"\nhttp_headers = { \"x-fovea-token\" = " +
                     quoted(wiring.token) + " }\n\n[mcp_servers.fovea]\ncommand = " +
                     quoted(wiring.program) + "\nargs = [\"mcp\"]\n",
             .replaced = {"model_provider"},
             .is_toml = true}}};
}

// What the gateway lets a model write whose limit nobody knows.
constexpr std::uint64_t kUsualOutput = 8192;

json::array inputs_of(const WiredModel& model) {
    json::array inputs{"text"};
    if (model.takes_pictures) inputs.emplace_back("image");
    return inputs;
}

std::vector<File> opencode(const Wiring& wiring, const AgentFolders& folders) {
    json::object models;
    for (const auto& model : wiring.models) {
        json::object told{
            {"name", model.name},
            {"attachment", model.takes_pictures},
            {"tool_call", true},
            {"modalities", {{"input", inputs_of(model)}, {"output", json::array{"text"}}}}};
        // It wants both or none.
        if (model.context) {
            told["limit"] = {
                {"context", *model.context}, {"output", model.max_output.value_or(kUsualOutput)}};
        }
        models[model.name] = std::move(told);
    }
    return {
        {folder_or(folders.config, folders.home / ".config") / "opencode" / "opencode.json",
         std::vector<Value>{
             {{"provider", "fovea"},
              json::object{
                  {"npm", "@ai-sdk/openai-compatible"},
                  {"name", "Fovea"},
                  {"options", {{"baseURL", wiring.url + "/v1"}, {"apiKey", wiring.token}}},
                  {"models", models}}},
             {{"mcp", "fovea"},
              json::object{{"type", "local"}, {"command", json::array{wiring.program, "mcp"}}}}}}};
}

std::vector<File> pi(const Wiring& wiring, const AgentFolders& folders) {
    json::array models;
    for (const auto& model : wiring.models) {
        json::object told{{"id", model.name}, {"name", model.name}, {"input", inputs_of(model)}};
        if (model.context) told["contextWindow"] = *model.context;
        if (model.max_output) told["maxTokens"] = *model.max_output;
        models.push_back(std::move(told));
    }
    return {
        {folder_or(folders.pi, folders.home / ".pi" / "agent") / "models.json",
         std::vector<Value>{
             {{"providers", "fovea"},
              json::object{
                  {"baseUrl", wiring.url + "/v1"},
                  {"api", "openai-completions"},
                  {"apiKey", wiring.token},
                  {"models", models}}}}}};
}

// Its "openai/" names who is spoken to; the model's name is what follows.
std::vector<File> aider(const Wiring& wiring, const AgentFolders& folders) {
    const auto model = wiring.models.empty() ? std::string() : wiring.models.front().name;
    return {
        {folders.home / ".aider.conf.yml",
         Lines{
             .last = "openai-api-base: " + quoted(wiring.url + "/v1") + "\nopenai-api-key: " +
                     quoted(wiring.token) + "\nmodel: " + quoted("openai/" + model) + "\n",
             .replaced = {"openai-api-base:", "openai-api-key:", "model:"}}}};
}

constexpr struct {
    std::string_view name;
    std::vector<File> (*files)(const Wiring&, const AgentFolders&);
    bool needs_models;
} kAgents[] = {
    {"claude", claude, false},
    {"codex", codex, false},
    {"opencode", opencode, true},
    {"pi", pi, true},
    {"aider", aider, true}};

Result<std::vector<File>> files_of(
    std::string_view agent, const Wiring& wiring, const AgentFolders& folders
) {
    for (const auto& each : kAgents) {
        if (each.name == agent) return each.files(wiring, folders);
    }
    std::string names;
    for (const auto name : wirable_agents())
        names += (names.empty() ? "" : ", ") + std::string(name);
    return Error{
        ErrorCode::InvalidInput,
        "unknown agent \"" + std::string(agent) + "\"; available: " + names};
}

Result<FileChange> wire(const File& file) {
    FileChange change{.path = file.path, .before = read_text(file.path), .after = {}};
    if (const auto* const values = std::get_if<std::vector<Value>>(&file.ours)) {
        auto object = TRY(read_object(file.path, change.before));
        for (const auto& value : *values) put(object, value);
        change.after = to_pretty_json(object);
        return change;
    }
    const auto& lines = std::get<Lines>(file.ours);
    const auto others = without_ours(change.before.value_or(""));
    if (lines.is_toml && (others.find("[model_providers.fovea]") != others.npos ||
                          others.find("[mcp_servers.fovea]") != others.npos)) {
        return Error{
            ErrorCode::InvalidInput,
            file.path.string() + " has tables called fovea that fovea wire did not write"};
    }
    change.after = with_ours(others, lines);
    return change;
}

// What others changed since stays.
Result<std::optional<FileChange>> unwire(const File& file) {
    std::optional<FileChange> none;
    FileChange change{.path = file.path, .before = read_text(file.path), .after = {}};
    if (!change.before) return none;
    const auto backup = read_text(backup_of(file.path));
    if (!backup) return none;
    const bool was_there = !backup->empty();
    if (const auto* const values = std::get_if<std::vector<Value>>(&file.ours)) {
        auto object = TRY(read_object(file.path, change.before));
        const auto old = TRY(read_object(file.path, backup));
        for (const auto& value : *values) take_out(object, &old, value.place);
        if (object == old && was_there) {
            change.after = *backup;
        } else if (!object.empty() || was_there) {
            change.after = to_pretty_json(object);
        }
        return std::optional(std::move(change));
    }
    const auto rest = without_ours(*change.before);
    const bool is_empty = rest.find_first_not_of(" \t\r\n") == rest.npos;
    if (was_there || !is_empty) change.after = rest;
    return std::optional(std::move(change));
}

}  // namespace

std::vector<std::string_view> wirable_agents() {
    std::vector<std::string_view> names;
    for (const auto& agent : kAgents) names.push_back(agent.name);
    return names;
}

Result<std::vector<FileChange>> wiring_of(
    std::string_view agent, const Wiring& wiring, const AgentFolders& folders
) {
    std::vector<FileChange> changes;
    for (const auto& file : TRY(files_of(agent, wiring, folders))) {
        changes.push_back(TRY(wire(file)));
    }
    return changes;
}

bool needs_models(std::string_view agent) {
    return std::ranges::any_of(kAgents, [&](const auto& each) {
        return each.name == agent && each.needs_models;
    });
}

Result<std::vector<FileChange>> unwiring_of(std::string_view agent, const AgentFolders& folders) {
    std::vector<FileChange> changes;
    for (const auto& file : TRY(files_of(agent, {}, folders))) {
        if (auto change = TRY(unwire(file))) changes.push_back(std::move(*change));
    }
    if (!changes.empty()) return changes;
    return Error{ErrorCode::FileNotFound, std::string(agent) + " is not wired"};
}

}  // namespace fovea::gateway
