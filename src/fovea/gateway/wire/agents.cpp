#include "fovea/gateway/wire/agents.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/pretty_json.hpp"
#include "fovea/base/private_folder.hpp"

#include <boost/json.hpp>
#include <system_error>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

namespace fovea::gateway {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kBegin = "# fovea: begin (fovea wire --undo takes it out)";
constexpr std::string_view kEnd = "# fovea: end";

std::optional<std::string> read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

fs::path backup_of(const fs::path& path) {
    return path.string() + ".before-fovea";
}

// What stood there before anything of ours did.
FileChange change_of(fs::path path) {
    auto before = read_text(backup_of(path));
    if (!before) before = read_text(path);
    return {.path = std::move(path), .before = std::move(before), .after = {}};
}

json::object& inner(json::object& object, std::string_view name) {
    auto& value = object[name];
    if (!value.is_object()) value = json::object();
    return value.get_object();
}

template <class Edit>
Result<FileChange> edit_json(fs::path path, const Edit& edit) {
    auto change = change_of(std::move(path));
    json::object object;
    if (change.before && !change.before->empty()) {
        json::error_code broken;
        auto value = json::parse(*change.before, broken);
        if (broken || !value.is_object()) {
            return Error{
                ErrorCode::InvalidInput,
                change.path.string() +
                    " is not plain JSON: add the lines that fovea wire --print shows yourself"};
        }
        object = std::move(value.get_object());
    }
    edit(object);
    change.after = to_pretty_json(object);
    return change;
}

json::object mcp_server(const Wiring& wiring) {
    return {{"command", wiring.program}, {"args", json::array{"mcp"}}};
}

using Changes = Result<std::vector<FileChange>>;

Changes claude(const Wiring& wiring, const fs::path& home) {
    auto settings = TRY(edit_json(home / ".claude" / "settings.json", [&](json::object& object) {
        auto& env = inner(object, "env");
        env["ANTHROPIC_BASE_URL"] = wiring.url;
        env["ANTHROPIC_AUTH_TOKEN"] = wiring.token;
    }));
    auto servers = TRY(edit_json(home / ".claude.json", [&](json::object& object) {
        inner(object, "mcpServers")["fovea"] = mcp_server(wiring);
    }));
    return std::vector{std::move(settings), std::move(servers)};
}

std::string quoted(const std::string& text) {
    return json::serialize(json::value(text));  // a basic string of TOML and YAML, too
}

// A setting before the first table stands for all; ours takes its place.
std::string with_toml(const std::string& before, const Wiring& wiring) {
    std::istringstream lines(before);
    std::string text =
        std::string(kBegin) + "\nmodel_provider = \"fovea\"\n" + std::string(kEnd) + "\n";
    bool in_table = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('[')) in_table = true;
        const bool is_replaced = !in_table && line.starts_with("model_provider");
        text += (is_replaced ? "# fovea took its place: " : "") + line + "\n";
    }
    text +=
        "\n" + std::string(kBegin) +
        "\n[model_providers.fovea]\nname = \"Fovea\"\nbase_url = " + quoted(wiring.url + "/v1") +
        "\nwire_api = \"responses\"\nhttp_headers = { \"x-fovea-token\" = " + quoted(wiring.token) +
        " }\n\n[mcp_servers.fovea]\ncommand = " + quoted(wiring.program) + "\nargs = [\"mcp\"]\n" +
        std::string(kEnd) + "\n";
    return text;
}

Changes codex(const Wiring& wiring, const fs::path& home) {
    auto change = change_of(home / ".codex" / "config.toml");
    const auto before = change.before.value_or("");
    if (before.find("[model_providers.fovea]") != before.npos ||
        before.find("[mcp_servers.fovea]") != before.npos) {
        return Error{
            ErrorCode::InvalidInput,
            change.path.string() + " has tables called fovea that fovea wire did not write"};
    }
    change.after = with_toml(before, wiring);
    return std::vector{std::move(change)};
}

Changes opencode(const Wiring& wiring, const fs::path& home) {
    auto change =
        TRY(edit_json(home / ".config" / "opencode" / "opencode.json", [&](json::object& object) {
            inner(object, "provider")["fovea"] = json::object{
                {"npm", "@ai-sdk/openai-compatible"},
                {"name", "Fovea"},
                {"options", {{"baseURL", wiring.url + "/v1"}, {"apiKey", wiring.token}}},
                {"models",
                 {{wiring.model,
                   {{"name", wiring.model},
                    {"attachment", true},
                    {"tool_call", true},
                    {"modalities",
                     {{"input", json::array{"text", "image"}},
                      {"output", json::array{"text"}}}}}}}}};
            inner(object, "mcp")["fovea"] =
                json::object{{"type", "local"}, {"command", json::array{wiring.program, "mcp"}}};
        }));
    return std::vector{std::move(change)};
}

