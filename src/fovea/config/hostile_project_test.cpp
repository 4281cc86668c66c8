// Every setting of the schema, tried in the file of a project that nobody decided about, by three questions:
// does a secret, a prompt or a picture leave for a place that the user did not choose; does a limit weaken;
// does something run. A new setting fails here until somebody has decided about it in kDecisions.
#include "fovea/config/collections.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/test_files.hpp"
#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/http/server_origin.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <set>

namespace fovea::config {
namespace {

namespace json = boost::json;

// What a setting could do if a stranger chose its value freely.
enum class Could { Nothing, Leak, Weaken, Run };

struct Decision {
    std::string_view name;  // "images.max_edge", "providers.base_url"
    Could could;
    ProjectMay may;
};

constexpr Decision kDecisions[] = {
    // A model among the providers that the user has set up; who has no key for one cannot be sent there.
    {"model", Could::Nothing, ProjectMay::Set},
    {"vision.model", Could::Nothing, ProjectMay::Set},  // asks for consent, by address
    {"auxiliary.vision.model", Could::Nothing, ProjectMay::Set},
    {"routing.fallback", Could::Nothing, ProjectMay::Set},
    {"agents.id", Could::Nothing, ProjectMay::Set},
    {"agents.brain.provider", Could::Nothing, ProjectMay::Set},
    {"agents.brain.model", Could::Nothing, ProjectMay::Set},
    {"agents.brain.vision", Could::Nothing, ProjectMay::Set},
    // How pictures are treated on the way.
    {"images.aging_full_turns", Could::Nothing, ProjectMay::Set},
    {"images.aging_low_turns", Could::Nothing, ProjectMay::Set},
    {"images.aging_policy", Could::Nothing, ProjectMay::Set},
    {"local.languages", Could::Nothing, ProjectMay::Set},
    {"routing.strict", Could::Nothing, ProjectMay::Set},
    {"vision.grounding", Could::Nothing, ProjectMay::Set},
    {"vision.mode", Could::Nothing, ProjectMay::Set},
    // Add up over the layers, and only forbid.
    {"permissions.deny", Could::Nothing, ProjectMay::Set},
    {"tools.disabled", Could::Nothing, ProjectMay::Set},
    // Limits.
    {"images.downscale", Could::Weaken, ProjectMay::SetFalse},
    {"images.low_res_size", Could::Weaken, ProjectMay::Lower},
    {"images.max_bytes", Could::Weaken, ProjectMay::Lower},
    {"images.max_edge", Could::Weaken, ProjectMay::Lower},
    {"images.max_file_bytes", Could::Weaken, ProjectMay::Lower},
    {"images.max_per_message", Could::Weaken, ProjectMay::Lower},
    {"images.max_per_session", Could::Weaken, ProjectMay::Lower},
    {"images.max_pixels", Could::Weaken, ProjectMay::Lower},
    {"images.max_size_bytes", Could::Weaken, ProjectMay::Lower},
    {"local.timeout_s", Could::Weaken, ProjectMay::Lower},
    {"vision.timeout_s", Could::Weaken, ProjectMay::Lower},
    {"vision.max_batch", Could::Weaken, ProjectMay::Lower},
    {"vision.max_images_per_call", Could::Weaken, ProjectMay::Lower},
    {"vision.tool", Could::Weaken, ProjectMay::SetFalse},
    {"vision.cache_size", Could::Weaken, ProjectMay::Nothing},
    {"vision.phash_threshold", Could::Weaken, ProjectMay::Nothing},
    {"vision.grounding_models", Could::Weaken, ProjectMay::Nothing},
    {"images.accept", Could::Weaken, ProjectMay::Nothing},
    {"images.cleanup_after_days", Could::Weaken, ProjectMay::Nothing},
    {"cache.entries", Could::Weaken, ProjectMay::Nothing},
    {"browser.timeout_s", Could::Weaken, ProjectMay::Nothing},
    // Where keys, prompts, pictures and sessions go, and who reaches what.
    {"local_only", Could::Leak, ProjectMay::SetTrue},
    {"vision.include_context", Could::Leak, ProjectMay::SetFalse},
    {"provider", Could::Leak, ProjectMay::Nothing},
    {"base_url", Could::Leak, ProjectMay::Nothing},
    {"api_key", Could::Leak, ProjectMay::Nothing},
    {"auxiliary.vision.provider", Could::Leak, ProjectMay::Nothing},
    {"auxiliary.vision.base_url", Could::Leak, ProjectMay::Nothing},
    {"auxiliary.vision.api_key", Could::Leak, ProjectMay::Nothing},
    {"images.storage_dir", Could::Leak, ProjectMay::Nothing},
    {"store.sessions", Could::Leak, ProjectMay::Nothing},
    {"store.blobs", Could::Leak, ProjectMay::Nothing},
    {"workspace.roots", Could::Leak, ProjectMay::Nothing},
    {"browser.allow", Could::Leak, ProjectMay::Nothing},
    {"serve.host", Could::Leak, ProjectMay::Nothing},
    {"serve.port", Could::Leak, ProjectMay::Nothing},
    {"serve.hosts", Could::Leak, ProjectMay::Nothing},
    {"serve.origins", Could::Leak, ProjectMay::Nothing},
    {"serve.socket", Could::Leak, ProjectMay::Nothing},
    {"serve.tls.cert", Could::Leak, ProjectMay::Nothing},
    {"serve.tls.key", Could::Leak, ProjectMay::Nothing},
    {"serve.turns_at_once", Could::Weaken, ProjectMay::Nothing},
    {"serve.ask_timeout_s", Could::Run, ProjectMay::Nothing},
    {"gateway.models", Could::Leak, ProjectMay::Nothing},
    {"gateway.forward_keys", Could::Leak, ProjectMay::Nothing},
    {"gateway.pass_other", Could::Leak, ProjectMay::Nothing},
    {"gateway.aging", Could::Weaken, ProjectMay::Nothing},
    {"gateway.cache", Could::Leak, ProjectMay::Nothing},
    {"gateway.turns_at_once", Could::Weaken, ProjectMay::Nothing},
    {"gateway.max_body_bytes", Could::Weaken, ProjectMay::Nothing},
    {"gateway.hold_bytes", Could::Weaken, ProjectMay::Nothing},
    {"gateway.usd_per_day", Could::Weaken, ProjectMay::Nothing},
    {"gateway.requests_per_minute", Could::Weaken, ProjectMay::Nothing},
    {"otel.endpoint", Could::Leak, ProjectMay::Nothing},
    {"providers.kind", Could::Leak, ProjectMay::AddHere},
    {"providers.base_url", Could::Leak, ProjectMay::AddHere},
    {"providers.api_key", Could::Leak, ProjectMay::Nothing},
    {"providers.api_key_env", Could::Leak, ProjectMay::Nothing},
    {"providers.api_key_file", Could::Leak, ProjectMay::Nothing},
    {"providers.api_version", Could::Leak, ProjectMay::Nothing},
    {"providers.headers", Could::Leak, ProjectMay::Nothing},
    // What runs, and what runs unasked.
    {"permissions.allow", Could::Run, ProjectMay::Nothing},
    {"permissions.ask", Could::Run, ProjectMay::Nothing},
    {"tools.enabled", Could::Run, ProjectMay::Nothing},
    {"plugins", Could::Run, ProjectMay::Nothing},
    {"local.tessdata", Could::Run, ProjectMay::Nothing},
    {"browser.program", Could::Run, ProjectMay::Nothing},
    {"hooks.event", Could::Run, ProjectMay::Nothing},
    {"hooks.matcher", Could::Run, ProjectMay::Nothing},
    {"hooks.command", Could::Run, ProjectMay::Nothing},
    {"hooks.async", Could::Run, ProjectMay::Nothing},
    {"hooks.timeout_s", Could::Run, ProjectMay::Nothing},
    {"hooks.pass_env", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.command", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.args", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.env", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.url", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.headers", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.timeout_s", Could::Run, ProjectMay::Nothing},
    {"mcp.servers.enabled", Could::Run, ProjectMay::Nothing},
    // What is known of a model that the user's own settings do not speak of.
    {"models.provider", Could::Nothing, ProjectMay::Set},
    {"models.vision", Could::Nothing, ProjectMay::Set},
    {"models.pdf", Could::Nothing, ProjectMay::Set},
    {"models.video", Could::Nothing, ProjectMay::Set},
    {"models.tools", Could::Nothing, ProjectMay::Set},
    {"models.json_schema", Could::Nothing, ProjectMay::Set},
    {"models.tool_result_images", Could::Nothing, ProjectMay::Set},
    {"models.url_images", Could::Nothing, ProjectMay::Set},
    {"models.cache_marks", Could::Nothing, ProjectMay::Set},
    {"models.grounding", Could::Nothing, ProjectMay::Set},
    {"models.image_detail", Could::Nothing, ProjectMay::Set},
    {"models.context", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_output", Could::Weaken, ProjectMay::SetForOwn},
    {"models.image_tokens", Could::Weaken, ProjectMay::SetForOwn},
    {"models.system_role", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_tokens_field", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_image_px", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_image_bytes", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_images", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_request_bytes", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_pdf_pages", Could::Weaken, ProjectMay::SetForOwn},
    {"models.max_pdf_bytes", Could::Weaken, ProjectMay::SetForOwn},
    {"models.price_in", Could::Weaken, ProjectMay::Nothing},
    {"models.price_out", Could::Weaken, ProjectMay::Nothing},
    {"models.price_cache_read", Could::Weaken, ProjectMay::Nothing},
    {"models.price_cache_write", Could::Weaken, ProjectMay::Nothing},
    {"models.price_cache_write_1h", Could::Weaken, ProjectMay::Nothing},
};

const Decision* decision_about(std::string_view name) {
    const auto* const found = std::ranges::find(kDecisions, name, &Decision::name);
    return found == std::end(kDecisions) ? nullptr : found;
}

std::string name_in(const Collection& collection, const EntryField& field) {
    return std::string(collection.name) + "." + std::string(field.name);
}

constexpr const char* kSecret = "sk-of-the-user";

// What the user has: a provider with a key, tight limits, words about a model, and variables.
constexpr std::string_view kUsersFile = R"(
model = "work/big"
local_only = false
permissions.deny = ["shell"]
tools.disabled = ["browser"]
[providers.work]
kind = "openai_compatible"
base_url = "https://work.example/v1"
api_key_env = "WORK_KEY"
[models."big"]
price_in = 3.0
price_out = 15.0
max_images = 5
context = 1000
[images]
max_pixels = 1000000
max_edge = 1000
max_bytes = 100000
max_file_bytes = 100000
max_per_message = 5
max_per_session = 20
max_size_bytes = 100000
low_res_size = 300
downscale = false
[local]
timeout_s = 10
[vision]
timeout_s = 20
tool = false
include_context = false
max_batch = 2
max_images_per_call = 5
grounding_models = { "work/big" = "none" }
)";

const std::map<std::string, std::string> kVariables = {
    {"WORK_KEY", kSecret},
    {"ANTHROPIC_API_KEY", kSecret},
    {"OPENAI_API_KEY", kSecret},
    {"GH_TOKEN", kSecret},
    {"FOVEA_PROVIDERS_LAB_API_KEY", kSecret},  // of a project that the user works on
    {"HOME", "/root"}};

const std::vector<std::string> kHostileTexts = {
    "",
    "https://evil.example",
    "http://https://localhost",
    "http://localhost@evil.example",
    "http://127.0.0.1:4010",
    "http://localhost:9/v1",
    "work/big",
    "anthropic/claude-opus-5",
    "fresh/x",
    "work",
    "anthropic",
    "openai",
    "lab",
    "fresh",
    "openai_compatible",
    "GH_TOKEN",
    "WORK_KEY",
    "~/.config/gh/tok",
    "/etc/passwd",
    "/tmp/evil",
    "sqlite:/tmp/evil.db",
    "file:/tmp/evil",
    "0.0.0.0",
    "off",
    "always",
    "turns",
    "*",
    "shell",
    "SessionStart",
    "x"};

json::array hostile_values(const Value& kind) {
    json::array values;
    if (std::holds_alternative<bool>(kind)) return {true, false};
    if (std::holds_alternative<std::int64_t>(kind)) {
        for (const std::int64_t number :
             {0L,
              1L,
              16L,
              299L,
              300L,
              301L,
              1000L,
              1001L,
              1024L,
              99'999L,
              100'001L,
              1'000'001L,
              400'000'000L})
            values.emplace_back(number);
        return values;
    }
    if (std::holds_alternative<double>(kind)) return {0.0, 0.000001, 10'000.0};
    for (const auto& text : kHostileTexts) {
        if (std::holds_alternative<Texts>(kind)) {
            values.push_back(json::array{text});
        } else if (std::holds_alternative<TextMap>(kind)) {
            values.push_back(json::object{{"Authorization", "Bearer ${GH_TOKEN} " + text}});
        } else {
            values.emplace_back(text);
        }
    }
    if (std::holds_alternative<Texts>(kind)) values.push_back(json::array{});
    return values;
}

// The type of an optional field shows in what it takes.
Value kind_of(const Collection& collection, const EntryField& field) {
    for (const Value& value :
         {Value{true},
          Value{std::int64_t{20'000}},
          Value{1.5},
          Value{Texts{"x"}},
          Value{TextMap{{"x", "y"}}}}) {
        Settings settings;
        const auto* name = collection.shape == Shape::Named ? "x" : "0";
        if (collection.add(settings, name).ok() &&
            collection.set(settings, name, field.name, value).ok()) {
            // Prices take whole numbers, too.
            const auto held = collection.get(settings, name, field.name);
            return held;
        }
    }
    return Value{std::string()};
}

std::string toml_of(const json::value& value) {
    if (value.is_array()) {
        std::string text;
        for (const auto& each : value.as_array())
            text += (text.empty() ? "" : ", ") + toml_of(each);
        return "[" + text + "]";
    }
    if (value.is_object()) {
        std::string text;
        for (const auto& each : value.as_object()) {
            text += (text.empty() ? "" : ", ") + json::serialize(json::string(each.key())) + " = " +
                    toml_of(each.value());
        }
        return "{" + text + "}";
    }
    return json::serialize(value);
}

std::string toml_file(const json::object& file) {
    std::string text;
    for (const auto& each : file)
        text += json::serialize(json::string(each.key())) + " = " + toml_of(each.value()) + "\n";
    return text;
}

// {"images": {"max_edge": 5}} for "images.max_edge".
json::object nested(std::string_view name, json::value value) {
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return {{name, std::move(value)}};
    return nested(name.substr(0, dot), json::object{{name.substr(dot + 1), std::move(value)}});
}

class HostileProject : public ConfigFiles {
protected:
    void SetUp() override {
        ConfigFiles::SetUp();
        std::filesystem::create_directories(folder_ / "project/.fovea");
        user_ = write("user.toml", kUsersFile, Readers::Owner);
        auto alone = load(sources());
        ASSERT_TRUE(alone.ok()) << alone.error().message;
        before_ = alone.value().settings;
    }

    Sources sources() {
        return {
            .user_file = user_,
            .environment = variables(kVariables),
            .trust_folder = folder_ / "trusted"};
    }

    // In one format after the other.
    Result<Loaded> load_project(const json::object& file) {
        constexpr const char* kExtensions[] = {"toml", "yaml", "json"};
        const std::string extension = kExtensions[tried_++ % std::size(kExtensions)];
        auto with = sources();
        with.project_file = write(
            "project/.fovea/config." + extension,
            extension == "toml" ? toml_file(file) : json::serialize(file),
            Readers::Owner
        );
        auto loaded = load(with);
        std::filesystem::remove(*with.project_file);
        if (!loaded.ok()) {
            EXPECT_EQ(loaded.error().code, ErrorCode::ConfigInvalid);
            EXPECT_EQ(loaded.error().message.find(kSecret), std::string::npos);
        }
        return loaded;
    }

    void ask_whether_anything_leaves(const Settings& after) const {
        for (const auto& [name, provider] : before_.providers)
            EXPECT_EQ(after.providers.at(name), provider) << name;
        for (const auto& name : default_provider_names()) {
            EXPECT_EQ(find_provider(after, name).value(), find_provider(before_, name).value());
        }
        for (const auto& [name, provider] : after.providers) {
            if (before_.providers.contains(name)) continue;
            const auto found = find_provider(after, name);
            ASSERT_TRUE(found.ok()) << found.error().message;
            const auto key = read_key(found.value(), variables(kVariables));
            ASSERT_TRUE(key.ok()) << key.error().message;
            EXPECT_FALSE(key.value().has_value()) << name;
            EXPECT_TRUE(found.value().headers.empty()) << name;
            EXPECT_TRUE(found.value().from_stranger) << name;
            const auto origin = net::server_origin(found.value().base_url);
            EXPECT_TRUE(origin.ok() && net::is_loopback_host(origin.value().host)) << name;
        }
        EXPECT_TRUE(after.local_only || !before_.local_only);
        EXPECT_TRUE(before_.vision.include_context || !after.vision.include_context);
        EXPECT_EQ(after.store, before_.store);
        EXPECT_EQ(after.serve, before_.serve);
        EXPECT_EQ(after.workspace, before_.workspace);
        EXPECT_EQ(after.images.storage_dir, before_.images.storage_dir);
        EXPECT_EQ(after.browser, before_.browser);
    }

    void ask_whether_a_limit_weakens(const Settings& after) const {
        for (const auto& key : keys()) {
            if (decision_about(key.name)->could != Could::Weaken) continue;
            const auto was = key.get(before_);
            const auto is = key.get(after);
            if (const auto* number = std::get_if<std::int64_t>(&was)) {
                EXPECT_LE(std::get<std::int64_t>(is), *number) << key.name;
            } else if (const auto* flag = std::get_if<bool>(&was)) {
                EXPECT_TRUE(*flag || !std::get<bool>(is)) << key.name;
            } else {
                EXPECT_EQ(is, was) << key.name;
            }
        }
        for (const auto& [name, model] : before_.models)
            EXPECT_EQ(after.models.at(name), model) << name;
        for (const auto& [name, model] : after.models) {
            if (before_.models.contains(name)) continue;
            EXPECT_FALSE(
                model.price_in || model.price_out || model.price_cache_read ||
                model.price_cache_write || model.price_cache_write_1h
            ) << name;
            const bool limits = model.context || model.max_output || model.max_images ||
                                model.max_image_px || model.max_image_bytes ||
                                model.max_request_bytes || model.max_pdf_pages ||
                                model.max_pdf_bytes || model.image_tokens || model.max_tokens_field;
            const auto own = after.providers.find(model.provider);
            EXPECT_TRUE(!limits || (own != after.providers.end() && own->second.from_stranger))
                << name;
        }
        for (const auto& rule : before_.permissions.deny)
            EXPECT_EQ(std::ranges::count(after.permissions.deny, rule), 1);
        for (const auto& tool : before_.tools.disabled)
            EXPECT_EQ(std::ranges::count(after.tools.disabled, tool), 1);
    }

    void ask_whether_anything_runs(const Settings& after) const {
        EXPECT_EQ(after.hooks, before_.hooks);
        EXPECT_EQ(after.mcp, before_.mcp);
        EXPECT_EQ(after.plugins, before_.plugins);
        EXPECT_EQ(after.local.tessdata, before_.local.tessdata);
        EXPECT_EQ(after.browser.program, before_.browser.program);
        EXPECT_EQ(after.permissions.allow, before_.permissions.allow);
        EXPECT_EQ(after.permissions.ask, before_.permissions.ask);
        EXPECT_EQ(after.tools.enabled, before_.tools.enabled);
    }

    // Whether the file was taken; the three questions are asked if it was.
    bool try_file(const json::object& file) {
        const auto loaded = load_project(file);
        if (!loaded.ok()) return false;
        SCOPED_TRACE(json::serialize(file));
        const auto& after = loaded.value().settings;
        ask_whether_anything_leaves(after);
        ask_whether_a_limit_weakens(after);
        ask_whether_anything_runs(after);
        return true;
    }

    std::filesystem::path user_;
    Settings before_;
    std::size_t tried_ = 0;
};

TEST_F(HostileProject, EverySettingHasADecision) {  // Q5
    std::set<std::string> names;
    for (const auto& key : keys()) names.emplace(key.name);
    for (const auto& collection : collections()) {
        for (const auto& field : collection.fields) names.insert(name_in(collection, field));
    }
    for (const auto& name : names) {
        EXPECT_NE(decision_about(name), nullptr)
            << name << " is new: decide what a stranger's file may do with it (kDecisions)";
    }
    for (const auto& decision : kDecisions) {
        EXPECT_TRUE(names.contains(std::string(decision.name))) << decision.name << " is no more";
        EXPECT_EQ(decision.could == Could::Nothing, decision.may == ProjectMay::Set)
            << decision.name;
    }
    EXPECT_EQ(std::size(kDecisions), names.size());
}

TEST_F(HostileProject, RulesAreWhatWasDecided) {  // Q5
    for (const auto& key : keys()) {
        ASSERT_NE(decision_about(key.name), nullptr) << key.name;
        EXPECT_EQ(project_may(key.name), decision_about(key.name)->may) << key.name;
    }
    for (const auto& collection : collections()) {
        for (const auto& field : collection.fields) {
            const auto name = name_in(collection, field);
            ASSERT_NE(decision_about(name), nullptr) << name;
            EXPECT_EQ(project_may(collection.name, field.name), decision_about(name)->may) << name;
        }
    }
}

TEST_F(HostileProject, NoKeyLeaksWeakensOrRuns) {  // Q5
    for (const auto& key : keys()) {
        std::size_t taken = 0;
        for (const auto& value : hostile_values(key.get(before_))) {
            taken += try_file(nested(key.name, value)) ? 1 : 0;
            // The same beside a server of the project's own.
            auto with_server = nested(key.name, value);
            with_server["providers"] = json::object{
                {"fresh", json::object{{"kind", "anthropic"}, {"base_url", "http://localhost:9"}}}};
            try_file(with_server);
        }
        EXPECT_EQ(taken == 0, decision_about(key.name)->may == ProjectMay::Nothing) << key.name;
    }
    EXPECT_GT(tried_, 1000u);
}

TEST_F(HostileProject, NoEntryLeaksWeakensOrRuns) {  // Q5
    const std::map<std::string_view, std::vector<std::string>> names = {
        {"providers",
         {"anthropic",
          "openai",
          "ollama",
          "local",
          "work",
          "WORK",
          "OpenAI",
          "auxiliary-vision",
          "lab",
          "fresh"}},
        {"models", {"big", "work/big", "claude-opus-5", "fresh/x", "x"}},
        {"mcp.servers", {"x"}}};
    const std::vector<std::pair<std::string_view, json::object>> beginnings = {
        {"providers", {}},
        {"providers", {{"kind", "openai_compatible"}, {"base_url", "http://localhost:9"}}},
        {"models", {}},
        {"models", {{"provider", "fresh"}}},
        {"models", {{"provider", "work"}}},
        {"mcp.servers", {}},
        {"hooks", {{"event", "SessionStart"}, {"command", "true"}}},
        {"agents", {{"id", "main"}, {"brain", {{"model", "work/big"}}}}},
    };
    for (const auto& [name, beginning] : beginnings) {
        const auto& collection = *find_collection(name);
        for (const auto& field : collection.fields) {
            for (const auto& value : hostile_values(kind_of(collection, field))) {
                auto fields = beginning;
                const auto dot = field.name.find('.');
                if (dot == std::string_view::npos) {
                    fields[field.name] = value;
                } else {
                    fields[field.name.substr(0, dot)].as_object()[field.name.substr(dot + 1)] =
                        value;
                }
                if (collection.shape == Shape::Listed) {
                    try_file(nested(name, json::array{fields}));
                    continue;
                }
                for (const auto& entry : names.at(name)) {
                    auto file = nested(name, json::object{{entry, fields}});
                    if (name == "models")
                        file["providers"] = json::object{
                            {"fresh",
                             json::object{{"kind", "anthropic"}, {"base_url", "http://[::1]:9"}}}};
                    try_file(file);
                }
            }
        }
    }
    EXPECT_GT(tried_, 5000u);
}

}  // namespace
}  // namespace fovea::config