Changes pi(const Wiring& wiring, const fs::path& home) {
    auto change = TRY(edit_json(home / ".pi" / "agent" / "models.json", [&](json::object& object) {
        inner(object, "providers")["fovea"] = json::object{
            {"baseUrl", wiring.url + "/v1"},
            {"api", "openai-completions"},
            {"apiKey", wiring.token},
            {"models",
             json::array{json::object{
                 {"id", wiring.model},
                 {"name", wiring.model},
                 {"reasoning", false},
                 {"input", json::array{"text", "image"}},
                 {"contextWindow", 128000},
                 {"maxTokens", 8192},
                 {"cost", {{"input", 0}, {"output", 0}, {"cacheRead", 0}, {"cacheWrite", 0}}}}}}};
    }));
    return std::vector{std::move(change)};
}

Changes aider(const Wiring& wiring, const fs::path& home) {
    auto change = change_of(home / ".aider.conf.yml");
    std::istringstream lines(change.before.value_or(""));
    for (std::string line; std::getline(lines, line);) {
        const bool is_replaced =
            line.starts_with("openai-api-base:") || line.starts_with("openai-api-key:");
        change.after += (is_replaced ? "# fovea took its place: " : "") + line + "\n";
    }
    change.after += std::string(kBegin) + "\nopenai-api-base: " + quoted(wiring.url + "/v1") +
                    "\nopenai-api-key: " + quoted(wiring.token) + "\n" + std::string(kEnd) + "\n";
    return std::vector{std::move(change)};
}

constexpr struct {
    std::string_view name;
    Changes (*wire)(const Wiring&, const fs::path&);
} kAgents[] = {
    {"claude", claude}, {"codex", codex}, {"opencode", opencode}, {"pi", pi}, {"aider", aider}};

std::multiset<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::multiset<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.insert(line);
    return lines;
}

}  // namespace

std::vector<std::string_view> wirable_agents() {
    std::vector<std::string_view> names;
    for (const auto& agent : kAgents) names.push_back(agent.name);
    return names;
}

Changes wiring_of(std::string_view agent, const Wiring& wiring, const fs::path& home) {
    for (const auto& each : kAgents) {
        if (each.name == agent) return each.wire(wiring, home);
    }
    std::string names;
    for (const auto name : wirable_agents())
        names += (names.empty() ? "" : ", ") + std::string(name);
    return Error{
        ErrorCode::InvalidInput,
        "nobody knows how to wire \"" + std::string(agent) + "\": there are " + names};
}

std::string change_text(const FileChange& change) {
    auto gone = lines_of(change.before.value_or(""));
    auto fresh = lines_of(change.after);
    std::string text = change.path.string() + (change.before ? "" : " (new)") + "\n";
    const auto show = [&](const std::string& all, std::multiset<std::string> without, char mark) {
        std::istringstream in(all);
        for (std::string line; std::getline(in, line);) {
            const auto found = without.find(line);
            if (found != without.end()) {
                without.erase(found);
            } else {
                text += std::string("  ") + mark + " " + line + "\n";
            }
        }
    };
    show(change.before.value_or(""), fresh, '-');
    show(change.after, gone, '+');
    return text;
}

Result<void> apply(const FileChange& change) {
    std::error_code failed;
    fs::create_directories(change.path.parent_path(), failed);
    const auto backup = backup_of(change.path);
    // Tokens stand in them: nobody else reads either.
    if (change.before && !fs::exists(backup)) {
        TRY(write_file(backup, as_bytes(*change.before), Readers::OwnerOnly));
    }
    return write_file(change.path, as_bytes(change.after), Readers::OwnerOnly);
}

Result<void> undo(const FileChange& change) {
    const auto now = read_text(change.path);
    const auto before = read_text(backup_of(change.path));
    if (!now) return Error{ErrorCode::FileNotFound, change.path.string() + " is not there"};
    if (!before && now->find("fovea") == now->npos) {
        return Error{ErrorCode::FileNotFound, change.path.string() + " was not wired"};
    }
    // Tokens differ from one time to the next: what was written is told by all the rest.
    const auto fresh = lines_of(change.after);
    std::size_t foreign = 0;
    for (const auto& line : lines_of(*now)) foreign += fresh.contains(line) ? 0 : 1;
    constexpr std::size_t kTokenLines = 1;
    if (foreign > kTokenLines) {
        return Error{
            ErrorCode::InvalidInput,
            change.path.string() + " was changed since: take the lines with fovea out yourself" +
                (before ? "; what was there before is " + backup_of(change.path).string() : "")};
    }
    if (before) {
        TRY(write_file(change.path, as_bytes(*before), Readers::OwnerOnly));
        std::error_code ignored;
        fs::remove(backup_of(change.path), ignored);
        return {};
    }
    std::error_code failed;
    fs::remove(change.path, failed);
    if (failed) return Error{ErrorCode::StoreError, "cannot remove " + change.path.string()};
    return {};
}

}  // namespace fovea::gateway
